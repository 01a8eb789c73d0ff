// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runner/recorded_pass.h"

#include "capture/cupti/capture_session.h"
#include "capture/runner/op_correlation.h"
#include "capture/runner/run_plan.h"
#include "capture/runner/trace_writer.h"

#include <algorithm>

namespace twintrace
{
namespace
{

// Whatever happens while recording, the callback must not stay on.
class OpWindow
{
  public:
    OpWindow(OpRecorder& ops, bool isWanted) : m_ops(ops), m_isWanted(isWanted)
    {
        m_ops.clear();
        if (m_isWanted)
            m_ops.start();
    }
    OpWindow(const OpWindow&) = delete;
    OpWindow& operator=(const OpWindow&) = delete;
    ~OpWindow() { close(); }
    void close()
    {
        if (std::exchange(m_isWanted, false))
            m_ops.stop();
    }
    /// Looks at the arguments of one forward, so that the recorded ones need not.
    Result<void> lookAtArguments(ModelRunner& runner)
    {
        if (!m_isWanted)
            return {};
        m_ops.startArguments();
        auto unkept = timeCall(runner);
        m_ops.stopArguments();
        if (!unkept)
            return tl::unexpected(std::move(unkept.error()));
        return {};
    }

  private:
    OpRecorder& m_ops;
    bool m_isWanted;
};

Result<void> runIterations(ModelRunner& runner, OpRecorder& ops, int count, RecordedPass& pass,
                           protocol::RecordedEvent& event)
{
    for (int at = 0; at < count; ++at) {
        ops.nextForward();
        RecordedIteration iteration;
        iteration.begin = monotonicNow();
        {
            auto outputs = runner.run();
            if (!outputs)
                return tl::unexpected(std::move(outputs.error()));
            TWINTRACE_TRY(runner.synchronize());
        }
        iteration.end = monotonicNow();
        pass.iterations.push_back(iteration);
        event.durations.push_back(iteration.end - iteration.begin);
    }
    return {};
}

void describe(const CaptureSession& session, protocol::RecordedEvent& event)
{
    const CaptureSummary summary = session.summary();
    event.dropped += static_cast<std::int64_t>(summary.dropped);
    event.recorder["cupti_version"] = session.cuptiVersion();
    event.recorder["cupti"] = session.cuptiPath();
    event.recorder["kernels"] = summary.kernels;
    event.recorder["launches"] = summary.kernelLaunches;
    event.recorder["graph_launches"] = summary.graphLaunches;
    event.recorder["untimed_kernels"] = summary.untimedKernels;
    event.recorder["warnings"] = summary.warnings;
}

} // namespace

Result<protocol::RecordedEvent> recordPass(ModelRunner& runner, OpRecorder& ops, at::Device device,
                                           const std::string& variant, const protocol::RecordCommand& command)
{
    protocol::RecordedEvent event;
    event.file = command.file;
    event.iterations = std::clamp(command.iterations, 1, 10'000);
    event.recorder["name"] = "twintrace";
    event.recorder["torch"] = TWINTRACE_TORCH_VERSION;
    RecordedPass pass;
    pass.variant = variant;
    pass.provenance = &runner.provenance();
    pass.ops = command.wantsOps ? &ops : nullptr;

    std::unique_ptr<CaptureSession> session;
    if (device.is_cuda() && (command.wantsKernels || command.wantsLaunches)) {
        CaptureOptions options;
        options.kernels = command.wantsKernels;
        options.isDetaching = !command.staysAttached; // rounds may follow, and must not pay for this
        options.isRepeating = true;
        options.calls = command.wantsLaunches ? CallSet::Program : CallSet::None;
        auto opened = CaptureSession::open(options);
        if (!opened)
            return tl::unexpected(std::move(opened.error()));
        session = std::move(*opened);
        TWINTRACE_TRY(session->warm());
    }
    {
        OpWindow window(ops, command.wantsOps);
        if (auto unkept = timeCall(runner); !unkept)
            return tl::unexpected(std::move(unkept.error()));
        TWINTRACE_TRY(window.lookAtArguments(runner));
        ops.clear();
        const ClockPair first = readClocks();
        if (session)
            TWINTRACE_TRY(session->begin());
        TWINTRACE_TRY(runIterations(runner, ops, event.iterations, pass, event));
        window.close();
        if (session) {
            TWINTRACE_TRY(session->end());
            pass.gpu.push_back(session->take());
            if (command.wantsOps)
                tieCallsToOps(pass.gpu.back(), ops.records());
            pass.devices = session->devices();
        }
        pass.clock = ClockBridge(first, readClocks());
    }
    event.dropped = command.wantsOps ? ops.dropped() : 0;
    if (session)
        describe(*session, event);
    auto events = writeRecordedPass(command.file, pass);
    if (!events)
        return tl::unexpected(std::move(events.error()));
    event.events = *events;
    return event;
}

} // namespace twintrace
