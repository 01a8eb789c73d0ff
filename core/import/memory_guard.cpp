// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/memory_guard.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <string>

namespace twintrace
{
namespace
{

std::optional<std::uint64_t> machineAvailable()
{
    std::ifstream file("/proc/meminfo");
    std::string key;
    std::uint64_t kilobytes = 0;
    std::string unit;
    while (file >> key >> kilobytes) {
        std::getline(file, unit);
        if (key == "MemAvailable:")
            return kilobytes * 1024;
    }
    return std::nullopt;
}

std::optional<std::uint64_t> numberIn(const std::string& path)
{
    std::ifstream file(path);
    std::uint64_t value = 0;
    if (file >> value) // "max" is no number: no limit
        return value;
    return std::nullopt;
}

// The control group (version 2) that this program runs in.
std::optional<std::uint64_t> groupAvailable()
{
    std::ifstream groups("/proc/self/cgroup");
    std::string line;
    while (std::getline(groups, line)) {
        if (!line.starts_with("0::"))
            continue;
        const std::string folder = "/sys/fs/cgroup" + line.substr(3);
        const auto limit = numberIn(folder + "/memory.max");
        const auto used = numberIn(folder + "/memory.current");
        if (limit && used)
            return *limit - std::min(*limit, *used);
    }
    return std::nullopt;
}

// Under ulimit -v.
std::optional<std::uint64_t> addressSpaceAvailable()
{
    rlimit limit{};
    if (::getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
        return std::nullopt;
    const auto pages = numberIn("/proc/self/statm");
    const std::uint64_t used = pages.value_or(0) * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
    return limit.rlim_cur - std::min<std::uint64_t>(limit.rlim_cur, used);
}

} // namespace

std::optional<std::uint64_t> availableMemoryBytes()
{
    std::optional<std::uint64_t> least;
    for (const auto& available : {machineAvailable(), groupAvailable(), addressSpaceAvailable()}) {
        if (available && (!least || *available < *least))
            least = available;
    }
    return least;
}

} // namespace twintrace
