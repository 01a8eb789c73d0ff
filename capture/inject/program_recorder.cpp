// SPDX-License-Identifier: MIT
#include "capture/inject/program_recorder.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <pthread.h>
#include <thread>

namespace twintrace
{
namespace
{

using std::chrono::milliseconds;

constexpr milliseconds kPeriod{50};      // how soon a wish is seen
constexpr int kPeriodsBetweenDrains = 6; // what a killed program loses at most: 0.3 s
constexpr std::chrono::seconds kLongestFinish{10};

ProgramRecorder* g_recorder =
    nullptr; // never deleted: CUPTI's threads and exit handlers outlive any order of ours

CaptureOptions options()
{
    CaptureOptions wanted;
    wanted.calls = CallSet::Program;
    wanted.synchronizations = true;
    wanted.ranges = true;
    wanted.bufferBytes = 1UL << 20; // every launching thread holds one
    wanted.budgetBytes = 64UL << 20;
    return wanted;
}

} // namespace

void ProgramRecorder::start(RecordSettings settings)
{
    if (g_recorder != nullptr)
        return;
    g_recorder = new ProgramRecorder(std::move(settings));
    if (RecordControl* control = g_recorder->m_settings.control; control != nullptr)
        ++control->attached;
    if (const Result<void> opened = g_recorder->open(); !opened) {
        g_recorder->report(opened.error());
        g_recorder->m_isDisarmed = true;
        return;
    }
    if (RecordControl* control = g_recorder->m_settings.control; control != nullptr)
        ++control->recording;
    // The program's signals are not for this thread.
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before);
    std::thread([] { g_recorder->run(); }).detach();
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

ProgramRecorder::ProgramRecorder(RecordSettings settings)
    : m_settings(std::move(settings)), m_file(m_settings.file)
{
}

Result<void> ProgramRecorder::open()
{
    auto session = CaptureSession::open(options());
    if (!session)
        return tl::unexpected<Error>(std::move(session.error()));
    m_session = std::move(*session);
    if (isWaitedFor())
        return {};
    TWINTRACE_TRY(m_session->begin());
    m_begin = monotonicNow();
    return {};
}

bool ProgramRecorder::isWaitedFor() const
{
    return m_settings.control != nullptr && m_settings.control->wish == RecordControl::kWait;
}

bool ProgramRecorder::isWindowOver() const
{
    if (m_settings.control != nullptr && m_settings.control->wish == RecordControl::kStop)
        return true;
    return m_begin && m_settings.seconds &&
           monotonicNow() - *m_begin >= static_cast<Nanoseconds>(*m_settings.seconds * 1e9);
}

void ProgramRecorder::run()
{
    int periods = 0;
    for (;;) {
        bool isEnding = false;
        {
            std::unique_lock lock(m_mutex);
            m_changed.wait_for(lock, kPeriod, [this] { return m_isEnding; });
            isEnding = m_isEnding;
        }
        if (m_isDisarmed)
            return;
        if (!m_begin && !isEnding && !isWaitedFor() && !isWindowOver()) {
            if (const Result<void> begun = m_session->begin(); !begun) {
                report(begun.error());
                isEnding = true;
            }
            m_begin = monotonicNow();
        }
        if (isEnding || isWindowOver()) {
            close(true);
            return;
        }
        if (m_begin && ++periods % kPeriodsBetweenDrains == 0)
            drain();
    }
}

void ProgramRecorder::drain()
{
    (void)m_session->collect(); // a failure here shows again at the end
    const GpuRecords batch = m_session->take();
    if (const Result<void> added = m_file.add(batch, *m_session); !added)
        report(added.error());
    RecordControl* control = m_settings.control;
    if (control == nullptr)
        return;
    const CaptureSummary summary = m_session->summary();
    const std::uint64_t launches = summary.kernelLaunches + summary.graphLaunches;
    control->kernels += summary.kernels - std::exchange(m_reportedKernels, summary.kernels);
    control->launches += launches - std::exchange(m_reportedLaunches, launches);
}

void ProgramRecorder::close(bool synchronize)
{
    if (m_begin) {
        if (const Result<void> ended = m_session->end(synchronize); !ended)
            report(ended.error());
        drain();
        if (m_settings.control != nullptr)
            m_settings.control->dropped += m_session->summary().dropped;
        // Compile workers and other helpers start CUDA to ask for its version: a trace of theirs would be
        // empty.
        if (m_session->hasSeenContext() || m_session->summary().records > 0)
            finishFile();
    }
    m_session.reset(); // CUPTI lets go of the program
    const std::lock_guard lock(m_mutex);
    m_isClosed = true;
    m_changed.notify_all();
}

void ProgramRecorder::finishFile()
{
    const Result<void> finished = m_file.finish(*m_session);
    if (finished)
        return;
    report(finished.error());
    if (m_settings.control != nullptr)
        ++m_settings.control->unwritable;
}

void ProgramRecorder::finish()
{
    if (g_recorder == nullptr || g_recorder->m_isDisarmed)
        return;
    std::unique_lock lock(g_recorder->m_mutex);
    g_recorder->m_isEnding = true;
    g_recorder->m_changed.notify_all();
    // A kernel that never ends must not keep the program: what was flushed before stays readable.
    g_recorder->m_changed.wait_for(lock, kLongestFinish, [] { return g_recorder->m_isClosed; });
}

void ProgramRecorder::disarm()
{
    if (g_recorder == nullptr)
        return;
    g_recorder->m_isDisarmed = true;
    if (g_recorder->m_session)
        g_recorder->m_session->abandon();
    g_recorder->m_file.abandon();
}

void ProgramRecorder::report(const Error& error)
{
    RecordControl* control = m_settings.control;
    std::uint32_t none = 0;
    if (control == nullptr) {
        std::fprintf(stderr, "twintrace: %s\n", error.message.c_str());
    } else if (control->hasFailure.compare_exchange_strong(none, 1)) {
        const std::size_t length = std::min(error.message.size(), control->failure.size() - 1);
        std::copy_n(error.message.data(), length, control->failure.data());
        control->hasFailure = 2;
    }
}

} // namespace twintrace
