// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/clock_bridge.h"
#include "core/base/gpu_records.h"
#include "core/export/chrome_json_writer.h"

#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace twintrace
{

/// Kineto's object for `deviceProperties`.
[[nodiscard]] JsonFields deviceProperties(const GpuDevice& device);

/// The human form of a C++ symbol; other texts, and names too long for the demangler's memory, stay as they
/// are.
[[nodiscard]] std::string demangled(std::string_view symbol);

/// Writes GPU records into a Chrome trace as Kineto lays it out: the device as process, the stream as thread,
/// calls on the threads that made them, arrows (ac2g) from a call to what it launched. Batches may follow
/// each other.
class GpuTraceWriter
{
  public:
    /// `processId` and `program` are those of the recorded program.
    GpuTraceWriter(ChromeJsonWriter& out, ClockBridge clock, std::vector<GpuDevice> devices,
                   std::int64_t processId, std::string program);

    void write(const GpuRecords& batch);
    /// The device-side shadow of each host range: from the first to the last piece of work that was launched
    /// inside it, per stream. The batch must hold the calls and their work.
    void writeShadows(const GpuRecords& batch, std::span<const RangeRecord> ranges, const StringPool& names);
    /// Names a host thread's row; without it a thread gets the name the system has for it.
    void nameThread(std::uint32_t thread, std::string_view name);

  private:
    void writeKernel(const KernelRecord& kernel, const StringPool& names);
    void writeCopy(const CopyRecord& copy, const StringPool& names);
    void writeCall(const CallRecord& call, const StringPool& names);
    void writeSync(const SyncRecord& sync, const StringPool& names);
    void writeOverhead(const OverheadRecord& overhead, const StringPool& names);
    void workFields(const GpuWork& work);
    void arrowTo(const GpuWork& work);
    TraceRow rowOf(const GpuWork& work);
    void announceDevice(std::uint32_t device);
    void announceThread(std::uint32_t thread);
    const std::string& readable(std::string_view symbol);
    [[nodiscard]] const GpuDevice* deviceOf(std::uint32_t index) const;

    ChromeJsonWriter& m_out;
    ClockBridge m_clock;
    std::vector<GpuDevice> m_devices;
    std::int64_t m_processId;
    std::string m_program;
    JsonFields m_args;
    std::set<std::uint32_t> m_namedDevices;
    std::set<std::uint32_t> m_namedThreads;
    std::set<std::pair<std::uint32_t, std::int64_t>> m_namedStreams;
    std::unordered_map<std::uint32_t, std::uint32_t> m_deviceOfContext;
    std::unordered_map<std::uint32_t, std::uint64_t> m_externalIds; ///< of the batch being written
    std::unordered_map<std::string, std::string> m_readable;
    bool m_isOverheadNamed = false;
};

} // namespace twintrace
