// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace twintrace
{

/// Part of a text, upper and lower case of ASCII letters alike, everything else byte for byte. A query with
/// an upper case letter minds the case (what editors call smart case).
class TextMatcher
{
  public:
    explicit TextMatcher(std::string_view part);
    [[nodiscard]] bool matches(std::string_view text) const;
    [[nodiscard]] bool isEmpty() const { return m_part.empty(); }
    /// Whether every text that this one matches was matched by `earlier` too: what follows when somebody goes
    /// on typing.
    [[nodiscard]] bool narrows(const TextMatcher& earlier) const;

  private:
    std::string m_part;
    bool m_mindsCase = false;
    std::array<unsigned char, 256> m_fold{};
    std::array<std::uint8_t, 256> m_skip{}; // Horspool: how far to move for the last character read
};

} // namespace twintrace
