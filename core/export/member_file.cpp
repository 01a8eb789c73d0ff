// SPDX-License-Identifier: MIT
#include "core/export/member_file.h"

#include <zlib.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace twintrace
{
namespace
{

constexpr std::size_t kPendingBytes = 256 * 1024; // big enough that deflate and write() are called seldom
constexpr int kLevel = 3;            // traces are repetitive: higher levels cost time and win little
constexpr int kGzipWindow = 15 + 16; // zlib: 15 bits of window, +16 selects the gzip form

} // namespace

struct MemberFile::Deflater {
    z_stream stream{};
    bool isOpen = false; ///< a member has been begun
    std::array<unsigned char, 64 * 1024> room{};

    Deflater() { deflateInit2(&stream, kLevel, Z_DEFLATED, kGzipWindow, 8, Z_DEFAULT_STRATEGY); }
    Deflater(const Deflater&) = delete;
    Deflater& operator=(const Deflater&) = delete;
    ~Deflater() { deflateEnd(&stream); }
};

Result<std::unique_ptr<MemberFile>> MemberFile::create(const std::string& path, Compression compression)
{
    const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (descriptor < 0)
        return fail(ErrorCode::Unwritable, "Cannot write " + path + ": " + std::strerror(errno) + ".");
    auto deflater = compression == Compression::Gzip ? std::make_unique<Deflater>() : nullptr;
    return std::unique_ptr<MemberFile>(new MemberFile(path, descriptor, std::move(deflater)));
}

MemberFile::MemberFile(std::string path, int descriptor, std::unique_ptr<Deflater> deflater)
    : m_path(std::move(path)), m_descriptor(descriptor), m_deflater(std::move(deflater))
{
    m_pending.reserve(kPendingBytes + 4096);
}

MemberFile::~MemberFile()
{
    if (m_descriptor >= 0)
        (void)close();
}

void MemberFile::write(std::string_view bytes)
{
    m_pending += bytes;
    if (m_pending.size() >= kPendingBytes)
        drain(false);
}

Result<void> MemberFile::flush()
{
    drain(true);
    return outcome();
}

Result<void> MemberFile::close()
{
    drain(true);
    if (m_descriptor >= 0 && ::close(m_descriptor) != 0 && m_failure.empty())
        m_failure = std::strerror(errno);
    m_descriptor = -1;
    return outcome();
}

void MemberFile::abandon()
{
    if (m_descriptor >= 0)
        ::close(m_descriptor);
    m_descriptor = -1;
    m_pending.clear();
}

void MemberFile::drain(bool endMember)
{
    if (!m_deflater) {
        writeAll(m_pending.data(), m_pending.size());
        m_pending.clear();
        return;
    }
    Deflater& deflater = *m_deflater;
    if (m_pending.empty() && !deflater.isOpen)
        return;
    deflater.isOpen = true;
    deflater.stream.next_in = reinterpret_cast<unsigned char*>(m_pending.data());
    deflater.stream.avail_in = static_cast<unsigned>(m_pending.size());
    int state = Z_OK;
    do {
        deflater.stream.next_out = deflater.room.data();
        deflater.stream.avail_out = static_cast<unsigned>(deflater.room.size());
        state = ::deflate(&deflater.stream, endMember ? Z_FINISH : Z_NO_FLUSH);
        writeAll(reinterpret_cast<const char*>(deflater.room.data()),
                 deflater.room.size() - deflater.stream.avail_out);
        if (state == Z_STREAM_ERROR && m_failure.empty())
            m_failure = "the compressor could not be set up (out of memory)";
    } while (m_failure.empty() && (deflater.stream.avail_out == 0 || (endMember && state == Z_OK)));
    if (endMember) {
        deflateReset(&deflater.stream);
        deflater.isOpen = false;
    }
    m_pending.clear();
}

void MemberFile::writeAll(const char* bytes, std::size_t size)
{
    while (size > 0 && m_failure.empty()) {
        const ssize_t written = ::write(m_descriptor, bytes, size);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0) {
            m_failure = std::strerror(errno);
            return;
        }
        bytes += written;
        size -= static_cast<std::size_t>(written);
    }
}

Result<void> MemberFile::outcome() const
{
    if (m_failure.empty())
        return {};
    return fail(ErrorCode::Unwritable, "Cannot write all of " + m_path + ": " + m_failure + ".");
}

} // namespace twintrace
