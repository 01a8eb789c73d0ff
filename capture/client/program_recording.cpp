// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/client/program_recording.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <filesystem>
#include <map>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <system_error>
#include <thread>
#include <unistd.h>

namespace twintrace
{
namespace
{

namespace fs = std::filesystem;

// The file that this program and the recorders map; gone from the file system when the recording is over.
class SharedControl
{
  public:
    SharedControl()
    {
        std::string path = (fs::temp_directory_path() / "twintrace-record-XXXXXX").string();
        const int descriptor = ::mkstemp(path.data());
        if (descriptor < 0)
            return;
        m_path = path;
        if (::ftruncate(descriptor, sizeof(RecordControl)) == 0) {
            void* memory =
                ::mmap(nullptr, sizeof(RecordControl), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
            m_control = memory == MAP_FAILED ? nullptr : static_cast<RecordControl*>(memory);
        }
        ::close(descriptor);
        if (m_control != nullptr)
            m_control->layout = RecordControl::kLayout;
    }
    SharedControl(const SharedControl&) = delete;
    SharedControl& operator=(const SharedControl&) = delete;
    ~SharedControl()
    {
        if (m_control != nullptr)
            ::munmap(m_control, sizeof(RecordControl));
        if (!m_path.empty())
            ::unlink(m_path.c_str());
    }
    [[nodiscard]] RecordControl* get() const { return m_control; }
    [[nodiscard]] const std::string& path() const { return m_path; }

  private:
    std::string m_path;
    RecordControl* m_control = nullptr;
};

std::vector<std::string> environmentFor(const ProgramToRecord& program, const std::string& output,
                                        const std::string& library, const std::string& control)
{
    std::map<std::string, std::string> added{{kRecordControlVariable, control},
                                             {kRecordOutputVariable, output}};
    if (!library.empty()) {
        added["CUDA_INJECTION64_PATH"] = library; // the CUDA driver loads it when CUDA starts
        added["NVTX_INJECTION64_PATH"] = library; // NVTX loads it with the first range
    }
    if (program.seconds)
        added[kRecordSecondsVariable] = std::to_string(*program.seconds);
    std::vector<std::string> environment;
    for (char** entry = environ; *entry != nullptr; ++entry) {
        const std::string text = *entry;
        if (!added.contains(text.substr(0, text.find('='))))
            environment.push_back(text);
    }
    for (const auto& [name, value] : added)
        environment.push_back(name + "=" + value);
    return environment;
}

std::vector<char*> pointersTo(std::vector<std::string>& texts)
{
    std::vector<char*> pointers;
    for (std::string& text : texts)
        pointers.push_back(text.data());
    pointers.push_back(nullptr);
    return pointers;
}

Result<pid_t> spawn(const ProgramToRecord& program, std::vector<std::string> environment)
{
    std::vector<std::string> command = program.command;
    posix_spawnattr_t attributes;
    ::posix_spawnattr_init(&attributes);
    sigset_t defaults;
    sigemptyset(&defaults);
    for (const int signal : {SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2})
        sigaddset(&defaults, signal);
    ::posix_spawnattr_setsigdefault(&attributes, &defaults);
    ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
    pid_t pid = 0;
    const int error = ::posix_spawnp(&pid, command.front().c_str(), nullptr, &attributes,
                                     pointersTo(command).data(), pointersTo(environment).data());
    ::posix_spawnattr_destroy(&attributes);
    if (error != 0)
        return fail(ErrorCode::Usage, "The program " + command.front() +
                                          " cannot be started: " + std::strerror(error) +
                                          "; check its name and that it may be executed.");
    return pid;
}

int waitForEnd(pid_t pid, RecordControl& control, const std::atomic<std::uint32_t>* wish)
{
    for (;;) {
        int status = 0;
        const pid_t ended = ::waitpid(pid, &status, WNOHANG);
        if (ended == pid)
            return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
        if (ended < 0 && errno != EINTR)
            return 1;
        if (wish != nullptr)
            control.wish = wish->load();
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
}

// The recorders name their files by process; the starter's process, or the only one, gets the name asked for.
std::vector<std::string> collectFiles(const std::string& output, pid_t pid)
{
    const std::string pattern = fs::path(recordFileOf(output, 0)).filename().string();
    const std::size_t number = pattern.find(".0") + 1;
    const std::string before = pattern.substr(0, number);
    const std::string after = pattern.substr(number + 1);
    std::vector<std::string> files;
    std::error_code error;
    fs::path folder = fs::path(output).parent_path();
    for (const auto& entry : fs::directory_iterator(folder.empty() ? fs::path(".") : folder, error)) {
        const std::string name = entry.path().filename().string();
        if (name.size() <= before.size() + after.size() || !name.starts_with(before) ||
            !name.ends_with(after))
            continue;
        const std::string middle = name.substr(before.size(), name.size() - before.size() - after.size());
        if (std::all_of(middle.begin(), middle.end(), [](char c) { return c >= '0' && c <= '9'; }))
            files.push_back((folder / name).string());
    }
    std::sort(files.begin(), files.end());
    const auto own = std::find(files.begin(), files.end(), recordFileOf(output, pid));
    const auto first = own != files.end() ? own : files.begin();
    if (first == files.end())
        return {};
    std::rotate(files.begin(), first, first + 1);
    fs::rename(files.front(), output, error);
    if (!error)
        files.front() = output;
    return files;
}

std::string whyNothing(const RecordControl& control)
{
    if (control.hasFailure == 2)
        return control.failure.data();
    void* driver = ::dlopen("libcuda.so.1", RTLD_LAZY | RTLD_LOCAL);
    if (driver == nullptr)
        return "Nothing was recorded because this machine has no NVIDIA driver (libcuda.so.1 was not found); "
               "record on "
               "a machine with an NVIDIA GPU.";
    ::dlclose(driver);
    if (control.attached == 0)
        return "Nothing was recorded because the program never started CUDA.";
    return "Nothing was recorded because the recorder could not start in the program.";
}

// Files of an earlier recording with the same name would be taken for this one's.
Result<void> clearOld(const std::string& output)
{
    std::error_code error;
    const fs::path folder = fs::absolute(output, error).parent_path();
    if (!fs::is_directory(folder, error))
        return fail(ErrorCode::Unwritable,
                    "There is no folder " + folder.string() + "; make it, or choose another -o.");
    for (const std::string& file : collectFiles(output, 0))
        fs::remove(file, error);
    fs::remove(output, error);
    return {};
}

} // namespace

std::string injectLibrary()
{
    if (const char* named = std::getenv("TWINTRACE_INJECT"); named != nullptr)
        return named;
    std::error_code error;
    const fs::path folder = fs::read_symlink("/proc/self/exe", error).parent_path();
    for (const fs::path& place : {folder / "libtwintrace_inject.so", folder / "../bin/libtwintrace_inject.so",
                                  folder / "../lib/twintrace/libtwintrace_inject.so"}) {
        if (fs::exists(place, error))
            return fs::canonical(place, error).string();
    }
    return {};
}

Result<ProgramRecording> recordProgram(const ProgramToRecord& program, const std::atomic<std::uint32_t>* wish,
                                       std::atomic<std::int64_t>* programPid)
{
    if (program.command.empty())
        return fail(ErrorCode::Usage,
                    "No program was named; write it after --, as in: twintrace record -- python x.py");
    std::error_code error;
    const std::string output =
        fs::absolute(program.output, error).string(); // the program may change its folder
    TWINTRACE_TRY(clearOld(output));
    const std::string library = injectLibrary();
    const SharedControl control;
    if (control.get() == nullptr)
        return fail(
            ErrorCode::Unwritable,
            "A temporary file cannot be made; check the folder that TMPDIR names and its free space.");
    control.get()->wish = program.isWaiting ? RecordControl::kWait : RecordControl::kRecord;
    auto pid = spawn(program, environmentFor(program, output, library, control.path()));
    if (!pid)
        return tl::unexpected(std::move(pid.error()));
    if (programPid != nullptr)
        *programPid = *pid;

    ProgramRecording recording;
    recording.exitCode = waitForEnd(*pid, *control.get(), wish);
    if (programPid != nullptr)
        *programPid = 0;
    const RecordControl& told = *control.get();
    recording.isRecorded = told.recording > 0;
    recording.kernels = told.kernels;
    recording.launches = told.launches;
    recording.droppedRecords = told.dropped;
    if (library.empty())
        recording.whyNot =
            "Nothing was recorded because libtwintrace_inject.so is not beside twintrace; build the target "
            "twintrace_inject, or name it in TWINTRACE_INJECT.";
    else if (!recording.isRecorded)
        recording.whyNot = whyNothing(told);
    else if (told.hasFailure == 2)
        recording.notes.emplace_back(told.failure.data());
    recording.files = collectFiles(output, *pid);
    if (recording.isRecorded && recording.files.empty() && recording.notes.empty())
        recording.notes.emplace_back("No file was written: the program made no CUDA context, it ended before "
                                     "anything was written, or the "
                                     "recording never began.");
    return recording;
}

} // namespace twintrace
