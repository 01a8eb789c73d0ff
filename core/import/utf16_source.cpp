// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/utf16_source.h"

#include "core/import/json_text.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

namespace twintrace
{
namespace
{

constexpr std::size_t kInputBytes = std::size_t{64} << 10;
constexpr std::uint32_t kReplacement = 0xFFFD;

enum class Encoding { Utf8, LittleEndian, BigEndian };

bool isJsonStart(char c)
{
    return c == '{' || c == '[' || isJsonSpace(c);
}

// The byte order mark tells; without one, JSON begins with an ASCII character whose other byte is zero.
Encoding encodingOf(std::string_view head)
{
    if (head.size() < 2)
        return Encoding::Utf8;
    if (head.starts_with("\xFF\xFE") || (head[1] == '\0' && isJsonStart(head[0])))
        return Encoding::LittleEndian;
    if (head.starts_with("\xFE\xFF") || (head[0] == '\0' && isJsonStart(head[1])))
        return Encoding::BigEndian;
    return Encoding::Utf8;
}

// What was read to look at the first bytes, then the rest.
class Utf16Source : public ByteSource
{
  public:
    Utf16Source(std::unique_ptr<ByteSource> source, std::string head, Encoding encoding)
        : m_source(std::move(source)), m_input(std::move(head)), m_encoding(encoding)
    {
        if (encoding == Encoding::Utf8)
            m_output = std::move(m_input);
        else
            m_oddities.add(Oddity::Utf16, 0);
    }

    Result<std::size_t> read(char* into, std::size_t bytes) override
    {
        std::size_t done = 0;
        while (done < bytes) {
            if (m_outputAt == m_output.size()) {
                if (m_encoding == Encoding::Utf8) {
                    auto got = m_source->read(into + done, bytes - done);
                    return got ? Result<std::size_t>(done + *got) : got;
                }
                const auto hasMore = convert();
                if (!hasMore)
                    return tl::unexpected(hasMore.error());
                if (!*hasMore)
                    break;
            }
            const std::size_t count = std::min(bytes - done, m_output.size() - m_outputAt);
            std::memcpy(into + done, m_output.data() + m_outputAt, count);
            done += count;
            m_outputAt += count;
        }
        return done;
    }
    std::uint64_t fileBytesRead() const override { return m_source->fileBytesRead(); }
    std::uint64_t fileBytes() const override { return m_source->fileBytes(); }
    OddityCounts oddities() const override
    {
        OddityCounts all = m_source->oddities();
        all.add(m_oddities);
        return all;
    }
    std::uint32_t gzipMembers() const override { return m_source->gzipMembers(); }

  private:
    [[nodiscard]] std::uint32_t unitAt(std::size_t at) const
    {
        const auto first = static_cast<unsigned char>(m_input[at]);
        const auto second = static_cast<unsigned char>(m_input[at + 1]);
        return m_encoding == Encoding::LittleEndian ? first | std::uint32_t{second} << 8
                                                    : second | std::uint32_t{first} << 8;
    }

    Result<bool> convert()
    {
        m_output.clear();
        m_outputAt = 0;
        const std::size_t kept = m_input.size();
        m_input.resize(kept + kInputBytes);
        const auto got = m_source->read(m_input.data() + kept, kInputBytes);
        if (!got)
            return tl::unexpected(got.error());
        m_input.resize(kept + *got);
        const bool isEnd = *got < kInputBytes;
        std::size_t at = 0;
        for (; at + 2 <= m_input.size(); at += 2) {
            std::uint32_t unit = unitAt(at);
            if (unit >= 0xD800 && unit < 0xDC00) {
                if (at + 4 > m_input.size() && !isEnd)
                    break;
                const std::uint32_t low = at + 4 <= m_input.size() ? unitAt(at + 2) : 0;
                if (low >= 0xDC00 && low < 0xE000) {
                    unit = 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
                    at += 2;
                } else {
                    unit = kReplacement;
                }
            } else if (unit >= 0xDC00 && unit < 0xE000) {
                unit = kReplacement;
            }
            if (unit != 0xFEFF)
                appendUtf8(m_output, unit);
        }
        m_input.erase(0, isEnd ? m_input.size() : at);
        return !m_output.empty() || !isEnd;
    }

    std::unique_ptr<ByteSource> m_source;
    std::string m_input;
    std::string m_output;
    std::size_t m_outputAt = 0;
    Encoding m_encoding;
    OddityCounts m_oddities;
};

} // namespace

Result<std::unique_ptr<ByteSource>> decodeUtf16(std::unique_ptr<ByteSource> source)
{
    std::string head(2, '\0');
    const auto got =
        source->size() ? source->readAt(0, head.data(), head.size()) : source->read(head.data(), head.size());
    if (!got)
        return tl::unexpected(got.error());
    head.resize(*got);
    const Encoding encoding = encodingOf(head);
    if (source->size()) {
        if (encoding == Encoding::Utf8)
            return source;
        head.clear(); // nothing was taken from the source
    }
    return std::make_unique<Utf16Source>(std::move(source), std::move(head), encoding);
}

} // namespace twintrace
