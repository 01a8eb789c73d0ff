// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/client/private_folder.h"

#include "capture/client/process_tree.h"
#include "capture/client/tool_locations.h"

#include <QProcess>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace twintrace
{
namespace
{

namespace fs = std::filesystem;

constexpr const char* kLockFile = "lock";
constexpr std::string_view kRunPrefix = "run-";
// A folder without a lock file is one that is just being made, or one whose maker died in between.
constexpr auto kLockGrace = std::chrono::minutes(1);
constexpr int kGuardPatienceMs = 300;

fs::path rootFolder()
{
    std::error_code error;
    fs::path base = fs::temp_directory_path(error);
    if (error)
        base = "/tmp";
    return base / ("twintrace-" + std::to_string(::getuid()));
}

int lockOf(const fs::path& folder, int flags)
{
    const int file = ::open((folder / kLockFile).c_str(), flags | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (file < 0)
        return -1;
    if (::flock(file, LOCK_EX | LOCK_NB) == 0)
        return file;
    ::close(file);
    return -1;
}

bool isYoung(const fs::path& folder)
{
    struct stat status = {};
    if (::stat(folder.c_str(), &status) != 0)
        return true;
    const auto made = std::chrono::system_clock::from_time_t(status.st_mtime);
    return std::chrono::system_clock::now() - made < kLockGrace;
}

void removeRun(const fs::path& folder)
{
    killProcesses({0, std::string(kRunMarkVariable) + "=" + folder.string()});
    std::error_code ignored;
    fs::remove_all(folder, ignored);
}

Error unwritable(const fs::path& path, const std::string& reason)
{
    return {ErrorCode::Unwritable,
            "The temporary folder " + path.string() + " cannot be used (" + reason +
                "); make room in it or set TMPDIR to another folder.",
            {}};
}

// The root is ours alone: another user's folder of that name, or a link, would be a trap.
Result<fs::path> ownRoot()
{
    const fs::path root = rootFolder();
    if (::mkdir(root.c_str(), 0700) != 0 && errno != EEXIST)
        return tl::unexpected(unwritable(root, std::strerror(errno)));
    struct stat status = {};
    if (::lstat(root.c_str(), &status) != 0 || !S_ISDIR(status.st_mode) || status.st_uid != ::getuid())
        return tl::unexpected(unwritable(root, "it belongs to somebody else"));
    return root;
}

} // namespace

Result<PrivateFolder> PrivateFolder::create()
{
    sweep();
    const Result<fs::path> root = ownRoot();
    if (!root)
        return tl::unexpected(root.error());
    std::string name = (*root / (std::string(kRunPrefix) + std::to_string(::getpid()) + "-XXXXXX")).string();
    if (::mkdtemp(name.data()) == nullptr)
        return tl::unexpected(unwritable(*root, std::strerror(errno)));
    const fs::path path = name;
    const int lock = lockOf(path, O_CREAT);
    if (lock < 0)
        return tl::unexpected(unwritable(path, std::strerror(errno)));
    PrivateFolder folder(path, lock);
    std::error_code error;
    fs::create_directories(folder.work(), error);
    if (!error)
        fs::create_directories(folder.temporary(), error);
    if (error)
        return tl::unexpected(unwritable(path, error.message()));
    folder.startGuard();
    return folder;
}

PrivateFolder::PrivateFolder(fs::path path, int lock) : m_path(std::move(path)), m_lock(lock) {}

PrivateFolder::PrivateFolder(PrivateFolder&& other) noexcept
    : m_path(std::exchange(other.m_path, {})), m_lock(std::exchange(other.m_lock, -1)),
      m_guard(std::move(other.m_guard))
{
}

PrivateFolder::~PrivateFolder()
{
    if (m_path.empty())
        return;
    removeRun(m_path);
    if (m_guard) {
        m_guard->closeWriteChannel();
        if (!m_guard->waitForFinished(kGuardPatienceMs))
            m_guard->kill();
        m_guard->waitForFinished(kGuardPatienceMs);
    }
    if (m_lock >= 0)
        ::close(m_lock);
}

void PrivateFolder::startGuard()
{
    const fs::path program = guardProgram();
    if (program.empty())
        return; // the sweep at the next start does its work, later
    m_guard = std::make_unique<QProcess>();
    m_guard->setStandardOutputFile(QProcess::nullDevice());
    m_guard->setStandardErrorFile(QProcess::nullDevice());
    m_guard->start(QString::fromStdString(program.string()), {QString::fromStdString(m_path.string())});
    m_guard->waitForStarted(kGuardPatienceMs);
}

fs::path PrivateFolder::cache(const std::string& purpose) const
{
    const fs::path folder = m_path / ("cache-" + purpose);
    std::error_code ignored;
    fs::create_directories(folder, ignored);
    return folder;
}

std::string PrivateFolder::mark() const
{
    return std::string(kRunMarkVariable) + "=" + m_path.string();
}

int PrivateFolder::sweep()
{
    int swept = 0;
    std::error_code error;
    for (fs::directory_iterator it(rootFolder(), error), end; !error && it != end; it.increment(error)) {
        const fs::path folder = it->path();
        std::error_code ignored;
        if (!folder.filename().string().starts_with(kRunPrefix) || !it->is_directory(ignored) ||
            it->is_symlink(ignored))
            continue;
        const bool hasLock = fs::exists(folder / kLockFile, ignored);
        const int lock = hasLock ? lockOf(folder, 0) : -1;
        if (lock < 0 && (hasLock || isYoung(folder)))
            continue; // its app lives
        removeRun(folder);
        if (lock >= 0)
            ::close(lock);
        ++swept;
    }
    return swept;
}

} // namespace twintrace
