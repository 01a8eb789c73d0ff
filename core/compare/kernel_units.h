// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/forward_shape.h"

#include <string>
#include <vector>

namespace twintrace
{

/// What is matched as one: kernels that one operator launched, a gemm with its split-k reduction, or a
/// decomposed attention (gemm, scale, softmax, gemm).
struct KernelUnit {
    std::vector<std::size_t> slots; ///< indices into ForwardShape::slots, in order
    KernelFamily family = KernelFamily::Other;
    std::size_t leader = 0;   ///< the slot that stands for it
    std::string fused;        ///< fusedPart() of the leader's name
    std::string canonical;    ///< canonicalName() of the leader's name
    std::string op;           ///< bare name of the innermost working operator, "" when not known
    bool isAttention = false; ///< attention, whole or decomposed
    /// Library work that compilers leave in place and in order: gemm, conv, attention, Triton templates,
    /// collectives.
    [[nodiscard]] bool isAnchor() const;
};

/// The units of a forward in order; `isAttentionWhole` (the other side has attention kernels) also folds
/// decomposed attentions into one unit each.
[[nodiscard]] std::vector<KernelUnit> kernelUnits(const Trace& trace, const ForwardShape& shape,
                                                  bool isAttentionWhole);

/// Whether some kernel of the forward does a whole attention.
[[nodiscard]] bool hasAttentionKernel(const ForwardShape& shape);

} // namespace twintrace
