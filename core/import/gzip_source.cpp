// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/gzip_source.h"

#include <zlib.h>

#include <algorithm>
#include <new>
#include <vector>

namespace twintrace
{
namespace
{

constexpr std::size_t kInputBytes = std::size_t{256} << 10;
constexpr int kGzipWindowBits = 15 + 16; // zlib's way to ask for gzip headers

} // namespace

struct GzipSource::Impl {
    std::unique_ptr<ByteSource> compressed;
    std::vector<unsigned char> input = std::vector<unsigned char>(kInputBytes);
    z_stream stream{};
    OddityCounts oddities;
    std::uint64_t textBytes = 0;
    std::uint32_t members = 0;
    bool isBetweenMembers = false;
    bool isOver = false;

    // False at the end of the file.
    Result<bool> fill()
    {
        if (stream.avail_in > 0)
            return true;
        const auto got = compressed->read(reinterpret_cast<char*>(input.data()), input.size());
        if (!got)
            return tl::unexpected(got.error());
        stream.next_in = input.data();
        stream.avail_in = static_cast<unsigned>(*got);
        return *got > 0;
    }

    // Behind a member: another one begins, or the rest of the file is no gzip.
    Result<bool> beginNextMember()
    {
        const auto hasMore = fill();
        if (!hasMore || !*hasMore)
            return hasMore;
        if (stream.avail_in == 1) { // the two magic bytes may be split
            const unsigned char first = *stream.next_in;
            const auto got = compressed->read(reinterpret_cast<char*>(input.data()) + 1, input.size() - 1);
            if (!got)
                return tl::unexpected(got.error());
            input[0] = first;
            stream.next_in = input.data();
            stream.avail_in = static_cast<unsigned>(*got + 1);
        }
        if (stream.avail_in < 2 || stream.next_in[0] != 0x1f || stream.next_in[1] != 0x8b) {
            oddities.add(Oddity::GzipTrailingBytes, textBytes);
            return false;
        }
        return inflateReset(&stream) == Z_OK;
    }
};

GzipSource::GzipSource(std::unique_ptr<ByteSource> compressed) : m_impl(std::make_unique<Impl>())
{
    m_impl->compressed = std::move(compressed);
    if (inflateInit2(&m_impl->stream, kGzipWindowBits) != Z_OK)
        throw std::bad_alloc();
}

GzipSource::~GzipSource()
{
    inflateEnd(&m_impl->stream);
}

Result<std::size_t> GzipSource::read(char* into, std::size_t bytes)
{
    Impl& impl = *m_impl;
    z_stream& stream = impl.stream;
    std::size_t done = 0;
    while (done < bytes && !impl.isOver) {
        if (impl.isBetweenMembers) {
            const auto begins = impl.beginNextMember();
            if (!begins)
                return tl::unexpected(begins.error());
            impl.isBetweenMembers = false;
            impl.isOver = !*begins;
            continue;
        }
        const auto hasMore = impl.fill();
        if (!hasMore)
            return tl::unexpected(hasMore.error());
        if (!*hasMore) {
            impl.oddities.add(Oddity::GzipTruncated, impl.textBytes);
            ++impl.members;
            impl.isOver = true;
            break;
        }
        const auto room = static_cast<unsigned>(std::min<std::size_t>(bytes - done, 1U << 30));
        stream.next_out = reinterpret_cast<unsigned char*>(into) + done;
        stream.avail_out = room;
        const int code = inflate(&stream, Z_NO_FLUSH);
        done += room - stream.avail_out;
        impl.textBytes += room - stream.avail_out;
        if (code == Z_STREAM_END) {
            ++impl.members;
            impl.isBetweenMembers = true;
        } else if (code != Z_OK && code != Z_BUF_ERROR) {
            impl.oddities.add(Oddity::GzipCorrupt, impl.textBytes);
            ++impl.members;
            impl.isOver = true;
        }
    }
    return done;
}

std::uint64_t GzipSource::fileBytesRead() const
{
    return m_impl->compressed->fileBytesRead();
}

std::uint64_t GzipSource::fileBytes() const
{
    return m_impl->compressed->fileBytes();
}

OddityCounts GzipSource::oddities() const
{
    return m_impl->oddities;
}

std::uint32_t GzipSource::gzipMembers() const
{
    return m_impl->members;
}

} // namespace twintrace
