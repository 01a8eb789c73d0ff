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

/// Ops that are one kernel although they call small ones on the way: a product copies its bias first.
bool isWholeKernel(std::string_view name)
{
    for (const std::string_view prefix :
         {"aoti_torch_", "extern_kernels.", "mkldnn::", "mkl::", "onednn::", "quantized::"})
        if (name.starts_with(prefix))
            return true;
    static const std::unordered_set<std::string_view> kNames = {
        "aten::mm",
        "aten::addmm",
        "aten::bmm",
        "aten::baddbmm",
        "aten::addbmm",
        "aten::mv",
        "aten::addmv",
        "aten::dot",
        "aten::addr",
        "aten::_addmm_activation",
        "aten::mkldnn_convolution",
        "aten::_slow_conv2d_forward",
        "aten::slow_conv3d_forward",
        "aten::slow_conv_dilated2d",
        "aten::mkldnn_rnn_layer",
        "aten::_scaled_dot_product_flash_attention_for_cpu",
        "aten::_flash_attention_forward",
        "aten::native_layer_norm",
        "aten::native_group_norm",
        "aten::native_batch_norm",
        "aten::_native_batch_norm_legit",
        "aten::_softmax",
        "aten::_log_softmax",
        "aten::cat",
        "aten::index",
        "aten::index_select",
        "aten::embedding",
        "aten::_embedding_bag",
        "aten::max_pool2d_with_indices",
        "aten::avg_pool2d",
        "aten::_adaptive_avg_pool2d",
        "aten::topk",
        "aten::sort",
        "aten::cumsum",
        "aten::upsample_bilinear2d",
        "aten::upsample_nearest2d"};
    return name.find("cpp_fused_") != std::string_view::npos || kNames.contains(name);
}

/// Ops that only move or set elements. Beneath an op that computes they are a step of it (a number made a
/// tensor, an output cleared), and no kernel of their own.
bool isCopying(std::string_view name)
{
    static const std::unordered_set<std::string_view> kNames = {
        "aten::copy_",      "aten::_to_copy",  "aten::clone",         "aten::fill_",
        "aten::zero_",      "aten::zeros",     "aten::ones",          "aten::full",
        "aten::zeros_like", "aten::ones_like", "aten::full_like",     "aten::new_zeros",
        "aten::new_full",   "aten::new_ones",  "aten::scalar_tensor", "aten::_copy_from"};
    return kNames.contains(name);
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
    enum class Role : std::uint8_t { Idle, Copying, Computing, Whole };
    std::unordered_map<StringId, Role> known; // names are few, events many
    const auto roleOf = [&](EventId event) {
        const auto [entry, isNew] = known.try_emplace(trace.events.name[event.value()], Role::Idle);
        const std::string_view name = trace.name(event);
        if (isNew)
            entry->second = isWholeKernel(name)       ? Role::Whole
                            : isCopying(name)         ? Role::Copying
                            : isWorkingOperator(name) ? Role::Computing
                                                      : Role::Idle;
        return entry->second;
    };
    std::vector<Role> role(trace.events.size(), Role::Idle);
    std::vector<bool> hasCopyBelow(trace.events.size()), hasComputationBelow(trace.events.size());
    for (std::uint32_t id = 0; id < trace.events.size(); ++id) {
        if (trace.kind(EventId(id)) == EventKind::CpuOp)
            role[id] = roleOf(EventId(id));
        if (role[id] == Role::Idle)
            continue;
        std::vector<bool>& below = role[id] == Role::Copying ? hasCopyBelow : hasComputationBelow;
        for (EventId above = trace.events.parent[id]; above && !below[above.value()];
             above = trace.events.parent[above.value()])
            below[above.value()] = true;
    }
    std::vector<bool> isTaken(
        trace.events.size()); // a kernel, or inside one; parents stand before their children
    for (std::uint32_t id = 0; id < trace.events.size(); ++id) {
        const EventId parent = trace.events.parent[id];
        if (parent && isTaken[parent.value()]) {
            isTaken[id] = true;
            continue;
        }
        isTaken[id] = role[id] == Role::Whole || (role[id] == Role::Computing && !hasComputationBelow[id]) ||
                      (role[id] == Role::Copying && !hasCopyBelow[id] && !hasComputationBelow[id]);
        if (isTaken[id])
            kernels.emplace_back(id);
    }
    std::stable_sort(kernels.begin(), kernels.end(),
                     [&](EventId a, EventId b) { return trace.begin(a) < trace.begin(b); });
    return kernels;
}

} // namespace twintrace
