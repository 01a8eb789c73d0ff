// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/runner/aot_runner.h"
#include "capture/runner/model_runner.h"

#include <memory>

namespace twintrace
{

/// A compiled package captured once into a CUDA graph and replayed: what mode="reduce-overhead" does for
/// torch.compile. Each run copies the inputs into the graph's own and replays, so the copy is part of what is
/// timed. The package must have been loaded single-threaded. The first run warms up on the capture stream and
/// captures; it is part of the first call's cost, as it is for torch.compile.
[[nodiscard]] Result<std::unique_ptr<ModelRunner>> makeCudaGraphRunner(std::unique_ptr<AotRunner> package);

/// The sentence for a model whose capture failed because of what its forward does; another cause comes back
/// as it is.
[[nodiscard]] Error captureRefusal(const Error& cause);

} // namespace twintrace
