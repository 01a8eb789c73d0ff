// SPDX-License-Identifier: MIT
#include "core/export/gpu_trace_writer.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cxxabi.h>
#include <fstream>
#include <map>
#include <memory>
#include <tuple>
#include <utility>

namespace twintrace
{
namespace
{

// Kineto's constants: they decide where viewers put the rows.
constexpr std::int64_t kDeviceSortBase = 5'000'000;
constexpr std::int64_t kSyncRowBase = 1'000'000;
constexpr std::int64_t kOverheadProcess = -1;
constexpr std::int64_t kOverheadSort = 0x100000A;
constexpr std::size_t kLongestDemangled = 8192; // as Kineto: the demangler may need very much memory above

std::string systemThreadName(std::int64_t process, std::uint32_t thread)
{
    std::ifstream in("/proc/" + std::to_string(process) + "/task/" + std::to_string(thread) + "/comm");
    std::string name;
    std::getline(in, name);
    return name;
}

} // namespace

JsonFields deviceProperties(const GpuDevice& device)
{
    JsonFields fields;
    fields.number("id", device.id)
        .text("name", device.name)
        .number("totalGlobalMem", device.totalMemoryBytes)
        .number("computeMajor", device.computeMajor)
        .number("computeMinor", device.computeMinor)
        .number("maxThreadsPerBlock", device.maxThreadsPerBlock)
        .number("maxThreadsPerMultiprocessor", device.maxThreadsPerMultiprocessor)
        .number("regsPerBlock", device.registersPerBlock)
        .number("warpSize", device.warpSize)
        .number("sharedMemPerBlock", device.sharedBytesPerBlock)
        .number("numSms", device.multiprocessors)
        .number("regsPerMultiprocessor", device.registersPerMultiprocessor)
        .number("sharedMemPerBlockOptin", device.sharedBytesPerBlockOptin)
        .number("sharedMemPerMultiprocessor", device.sharedBytesPerMultiprocessor);
    return fields;
}

std::string demangled(std::string_view symbol)
{
    if (!symbol.starts_with("_Z") || symbol.size() > kLongestDemangled)
        return std::string(symbol);
    int status = 0;
    const std::unique_ptr<char, decltype(&std::free)> text(
        abi::__cxa_demangle(std::string(symbol).c_str(), nullptr, nullptr, &status), &std::free);
    return status == 0 && text ? std::string(text.get()) : std::string(symbol);
}

GpuTraceWriter::GpuTraceWriter(ChromeJsonWriter& out, ClockBridge clock, std::vector<GpuDevice> devices,
                               std::int64_t processId, std::string program)
    : m_out(out), m_clock(clock), m_devices(std::move(devices)), m_processId(processId),
      m_program(std::move(program))
{
    m_out.processName(m_processId, m_program);
    m_out.processLabels(m_processId, "CPU");
    m_out.processSortIndex(m_processId, m_processId);
}

void GpuTraceWriter::write(const GpuRecords& batch)
{
    m_externalIds.clear();
    for (const ExternalRecord& external : batch.externals)
        m_externalIds[external.correlation] = external.externalId;
    for (const CallRecord& call : batch.calls)
        writeCall(call, batch.names);
    for (const RangeRecord& range : batch.ranges) {
        announceThread(range.thread);
        m_out.slice({m_processId, range.thread}, "user_annotation", batch.names.text(range.name),
                    m_clock.wall(range.begin), range.end - range.begin);
    }
    for (const KernelRecord& kernel : batch.kernels)
        writeKernel(kernel, batch.names);
    for (const CopyRecord& copy : batch.copies)
        writeCopy(copy, batch.names);
    for (const SyncRecord& sync : batch.syncs)
        writeSync(sync, batch.names);
    for (const OverheadRecord& overhead : batch.overheads)
        writeOverhead(overhead, batch.names);
}

void GpuTraceWriter::writeKernel(const KernelRecord& kernel, const StringPool& names)
{
    const GpuWork& work = kernel.work;
    const TraceRow row = rowOf(work);
    workFields(work);
    m_args.number("registers per thread", kernel.registersPerThread)
        .number("shared memory", std::uint64_t{kernel.staticSharedBytes} + kernel.dynamicSharedBytes);
    const GpuDevice* device = deviceOf(work.device);
    if (device != nullptr && device->multiprocessors > 0) {
        const auto blocks = static_cast<double>(kernel.grid[0] * kernel.grid[1] * kernel.grid[2]);
        const auto threads = static_cast<double>(kernel.block[0] * kernel.block[1] * kernel.block[2]);
        const double blocksPerMultiprocessor = blocks / device->multiprocessors;
        m_args.decimal("blocks per SM", std::round(blocksPerMultiprocessor * 1e6) / 1e6)
            .decimal("warps per SM",
                     std::round(blocksPerMultiprocessor * threads / device->warpSize * 1e6) / 1e6);
    }
    m_args.numbers("grid", kernel.grid).numbers("block", kernel.block);
    if (kernel.occupancyRatio >= 0)
        m_args.number("est. achieved occupancy %", std::lround(kernel.occupancyRatio * 100));
    if (!work.isTimed()) { // ts 0 and dur 0, as readers know lost time stamps
        m_out.untimedSlice(row, "kernel", readable(names.text(kernel.name)), m_args);
        return;
    }
    m_out.slice(row, "kernel", readable(names.text(kernel.name)), m_clock.wall(work.begin),
                work.end - work.begin, m_args);
    arrowTo(work);
}

void GpuTraceWriter::writeCopy(const CopyRecord& copy, const StringPool& names)
{
    const GpuWork& work = copy.work;
    const TraceRow row = rowOf(work);
    workFields(work);
    m_args.number("bytes", copy.bytes);
    if (work.end > work.begin) // bytes per ns are GB/s
        m_args.decimal("memory bandwidth (GB/s)",
                       static_cast<double>(copy.bytes) / static_cast<double>(work.end - work.begin));
    const char* category = copy.isFill ? "gpu_memset" : "gpu_memcpy";
    if (!work.isTimed()) {
        m_out.untimedSlice(row, category, names.text(copy.name), m_args);
        return;
    }
    m_out.slice(row, category, names.text(copy.name), m_clock.wall(work.begin), work.end - work.begin,
                m_args);
    arrowTo(work);
}

void GpuTraceWriter::writeCall(const CallRecord& call, const StringPool& names)
{
    announceThread(call.thread);
    m_args.clear();
    if (const auto external = m_externalIds.find(call.correlation); external != m_externalIds.end())
        m_args.number("External id", external->second);
    m_args.number("cbid", call.callbackId).number("correlation", call.correlation);
    if (call.returnValue != 0)
        m_args.number("return value", call.returnValue);
    const TraceRow row{m_processId, call.thread};
    const Nanoseconds begin = m_clock.wall(call.begin);
    m_out.slice(row, call.isDriver ? "cuda_driver" : "cuda_runtime", names.text(call.name), begin,
                call.end - call.begin, m_args);
    if (call.role != CallRole::Other && call.role != CallRole::Synchronization && call.returnValue == 0)
        m_out.flowBegin(row, "ac2g", call.correlation, begin);
}

void GpuTraceWriter::writeSync(const SyncRecord& sync, const StringPool& names)
{
    const auto known = m_deviceOfContext.find(sync.context);
    const std::uint32_t device = known == m_deviceOfContext.end() ? 0 : known->second;
    const std::int64_t stream = sync.stream == kEveryStream ? -1 : static_cast<std::int64_t>(sync.stream);
    const TraceRow row{device, kSyncRowBase + stream};
    announceDevice(device);
    if (m_namedStreams.insert({device, row.thread}).second) {
        m_out.threadName(row,
                         stream < 0 ? "all streams (sync)" : "stream " + std::to_string(stream) + " (sync)");
        m_out.threadSortIndex(row, row.thread);
    }
    m_args.clear();
    m_args.text("cuda_sync_kind", names.text(sync.name))
        .number("device", device)
        .number("context", sync.context)
        .number("stream", stream)
        .number("correlation", sync.correlation);
    if (sync.eventId != 0 && sync.eventId != kEveryStream)
        m_args.number("wait_on_cuda_event_id", sync.eventId);
    m_out.slice(row, "cuda_sync", names.text(sync.name), m_clock.wall(sync.begin), sync.end - sync.begin,
                m_args);
}

void GpuTraceWriter::writeOverhead(const OverheadRecord& overhead, const StringPool& names)
{
    if (!std::exchange(m_isOverheadNamed, true)) {
        m_out.processName(kOverheadProcess, m_program);
        m_out.processLabels(kOverheadProcess, "Overhead");
        m_out.processSortIndex(kOverheadProcess, kOverheadSort);
    }
    m_out.slice({kOverheadProcess, overhead.thread}, "overhead", names.text(overhead.name),
                m_clock.wall(overhead.begin), overhead.end - overhead.begin);
}

void GpuTraceWriter::writeShadows(const GpuRecords& batch, std::span<const RangeRecord> ranges,
                                  const StringPool& names)
{
    struct Reach {
        Nanoseconds begin;
        Nanoseconds end;
    };
    std::unordered_map<std::uint32_t, const CallRecord*> callOf;
    for (const CallRecord& call : batch.calls)
        callOf.emplace(call.correlation, &call);
    std::map<std::tuple<std::size_t, std::uint32_t, std::uint32_t>, Reach> reaches;
    const auto extend = [&](const GpuWork& work) {
        const auto call = callOf.find(work.correlation);
        if (call == callOf.end() || !work.isTimed())
            return;
        for (std::size_t i = 0; i < ranges.size(); ++i) {
            const RangeRecord& range = ranges[i];
            if (range.thread != call->second->thread || call->second->begin < range.begin ||
                call->second->begin > range.end)
                continue;
            auto [reach, isNew] =
                reaches.try_emplace({i, work.device, work.stream}, Reach{work.begin, work.end});
            reach->second.begin = std::min(reach->second.begin, work.begin);
            reach->second.end = std::max(reach->second.end, work.end);
        }
    };
    for (const KernelRecord& kernel : batch.kernels)
        extend(kernel.work);
    for (const CopyRecord& copy : batch.copies)
        extend(copy.work);
    for (const auto& [key, reach] : reaches) {
        const auto& [range, device, stream] = key;
        m_args.clear();
        // One ns more at each end, as Kineto does, so that the shadow encloses its kernels.
        m_out.slice({device, stream}, "gpu_user_annotation", names.text(ranges[range].name),
                    m_clock.wall(reach.begin) - 1, reach.end - reach.begin + 2, m_args);
    }
}

void GpuTraceWriter::nameThread(std::uint32_t thread, std::string_view name)
{
    m_namedThreads.insert(thread);
    m_out.threadName({m_processId, thread}, name);
    m_out.threadSortIndex({m_processId, thread}, thread);
}

void GpuTraceWriter::workFields(const GpuWork& work)
{
    m_args.clear();
    if (const auto external = m_externalIds.find(work.correlation); external != m_externalIds.end())
        m_args.number("External id", external->second);
    m_args.number("queued", 0)
        .number("device", work.device)
        .number("context", work.context)
        .number("stream", work.stream)
        .number("correlation", work.correlation);
    if (work.graphId != 0)
        m_args.number("graph id", work.graphId).number("graph node id", work.graphNodeId);
}

void GpuTraceWriter::arrowTo(const GpuWork& work)
{
    if (work.correlation != 0)
        m_out.flowEnd({work.device, work.stream}, "ac2g", work.correlation, m_clock.wall(work.begin));
}

TraceRow GpuTraceWriter::rowOf(const GpuWork& work)
{
    const TraceRow row{work.device, work.stream};
    m_deviceOfContext[work.context] = work.device;
    announceDevice(work.device);
    if (m_namedStreams.insert({work.device, row.thread}).second) {
        m_out.threadName(row, "stream " + std::to_string(work.stream));
        m_out.threadSortIndex(row, work.stream);
    }
    return row;
}

void GpuTraceWriter::announceDevice(std::uint32_t device)
{
    if (!m_namedDevices.insert(device).second)
        return;
    m_out.processName(device, m_program);
    m_out.processLabels(device, "GPU " + std::to_string(device));
    m_out.processSortIndex(device, kDeviceSortBase + device);
}

void GpuTraceWriter::announceThread(std::uint32_t thread)
{
    if (m_namedThreads.contains(thread))
        return;
    const std::string name = systemThreadName(m_processId, thread);
    nameThread(thread, "thread " + std::to_string(thread) + (name.empty() ? "" : " (" + name + ")"));
}

const std::string& GpuTraceWriter::readable(std::string_view symbol)
{
    auto [entry, isNew] = m_readable.try_emplace(std::string(symbol));
    if (isNew)
        entry->second = demangled(symbol);
    return entry->second;
}

const GpuDevice* GpuTraceWriter::deviceOf(std::uint32_t index) const
{
    const auto found =
        std::find_if(m_devices.begin(), m_devices.end(), [&](const GpuDevice& d) { return d.id == index; });
    return found == m_devices.end() ? nullptr : &*found;
}

} // namespace twintrace
