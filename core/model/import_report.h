// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace twintrace
{

/// How much an oddity of the file matters for the figures.
enum class Severity {
    Notice,   ///< unusual but harmless: nothing is lost, no figure is touched
    Warning,  ///< figures may be doubtful
    DataLoss, ///< something of the file could not be kept
};

/// Where in the (decompressed) text something was seen.
struct TextPosition {
    std::uint64_t byte = 0;
    std::uint64_t line = 0; ///< from 1; 0 = not known
};

/// One kind of oddity: how often, and where first.
struct ImportProblem {
    std::string code; ///< stable short name: "unescaped-quote", "truncated", …
    Severity severity = Severity::Notice;
    std::uint64_t count = 0;
    TextPosition first;
    std::string message; ///< one sentence: what was found and what was done with it
    std::string advice;  ///< what it means for the figures, and the remedy
};

enum class Container { Plain, Gzip, Zip };

/// What happened while a file was read. A broken event never fails an import and is never dropped uncounted.
struct ImportReport {
    Container container = Container::Plain;
    std::uint32_t gzipMembers = 0;
    std::uint64_t fileBytes = 0;
    std::uint64_t textBytes = 0;      ///< after decompression
    std::uint64_t events = 0;         ///< elements of the event array that were kept, of every phase
    std::uint64_t damagedEvents = 0;  ///< elements that could not be kept
    std::uint64_t unmatchedEnds = 0;  ///< E without B
    std::uint64_t unclosedBegins = 0; ///< B without E
    std::uint64_t badDurations = 0;   ///< negative or overflowing
    std::uint64_t memoryEvents = 0;
    std::uint64_t longestNameLength = 0; ///< in characters (code points)
    std::vector<ImportProblem> problems; ///< in order of first appearance

    [[nodiscard]] bool hasDataLoss() const;
};

} // namespace twintrace
