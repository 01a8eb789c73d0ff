// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace twintrace
{

/// A file written front to back, plain or as gzip of several members. After each flush() everything written
/// so far can be read back, also when the program is killed right after it. Not thread-safe.
class MemberFile
{
  public:
    enum class Compression { None, Gzip };

    /// Creates or empties the file. Compression follows the caller's choice, never the name.
    [[nodiscard]] static Result<std::unique_ptr<MemberFile>> create(const std::string& path,
                                                                    Compression compression);
    MemberFile(const MemberFile&) = delete;
    MemberFile& operator=(const MemberFile&) = delete;
    ~MemberFile(); ///< closes; what was not flushed is written, an error at that point is lost

    /// Queues bytes. A failure is kept and told by the next flush() or close().
    void write(std::string_view bytes);
    /// Ends the gzip member and hands everything to the system.
    [[nodiscard]] Result<void> flush();
    [[nodiscard]] Result<void> close();
    [[nodiscard]] const std::string& path() const { return m_path; }
    /// Forgets the file without writing or touching it further: for the child after a fork.
    void abandon();

  private:
    struct Deflater;

    MemberFile(std::string path, int descriptor, std::unique_ptr<Deflater> deflater);
    void drain(bool endMember);
    void writeAll(const char* bytes, std::size_t size);
    [[nodiscard]] Result<void> outcome() const;

    std::string m_path;
    int m_descriptor;
    std::unique_ptr<Deflater> m_deflater; ///< none for a plain file
    std::string m_pending;
    std::string m_failure;
};

} // namespace twintrace
