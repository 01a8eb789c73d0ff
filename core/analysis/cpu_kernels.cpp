// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/cpu_kernels.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace twintrace
{
namespace
{

/// aten ops that touch no element: views, allocations, metadata. From native_functions.yaml (views carry an
/// alias annotation without '!') and the factory functions that only allocate.
const std::unordered_set<std::string_view>& idleOperators()
{
    static const std::unordered_set<std::string_view> kNames = {"view",
                                                                "view_as",
                                                                "_unsafe_view",
                                                                "reshape",
                                                                "_reshape_alias",
                                                                "reshape_as",
                                                                "as_strided",
                                                                "as_strided_",
                                                                "transpose",
                                                                "transpose_",
                                                                "t",
                                                                "t_",
                                                                "permute",
                                                                "expand",
                                                                "expand_as",
                                                                "squeeze",
                                                                "squeeze_",
                                                                "unsqueeze",
                                                                "unsqueeze_",
                                                                "select",
                                                                "slice",
                                                                "narrow",
                                                                "split",
                                                                "split_with_sizes",
                                                                "chunk",
                                                                "unbind",
                                                                "unflatten",
                                                                "flatten",
                                                                "detach",
                                                                "detach_",
                                                                "alias",
                                                                "diagonal",
                                                                "unfold",
                                                                "movedim",
                                                                "swapaxes",
                                                                "swapdims",
                                                                "mT",
                                                                "mH",
                                                                "numpy_T",
                                                                "real",
                                                                "imag",
                                                                "view_as_real",
                                                                "view_as_complex",
                                                                "lift_fresh",
                                                                "lift",
                                                                "broadcast_to",
                                                                "tensor_split",
                                                                "hsplit",
                                                                "vsplit",
                                                                "contiguous",
                                                                "to",
                                                                "type_as",
                                                                "empty",
                                                                "empty_strided",
                                                                "empty_like",
                                                                "empty_quantized",
                                                                "new_empty",
                                                                "new_empty_strided",
                                                                "resize_",
                                                                "resize_as_",
                                                                "set_",
                                                                "result_type",
                                                                "can_cast",
                                                                "is_nonzero",
                                                                "item",
                                                                "size",
                                                                "stride",
                                                                "sym_size",
                                                                "sym_stride",
                                                                "sym_numel",
                                                                "sym_storage_offset",
                                                                "dim",
                                                                "numel",
                                                                "is_contiguous",
                                                                "is_pinned",
                                                                "is_floating_point",
                                                                "is_complex",
                                                                "resolve_conj",
                                                                "resolve_neg",
                                                                "conj",
                                                                "_conj",
                                                                "_neg_view",
                                                                "requires_grad_",
                                                                "record_stream",
                                                                "data",
                                                                "_version",
                                                                "output_nr",
                                                                "is_leaf",
                                                                "retain_grad",
                                                                "_fw_primal",
                                                                "promote_types",
                                                                "dropout",
                                                                "_has_compatible_shallow_copy_type",
                                                                "_nested_tensor_size",
                                                                "_assert_async",
                                                                "_assert_tensor_metadata",
                                                                "_assert_scalar",
                                                                "sym_constrain_range",
                                                                "sym_constrain_range_for_size",
                                                                "_local_scalar_dense",
                                                                "unsafe_chunk",
                                                                "unsafe_split",
                                                                "unsafe_split_with_sizes",
                                                                "_cast_Float",
                                                                "meshgrid",
                                                                "broadcast_tensors",
                                                                "feature_dropout"};
    return kNames;
}

bool isEnvelope(std::string_view name)
{
    if (name.find("cpp_fused_") != std::string_view::npos)
        return false;
    for (const std::string_view part :
         {"Torch-Compiled", "CompiledFxGraph", "CompiledFunction", "TorchDynamo", "Pregraph bytecode",
          "AOTDispatcher", "AOTInductor", "aot_inductor", "Inductor", "ProfilerStep", "autograd::engine",
          "DistributedDataParallel", "Optimizer.", "dataloader", "DataLoader", "PyTorch Profiler",
          "[memory]"})
        if (name.find(part) != std::string_view::npos)
            return true;
    return name.starts_with("##");
}

} // namespace

bool isWorkingOperator(std::string_view name)
{
    if (isEnvelope(name))
        return false;
    if (name.starts_with("aten::"))
        return !idleOperators().contains(name.substr(6));
    return true;
}

std::vector<EventId> cpuKernels(const Trace& trace)
{
    std::vector<EventId> kernels;
    if (trace.device.size() > 0)
        return kernels;
    std::unordered_map<StringId, bool> known; // names are few, events many
    std::vector<bool> isWorking(trace.events.size()), hasWorkBelow(trace.events.size());
    for (std::uint32_t id = 0; id < trace.events.size(); ++id) {
        if (trace.kind(EventId(id)) != EventKind::CpuOp)
            continue;
        const auto [entry, isNew] = known.try_emplace(trace.events.name[id], false);
        if (isNew)
            entry->second = isWorkingOperator(trace.name(EventId(id)));
        isWorking[id] = entry->second;
        if (!isWorking[id])
            continue;
        for (EventId above = trace.events.parent[id]; above && !hasWorkBelow[above.value()];
             above = trace.events.parent[above.value()])
            hasWorkBelow[above.value()] = true;
    }
    for (std::uint32_t id = 0; id < trace.events.size(); ++id)
        if (isWorking[id] && !hasWorkBelow[id])
            kernels.emplace_back(id);
    std::stable_sort(kernels.begin(), kernels.end(),
                     [&](EventId a, EventId b) { return trace.begin(a) < trace.begin(b); });
    return kernels;
}

} // namespace twintrace
