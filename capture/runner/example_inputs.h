// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/runner/exported_program.h"
#include "core/base/result.h"

#include <string>

namespace twintrace
{

/// Puts the tensors of a file (torch.save of a flat list) in place of the export's examples, after checking
/// each against what the export was made for.
[[nodiscard]] Result<void> replaceExampleInputs(ExportedProgram& program, const std::string& path,
                                                at::Device device);

} // namespace twintrace
