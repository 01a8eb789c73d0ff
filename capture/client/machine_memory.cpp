// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/client/machine_memory.h"

#include <algorithm>
#include <fstream>
#include <limits>
#include <optional>
#include <string>

namespace twintrace
{
namespace
{

std::optional<std::uint64_t> numberIn(const char* file)
{
    std::ifstream stream(file);
    std::uint64_t number = 0;
    if (!(stream >> number)) // no such file, or "max"
        return std::nullopt;
    return number;
}

std::optional<std::uint64_t> fieldOfMeminfo(const std::string& field)
{
    std::ifstream stream("/proc/meminfo");
    std::string name, unit;
    std::uint64_t kilobytes = 0;
    while (stream >> name >> kilobytes) {
        std::getline(stream, unit);
        if (name == field)
            return kilobytes * 1024;
    }
    return std::nullopt;
}

// What the control group (a container) leaves, version 2 and 1.
std::optional<std::uint64_t> leftInGroup(const char* limitFile, const char* usedFile)
{
    const auto limit = numberIn(limitFile);
    const auto used = numberIn(usedFile);
    if (!limit || !used || *limit > std::numeric_limits<std::uint64_t>::max() / 4)
        return std::nullopt;
    return *limit > *used ? *limit - *used : 0;
}

} // namespace

std::uint64_t availableMemoryBytes()
{
    std::uint64_t available = fieldOfMeminfo("MemAvailable:").value_or(0);
    for (const auto& left : {leftInGroup("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory.current"),
                             leftInGroup("/sys/fs/cgroup/memory/memory.limit_in_bytes",
                                         "/sys/fs/cgroup/memory/memory.usage_in_bytes")}) {
        if (left && *left > 0)
            available = available == 0 ? *left : std::min(available, *left);
    }
    return available;
}

} // namespace twintrace
