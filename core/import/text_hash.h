// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace twintrace
{

/// Product of two 64-bit numbers folded to 64 bits; the mixing step of the multiply-based hashes (wyhash's
/// idea).
inline std::uint64_t foldedProduct(std::uint64_t a, std::uint64_t b)
{
    __extension__ using Wide = unsigned __int128;
    const Wide product = static_cast<Wide>(a) * b;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

/// A 64-bit hash of raw text for tables inside one import; never stored.
inline std::uint64_t textHash(std::string_view text, std::uint64_t seed = 0)
{
    constexpr std::uint64_t kOdd1 = 0x9E3779B97F4A7C15U; // 2^64 / golden ratio
    constexpr std::uint64_t kOdd2 = 0xD6E8FEB86659FD93U;
    std::uint64_t hash = (text.size() + seed) * kOdd1;
    const char* at = text.data();
    std::size_t rest = text.size();
    for (; rest > 16; rest -= 16, at += 16) {
        std::uint64_t a = 0;
        std::uint64_t b = 0;
        std::memcpy(&a, at, 8);
        std::memcpy(&b, at + 8, 8);
        hash = foldedProduct(hash ^ a ^ kOdd1, b ^ kOdd2);
    }
    std::uint64_t a = 0;
    std::uint64_t b = 0;
    if (rest >= 8) {
        std::memcpy(&a, at, 8);
        std::memcpy(&b, at + rest - 8, 8);
    } else if (rest >= 4) {
        std::uint32_t head = 0;
        std::uint32_t tail = 0;
        std::memcpy(&head, at, 4);
        std::memcpy(&tail, at + rest - 4, 4);
        a = head;
        b = tail;
    } else if (rest > 0) {
        a = static_cast<unsigned char>(at[0]) | std::uint64_t{static_cast<unsigned char>(at[rest / 2])} << 8 |
            std::uint64_t{static_cast<unsigned char>(at[rest - 1])} << 16;
    }
    return foldedProduct(hash ^ a ^ kOdd1, b ^ kOdd2 ^ rest);
}

} // namespace twintrace
