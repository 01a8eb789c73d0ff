// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runner/provenance.h"

#include <charconv>
#include <string_view>

namespace twintrace
{
namespace
{

std::string_view trimmed(std::string_view text)
{
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    return first == std::string_view::npos ? std::string_view()
                                           : text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

} // namespace

std::string Provenance::place() const
{
    return sourceFile.empty() ? std::string() : sourceFile + ":" + std::to_string(sourceLine);
}

void readStackTrace(const std::string& stackTrace, Provenance& provenance)
{
    bool isTorchSoFar = true;
    const std::string_view text = stackTrace;
    constexpr std::string_view kFile = "File \"", kLine = "\", line ";
    for (std::size_t at = text.find(kFile); at != std::string_view::npos; at = text.find(kFile, at + 1)) {
        const std::size_t nameEnd = text.find(kLine, at);
        if (nameEnd == std::string_view::npos)
            return;
        const std::string_view file = text.substr(at + kFile.size(), nameEnd - at - kFile.size());
        // torch's own layers say nothing to the reader: F.linear is one line for every Linear of the model.
        // Neither does generated code, "<eval_with_key>".
        const bool isTorch = file.find("/torch/") != std::string_view::npos || file.starts_with("<");
        if (isTorch && !isTorchSoFar)
            continue;
        int line = 0;
        const char* digits = text.data() + nameEnd + kLine.size();
        std::from_chars(digits, text.data() + text.size(), line);
        const std::size_t textBegin = text.find('\n', nameEnd);
        const std::string_view source =
            textBegin == std::string_view::npos
                ? std::string_view()
                : trimmed(text.substr(textBegin + 1, text.find('\n', textBegin + 1) - textBegin - 1));
        provenance.sourceFile = std::string(file);
        provenance.sourceLine = line;
        provenance.sourceText = source.starts_with(kFile) ? std::string() : std::string(source);
        isTorchSoFar = isTorch;
    }
}

void readModuleStack(const std::string& moduleStack, Provenance& provenance)
{
    const std::string_view text = moduleStack;
    const std::size_t begin = text.rfind(';') == std::string_view::npos ? 0 : text.rfind(';') + 1;
    const std::string_view last = text.substr(begin);
    // key,path,class: the key has no comma in it, and the class may be followed by "@1" for a repeated call.
    const std::size_t first = last.find(','), second = last.rfind(',');
    if (first == std::string_view::npos || second == first)
        return;
    provenance.modulePath = std::string(last.substr(first + 1, second - first - 1));
    provenance.moduleClass = std::string(last.substr(second + 1));
}

} // namespace twintrace
