// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/byte_source.h"

#include "core/import/gzip_source.h"
#include "core/import/utf16_source.h"
#include "core/import/zip_source.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace twintrace
{
namespace
{

// pread instead of a mapping: a file that shrinks meanwhile is a short read, not a SIGBUS, and copying into
// warm memory costs less than the page faults of a mapping (measured in BENCHMARKS.md).
class FileBytes : public ByteSource
{
  public:
    FileBytes(int descriptor, std::uint64_t bytes) : m_descriptor(descriptor), m_bytes(bytes) {}
    ~FileBytes() override { ::close(m_descriptor); }

    Result<std::size_t> read(char* into, std::size_t bytes) override
    {
        auto got = readAt(m_at, into, bytes);
        if (got)
            m_at += *got;
        return got;
    }
    Result<std::size_t> readAt(std::uint64_t offset, char* into, std::size_t bytes) const override
    {
        std::size_t done = 0;
        while (done < bytes) {
            const ssize_t got =
                ::pread(m_descriptor, into + done, bytes - done, static_cast<off_t>(offset + done));
            if (got < 0 && errno == EINTR)
                continue;
            if (got < 0)
                return fail(ErrorCode::Unreadable,
                            std::string("The file cannot be read to its end: ") + std::strerror(errno) + ".");
            if (got == 0)
                break;
            done += static_cast<std::size_t>(got);
        }
        return done;
    }
    std::optional<std::uint64_t> size() const override { return m_bytes; }
    std::uint64_t fileBytesRead() const override { return m_at; }
    std::uint64_t fileBytes() const override { return m_bytes; }

  private:
    int m_descriptor;
    std::uint64_t m_bytes;
    std::uint64_t m_at = 0;
};

class MemoryBytes : public ByteSource
{
  public:
    explicit MemoryBytes(std::string_view bytes) : m_bytes(bytes) {}

    Result<std::size_t> read(char* into, std::size_t bytes) override
    {
        auto got = readAt(m_at, into, bytes);
        m_at += *got;
        return got;
    }
    Result<std::size_t> readAt(std::uint64_t offset, char* into, std::size_t bytes) const override
    {
        if (offset >= m_bytes.size())
            return std::size_t{0};
        const std::size_t count = std::min<std::size_t>(bytes, m_bytes.size() - offset);
        std::memcpy(into, m_bytes.data() + offset, count);
        return count;
    }
    std::optional<std::uint64_t> size() const override { return m_bytes.size(); }
    std::uint64_t fileBytesRead() const override { return m_at; }
    std::uint64_t fileBytes() const override { return m_bytes.size(); }

  private:
    std::string_view m_bytes;
    std::uint64_t m_at = 0;
};

Result<OpenedSource> withDecoders(std::unique_ptr<ByteSource> bytes)
{
    char head[4] = {};
    const auto got = bytes->readAt(0, head, sizeof(head));
    if (!got)
        return tl::unexpected(got.error());
    OpenedSource opened;
    if (*got >= 2 && head[0] == '\x1f' && head[1] == '\x8b') {
        opened.container = Container::Gzip;
        opened.source = std::make_unique<GzipSource>(std::move(bytes));
    } else if (*got == 4 && std::memcmp(head, "PK\x03\x04", 4) == 0) {
        opened.container = Container::Zip;
        auto zip = openZip(std::move(bytes));
        if (!zip)
            return tl::unexpected(zip.error());
        opened.source = std::move(*zip);
    } else {
        opened.source = std::move(bytes);
    }
    auto text = decodeUtf16(std::move(opened.source));
    if (!text)
        return tl::unexpected(text.error());
    opened.source = std::move(*text);
    return opened;
}

} // namespace

Result<std::size_t> ByteSource::readAt(std::uint64_t, char*, std::size_t) const
{
    return fail(ErrorCode::Unsupported, "This source can only be read from its begin to its end.");
}

Result<std::unique_ptr<ByteSource>> openFileBytes(const std::filesystem::path& file)
{
    const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
        return fail(ErrorCode::Unreadable,
                    file.string() + " cannot be opened: " + std::strerror(errno) + ".");
    struct stat status {
    };
    if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) {
        ::close(descriptor);
        return fail(ErrorCode::Unreadable, file.string() + " is no regular file; give a trace file.");
    }
    return std::make_unique<FileBytes>(descriptor, static_cast<std::uint64_t>(status.st_size));
}

std::unique_ptr<ByteSource> memoryBytes(std::string_view bytes)
{
    return std::make_unique<MemoryBytes>(bytes);
}

Result<OpenedSource> openSource(const std::filesystem::path& file)
{
    auto bytes = openFileBytes(file);
    if (!bytes)
        return tl::unexpected(bytes.error());
    return withDecoders(std::move(*bytes));
}

Result<OpenedSource> openSource(std::string_view bytes)
{
    return withDecoders(memoryBytes(bytes));
}

} // namespace twintrace
