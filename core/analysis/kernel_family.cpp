// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/kernel_name.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace twintrace
{
namespace
{

struct FamilyText {
    std::string_view key;
    std::string_view title;
};
constexpr std::array<FamilyText, kKernelFamilyCount> kTexts = {{{"elementwise", "elementwise"},
                                                                {"reduction", "reduction"},
                                                                {"gemm", "matrix product"},
                                                                {"attention", "attention"},
                                                                {"conv", "convolution"},
                                                                {"triton_poi", "Triton pointwise"},
                                                                {"triton_red", "Triton reduction"},
                                                                {"triton_per", "Triton persistent reduction"},
                                                                {"triton_tem", "Triton template"},
                                                                {"triton_for", "Triton foreach"},
                                                                {"cpp_fused", "fused C++"},
                                                                {"memcpy", "copy"},
                                                                {"memset", "fill"},
                                                                {"nccl", "collective"},
                                                                {"other", "other"}}};

bool holdsAny(std::string_view text, std::initializer_list<std::string_view> parts)
{
    return std::any_of(parts.begin(), parts.end(),
                       [=](std::string_view part) { return text.find(part) != std::string_view::npos; });
}

std::string lowered(std::string_view text)
{
    std::string low(text);
    std::transform(low.begin(), low.end(), low.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return low;
}

KernelFamily tritonFamily(std::string_view name)
{
    if (name.starts_with("triton_poi"))
        return KernelFamily::TritonPointwise;
    if (name.starts_with("triton_red"))
        return KernelFamily::TritonReduction;
    if (name.starts_with("triton_per"))
        return KernelFamily::TritonPersistent;
    if (name.starts_with("triton_tem"))
        return KernelFamily::TritonTemplate;
    if (name.starts_with("triton_for"))
        return KernelFamily::TritonForeach;
    return KernelFamily::TritonPointwise; // triton_ and triton__N: names without a kind, before 2.1
}

} // namespace

std::string_view familyKey(KernelFamily family)
{
    return kTexts[static_cast<std::size_t>(family)].key;
}

std::string_view familyTitle(KernelFamily family)
{
    return kTexts[static_cast<std::size_t>(family)].title;
}

bool isTriton(KernelFamily family)
{
    return family >= KernelFamily::TritonPointwise && family <= KernelFamily::TritonForeach;
}

bool isGenerated(KernelFamily family)
{
    return isTriton(family) || family == KernelFamily::CppFused;
}

KernelFamily familyOf(std::string_view name)
{
    if (name.starts_with("triton_"))
        return tritonFamily(name);
    if (name.find("cpp_fused_") != std::string_view::npos)
        return KernelFamily::CppFused;
    // The order matters: an attention kernel holds "gemm" at times, a fused elementwise one "reduce".
    const std::string low = lowered(demangled(name));
    if (holdsAny(low, {"nccl", "rccl", "all_reduce", "allreduce", "all_gather", "reduce_scatter"}))
        return KernelFamily::Nccl;
    if (low.starts_with("memcpy") || holdsAny(low, {"copybuffer"}))
        return KernelFamily::Memcpy;
    if (low.starts_with("memset") || holdsAny(low, {"fillbuffer"}))
        return KernelFamily::Memset;
    if (holdsAny(low, {"attention", "flash", "fmha", "sdpa", "attn"}))
        return KernelFamily::Attention;
    const bool isAtenKernel = holdsAny(low, {"at::native"});
    if (!isAtenKernel && holdsAny(low, {"conv", "cudnn", "wgrad", "dgrad", "fprop", "winograd", "im2col"}))
        return holdsAny(low, {"cudnn::bn", "batch_norm", "bn_fw", "bn_bw", "convert"})
                   ? KernelFamily::Reduction
                   : KernelFamily::Conv;
    if (!isAtenKernel && holdsAny(low, {"gemm",   "nvjet",   "cutlass",  "cublas",  "gemv",   "cijk_",
                                        "splitk", "split_k", "ck_tile",  "xmma",    "::mm",   "::bmm",
                                        "addmm",  "baddbmm", "::linear", "_linear", "matmul", "dot_kernel",
                                        "cpu_mm", "cuda_mm", "cpu_bmm",  "cuda_bmm"}))
        return KernelFamily::Gemm;
    if (holdsAny(low, {"gemv", "gemm", "im2col"}))
        return KernelFamily::Gemm;
    if (holdsAny(low, {"softmax", "reduce", "norm", "argmax", "argmin", "cumsum", "scan", "topk", "sort",
                       "::mean", "::sum", "::amax", "::amin", "::max", "::min", "::var", "rms"}) &&
        !holdsAny(low, {"elementwise_kernel"}))
        return KernelFamily::Reduction;
    if (holdsAny(low, {"elementwise", "multi_tensor_apply", "copy", "catarray", "index", "gather", "scatter",
                       "embedding", "fill", "foreach", "triu", "tril", "arange", "pointwise"}))
        return KernelFamily::Elementwise;
    if (low.starts_with("aten::") || low.starts_with("mkldnn::"))
        return KernelFamily::Elementwise;
    return KernelFamily::Other;
}

} // namespace twintrace
