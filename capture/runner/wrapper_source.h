// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/runner/input_check.h"
#include "capture/runner/model_runner.h"

#include <string>
#include <vector>

namespace twintrace
{

/// What the C++ source that AOTInductor leaves in each package tells, and no API does: the inputs it was made
/// for, and which ops and source lines each kernel call stands for.
struct WrapperSource {
    std::vector<ExpectedTensor> inputs;
    std::map<std::string, std::vector<ProvenanceTable::KernelCall>> kernels;
};

/// Total: what is not found is absent.
[[nodiscard]] WrapperSource readWrapperSource(const std::string& text);

/// A kernel's name without what differs from run to run: "graph_3_cpp_fused_add_0" -> "cpp_fused_add_0",
/// "kernels_.triton_poi_fused_add_0" -> "triton_poi_fused_add_0". Other names come back whole.
[[nodiscard]] std::string_view cleanKernelName(std::string_view name);

} // namespace twintrace
