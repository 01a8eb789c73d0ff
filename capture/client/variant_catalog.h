// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace twintrace
{

/// What runs a variant.
enum class VariantHost { Runner, Python };

/// A variant of design section 2.
struct VariantKind {
    std::string_view id;          ///< "eager", "aot" …
    std::string_view label;       ///< for people
    std::string_view explanation; ///< one sentence for a tool tip
    VariantHost host = VariantHost::Runner;
    bool needsPackage = false; ///< an AOTInductor package
    bool wantsAutotune = false;
    bool needsCuda = false;
    bool compilesInProcess = false; ///< torch.compile: its first call compiles
};

/// All variants that exist, in display order.
[[nodiscard]] const std::vector<VariantKind>& allVariants();
/// The one with this id, or none.
[[nodiscard]] const VariantKind* findVariantKind(std::string_view id);
/// What is compared when nothing is said: eager and aot, with aot-cudagraph on CUDA.
[[nodiscard]] std::vector<std::string> defaultVariants(std::string_view device);
/// "cuda", "cuda:1" … but not "cpu".
[[nodiscard]] bool isCudaDevice(std::string_view device);

} // namespace twintrace
