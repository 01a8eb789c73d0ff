// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/zip_source.h"

#include <zip.h>

#include <algorithm>
#include <string>

namespace twintrace
{
namespace
{

// libzip asks its source to open, read, seek and stat; ours reads any place of the archive.
struct ArchiveAccess {
    std::unique_ptr<ByteSource> archive;
    std::uint64_t at = 0;
    zip_error_t error{};
};

zip_int64_t answer(void* state, void* into, zip_uint64_t length, zip_source_cmd_t command)
{
    auto& access = *static_cast<ArchiveAccess*>(state);
    const std::uint64_t size = access.archive->fileBytes();
    switch (command) {
    case ZIP_SOURCE_OPEN:
        access.at = 0;
        return 0;
    case ZIP_SOURCE_CLOSE:
    case ZIP_SOURCE_FREE:
        return 0;
    case ZIP_SOURCE_READ: {
        const auto got = access.archive->readAt(access.at, static_cast<char*>(into), length);
        if (!got) {
            zip_error_set(&access.error, ZIP_ER_READ, 0);
            return -1;
        }
        access.at += *got;
        return static_cast<zip_int64_t>(*got);
    }
    case ZIP_SOURCE_SEEK: {
        const zip_int64_t to = zip_source_seek_compute_offset(access.at, size, into, length, &access.error);
        if (to < 0)
            return -1;
        access.at = static_cast<std::uint64_t>(to);
        return 0;
    }
    case ZIP_SOURCE_TELL:
        return static_cast<zip_int64_t>(access.at);
    case ZIP_SOURCE_STAT: {
        auto* const stat = static_cast<zip_stat_t*>(into);
        zip_stat_init(stat);
        stat->size = size;
        stat->valid |= ZIP_STAT_SIZE;
        return sizeof(zip_stat_t);
    }
    case ZIP_SOURCE_ERROR:
        return zip_error_to_data(&access.error, into, length);
    case ZIP_SOURCE_SUPPORTS:
        return zip_source_make_command_bitmap(ZIP_SOURCE_OPEN, ZIP_SOURCE_READ, ZIP_SOURCE_CLOSE,
                                              ZIP_SOURCE_STAT, ZIP_SOURCE_ERROR, ZIP_SOURCE_FREE,
                                              ZIP_SOURCE_SEEK, ZIP_SOURCE_TELL, ZIP_SOURCE_SUPPORTS, -1);
    default:
        zip_error_set(&access.error, ZIP_ER_OPNOTSUPP, 0);
        return -1;
    }
}

class ZipSource : public ByteSource
{
  public:
    explicit ZipSource(std::unique_ptr<ByteSource> archive) { m_access.archive = std::move(archive); }
    ~ZipSource() override
    {
        if (m_entry)
            zip_fclose(m_entry);
        if (m_zip)
            zip_discard(m_zip);
    }

    Result<void> open()
    {
        zip_error_t error;
        zip_error_init(&error);
        zip_source_t* const source = zip_source_function_create(answer, &m_access, &error);
        if (source)
            m_zip = zip_open_from_source(source, ZIP_RDONLY, &error);
        if (!m_zip) {
            const std::string reason = zip_error_strerror(&error);
            zip_error_fini(&error);
            if (source)
                zip_source_free(source);
            return fail(ErrorCode::Unreadable, "The zip archive cannot be read: " + reason + ".");
        }
        zip_error_fini(&error);
        std::uint64_t files = 0;
        zip_int64_t first = -1;
        for (zip_int64_t i = 0; i < zip_get_num_entries(m_zip, 0); ++i) {
            const char* const name = zip_get_name(m_zip, static_cast<zip_uint64_t>(i), 0);
            if (!name || std::string_view(name).ends_with('/'))
                continue;
            if (files++ == 0)
                first = i;
        }
        if (first < 0)
            return fail(ErrorCode::Unreadable, "The zip archive holds no file.");
        if (files > 1)
            m_oddities.add(Oddity::ZipSeveralEntries, 0);
        m_entry = zip_fopen_index(m_zip, static_cast<zip_uint64_t>(first), 0);
        if (!m_entry)
            return fail(ErrorCode::Unreadable, std::string("The file in the zip archive cannot be read: ") +
                                                   zip_strerror(m_zip) + ".");
        return {};
    }

    Result<std::size_t> read(char* into, std::size_t bytes) override
    {
        std::size_t done = 0;
        while (done < bytes && !m_isOver) {
            const zip_int64_t got = zip_fread(m_entry, into + done, bytes - done);
            if (got < 0)
                m_oddities.add(Oddity::GzipCorrupt, m_textBytes);
            m_isOver = got <= 0;
            if (got > 0) {
                done += static_cast<std::size_t>(got);
                m_textBytes += static_cast<std::uint64_t>(got);
            }
        }
        return done;
    }
    std::uint64_t fileBytesRead() const override { return std::min(m_access.at, fileBytes()); }
    std::uint64_t fileBytes() const override { return m_access.archive->fileBytes(); }
    OddityCounts oddities() const override { return m_oddities; }

  private:
    ArchiveAccess m_access;
    zip_t* m_zip = nullptr;
    zip_file_t* m_entry = nullptr;
    OddityCounts m_oddities;
    std::uint64_t m_textBytes = 0;
    bool m_isOver = false;
};

} // namespace

Result<std::unique_ptr<ByteSource>> openZip(std::unique_ptr<ByteSource> archive)
{
    auto source = std::make_unique<ZipSource>(std::move(archive));
    if (auto opened = source->open(); !opened)
        return tl::unexpected(opened.error());
    return source;
}

} // namespace twintrace
