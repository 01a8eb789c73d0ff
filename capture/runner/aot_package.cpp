// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runner/aot_package.h"

#include "capture/runner/device_sync.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>
#include <sys/utsname.h>

namespace twintrace
{
namespace
{

std::string valueOf(const AotPackage& package, const char* key)
{
    const auto found = package.metadata.find(key);
    return found == package.metadata.end() ? std::string() : found->second;
}

std::set<std::string> processorFlags()
{
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);) {
        if (!line.starts_with("flags"))
            continue;
        std::istringstream words(line.substr(line.find(':') + 1));
        return {std::istream_iterator<std::string>(words), {}};
    }
    return {};
}

// AOTInductor's word for an instruction set as the kernel writes it in /proc/cpuinfo.
std::string processorFlag(std::string word)
{
    std::transform(word.begin(), word.end(), word.begin(), [](unsigned char c) { return std::tolower(c); });
    return word == "avx512" ? "avx512f" : word;
}

Result<void> checkInstructions(const AotPackage& package)
{
    const std::set<std::string> available = processorFlags();
    if (available.empty()) // not x86, or no /proc: nothing is known, the compiler's word must do
        return {};
    std::istringstream words(valueOf(package, "AOTI_CPU_ISA"));
    for (std::string word; words >> word;) {
        const std::string flag = processorFlag(word);
        const bool isKnown = flag.starts_with("avx") || flag.starts_with("amx");
        if (isKnown && !available.contains(flag))
            return fail(ErrorCode::Unsupported,
                        package.path + " was compiled for a CPU with " + word +
                            ", which this machine's CPU lacks; compile the model on this machine.");
    }
    return {};
}

Result<void> checkCapability(const AotPackage& package, at::Device device)
{
    const std::string wanted = valueOf(package, "AOTI_COMPUTE_CAPABILITY"),
                      present = computeCapability(device);
    if (wanted.empty() || present.empty() || wanted == present)
        return {};
    // A cubin runs on later minor versions of its own major version.
    const bool isLaterMinor = wanted.size() == present.size() &&
                              wanted.compare(0, wanted.size() - 1, present, 0, present.size() - 1) == 0 &&
                              wanted.back() <= present.back();
    if (isLaterMinor)
        return {};
    return fail(ErrorCode::Unsupported, package.path + " was compiled for compute capability " + wanted +
                                            ", " + deviceName(device) + " has " + present +
                                            "; compile the model on this machine.");
}

} // namespace

Result<AotPackage> readAotPackage(const Pt2Archive& archive)
{
    if (archive.packages().empty())
        return fail(ErrorCode::Unreadable,
                    archive.path() + " is a torch.export program without compiled code; compile it with "
                                     "AOTInductor (twintrace compare does), or run the eager variant.");
    auto model = archive.choose(archive.packages());
    if (!model)
        return tl::unexpected(model.error());
    AotPackage package;
    package.path = archive.path();
    package.model = *model;
    const std::string folder = "data/aotinductor/" + *model + "/";
    for (const std::string& record : archive.records()) {
        if (!record.starts_with(folder))
            continue;
        if (record.ends_with("wrapper_metadata.json") ||
            (record.ends_with("_metadata.json") && package.metadata.empty())) {
            auto text = archive.text(record);
            if (!text)
                return tl::unexpected(text.error());
            const nlohmann::json metadata = nlohmann::json::parse(*text, nullptr, false);
            if (metadata.is_object())
                for (const auto& [key, value] : metadata.items())
                    if (value.is_string())
                        package.metadata[key] = value.get<std::string>();
        } else if (record.ends_with(".wrapper.cpp")) {
            auto text = archive.text(record);
            if (!text)
                return tl::unexpected(text.error());
            package.source = readWrapperSource(*text);
        }
    }
    return package;
}

Result<void> checkMachine(const AotPackage& package, at::Device device)
{
    const std::string key = valueOf(package, "AOTI_DEVICE_KEY");
    if (key == "cuda" && cudaDeviceCount() == 0)
        return fail(ErrorCode::Unsupported,
                    package.path + " was compiled for cuda and no CUDA device was found; compile it "
                                   "for cpu, or run it on a machine with a GPU.");
    const std::string asked = device.is_cuda() ? "cuda" : "cpu";
    if (!key.empty() && key != asked)
        return fail(ErrorCode::Unsupported, package.path + " was compiled for " + key + ", not for " + asked +
                                                "; use --device " + key + " or compile it for " + asked +
                                                ".");
    struct utsname machine = {};
    ::uname(&machine);
    const std::string wanted = valueOf(package, "AOTI_MACHINE");
    if (!wanted.empty() && wanted != machine.machine)
        return fail(ErrorCode::Unsupported, package.path + " was compiled for " + wanted +
                                                ", this machine is " + machine.machine +
                                                "; compile the model on this machine.");
    TWINTRACE_TRY(checkInstructions(package));
    return checkCapability(package, device);
}

} // namespace twintrace
