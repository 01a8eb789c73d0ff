// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runner/wrapper_source.h"

#include "capture/runner/export_schema.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <string_view>

namespace twintrace
{
namespace
{

using KernelCall = ProvenanceTable::KernelCall;

std::optional<std::int64_t> readNumber(std::string_view text)
{
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() ? std::optional(value) : std::nullopt;
}

std::string_view trimmed(std::string_view text)
{
    while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front())) != 0)
        text.remove_prefix(1);
    while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())) != 0)
        text.remove_suffix(1);
    return text;
}

// What follows `mark` in a line, up to `end`; empty when the mark is not there.
std::string_view between(std::string_view line, std::string_view mark, std::string_view end)
{
    const std::size_t at = line.find(mark);
    if (at == std::string_view::npos)
        return {};
    const std::string_view rest = line.substr(at + mark.size());
    const std::size_t stop = rest.find(end);
    return stop == std::string_view::npos ? std::string_view() : rest.substr(0, stop);
}

std::vector<std::string> splitList(std::string_view text)
{
    std::vector<std::string> parts;
    while (!text.empty()) {
        const std::size_t comma = std::min(text.find(','), text.size());
        if (const std::string_view part = trimmed(text.substr(0, comma)); !part.empty())
            parts.emplace_back(part);
        text.remove_prefix(std::min(comma + 1, text.size()));
    }
    return parts;
}

std::size_t indexAfter(std::string_view line, std::string_view mark)
{
    return static_cast<std::size_t>(readNumber(between(line, mark, "]")).value_or(0));
}

// One line of check_input_N; the forms are "if (32 != arg_size[1])", "if (arg_size[0] < 2)", "… > 64)".
void readCheckLine(std::string_view line, ExpectedTensor& input)
{
    constexpr std::string_view kSize = "_size[", kStride = "_stride[";
    if (const std::string_view dtype = between(line, "_expected_dtype = aoti_torch_dtype_", "()");
        !dtype.empty())
        input.dtype = dtypeOfName(std::string(dtype));
    if (const std::string_view device = between(line, "_expected_device_type = ", ";"); !device.empty())
        if (const auto number = readNumber(device))
            input.device = static_cast<at::DeviceType>(*number);
    if (!line.starts_with("if ("))
        return;
    const auto expected = readNumber(line.substr(4));
    if (line.find(kStride) != std::string_view::npos && expected) {
        const std::size_t at = indexAfter(line, kStride);
        input.strides.resize(std::max(input.strides.size(), at + 1));
        input.strides[at] = expected;
    } else if (line.find(kSize) != std::string_view::npos) {
        const std::size_t at = indexAfter(line, kSize);
        if (!input.sizes)
            input.sizes.emplace();
        input.sizes->resize(std::max(input.sizes->size(), at + 1));
        SizeLimit& limit = (*input.sizes)[at];
        if (expected)
            limit.fixed = expected;
        else if (const std::string_view least = between(line, "] < ", ")"); !least.empty())
            limit.least = readNumber(least);
        else if (const std::string_view most = between(line, "] > ", ")"); !most.empty())
            limit.most = readNumber(most);
    }
}

// The user's lines of a guard's text: one stack trace for each op that was fused, an empty line between them.
std::vector<std::string> readSources(const std::string& stacks)
{
    std::vector<std::string> places;
    for (std::size_t at = 0; at < stacks.size();) {
        const std::size_t end = std::min(stacks.find("\n\n", at), stacks.size());
        Provenance provenance;
        readStackTrace(stacks.substr(at, end - at), provenance);
        if (std::string place = provenance.place();
            !place.empty() && std::find(places.begin(), places.end(), place) == places.end())
            places.push_back(std::move(place));
        at = end + 2;
    }
    return places;
}

// The kernel that a line calls, when it calls one without a guard around it.
std::string_view calledKernel(std::string_view line)
{
    for (const std::string_view prefix :
         {"call_triton_", "aoti_torch_cpu_", "aoti_torch_cuda_", "cpp_fused_"}) {
        const std::size_t at = line.find(prefix);
        if (at == std::string_view::npos || line.find('(', at) == std::string_view::npos)
            continue;
        const std::string_view name = line.substr(at, line.find('(', at) - at);
        return name.starts_with("call_") ? name.substr(5) : name;
    }
    return {};
}

} // namespace

WrapperSource readWrapperSource(const std::string& text)
{
    WrapperSource source;
    ExpectedTensor* input = nullptr;
    KernelCall pending;
    std::string guardName, guardText;
    bool isInGuard = false;
    const std::string_view all = text;
    for (std::size_t at = 0; at < all.size();) {
        const std::size_t end = std::min(all.find('\n', at), all.size());
        const std::string_view whole = all.substr(at, end - at), line = trimmed(whole);
        at = end + 1;
        if (isInGuard) {
            if (line == ")\");") {
                isInGuard = false;
                pending.sources = readSources(guardText);
                source.kernels[guardName].push_back(std::exchange(pending, {}));
            } else {
                guardText.append(whole).push_back('\n');
            }
            continue;
        }
        if (line.find("static void check_input_") != std::string_view::npos) {
            source.inputs.emplace_back();
            input = &source.inputs.back();
        } else if (input != nullptr && whole == "}") {
            input = nullptr;
        } else if (input != nullptr) {
            readCheckLine(line, *input);
        } else if (const std::string_view nodes = between(line, "Source Nodes: [", "]"); !nodes.empty()) {
            pending.sourceNodes = splitList(nodes);
            pending.originalOps = splitList(between(line, "Original ATen: [", "]"));
        } else if (const std::string_view guard = between(line, "KernelContextGuard _ctx(\"", "\"");
                   !guard.empty()) {
            guardName = std::string(guard);
            guardText.clear();
            // An op without a stack has an empty text, which ends on its own line.
            isInGuard = !line.ends_with(")\");");
            if (!isInGuard)
                source.kernels[guardName].push_back(std::exchange(pending, {}));
        } else if (!pending.sourceNodes.empty()) {
            if (const std::string_view kernel = calledKernel(line); !kernel.empty())
                source.kernels[std::string(kernel)].push_back(std::exchange(pending, {}));
        }
    }
    return source;
}

std::string_view cleanKernelName(std::string_view name)
{
    constexpr std::string_view kKernels = "kernels_.", kGraph = "graph_";
    if (name.starts_with(kKernels))
        name.remove_prefix(kKernels.size());
    if (name.starts_with(kGraph)) {
        std::size_t at = kGraph.size();
        while (at < name.size() && std::isdigit(static_cast<unsigned char>(name[at])) != 0)
            ++at;
        if (at > kGraph.size() && at < name.size() && name[at] == '_')
            name.remove_prefix(at + 1);
    }
    return name;
}

} // namespace twintrace
