// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/import/oddities.h"
#include "core/model/import_report.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string_view>

namespace twintrace
{

/// Where the text of a trace comes from: a file, memory, or a decoder over another source.
class ByteSource
{
  public:
    ByteSource() = default;
    virtual ~ByteSource() = default;
    ByteSource(const ByteSource&) = delete;
    ByteSource& operator=(const ByteSource&) = delete;

    /// The next bytes of the text; fewer than asked for only at its end.
    [[nodiscard]] virtual Result<std::size_t> read(char* into, std::size_t bytes) = 0;
    /// Text from any place, from any thread; only where size() is known.
    [[nodiscard]] virtual Result<std::size_t> readAt(std::uint64_t offset, char* into,
                                                     std::size_t bytes) const;
    /// Moves to a remembered place at or before `offset` and returns it, when that is nearer than where
    /// reading is now; reading goes on there.
    [[nodiscard]] virtual std::optional<std::uint64_t> moveBefore(std::uint64_t /*offset*/)
    {
        return std::nullopt;
    }
    /// From now on remembers a place every `interval` bytes of text, for moveBefore().
    virtual void keepPlaces(std::uint64_t /*interval*/) {}
    /// Length of the text when any place of it can be read directly.
    [[nodiscard]] virtual std::optional<std::uint64_t> size() const { return std::nullopt; }
    /// Bytes of the file itself that are used up so far.
    [[nodiscard]] virtual std::uint64_t fileBytesRead() const = 0;
    [[nodiscard]] virtual std::uint64_t fileBytes() const = 0;
    /// Oddities of the container, complete when the end was read. Places are offsets in the text.
    [[nodiscard]] virtual OddityCounts oddities() const { return {}; }
    [[nodiscard]] virtual std::uint32_t gzipMembers() const { return 0; }
};

struct OpenedSource {
    std::unique_ptr<ByteSource> source;
    Container container = Container::Plain;
};

/// Opens a file; gzip, zip and UTF-16 are told by the first bytes.
[[nodiscard]] Result<OpenedSource> openSource(const std::filesystem::path& file);
/// The same for bytes in memory, which must outlive the source.
[[nodiscard]] Result<OpenedSource> openSource(std::string_view bytes);

/// The plain bytes themselves.
[[nodiscard]] Result<std::unique_ptr<ByteSource>> openFileBytes(const std::filesystem::path& file);
[[nodiscard]] std::unique_ptr<ByteSource> memoryBytes(std::string_view bytes);

} // namespace twintrace
