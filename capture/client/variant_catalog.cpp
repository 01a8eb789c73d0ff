// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/client/variant_catalog.h"

#include <algorithm>

namespace twintrace
{

const std::vector<VariantKind>& allVariants()
{
    static const std::vector<VariantKind> variants = [] {
        std::vector<VariantKind> all;
        const auto add = [&](const char* id, const char* label, const char* explanation) -> VariantKind& {
            VariantKind& kind = all.emplace_back();
            kind.id = id;
            kind.label = label;
            kind.explanation = explanation;
            return kind;
        };
        add("eager", "eager (LibTorch)", "The exported program op by op in C++, without Python's overhead.");
        add("aot", "AOTInductor", "Compiled ahead of time into a package that LibTorch loads.").needsPackage =
            true;
        VariantKind& graph =
            add("aot-cudagraph", "AOTInductor + CUDA graph",
                "The same package captured once into a CUDA graph and replayed by one launch.");
        graph.needsPackage = true;
        graph.needsCuda = true;
        VariantKind& tuned = add("aot-autotune", "AOTInductor (max-autotune)",
                                 "Compiled with several versions of each kernel tried and the fastest kept.");
        tuned.needsPackage = true;
        tuned.wantsAutotune = true;
        const auto addPython = [&](const char* id, const char* label,
                                   const char* explanation) -> VariantKind& {
            VariantKind& kind = add(id, label, explanation);
            kind.host = VariantHost::Python;
            kind.compilesInProcess = true;
            return kind;
        };
        addPython("py-eager", "eager (Python)", "The Python module as it is, what most people run today.")
            .compilesInProcess = false;
        addPython("py-default", "torch.compile", "torch.compile in its default mode.");
        addPython("py-reduce-overhead", "torch.compile (reduce-overhead)",
                  "torch.compile with CUDA graphs where it can.");
        addPython("py-max-autotune", "torch.compile (max-autotune)",
                  "torch.compile with kernels tried and the fastest kept.");
        return all;
    }();
    return variants;
}

const VariantKind* findVariantKind(std::string_view id)
{
    const auto& all = allVariants();
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const VariantKind& kind) { return kind.id == id; });
    return found == all.end() ? nullptr : &*found;
}

std::vector<std::string> defaultVariants(std::string_view device)
{
    std::vector<std::string> ids{"eager", "aot"};
    if (isCudaDevice(device))
        ids.emplace_back("aot-cudagraph");
    return ids;
}

bool isCudaDevice(std::string_view device)
{
    return device == "cuda" || device.starts_with("cuda:");
}

} // namespace twintrace
