// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/client/children.h"

#include "capture/client/marked_environment.h"
#include "capture/client/tool_locations.h"

#include <QDir>

#include <utility>

#include <unistd.h>

namespace twintrace
{
namespace
{

namespace fs = std::filesystem;

QString text(const fs::path& path)
{
    return QString::fromStdString(path.string());
}

bool isProgram(const fs::path& path)
{
    std::error_code ignored;
    return fs::is_regular_file(path, ignored) && ::access(path.c_str(), X_OK) == 0;
}

} // namespace

Children::Children(const PrivateFolder& folder, CancelToken cancel, std::uint64_t memoryLimitBytes)
    : m_folder(folder), m_cancel(std::move(cancel)), m_memoryLimitBytes(memoryLimitBytes)
{
}

void Children::killAll() const
{
    killProcesses({0, m_folder.mark()});
}

ChildSpec Children::commonSpec(const std::string& title, const std::string& cache) const
{
    ChildSpec spec;
    spec.title = title;
    spec.workingFolder = QDir::currentPath();
    spec.memoryLimitBytes = m_memoryLimitBytes;
    spec.environment = markedEnvironment(m_folder.mark());
    spec.environment.insert(QStringLiteral("TMPDIR"), text(m_folder.temporary()));
    spec.environment.insert(QStringLiteral("TORCHINDUCTOR_CACHE_DIR"), text(m_folder.cache(cache)));
    // Inductor and Triton each have a way to be pointed elsewhere; a cold figure must not be warmed by that.
    spec.environment.insert(QStringLiteral("TRITON_CACHE_DIR"), text(m_folder.cache(cache) / "triton"));
    // Read at run time by the generated code: exact messages instead of wrong numbers for wrong inputs.
    spec.environment.insert(QStringLiteral("AOTI_RUNTIME_CHECK_INPUTS"), QStringLiteral("1"));
    // Idle OpenMP threads spin and take the cores from the variant whose turn it is: 80 ms a call instead of
    // 0.2 ms on a busy machine of two cores. libgomp reads this when it is loaded; the user's own choice
    // stays.
    if (!spec.environment.contains(QStringLiteral("OMP_WAIT_POLICY")))
        spec.environment.insert(QStringLiteral("OMP_WAIT_POLICY"), QStringLiteral("passive"));
    return spec;
}

Result<std::unique_ptr<ChildProcess>> Children::startPython(const std::string& title,
                                                            const std::string& cache) const
{
    const fs::path python = pythonProgram();
    if (!isProgram(python))
        return fail(
            ErrorCode::Unsupported,
            python.empty()
                ? "There is no Python with torch: set TWINTRACE_PYTHON to one, or run packaging/run.sh, "
                  "which makes a .venv."
                : "There is no Python at " + python.string() +
                      "; set TWINTRACE_PYTHON to one that has torch 2.11 or newer.");
    const fs::path package = capturePackageFolder();
    if (package.empty())
        return fail(ErrorCode::Unsupported,
                    "The Python package twintrace_capture is missing from this installation; "
                    "install Twintrace again or set TWINTRACE_CAPTURE_PYTHON to its folder.");
    ChildSpec spec = commonSpec(title, cache);
    spec.program = text(python);
    spec.arguments = QStringList{QStringLiteral("-m"), QStringLiteral("twintrace_capture")};
    const QString path = spec.environment.value(QStringLiteral("PYTHONPATH"));
    spec.environment.insert(QStringLiteral("PYTHONPATH"),
                            path.isEmpty() ? text(package) : text(package) + ':' + path);
    spec.environment.insert(QStringLiteral("PYTHONFAULTHANDLER"), QStringLiteral("1"));
    spec.environment.insert(QStringLiteral("PYTHONDONTWRITEBYTECODE"), QStringLiteral("1"));
    auto child = std::make_unique<ChildProcess>(std::move(spec), m_cancel);
    child->start();
    return child;
}

Result<std::unique_ptr<ChildProcess>> Children::startRunner(const std::string& title) const
{
    const fs::path runner = m_runner.empty() ? runnerProgram() : m_runner;
    if (!isProgram(runner))
        return fail(ErrorCode::Unsupported,
                    "twintrace-runner is not built, so no LibTorch variant can run; build it "
                    "(packaging/run.sh does), or set TWINTRACE_RUNNER to it.");
    ChildSpec spec = commonSpec(title, "runner");
    spec.program = text(runner);
    auto child = std::make_unique<ChildProcess>(std::move(spec), m_cancel);
    child->start();
    return child;
}

Result<std::unique_ptr<ChildProcess>> Children::start(VariantHost host, const std::string& title,
                                                      const std::string& cache) const
{
    return host == VariantHost::Runner ? startRunner(title) : startPython(title, cache);
}

} // namespace twintrace
