// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <memory>
#include <string>

class QProcess;

namespace twintrace
{

/// The folder of one run, for everything that must not outlive it: TMPDIR, compiler caches, exports,
/// packages. Removed in the destructor with every process that still carries its mark. After a kill of the
/// app three nets catch what is left: the children's parent-death signal, a small guard program that waits
/// for the app's pipe to close, and the sweep at the next start.
class PrivateFolder
{
  public:
    /// Sweeps what dead runs left, then makes a new one under the system's temporary folder.
    [[nodiscard]] static Result<PrivateFolder> create();

    PrivateFolder(PrivateFolder&& other) noexcept;
    PrivateFolder& operator=(PrivateFolder&&) = delete;
    ~PrivateFolder();

    [[nodiscard]] const std::filesystem::path& path() const { return m_path; }
    /// TMPDIR of the children. (Precompiled headers do not live here: the Python helper keeps them in the
    /// user's cache folder, or each run would pay a minute for them.)
    [[nodiscard]] std::filesystem::path temporary() const { return m_path / "tmp"; }
    /// A compiler cache of its own for `purpose`, made empty on the first call.
    [[nodiscard]] std::filesystem::path cache(const std::string& purpose) const;
    /// For exports, packages and tensors.
    [[nodiscard]] std::filesystem::path work() const { return m_path / "work"; }
    /// "TWINTRACE_RUN=<path>": what the children carry in their environment.
    [[nodiscard]] std::string mark() const;

    /// Removes the folders of runs whose app is gone, and kills what still carries their mark; gives how
    /// many.
    static int sweep();

  private:
    explicit PrivateFolder(std::filesystem::path path, int lock);
    void startGuard();

    std::filesystem::path m_path;
    int m_lock = -1; ///< held for as long as the app lives; the kernel lets go of it whatever kills us
    std::unique_ptr<QProcess> m_guard;
};

} // namespace twintrace
