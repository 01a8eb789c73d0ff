// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/client/tool_locations.h"

#include <array>
#include <cstdlib>
#include <initializer_list>
#include <string>
#include <system_error>

#include <unistd.h>

namespace twintrace
{
namespace
{

namespace fs = std::filesystem;

fs::path fromEnvironment(const char* variable)
{
    const char* value = std::getenv(variable);
    return value != nullptr ? fs::path(value) : fs::path();
}

// Not QCoreApplication's: that one needs an application object, and tests and threads ask before there is
// one.
fs::path ownFolder()
{
    std::error_code error;
    const fs::path self = fs::read_symlink("/proc/self/exe", error);
    return error ? fs::path() : self.parent_path();
}

fs::path firstExisting(std::initializer_list<fs::path> candidates)
{
    for (const fs::path& candidate : candidates) {
        std::error_code ignored;
        if (!candidate.empty() && fs::exists(candidate, ignored))
            return candidate;
    }
    return {};
}

fs::path program(const char* variable, const char* name)
{
    if (const fs::path named = fromEnvironment(variable); !named.empty())
        return named;
    const fs::path folder = ownFolder();
    return firstExisting(
        {folder / name, folder / ".." / "bin" / name, folder / ".." / "libexec" / "twintrace" / name});
}

} // namespace

fs::path pythonProgram()
{
    if (const fs::path named = fromEnvironment("TWINTRACE_PYTHON"); !named.empty())
        return named;
    return firstExisting(
        {fs::path(TWINTRACE_CONFIGURED_PYTHON), fs::path(TWINTRACE_SOURCE_ROOT) / ".venv/bin/python"});
}

fs::path capturePackageFolder()
{
    if (const fs::path named = fromEnvironment("TWINTRACE_CAPTURE_PYTHON"); !named.empty())
        return named;
    return firstExisting({ownFolder() / ".." / "share" / "twintrace" / "python",
                          fs::path(TWINTRACE_SOURCE_ROOT) / "capture" / "python"});
}

fs::path runnerProgram()
{
    return program("TWINTRACE_RUNNER", "twintrace-runner");
}

fs::path guardProgram()
{
    return program("TWINTRACE_GUARD", "twintrace-guard");
}

} // namespace twintrace
