// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace twintrace
{

/// Part of a text, upper and lower case of ASCII letters alike, everything else byte for byte. A query with
/// an upper case letter minds the case (what editors call smart case). Compares 16 places at once where the
/// machine can, and never reads beyond the text.
class TextMatcher
{
  public:
    explicit TextMatcher(std::string_view part);
    [[nodiscard]] bool matches(std::string_view text) const
    {
        return m_part.empty() || (text.size() >= m_part.size() && contains(text));
    }
    [[nodiscard]] bool isEmpty() const { return m_part.empty(); }
    /// Whether every text that this one matches was matched by `earlier` too: what follows when somebody goes
    /// on typing.
    [[nodiscard]] bool narrows(const TextMatcher& earlier) const;

  private:
    [[nodiscard]] bool contains(std::string_view text) const;
    [[nodiscard]] bool isAt(const char* place) const;

    std::string m_part;
    std::string
        m_fold; // for each byte of the part, the bit that may be set before comparing: 0x20 for letters
    bool m_mindsCase = false;
};

} // namespace twintrace
