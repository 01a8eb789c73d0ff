// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/client/machine_facts.h"

#include <fstream>
#include <sstream>
#include <string_view>

#include <sched.h>

namespace twintrace
{
namespace
{

// The value of the first "key : value" line of /proc/cpuinfo with one of these keys.
std::string cpuinfo(std::initializer_list<std::string_view> keys)
{
    std::ifstream stream("/proc/cpuinfo");
    for (std::string line; std::getline(stream, line);) {
        const auto colon = line.find(':');
        if (colon == std::string::npos)
            continue;
        const std::string_view key = std::string_view(line).substr(0, line.find_first_of("\t:"));
        for (const std::string_view wanted : keys) {
            if (key == wanted)
                return line.size() > colon + 2 ? line.substr(colon + 2) : std::string();
        }
    }
    return {};
}

} // namespace

std::string cpuName()
{
    return cpuinfo({"model name", "Model", "Hardware"});
}

std::string cpuIsa()
{
    const std::string flags = " " + cpuinfo({"flags", "Features"}) + " ";
    for (const auto& [flag, name] :
         {std::pair(" amx_tile ", "AVX512, AMX"), std::pair(" avx512f ", "AVX512"),
          std::pair(" avx2 ", "AVX2"), std::pair(" sve ", "SVE"), std::pair(" asimd ", "NEON")}) {
        if (flags.find(flag) != std::string::npos)
            return name;
    }
    return {};
}

int usableCores()
{
    cpu_set_t cores;
    return ::sched_getaffinity(0, sizeof cores, &cores) == 0 ? CPU_COUNT(&cores) : 1;
}

std::string nvidiaDriverVersion()
{
    // "NVRM version: NVIDIA UNIX x86_64 Kernel Module  580.159.04  Tue …": the first word with a dot in it.
    std::ifstream stream("/proc/driver/nvidia/version");
    std::string line;
    std::getline(stream, line);
    std::istringstream words(line);
    for (std::string word; words >> word;) {
        if (word.find('.') != std::string::npos && word.find_first_not_of("0123456789.") == std::string::npos)
            return word;
    }
    return {};
}

} // namespace twintrace
