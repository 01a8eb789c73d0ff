// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/client/runner_build.h"

#include "capture/client/machine_memory.h"
#include "capture/client/marked_environment.h"
#include "capture/client/process_tree.h"

#include <QProcess>
#include <QProcessEnvironment>
#include <QStandardPaths>
#include <QStringList>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <system_error>
#include <thread>

#include <unistd.h>

namespace twintrace
{
namespace
{

namespace fs = std::filesystem;

constexpr const char* kRunnerName = "twintrace-runner";
constexpr int kLookMs = 50;
constexpr std::size_t kLogTail = 4000;
// What one compiler takes on LibTorch's headers.
constexpr std::uint64_t kBytesPerCompiler = 1'500'000'000;
// Everything that goes into a runner that is built alone.
constexpr std::array kSourceFolders{"capture/runner", "capture/cupti", "capture/protocol",
                                    "core/base",      "core/export",   "packaging/cmake"};

QString text(const std::string& utf8)
{
    return QString::fromStdString(utf8);
}

std::string baseVersion(const std::string& version)
{
    return version.substr(0, version.find('+'));
}

// All wheels that are new enough have libstdc++'s C++11 interface.
fs::path keptFolder(const RunnerNeed& need, const RunnerBuildPlaces& places)
{
    return places.cache / ("runner-" + need.torch + "-cxx11");
}

fs::file_time_type newestSource(const fs::path& source)
{
    fs::file_time_type newest = fs::file_time_type::min();
    for (const char* folder : kSourceFolders) {
        std::error_code error;
        for (const auto& entry : fs::recursive_directory_iterator(source / folder, error)) {
            if (entry.is_regular_file(error))
                newest = std::max(newest, entry.last_write_time(error));
        }
    }
    return newest;
}

Error cannotBuild(const RunnerNeed& need, const std::string& reason, std::string detail = {})
{
    return {ErrorCode::Unsupported,
            "This Python has torch " + need.torch +
                ", for which there is no twintrace-runner yet, and one cannot be built here: " + reason +
                "; or set TWINTRACE_PYTHON to the Python that Twintrace was built with.",
            std::move(detail)};
}

// Nothing of a build that failed or was cancelled stays.
class BuildFolder
{
  public:
    explicit BuildFolder(fs::path path) : m_path(std::move(path))
    {
        std::error_code ignored;
        fs::remove_all(m_path, ignored);
    }
    BuildFolder(const BuildFolder&) = delete;
    BuildFolder& operator=(const BuildFolder&) = delete;
    ~BuildFolder()
    {
        std::error_code ignored;
        fs::remove_all(m_path, ignored);
    }
    [[nodiscard]] const fs::path& path() const { return m_path; }

  private:
    fs::path m_path;
};

Result<void> runTool(const QStringList& arguments, const RunnerNeed& need, const RunnerBuildPlaces& places,
                     const CancelToken& cancel)
{
    const QString cmake = QStandardPaths::findExecutable(QStringLiteral("cmake"));
    QProcess process;
    QProcessEnvironment environment = markedEnvironment(places.mark);
    const std::string own = "runner-build-" + std::to_string(::getpid());
    environment.insert(QString::fromUtf8(kChildMarkVariable.data()), text(own));
    process.setProcessEnvironment(environment);
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(cmake, arguments);
    std::string log;
    const auto read = [&] {
        log += process.readAll().toStdString();
        log.erase(0, log.size() - std::min(log.size(), kLogTail));
    };
    while (!process.waitForFinished(kLookMs) && process.state() != QProcess::NotRunning) {
        read();
        if (cancel.isCancelled()) {
            (void)killProcesses(
                {static_cast<pid_t>(process.processId()), std::string(kChildMarkVariable) + "=" + own});
            process.waitForFinished();
            return fail(ErrorCode::Cancelled, "Building twintrace-runner was cancelled.");
        }
    }
    read();
    if (process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0 &&
        process.error() != QProcess::FailedToStart)
        return {};
    return tl::unexpected(cannotBuild(
        need, "cmake or the compiler failed (the details have their words); mend that", std::move(log)));
}

std::optional<Error> missingTool(const RunnerNeed& need, const RunnerBuildPlaces& places)
{
    if (places.source.empty() || !fs::exists(places.source / "capture/runner/CMakeLists.txt"))
        return cannotBuild(
            need, "the sources of the runner are not there; set TWINTRACE_SOURCE to Twintrace's source tree");
    if (QStandardPaths::findExecutable(QStringLiteral("cmake")).isEmpty())
        return cannotBuild(need, "there is no cmake; install cmake, ninja-build and g++");
    const char* chosen = std::getenv("CXX");
    const QString compiler =
        chosen != nullptr ? QString::fromUtf8(chosen).section(' ', 0, 0) : QStringLiteral("c++");
    if (QStandardPaths::findExecutable(compiler).isEmpty() && !fs::exists(compiler.toStdString()))
        return cannotBuild(need, "there is no C++ compiler " + compiler.toStdString() + "; install g++");
    return std::nullopt;
}

unsigned compilersAtATime()
{
    const auto byMemory = static_cast<unsigned>(availableMemoryBytes() / kBytesPerCompiler);
    return std::max(1U, std::min(byMemory, std::thread::hardware_concurrency()));
}

} // namespace

std::optional<RunnerTorch> torchOfRunner(const fs::path& runner)
{
    std::ifstream in(runner.string() + ".torch");
    RunnerTorch torch;
    std::string cuda;
    if (!(in >> torch.version >> cuda))
        return std::nullopt;
    torch.hasCuda = cuda == "cuda=ON";
    return torch;
}

bool isFitting(const RunnerTorch& runner, const RunnerNeed& need)
{
    // "2.13.0+cpu" and "2.13.0" have one interface; only the first lacks CUDA.
    return baseVersion(runner.version) == baseVersion(need.torch) && (runner.hasCuda || !need.isCudaNeeded);
}

RunnerBuildPlaces RunnerBuildPlaces::standard(std::string mark)
{
    RunnerBuildPlaces places;
    places.cache =
        fs::path(QStandardPaths::writableLocation(QStandardPaths::GenericCacheLocation).toStdString()) /
        "twintrace";
    const char* named = std::getenv("TWINTRACE_SOURCE");
    places.source = named != nullptr ? fs::path(named) : fs::path(TWINTRACE_SOURCE_ROOT);
    places.mark = std::move(mark);
    return places;
}

fs::path keptRunner(const RunnerNeed& need, const RunnerBuildPlaces& places)
{
    const fs::path runner = keptFolder(need, places) / kRunnerName;
    std::error_code error;
    const auto made = fs::last_write_time(runner, error);
    const std::optional<RunnerTorch> torch = torchOfRunner(runner);
    if (error || !torch || !isFitting(*torch, need) || made < newestSource(places.source))
        return {};
    return runner;
}

Result<fs::path> buildRunner(const RunnerNeed& need, const RunnerBuildPlaces& places,
                             const CancelToken& cancel)
{
    if (const std::optional<Error> missing = missingTool(need, places))
        return tl::unexpected(*missing);
    const fs::path kept = keptFolder(need, places);
    const BuildFolder work(kept.string() + ".building-" + std::to_string(::getpid()));
    std::error_code error;
    fs::create_directories(work.path(), error);
    if (error)
        return fail(ErrorCode::Unwritable, "The folder " + work.path().string() + " cannot be made (" +
                                               error.message() +
                                               "); set XDG_CACHE_HOME to a folder that can be written.");
    QStringList configure{QStringLiteral("-S"),
                          text((places.source / "capture/runner").string()),
                          QStringLiteral("-B"),
                          text(work.path().string()),
                          QStringLiteral("-DCMAKE_BUILD_TYPE=Release"),
                          text("-DTWINTRACE_PYTHON=" + need.python.string())};
    if (!QStandardPaths::findExecutable(QStringLiteral("ninja")).isEmpty())
        configure << QStringLiteral("-G") << QStringLiteral("Ninja");
    TWINTRACE_TRY(runTool(configure, need, places, cancel));
    TWINTRACE_TRY(runTool({QStringLiteral("--build"), text(work.path().string()), QStringLiteral("--target"),
                           QString::fromUtf8(kRunnerName), QStringLiteral("--parallel"),
                           QString::number(compilersAtATime())},
                          need, places, cancel));
    const fs::path built = work.path() / "bin" / kRunnerName;
    const std::optional<RunnerTorch> torch = torchOfRunner(built);
    if (!torch || !isFitting(*torch, need))
        return tl::unexpected(cannotBuild(
            need, need.isCudaNeeded
                      ? "the headers of a CUDA toolkit are missing; install one, or use --device cpu"
                      : "the build found another torch; check that Python"));
    fs::create_directories(kept, error);
    for (const std::string ending : {".torch", ""}) // the program last: it makes the folder count
        fs::rename(built.string() + ending, (kept / kRunnerName).string() + ending, error);
    if (error)
        return fail(ErrorCode::Unwritable, "The folder " + kept.string() + " cannot be written (" +
                                               error.message() +
                                               "); set XDG_CACHE_HOME to a folder that can be.");
    return kept / kRunnerName;
}

} // namespace twintrace
