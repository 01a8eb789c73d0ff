// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <string>
#include <type_traits>

namespace twintrace
{

/// What `twintrace record` and the recorder inside the recorded programs share: a small file that all of them
/// map. The program's own signals, files and streams stay untouched. Zeroed memory is the beginning state.
struct RecordControl {
    static constexpr std::uint32_t kLayout = 1;

    enum Wish : std::uint32_t { kRecord = 0, kWait = 1, kStop = 2 };

    std::atomic<std::uint32_t> layout;     ///< kLayout; another number: another version, do not touch
    std::atomic<std::uint32_t> wish;       ///< what the starter wants now
    std::atomic<std::uint32_t> attached;   ///< processes in which CUDA has started
    std::atomic<std::uint32_t> recording;  ///< of those, processes whose recorder works
    std::atomic<std::uint32_t> hasFailure; ///< 1: `failure` is being written, 2: it is there
    std::array<char, 1024> failure;        ///< the first reason why a recorder could not start
    std::atomic<std::uint64_t> kernels;    ///< written to files so far, all processes
    std::atomic<std::uint64_t> launches;
    std::atomic<std::uint64_t> dropped;    ///< GPU records lost
    std::atomic<std::uint32_t> unwritable; ///< files that could not be written whole
};
static_assert(std::atomic<std::uint64_t>::is_always_lock_free, "the counters are shared between processes");

/// Environment variables that tell the recorder inside a program what to do.
inline constexpr const char* kRecordControlVariable = "TWINTRACE_RECORD_CONTROL"; ///< path of the shared file
inline constexpr const char* kRecordOutputVariable = "TWINTRACE_RECORD_OUTPUT";   ///< see recordFileOf()
inline constexpr const char* kRecordSecondsVariable =
    "TWINTRACE_RECORD_SECONDS"; ///< length of the window; unset: all

/// The file of one process: "out.json.gz" and pid 7 give "out.7.json.gz".
[[nodiscard]] inline std::string recordFileOf(const std::string& output, std::int64_t pid)
{
    for (const char* ending : {".json.gz", ".json", ".gz"}) {
        if (output.ends_with(ending)) {
            const std::string stem = output.substr(0, output.size() - std::string(ending).size());
            return stem + "." + std::to_string(pid) + ending;
        }
    }
    return output + "." + std::to_string(pid);
}

} // namespace twintrace
