// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runner/input_check.h"

#include "capture/runner/export_schema.h"

namespace twintrace
{
namespace
{

std::string limitText(const SizeLimit& limit)
{
    if (limit.fixed)
        return std::to_string(*limit.fixed);
    if (limit.least && limit.most)
        return std::to_string(*limit.least) + ".." + std::to_string(*limit.most);
    if (limit.least && *limit.least > 0)
        return "≥" + std::to_string(*limit.least);
    return limit.most ? "≤" + std::to_string(*limit.most) : "any";
}

template <class List, class Text> std::string listText(const List& values, Text text)
{
    std::string result;
    for (const auto& value : values)
        result += (result.empty() ? "" : ", ") + text(value);
    return "(" + result + ")";
}

std::string shapeText(const at::Tensor& tensor)
{
    return listText(tensor.sizes(), [](std::int64_t size) { return std::to_string(size); });
}

bool fits(const SizeLimit& limit, std::int64_t size)
{
    return (!limit.fixed || size == *limit.fixed) && (!limit.least || size >= *limit.least) &&
           (!limit.most || size <= *limit.most);
}

constexpr const char* kRemedy = "; give an input of that kind, or export the model for this one.";

} // namespace

ExpectedTensor expectedOf(const TensorMeta& meta, const std::map<std::string, SymbolRange>& ranges)
{
    ExpectedTensor expected;
    expected.dtype = meta.dtype;
    expected.device = meta.device.type();
    expected.sizes.emplace();
    for (const Dimension& size : meta.sizes) {
        SizeLimit& limit = expected.sizes->emplace_back();
        if (size.symbol.empty()) {
            limit.fixed = size.value;
            continue;
        }
        // "Symbol('s77', …)" is a plain symbol with a range; anything computed has none of its own.
        constexpr std::string_view kSymbol = "Symbol('";
        if (!size.symbol.starts_with(kSymbol))
            continue;
        const std::size_t end = size.symbol.find('\'', kSymbol.size());
        const auto range = ranges.find(size.symbol.substr(kSymbol.size(), end - kSymbol.size()));
        if (range != ranges.end()) {
            limit.least = range->second.least;
            limit.most = range->second.most;
        }
    }
    return expected;
}

Result<void> checkTensor(const std::string& name, const ExpectedTensor& expected, const at::Tensor& tensor)
{
    if (expected.device && tensor.device().type() != *expected.device)
        return fail(ErrorCode::Usage, "The input " + name + " lies on " + tensor.device().str() + " where " +
                                          at::Device(*expected.device).str() + " is expected" + kRemedy);
    if (expected.dtype && tensor.scalar_type() != *expected.dtype)
        return fail(ErrorCode::Usage, "The input " + name + " is " + dtypeName(tensor.scalar_type()) +
                                          " where " + dtypeName(*expected.dtype) + " is expected" + kRemedy);
    if (expected.sizes) {
        const std::vector<SizeLimit>& limits = *expected.sizes;
        bool isFitting = static_cast<std::size_t>(tensor.dim()) == limits.size();
        for (std::size_t at = 0; isFitting && at < limits.size(); ++at)
            isFitting = fits(limits[at], tensor.size(static_cast<std::int64_t>(at)));
        if (!isFitting)
            return fail(ErrorCode::Usage, "The input " + name + " has shape " + shapeText(tensor) +
                                              " where " + listText(limits, limitText) + " is expected" +
                                              kRemedy);
    }
    for (std::size_t at = 0; at < expected.strides.size() && at < static_cast<std::size_t>(tensor.dim());
         ++at) {
        // The stride of a dimension of size 1 means nothing.
        if (expected.strides[at] && tensor.size(static_cast<std::int64_t>(at)) != 1 &&
            tensor.stride(static_cast<std::int64_t>(at)) != *expected.strides[at])
            return fail(ErrorCode::Usage, "The input " + name + " has stride " +
                                              std::to_string(tensor.stride(static_cast<std::int64_t>(at))) +
                                              " in dimension " + std::to_string(at) + " where " +
                                              std::to_string(*expected.strides[at]) + " is expected" +
                                              kRemedy);
    }
    return {};
}

} // namespace twintrace
