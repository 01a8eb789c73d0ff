// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/page_memory.h"
#include "core/base/result.h"
#include "core/import/byte_source.h"

#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>

namespace twintrace
{

/// A piece of text that begins and ends between two events (as far as one can tell without reading it), with
/// room behind it that may be read. The buffer is used again for the next piece.
struct Window {
    std::uint64_t index = 0;
    std::uint64_t offset = 0;        ///< of the text in the whole text
    std::uint64_t fileBytesRead = 0; ///< of the file itself, when the window was filled
    bool isLast = false;
    PageBlock buffer;
    std::size_t begin = 0; ///< of the text in the buffer
    std::size_t size = 0;
    [[nodiscard]] std::string_view text() const
    {
        return {static_cast<const char*>(buffer.address()) + begin, size};
    }
    [[nodiscard]] char* bytes() { return static_cast<char*>(buffer.address()); }
};

/// Cuts the text of a source into windows and hands them out to any number of threads. Where every place of
/// the text can be read directly the threads read side by side; decoded text is read by one at a time while
/// others parse.
class WindowFeed
{
  public:
    WindowFeed(ByteSource& source, std::size_t windowBytes);

    /// Fills `window` with the next piece; false behind the last one.
    [[nodiscard]] Result<bool> next(Window& window);

  private:
    [[nodiscard]] Result<bool> nextSeekable(Window& window);
    [[nodiscard]] Result<bool> nextStreamed(Window& window);

    ByteSource& m_source;
    std::size_t m_windowBytes;
    std::atomic<std::uint64_t> m_nextIndex{0};
    std::mutex m_mutex; // guards the members below
    std::string m_rest; // text behind the last border
    std::uint64_t m_offset = 0;
    bool m_isOver = false;
};

} // namespace twintrace
