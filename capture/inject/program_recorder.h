// SPDX-License-Identifier: MIT
#pragma once

#include "capture/cupti/capture_session.h"
#include "capture/inject/record_settings.h"
#include "capture/inject/trace_file.h"

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>

namespace twintrace
{

/// Records the program it was injected into, from a thread of its own: drains CUPTI's buffers, writes them
/// away and watches for the end of the window, whoever asks for it. Lives until the process ends; never
/// destroyed.
class ProgramRecorder
{
  public:
    /// Subscribes and starts recording (or waits for the starter's wish). Called inside the driver's start,
    /// so nothing here may call CUDA. The program goes on whatever happens; a reason is left with the
    /// starter.
    static void start(RecordSettings settings);
    /// At the program's end: closes the window and the file. Waits for the thread, but not for ever.
    static void finish();
    /// In the child after a fork: this recording belongs to the parent.
    static void disarm();

  private:
    explicit ProgramRecorder(RecordSettings settings);
    [[nodiscard]] Result<void> open();
    void run();
    void drain();
    void close(bool synchronize);
    void finishFile();
    void report(const Error& error);
    [[nodiscard]] bool isWindowOver() const;
    [[nodiscard]] bool isWaitedFor() const;

    RecordSettings m_settings;
    TraceFile m_file;
    std::unique_ptr<CaptureSession> m_session;
    std::optional<Nanoseconds> m_begin;
    std::uint64_t m_reportedKernels = 0;
    std::uint64_t m_reportedLaunches = 0;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    bool m_isEnding = false; ///< the program leaves
    bool m_isClosed = false; ///< the file is whole
    std::atomic<bool> m_isDisarmed{false};
};

} // namespace twintrace
