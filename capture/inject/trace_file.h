// SPDX-License-Identifier: MIT
#pragma once

#include "capture/cupti/capture_session.h"
#include "core/export/chrome_json_writer.h"
#include "core/export/gpu_trace_writer.h"

#include <memory>
#include <string>

namespace twintrace
{

/// The trace of one recorded program: batches as they come, readable up to the last of them at any moment.
class TraceFile
{
  public:
    explicit TraceFile(std::string path) : m_path(std::move(path)) {}

    /// Appends a batch and makes it durable against the end of this program.
    [[nodiscard]] Result<void> add(const GpuRecords& batch, const CaptureSession& session);
    /// Writes what the recording amounts to and closes the file.
    [[nodiscard]] Result<void> finish(const CaptureSession& session);
    /// For the child after a fork: the file belongs to the parent.
    void abandon();

  private:
    [[nodiscard]] Result<void> open(const CaptureSession& session);

    std::string m_path;
    std::unique_ptr<ChromeJsonWriter> m_out;
    std::unique_ptr<GpuTraceWriter> m_gpu;
};

} // namespace twintrace
