// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace twintrace
{

/// What kind of work a kernel does, told by its name. Shown as colours and bars; the order is the one on
/// screen.
enum class KernelFamily : std::uint8_t {
    Elementwise,
    Reduction,
    Gemm,
    Attention,
    Conv,
    TritonPointwise,  ///< triton_poi_
    TritonReduction,  ///< triton_red_
    TritonPersistent, ///< triton_per_ (persistent reduction)
    TritonTemplate,   ///< triton_tem_ (autotuned gemm, conv, attention)
    TritonForeach,    ///< triton_for_
    CppFused,         ///< cpp_fused_: a fused kernel of a compiled CPU model
    Memcpy,
    Memset,
    Nccl,
    Other,
};
inline constexpr int kKernelFamilyCount = static_cast<int>(KernelFamily::Other) + 1;

[[nodiscard]] std::string_view familyKey(KernelFamily family);   ///< "triton_poi", "gemm" …, as in JSON
[[nodiscard]] std::string_view familyTitle(KernelFamily family); ///< "Triton pointwise" …, for people

/// The family of a GPU kernel or of an operator that is a CPU kernel ("aten::mm", "cpp_fused_add_0").
[[nodiscard]] KernelFamily familyOf(std::string_view name);
[[nodiscard]] bool isTriton(KernelFamily family);
/// Made by Inductor: Triton kernels and cpp_fused ones.
[[nodiscard]] bool isGenerated(KernelFamily family);

/// The C++ name of a mangled one ("_Z…"); every other text as it is. Names longer than 8192 characters stay
/// mangled.
[[nodiscard]] std::string demangled(std::string_view name);

/// What fits a table cell: no return type, template arguments, parameters or namespaces; aten's generic
/// kernels keep their functor: "vectorized_elementwise_kernel · silu".
[[nodiscard]] std::string shortName(std::string_view name);

/// The same for kernels that differ only in numbers, hashes, template arguments or parameters: what is
/// compared between two GPUs, versions or shapes.
[[nodiscard]] std::string canonicalName(std::string_view name);

/// The part of an Inductor name that lists its ops, with a '_' at both ends ("_add_mean_mul_"); empty for
/// others.
[[nodiscard]] std::string fusedPart(std::string_view name);
/// Whether `op` ("aten::native_layer_norm", "silu") is one of the ops in `fused`, the result of fusedPart().
[[nodiscard]] bool fusedPartHolds(std::string_view fused, std::string_view op);

/// A kernel that only helps the gemm before or after it: split-k reductions, epilogues, scaling of the
/// output.
[[nodiscard]] bool isGemmCompanion(std::string_view name);

} // namespace twintrace
