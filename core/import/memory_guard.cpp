// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/memory_guard.h"

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

} // namespace

std::optional<std::uint64_t> availableMemoryBytes()
{
    const auto machine = machineAvailable();
    const auto group = groupAvailable();
    return machine && group ? std::min(*machine, *group) : machine ? machine : group;
}

} // namespace twintrace
