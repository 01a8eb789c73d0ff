// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace twintrace
{

/// Looks at text 32 characters at once. All of these may read kScanPadding bytes behind what they are asked
/// about.
inline constexpr std::size_t kScanPadding = 64;

// Sixteen characters that compilers keep in one vector register, whatever the machine.
using Characters = signed char __attribute__((vector_size(16)));

inline Characters charactersAt(const char* at)
{
    Characters characters;
    std::memcpy(&characters, at, sizeof(characters));
    return characters;
}

/// One bit for each character, from the outcome of a comparison.
inline std::uint32_t bitsOf(Characters claims)
{
#ifdef __SSE2__
    using Plain = char __attribute__((vector_size(16)));
    return static_cast<std::uint32_t>(__builtin_ia32_pmovmskb128(reinterpret_cast<Plain>(claims)));
#else
    std::uint64_t halves[2];
    std::memcpy(halves, &claims, sizeof(halves));
    const auto gather = [](std::uint64_t half) {
        return static_cast<std::uint32_t>((half & 0x8080808080808080U) / 0x80 * 0x0102040810204080U >> 56);
    };
    return gather(halves[0]) | gather(halves[1]) << 8;
#endif
}
inline std::uint32_t bitsOf(Characters first, Characters second)
{
    return bitsOf(first) | bitsOf(second) << 16;
}

inline bool isSameText(const char* at, const char* known, std::size_t length)
{
    for (; length > 32; length -= 32, at += 32, known += 32) {
        if (bitsOf((charactersAt(at) == charactersAt(known)) &
                   (charactersAt(at + 16) == charactersAt(known + 16))) != 0xffff)
            return false;
    }
    const std::uint64_t same =
        bitsOf(charactersAt(at) == charactersAt(known), charactersAt(at + 16) == charactersAt(known + 16));
    return (~same & ((std::uint64_t{1} << length) - 1)) == 0;
}

/// Each moved up so that the digits are the highest signed numbers; what passes the end wraps round, which
/// only unsigned numbers may do.
inline Characters movedUp(Characters characters, unsigned char distance)
{
    using Unsigned = unsigned char __attribute__((vector_size(16)));
    return reinterpret_cast<Characters>(reinterpret_cast<Unsigned>(characters) + distance);
}

/// Bits of what is no digit.
inline std::uint32_t nonDigitsAt(const char* at)
{
    constexpr signed char kShift = 127 - '9';
    constexpr signed char kBelowDigits = kShift + '0' - 1;
    const Characters first = movedUp(charactersAt(at), kShift);
    const Characters second = movedUp(charactersAt(at + 16), kShift);
    return ~bitsOf(first > kBelowDigits, second > kBelowDigits);
}

/// Behind the number at `at`; null when there is none, or an odd one: exponents, more than 31 characters.
/// `wholeDigits` is how many digits stand before the point, 0 for negative numbers.
inline const char* skipNumber(const char* at, std::uint8_t& wholeDigits)
{
    std::uint32_t others = nonDigitsAt(at);
    const bool isNegative = *at == '-';
    if (isNegative)
        others = nonDigitsAt(++at);
    if (others == 0)
        return nullptr;
    const auto digits = static_cast<unsigned>(__builtin_ctz(others));
    if (digits == 0 || (*at == '0' && digits != 1))
        return nullptr;
    wholeDigits = isNegative ? std::uint8_t{0} : static_cast<std::uint8_t>(digits);
    if (at[digits] != '.')
        return at + digits;
    others &= others - 1;
    if (others == 0)
        return nullptr;
    const auto end = static_cast<unsigned>(__builtin_ctz(others));
    return end == digits + 1 ? nullptr : at + end;
}

/// At the quotation mark that ends the text whose inside begins at `at`; null when it holds an escape or
/// anything but printable ASCII, or goes on behind `end`.
inline const char* skipPlainText(const char* at, const char* end)
{
    const auto specialsOf = [](Characters text) {
        // As signed numbers, what is no ASCII lies below the control characters.
        return (text == '"') | (text == '\\') | (text < ' ');
    };
    for (; at < end; at += 32) {
        const std::uint32_t special = bitsOf(specialsOf(charactersAt(at)), specialsOf(charactersAt(at + 16)));
        if (special == 0)
            continue;
        at += __builtin_ctz(special);
        return at < end && *at == '"' ? at : nullptr;
    }
    return nullptr;
}

} // namespace twintrace
