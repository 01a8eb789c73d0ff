// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/byte_source.h"

#include <memory>

namespace twintrace
{

/// The text of a gzip file of any number of members, inflated as it is read. Members that are small are
/// inflated at once (libdeflate, about twice as fast), others as a stream (zlib).
class GzipSource : public ByteSource
{
  public:
    explicit GzipSource(std::unique_ptr<ByteSource> compressed);
    ~GzipSource() override;

    [[nodiscard]] Result<std::size_t> read(char* into, std::size_t bytes) override;
    [[nodiscard]] std::optional<std::uint64_t> moveBefore(std::uint64_t offset) override;
    void keepPlaces(std::uint64_t interval) override;
    [[nodiscard]] std::uint64_t fileBytesRead() const override;
    [[nodiscard]] std::uint64_t fileBytes() const override;
    [[nodiscard]] OddityCounts oddities() const override;
    [[nodiscard]] std::uint32_t gzipMembers() const override;

  private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace twintrace
