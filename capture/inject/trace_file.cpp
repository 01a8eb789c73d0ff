// SPDX-License-Identifier: MIT
#include "capture/inject/trace_file.h"

#include "capture/inject/record_settings.h"

#include <unistd.h>

namespace twintrace
{

Result<void> TraceFile::open(const CaptureSession& session)
{
    if (m_out)
        return {};
    TraceHeader header;
    header.traceName = m_path.substr(m_path.rfind('/') + 1);
    const ClockBridge clock = session.clock();
    header.baseTimeNanoseconds = clock.base();
    const std::vector<GpuDevice> devices = session.devices();
    for (const GpuDevice& device : devices)
        header.deviceProperties.push_back(deviceProperties(device));
    header.other.text("recorder", "twintrace record").number("cupti_version", session.cuptiVersion());
    auto out = ChromeJsonWriter::create(m_path, std::move(header));
    if (!out)
        return tl::unexpected<Error>(std::move(out.error()));
    m_out = std::move(*out);
    // One clock pair for the whole file: what is written early cannot know how the wall clock will drift.
    m_gpu = std::make_unique<GpuTraceWriter>(*m_out, clock, devices, ::getpid(), programName());
    return {};
}

Result<void> TraceFile::add(const GpuRecords& batch, const CaptureSession& session)
{
    if (batch.size() == 0)
        return {};
    TWINTRACE_TRY(open(session));
    m_gpu->write(batch);
    return m_out->flush();
}

Result<void> TraceFile::finish(const CaptureSession& session)
{
    TWINTRACE_TRY(
        open(session)); // a program that used a GPU and launched nothing leaves an empty trace, not none
    JsonFields closing;
    const CaptureSummary summary = session.summary();
    closing.number("kernels", summary.kernels)
        .number("launches", summary.kernelLaunches)
        .number("graph_launches", summary.graphLaunches)
        .number("launches_without_kernels", summary.launchesWithoutWork)
        .number("untimed_kernels", summary.untimedKernels)
        .number("dropped_records", summary.dropped);
    std::string warnings = "[";
    for (const std::string& warning : summary.warnings) {
        if (warnings.size() > 1)
            warnings += ',';
        appendJsonText(warnings, warning);
    }
    closing.json("warnings", warnings + "]");
    m_gpu.reset();
    const Result<void> closed = m_out->close(JsonFields().json("twintrace", closing.object()));
    m_out.reset();
    return closed;
}

void TraceFile::abandon()
{
    if (m_out)
        m_out->abandon();
}

} // namespace twintrace
