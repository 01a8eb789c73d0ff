// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timeline/text_matcher.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace twintrace
{
namespace
{

// Only the two cases of a letter become the letter in lower case by this bit: '@' and '`' are no letters, and
// bytes above 0x7f keep their top bit.
constexpr char kCaseBit = 0x20;

bool isUpper(char c)
{
    return c >= 'A' && c <= 'Z';
}

bool isLower(char c)
{
    return c >= 'a' && c <= 'z';
}

#if defined(__SSE2__)

constexpr std::size_t kWide = 16;

__m128i load(const char* place)
{
    return _mm_loadu_si128(reinterpret_cast<const __m128i*>(place));
}

std::uint64_t loadWord(const char* place)
{
    std::uint64_t word = 0;
    std::memcpy(&word, place, sizeof(word));
    return word;
}

/// A text of less than 16 bytes with zeros behind it, by two loads that overlap.
__m128i loadShort(std::string_view text)
{
    const std::size_t size = text.size();
    if (size > 8)
        return _mm_set_epi64x(
            static_cast<long long>(loadWord(text.data() + size - 8) >> (8 * (kWide - size))),
            static_cast<long long>(loadWord(text.data())));
    std::uint64_t word = 0;
    std::memcpy(&word, text.data(), size);
    return _mm_set_epi64x(0, static_cast<long long>(word));
}

/// A byte to look for, in both cases where that is wanted.
class WideByte
{
  public:
    WideByte(char byte, char fold) : m_byte(_mm_set1_epi8(byte)), m_fold(_mm_set1_epi8(fold)) {}
    /// Bit i: byte i is the one.
    [[nodiscard]] unsigned in(__m128i bytes) const
    {
        return static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_or_si128(bytes, m_fold), m_byte)));
    }

  private:
    __m128i m_byte;
    __m128i m_fold;
};

#endif

} // namespace

TextMatcher::TextMatcher(std::string_view part)
    : m_part(part), m_fold(part.size(), '\0'), m_mindsCase(std::any_of(part.begin(), part.end(), isUpper))
{
    for (std::size_t i = 0; i < part.size(); ++i) {
        if (!m_mindsCase && isLower(part[i]))
            m_fold[i] = kCaseBit;
    }
}

bool TextMatcher::isAt(const char* place) const
{
    for (std::size_t i = 0; i < m_part.size(); ++i) {
        if (static_cast<char>(place[i] | m_fold[i]) != m_part[i])
            return false;
    }
    return true;
}

#if defined(__SSE2__)

// The first and the last byte of the part are compared at 16 places at once; where both fit, the bytes
// between are read. (Muła, "SIMD-friendly algorithms for substring searching", 2016.)
bool TextMatcher::contains(std::string_view text) const
{
    const std::size_t last = m_part.size() - 1;
    const std::size_t places = text.size() - last;
    const WideByte firstByte(m_part.front(), m_fold.front());
    const WideByte lastByte(m_part[last], m_fold[last]);
    const auto isInOneOf = [&](unsigned candidates, const char* from) {
        for (; candidates != 0; candidates &= candidates - 1) {
            if (isAt(from + std::countr_zero(candidates)))
                return true;
        }
        return false;
    };
    if (places >= kWide) {
        for (std::size_t at = 0;; at = std::min(at + kWide, places - kWide)) {
            const char* const from = text.data() + at;
            const unsigned candidates = firstByte.in(load(from)) & lastByte.in(load(from + last));
            if (candidates != 0 && isInOneOf(candidates, from))
                return true;
            if (at == places - kWide)
                return false;
        }
    }
    const unsigned all = (1U << places) - 1;
    if (text.size() >= kWide) {
        const unsigned ends = lastByte.in(load(text.data() + text.size() - kWide)) >> (kWide - places);
        return isInOneOf(firstByte.in(load(text.data())) & ends & all, text.data());
    }
    const __m128i bytes = loadShort(text);
    return isInOneOf(firstByte.in(bytes) & (lastByte.in(bytes) >> last) & all, text.data());
}

#else

bool TextMatcher::contains(std::string_view text) const
{
    const char* const end = text.data() + (text.size() - m_part.size()) + 1;
    for (const char* place = text.data(); place != end; ++place) {
        if (isAt(place))
            return true;
    }
    return false;
}

#endif

bool TextMatcher::narrows(const TextMatcher& earlier) const
{
    // An earlier part with an upper case letter can only be found in one that has it too, and minds the case.
    return earlier.matches(m_part);
}

} // namespace twintrace
