// SPDX-License-Identifier: MIT
#include "capture/inject/record_settings.h"

#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <sys/mman.h>
#include <unistd.h>

namespace twintrace
{
namespace
{

RecordControl* mapControl(const char* path)
{
    const int descriptor = ::open(path, O_RDWR | O_CLOEXEC);
    if (descriptor < 0)
        return nullptr;
    void* memory = ::mmap(nullptr, sizeof(RecordControl), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    ::close(descriptor);
    if (memory == MAP_FAILED)
        return nullptr;
    auto* control = static_cast<RecordControl*>(memory);
    return control->layout == RecordControl::kLayout ? control : nullptr;
}

} // namespace

std::optional<RecordSettings> readRecordSettings()
{
    const char* output = std::getenv(kRecordOutputVariable);
    if (output == nullptr || *output == '\0')
        return std::nullopt;
    RecordSettings settings;
    settings.file = recordFileOf(output, ::getpid());
    if (const char* seconds = std::getenv(kRecordSecondsVariable); seconds != nullptr) {
        char* end = nullptr;
        if (const double value = std::strtod(seconds, &end); end != seconds && value > 0)
            settings.seconds = value;
    }
    if (const char* control = std::getenv(kRecordControlVariable); control != nullptr)
        settings.control = mapControl(control);
    return settings;
}

std::string programName()
{
    std::ifstream in("/proc/self/comm");
    std::string name;
    std::getline(in, name);
    return name.empty() ? "program" : name;
}

} // namespace twintrace
