// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace twintrace
{

/// Cuts a byte stream into lines and stays within bounds whatever arrives: a line longer than the limit is
/// thrown away to its end and counted.
class LineSplitter
{
  public:
    explicit LineSplitter(std::size_t longestLine) : m_longestLine(longestLine) {}

    /// Takes more bytes; gives the lines that are now complete, without their ends ("\n" or "\r\n"), empty
    /// ones left out.
    [[nodiscard]] std::vector<std::string> take(std::string_view bytes);
    /// What a stream that has ended left behind its last newline.
    [[nodiscard]] std::string takeRest();

    [[nodiscard]] std::uint64_t overlongLines() const { return m_overlongLines; }

  private:
    std::size_t m_longestLine;
    std::string m_begun;
    bool m_isSkipping = false;
    std::uint64_t m_overlongLines = 0;
};

/// The last bytes of a text that may go on for ever.
class TextTail
{
  public:
    explicit TextTail(std::size_t mostBytes) : m_mostBytes(mostBytes) {}
    void add(std::string_view bytes);
    /// From the first whole line on that is still there.
    [[nodiscard]] std::string text() const;
    [[nodiscard]] std::uint64_t totalBytes() const { return m_totalBytes; }

  private:
    std::size_t m_mostBytes;
    std::string m_text;
    std::uint64_t m_totalBytes = 0;
};

} // namespace twintrace
