// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/kernel_name.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <cxxabi.h>
#include <memory>

namespace twintrace
{
namespace
{

constexpr std::size_t kLongestMangled = 8192; // Kineto's limit too: demangling is not linear

bool holds(std::string_view text, std::string_view part)
{
    return text.find(part) != std::string_view::npos;
}

bool isWordCharacter(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// Takes out everything between `open` and `close`, nested ones too. "operator<" and "->" are no brackets.
std::string withoutBracketed(std::string_view text, char open, char close)
{
    std::string kept;
    int depth = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const bool isArrow = c == '>' && i > 0 && text[i - 1] == '-';
        if (c == open)
            ++depth;
        else if (c == close && !isArrow)
            depth = std::max(0, depth - 1);
        else if (depth == 0)
            kept += c;
    }
    return kept;
}

/// "void at::native::(anonymous namespace)::f<int>(float*)" -> "f".
std::string baseName(std::string_view name)
{
    std::string text(name);
    for (const std::string_view anonymous : {"(anonymous namespace)::", "(anonymous class)::"})
        for (std::size_t at = text.find(anonymous); at != std::string::npos; at = text.find(anonymous))
            text.erase(at, anonymous.size());
    text = withoutBracketed(withoutBracketed(text, '<', '>'), '(', ')');
    while (!text.empty() && (text.back() == ' ' || text.back() == ':'))
        text.pop_back();
    if (const std::size_t scope = text.rfind("::"); scope != std::string::npos)
        text.erase(0, scope + 2);
    if (const std::size_t space = text.rfind(' '); space != std::string::npos)
        text.erase(0, space + 1);
    return text.empty() ? std::string(name) : text;
}

std::string withoutSuffix(std::string text, std::initializer_list<std::string_view> suffixes)
{
    for (const std::string_view suffix : suffixes)
        if (text.size() > suffix.size() && text.ends_with(suffix))
            return text.substr(0, text.size() - suffix.size());
    return text;
}

/// What an aten template kernel does: "pow_tensor_scalar" of "…pow_tensor_scalar_kernel_impl<…>", "MeanOps" …
std::string functorOf(std::string_view name)
{
    const std::size_t arguments = name.find('<');
    if (arguments == std::string_view::npos)
        return {};
    static constexpr std::array<std::string_view, 10> kGeneric = {"gpu_kernel_impl",
                                                                  "gpu_kernel_impl_nocast",
                                                                  "gpu_kernel",
                                                                  "elementwise_kernel",
                                                                  "vectorized_elementwise_kernel",
                                                                  "TensorIteratorBase",
                                                                  "native",
                                                                  "BinaryFunctor",
                                                                  "AUnaryFunctor",
                                                                  "BUnaryFunctor"};
    std::string word;
    for (std::size_t i = arguments; i < name.size(); ++i) {
        if (isWordCharacter(name[i])) {
            word += name[i];
            continue;
        }
        const bool isNamed = word.find("_kernel") != std::string::npos ||
                             word.find("Functor") != std::string::npos ||
                             (word.size() > 3 && word.ends_with("Ops")) || word.ends_with("_cuda");
        if (isNamed && std::find(kGeneric.begin(), kGeneric.end(), word) == kGeneric.end())
            return withoutSuffix(
                word, {"_kernel_impl_nocast", "_kernel_impl", "_kernel_cuda", "_kernel", "Functor"});
        word.clear();
    }
    return {};
}

} // namespace

std::string demangled(std::string_view name)
{
    if (!name.starts_with("_Z") || name.size() > kLongestMangled)
        return std::string(name);
    int status = 0;
    const std::unique_ptr<char, decltype(&std::free)> text(
        abi::__cxa_demangle(std::string(name).c_str(), nullptr, nullptr, &status), &std::free);
    return status == 0 && text ? std::string(text.get()) : std::string(name);
}

std::string shortName(std::string_view name)
{
    const std::string full = demangled(name);
    if (!holds(full, "<") && !holds(full, "("))
        return full;
    const std::string base = baseName(full);
    // Text that only looks like C++ ("<script>x</script> & y") is no name to be shortened.
    if (!std::all_of(base.begin(), base.end(), isWordCharacter))
        return full;
    if (holds(full, "at::native") &&
        (holds(base, "elementwise") || base == "reduce_kernel" || base == "multi_tensor_apply_kernel")) {
        if (const std::string functor = functorOf(full); !functor.empty())
            return base + " · " + functor;
    }
    return base;
}

std::string canonicalName(std::string_view name)
{
    const std::string base = shortName(name);
    std::string key;
    for (std::size_t i = 0; i < base.size();) {
        // A run of hexadecimal digits of 8 or more that holds a digit is a hash.
        std::size_t end = i;
        bool hasDigit = false;
        while (end < base.size() && std::isxdigit(static_cast<unsigned char>(base[end])) != 0)
            hasDigit |= std::isdigit(static_cast<unsigned char>(base[end++])) != 0;
        if (end - i >= 8 && hasDigit) {
            i = end;
            continue;
        }
        if (std::isdigit(static_cast<unsigned char>(base[i])) == 0 && !(base[i] == '_' && key.ends_with('_')))
            key += base[i];
        ++i;
    }
    while (key.ends_with('_'))
        key.pop_back();
    return key.empty() ? base : key;
}

std::string fusedPart(std::string_view name)
{
    std::size_t at = name.find("_fused_");
    if (at == std::string_view::npos || !(name.starts_with("triton_") || holds(name, "cpp_fused_")))
        return {};
    std::string_view part = name.substr(at + 6);
    while (!part.empty() && std::isdigit(static_cast<unsigned char>(part.back())) != 0)
        part.remove_suffix(1);
    return std::string(part) + (part.ends_with('_') ? "" : "_");
}

bool fusedPartHolds(std::string_view fused, std::string_view op)
{
    if (const std::size_t scope = op.rfind("::"); scope != std::string_view::npos)
        op.remove_prefix(scope + 2);
    std::string bare(op);
    while (bare.size() > 1 && bare.ends_with('_'))
        bare.pop_back(); // in-place forms
    if (bare.empty() || fused.empty())
        return false;
    if (holds(fused, "_" + bare + "_"))
        return true;
    // aten::_softmax stands as "softmax" or "_softmax", aten::layer_norm as "native_layer_norm".
    return bare.starts_with('_') && holds(fused, bare + "_");
}

bool isGemmCompanion(std::string_view name)
{
    return holds(name, "splitKreduce") || holds(name, "split_k_kernel") || holds(name, "splitk_reduce") ||
           holds(name, "cublasLt::epilogue") || holds(name, "scal_kernel");
}

} // namespace twintrace
