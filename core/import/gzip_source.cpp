// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/gzip_source.h"

#include <libdeflate.h>
#include <zlib.h>

#include <algorithm>
#include <cstring>
#include <new>
#include <vector>

namespace twintrace
{
namespace
{

constexpr std::size_t kInputBytes = std::size_t{256} << 10;
constexpr int kGzipWindowBits = 15 + 16; // zlib's way to ask for gzip headers
// A member that is inflated at once needs memory for both sides.
constexpr std::size_t kSmallMember = std::size_t{4} << 20;
constexpr std::size_t kSmallText = std::size_t{32} << 20;

// The state of the stream at a place of the text: about 40 kB.
struct KeptPlace {
    z_stream stream{};
    std::uint64_t textBytes = 0;
    std::uint64_t inputPlace = 0; // of stream.next_in in the file

    KeptPlace() = default;
    KeptPlace(const KeptPlace&) = delete;
    KeptPlace& operator=(const KeptPlace&) = delete;
    ~KeptPlace() { inflateEnd(&stream); }
};

struct FreeDecompressor {
    void operator()(libdeflate_decompressor* decompressor) const
    {
        libdeflate_free_decompressor(decompressor);
    }
};

} // namespace

struct GzipSource::Impl {
    std::unique_ptr<ByteSource> compressed;
    std::vector<unsigned char> input = std::vector<unsigned char>(kInputBytes);
    std::uint64_t inputEnd = 0; // place in the file behind what `input` holds
    z_stream stream{};
    std::unique_ptr<libdeflate_decompressor, FreeDecompressor> decompressor; // none: all members are streamed
    std::vector<char> member; // text of a member that was inflated at once
    std::size_t memberAt = 0;
    std::size_t memberEnd = 0;
    std::vector<std::unique_ptr<KeptPlace>> places;
    std::uint64_t placeInterval = 0; // 0: none are kept
    OddityCounts oddities;
    std::uint64_t textBytes = 0;
    std::uint32_t members = 0;
    bool isAtMember = true; // at the begin of a member
    bool isBetweenMembers = false;
    bool isOver = false;

    // Reads on until the input holds `wanted` bytes or the file ends.
    Result<void> fill(std::size_t wanted)
    {
        if (stream.avail_in >= wanted)
            return {};
        if (stream.avail_in > 0)
            std::memmove(input.data(), stream.next_in, stream.avail_in);
        input.resize(std::max(input.size(), wanted));
        stream.next_in = input.data();
        const auto got = compressed->readAt(inputEnd, reinterpret_cast<char*>(input.data()) + stream.avail_in,
                                            std::max(wanted, kInputBytes) - stream.avail_in);
        if (!got)
            return tl::unexpected(got.error());
        inputEnd += *got;
        stream.avail_in += static_cast<unsigned>(*got);
        return {};
    }

    // Behind a member: another one begins, or the rest of the file is no gzip.
    Result<bool> beginNextMember()
    {
        TWINTRACE_TRY(fill(2));
        if (stream.avail_in == 0)
            return false;
        if (stream.avail_in < 2 || stream.next_in[0] != 0x1f || stream.next_in[1] != 0x8b) {
            oddities.add(Oddity::GzipTrailingBytes, textBytes);
            return false;
        }
        isAtMember = true;
        return inflateReset(&stream) == Z_OK;
    }

    // False when the member is too big or damaged; nothing is used up then.
    Result<bool> inflateWhole()
    {
        TWINTRACE_TRY(fill(kSmallMember));
        for (std::size_t room = std::max<std::size_t>(member.size(), std::size_t{1} << 20);
             room <= kSmallText; room *= 2) {
            member.resize(room);
            std::size_t used = 0;
            std::size_t got = 0;
            const auto outcome = libdeflate_gzip_decompress_ex(
                decompressor.get(), stream.next_in, stream.avail_in, member.data(), room, &used, &got);
            if (outcome == LIBDEFLATE_INSUFFICIENT_SPACE)
                continue;
            if (outcome != LIBDEFLATE_SUCCESS)
                break;
            stream.next_in += used;
            stream.avail_in -= static_cast<unsigned>(used);
            memberAt = 0;
            memberEnd = got;
            ++members;
            isBetweenMembers = true;
            return true;
        }
        decompressor.reset(); // the others will be no different
        member = {};
        return false;
    }

    void keepPlace()
    {
        if (placeInterval == 0 || (!places.empty() && textBytes < places.back()->textBytes + placeInterval))
            return;
        auto place = std::make_unique<KeptPlace>();
        if (inflateCopy(&place->stream, &stream) != Z_OK)
            return;
        place->textBytes = textBytes;
        place->inputPlace = inputEnd - stream.avail_in;
        places.push_back(std::move(place));
    }

    Result<std::size_t> inflateStream(char* into, std::size_t bytes)
    {
        TWINTRACE_TRY(fill(1));
        if (stream.avail_in == 0) {
            oddities.add(Oddity::GzipTruncated, textBytes);
            ++members;
            isOver = true;
            return std::size_t{0};
        }
        isAtMember = false;
        const auto room = static_cast<unsigned>(std::min<std::size_t>(bytes, 1U << 30));
        stream.next_out = reinterpret_cast<unsigned char*>(into);
        stream.avail_out = room;
        const int code = inflate(&stream, Z_NO_FLUSH);
        const std::size_t got = room - stream.avail_out;
        if (code == Z_STREAM_END) {
            ++members;
            isBetweenMembers = true;
        } else if (code != Z_OK && code != Z_BUF_ERROR) {
            oddities.add(Oddity::GzipCorrupt, textBytes + got);
            ++members;
            isOver = true;
        }
        return got;
    }

    Result<std::size_t> readSome(char* into, std::size_t bytes)
    {
        if (memberAt < memberEnd) {
            const std::size_t count = std::min(bytes, memberEnd - memberAt);
            std::memcpy(into, member.data() + memberAt, count);
            memberAt += count;
            return count;
        }
        if (isBetweenMembers) {
            const auto begins = beginNextMember();
            if (!begins)
                return tl::unexpected(begins.error());
            isBetweenMembers = false;
            isOver = !*begins;
            return std::size_t{0};
        }
        if (isAtMember && decompressor) {
            const auto isWhole = inflateWhole();
            if (!isWhole)
                return tl::unexpected(isWhole.error());
            if (*isWhole)
                return std::size_t{0};
        }
        keepPlace();
        return inflateStream(into, bytes);
    }
};

GzipSource::GzipSource(std::unique_ptr<ByteSource> compressed) : m_impl(std::make_unique<Impl>())
{
    m_impl->compressed = std::move(compressed);
    m_impl->decompressor.reset(libdeflate_alloc_decompressor());
    if (inflateInit2(&m_impl->stream, kGzipWindowBits) != Z_OK)
        throw std::bad_alloc();
}

GzipSource::~GzipSource()
{
    inflateEnd(&m_impl->stream);
}

Result<std::size_t> GzipSource::read(char* into, std::size_t bytes)
{
    std::size_t done = 0;
    while (done < bytes && !m_impl->isOver) {
        const auto got = m_impl->readSome(into + done, bytes - done);
        if (!got)
            return got;
        done += *got;
        m_impl->textBytes += *got;
    }
    return done;
}

void GzipSource::keepPlaces(std::uint64_t interval)
{
    m_impl->placeInterval = interval;
    m_impl->decompressor.reset();
}

std::optional<std::uint64_t> GzipSource::moveBefore(std::uint64_t offset)
{
    Impl& impl = *m_impl;
    const auto after =
        std::ranges::upper_bound(impl.places, offset, {}, [](const auto& place) { return place->textBytes; });
    if (after == impl.places.begin())
        return std::nullopt;
    KeptPlace& place = **std::prev(after);
    if (impl.textBytes <= offset && place.textBytes <= impl.textBytes)
        return std::nullopt; // reading on from here is as near
    inflateEnd(&impl.stream);
    impl.stream = {};
    if (inflateCopy(&impl.stream, &place.stream) != Z_OK) {
        impl.isOver = true;
        return std::nullopt;
    }
    impl.stream.avail_in = 0;
    impl.inputEnd = place.inputPlace;
    impl.textBytes = place.textBytes;
    impl.isBetweenMembers = impl.isOver = impl.isAtMember = false;
    return impl.textBytes;
}

std::uint64_t GzipSource::fileBytesRead() const
{
    return m_impl->inputEnd - m_impl->stream.avail_in;
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
