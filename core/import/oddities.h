// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/import_report.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>

namespace twintrace
{

/// Everything odd that an import can meet. Each has one rule; ODDITIES.md lists them all.
enum class Oddity : std::uint8_t {
    UnescapedQuote,
    BrokenEvent,
    EventTooLarge,
    Truncated,
    BadEscape,
    InvalidUtf8,
    ControlCharacter,
    BareWord,
    OddNumber,
    MissingComma,
    ExtraComma,
    MissingBracket,
    ExtraBracket,
    UnquotedKey,
    UnterminatedArray,
    TextAfterEnd,
    BrokenHeader,
    SecondEventArray,
    OddElement,
    MissingPhase,
    UnknownPhase,
    DuplicateKey,
    BadTime,
    TimeAsText,
    NegativeDuration,
    OverflowingDuration,
    MissingDuration,
    UntimedWork,
    TimesLookLikeNanoseconds,
    UnmatchedEnd,
    UnclosedBegin,
    NameMismatch,
    NonFiniteCounter,
    GzipTruncated,
    GzipCorrupt,
    GzipTrailingBytes,
    ZipSeveralEntries,
    ByteOrderMark,
    Utf16,
    ClockSkew,
    StreamOverlap,
    OverrunDuration,
    LaunchedBeforeWindow,
    DroppedRecords,
    Count,
};

struct OddityRule {
    std::string_view code;
    Severity severity;
    std::string_view message; ///< what was found and what was done with it
    std::string_view advice;  ///< what it means for the figures
};
[[nodiscard]] const OddityRule& ruleOf(Oddity oddity);

/// How often each oddity was seen, and where first. Cheap to make and to merge: one for each window.
class OddityCounts
{
  public:
    void add(Oddity oddity, std::uint64_t byte, std::uint64_t count = 1)
    {
        Seen& seen = m_seen[static_cast<std::size_t>(oddity)];
        seen.count += count;
        if (byte < seen.firstByte)
            seen.firstByte = byte;
    }
    void add(const OddityCounts& other);
    [[nodiscard]] std::uint64_t count(Oddity oddity) const
    {
        return m_seen[static_cast<std::size_t>(oddity)].count;
    }
    [[nodiscard]] std::uint64_t firstByte(Oddity oddity) const
    {
        return m_seen[static_cast<std::size_t>(oddity)].firstByte;
    }

  private:
    struct Seen {
        std::uint64_t count = 0;
        std::uint64_t firstByte = std::numeric_limits<std::uint64_t>::max();
    };
    std::array<Seen, static_cast<std::size_t>(Oddity::Count)> m_seen{};
};

} // namespace twintrace
