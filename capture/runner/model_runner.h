// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/protocol/messages.h"
#include "capture/runner/provenance.h"
#include "core/base/result.h"

#include <ATen/core/ivalue.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace twintrace
{

using Outputs = std::vector<c10::IValue>;

/// Where recorded work comes from in the user's Python: by graph node (eager), or by the n-th call of a
/// kernel within a forward (compiled).
struct ProvenanceTable {
    std::vector<Provenance> nodes;
    struct KernelCall {
        std::vector<std::string> sources;     ///< "model.py:12", innermost lines of the user
        std::vector<std::string> sourceNodes; ///< names of the values in the graph
        std::vector<std::string> originalOps; ///< aten.addmm …
    };
    std::map<std::string, std::vector<KernelCall>> kernels; ///< in calling order
};

/// One variant of a model, loaded and ready: runs forwards on the example inputs. Not thread-safe; every call
/// comes from the thread that loaded it, under inference mode.
class ModelRunner
{
  public:
    ModelRunner() = default;
    ModelRunner(const ModelRunner&) = delete;
    ModelRunner& operator=(const ModelRunner&) = delete;
    virtual ~ModelRunner() = default;

    /// Queues one forward (on CPU: runs it). The outputs may be overwritten by the next run of a CUDA graph.
    [[nodiscard]] virtual Result<Outputs> run() = 0;
    /// Waits until the device has done what was queued; nothing to do on CPU.
    [[nodiscard]] virtual Result<void> synchronize() = 0;
    [[nodiscard]] virtual std::vector<protocol::ModelInput> inputs() const = 0;
    /// The coarsest floating-point type that takes part, which decides how far outputs may differ.
    [[nodiscard]] virtual at::ScalarType precision() const = 0;
    [[nodiscard]] virtual const ProvenanceTable& provenance() const = 0;
};

} // namespace twintrace
