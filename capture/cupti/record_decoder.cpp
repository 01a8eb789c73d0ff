// SPDX-License-Identifier: MIT
#include "capture/cupti/record_decoder.h"

#include "capture/cupti/occupancy.h"

#include <algorithm>
#include <array>
#include <string>

namespace twintrace
{
namespace
{

// CUPTI's structs are packed: fields are copied out, never bound to a reference.
template <class Record> GpuWork workOf(const Record& record)
{
    GpuWork work;
    work.begin = static_cast<Nanoseconds>(record.start);
    work.end = static_cast<Nanoseconds>(record.end);
    work.device = record.deviceId;
    work.context = record.contextId;
    work.stream = record.streamId;
    work.correlation = record.correlationId;
    work.graphId = record.graphId;
    work.graphNodeId = record.graphNodeId;
    return work;
}

const char* copyKindName(std::uint8_t kind)
{
    constexpr std::array kNames{"",     "HtoD", "DtoH", "HtoA", "AtoH", "AtoA",
                                "AtoD", "DtoA", "DtoD", "HtoH", "PtoP"};
    return kind < kNames.size() ? kNames[kind] : "";
}

const char* memoryKindName(std::uint32_t kind)
{
    constexpr std::array kNames{"Unknown", "Pageable", "Pinned",        "Device",
                                "Array",   "Managed",  "Device Static", "Managed Static"};
    return kind < kNames.size() ? kNames[kind] : "Unknown";
}

template <class Record> CopyRecord copyOf(const Record& record, GpuRecords& into)
{
    CopyRecord copy;
    copy.work = workOf(record);
    copy.bytes = record.bytes;
    copy.name =
        into.names.intern(std::string("Memcpy ") + copyKindName(record.copyKind) + " (" +
                          memoryKindName(record.srcKind) + " -> " + memoryKindName(record.dstKind) + ")");
    return copy;
}

const char* syncName(CUpti_ActivitySynchronizationType type)
{
    switch (type) {
    case CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_EVENT_SYNCHRONIZE:
        return "Event Sync";
    case CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_STREAM_WAIT_EVENT:
        return "Stream Wait Event";
    case CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_STREAM_SYNCHRONIZE:
        return "Stream Sync";
    case CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_CONTEXT_SYNCHRONIZE:
        return "Context Sync";
    default:
        return "Unknown Sync";
    }
}

// The names that Kineto gives them.
const char* overheadName(CUpti_ActivityOverheadKind kind)
{
    switch (kind) {
    case CUPTI_ACTIVITY_OVERHEAD_DRIVER_COMPILER:
        return "Driver Compiler";
    case CUPTI_ACTIVITY_OVERHEAD_CUPTI_BUFFER_FLUSH:
        return "Buffer Flush";
    case CUPTI_ACTIVITY_OVERHEAD_CUPTI_INSTRUMENTATION:
        return "Instrumentation";
    case CUPTI_ACTIVITY_OVERHEAD_CUPTI_RESOURCE:
        return "Resource";
    case CUPTI_ACTIVITY_OVERHEAD_RUNTIME_TRIGGERED_MODULE_LOADING:
        return "Runtime Triggered Module Loading";
    case CUPTI_ACTIVITY_OVERHEAD_LAZY_FUNCTION_LOADING:
        return "Lazy Function Loading";
    case CUPTI_ACTIVITY_OVERHEAD_COMMAND_BUFFER_FULL:
        return "Command Buffer Full";
    case CUPTI_ACTIVITY_OVERHEAD_ACTIVITY_BUFFER_REQUEST:
        return "Activity Buffer Request";
    case CUPTI_ACTIVITY_OVERHEAD_UVM_ACTIVITY_INIT:
        return "UVM Activity Init";
    default:
        return "Unrecognized overhead";
    }
}

std::unordered_map<std::uint32_t, ApiCall> callsById(const CuptiApi& api, CUpti_CallbackDomain domain)
{
    std::unordered_map<std::uint32_t, ApiCall> byId;
    for (ApiCall& call : apiCalls(api, domain))
        byId.emplace(call.callbackId, std::move(call));
    return byId;
}

template <class Record> const Record& as(const CUpti_Activity* record)
{
    return *reinterpret_cast<const Record*>(record);
}

} // namespace

RecordDecoder::RecordDecoder(std::shared_ptr<const CuptiApi> api, std::vector<GpuDevice> devices)
    : m_api(std::move(api)), m_devices(std::move(devices)),
      m_runtimeCalls(callsById(*m_api, CUPTI_CB_DOMAIN_RUNTIME_API)),
      m_driverCalls(callsById(*m_api, CUPTI_CB_DOMAIN_DRIVER_API))
{
}

void RecordDecoder::decode(std::uint8_t* buffer, std::size_t validBytes, GpuRecords& into)
{
    CUpti_Activity* record = nullptr;
    while (m_api->getNextRecord(buffer, validBytes, &record) == CUPTI_SUCCESS && record != nullptr) {
        ++m_records;
        decodeOne(record, into);
    }
}

void RecordDecoder::decodeOne(const CUpti_Activity* record, GpuRecords& into)
{
    const CUpti_ActivityKind kind = record->kind;
    switch (kind) {
    case CUPTI_ACTIVITY_KIND_KERNEL:
    case CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL:
        addKernel(as<CUpti_ActivityKernel10>(record), into);
        return;
    case CUPTI_ACTIVITY_KIND_MEMCPY:
        into.copies.push_back(copyOf(as<CUpti_ActivityMemcpy6>(record), into));
        return;
    case CUPTI_ACTIVITY_KIND_MEMCPY2:
        into.copies.push_back(copyOf(as<CUpti_ActivityMemcpyPtoP4>(record), into));
        return;
    case CUPTI_ACTIVITY_KIND_MEMSET: {
        const auto& fill = as<CUpti_ActivityMemset4>(record);
        CopyRecord copy;
        copy.work = workOf(fill);
        copy.bytes = fill.bytes;
        copy.isFill = true;
        copy.name = into.names.intern(std::string("Memset (") + memoryKindName(fill.memoryKind) + ")");
        into.copies.push_back(copy);
        return;
    }
    case CUPTI_ACTIVITY_KIND_RUNTIME:
        addCall(as<CUpti_ActivityAPI>(record), false, into);
        return;
    case CUPTI_ACTIVITY_KIND_DRIVER:
        addCall(as<CUpti_ActivityAPI>(record), true, into);
        return;
    case CUPTI_ACTIVITY_KIND_SYNCHRONIZATION: {
        const auto& sync = as<CUpti_ActivitySynchronization2>(record);
        into.syncs.push_back({static_cast<Nanoseconds>(sync.start), static_cast<Nanoseconds>(sync.end),
                              sync.contextId, sync.streamId, sync.correlationId, sync.cudaEventId,
                              into.names.intern(syncName(sync.type))});
        return;
    }
    case CUPTI_ACTIVITY_KIND_OVERHEAD: {
        const auto& overhead = as<CUpti_ActivityOverhead3>(record);
        const std::uint32_t thread =
            overhead.objectKind == CUPTI_ACTIVITY_OBJECT_THREAD ? overhead.objectId.pt.threadId : 0U;
        into.overheads.push_back({static_cast<Nanoseconds>(overhead.start),
                                  static_cast<Nanoseconds>(overhead.end), thread,
                                  into.names.intern(overheadName(overhead.overheadKind))});
        return;
    }
    case CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION: {
        const auto& external = as<CUpti_ActivityExternalCorrelation>(record);
        into.externals.push_back({external.correlationId, external.externalId});
        return;
    }
    case CUPTI_ACTIVITY_KIND_MARKER:
        addMarker(as<CUpti_ActivityMarker2>(record), into);
        return;
    default:
        ++m_unknown;
        return;
    }
}

void RecordDecoder::addKernel(const CUpti_ActivityKernel10& record, GpuRecords& into) const
{
    KernelRecord kernel;
    kernel.work = workOf(record);
    const char* name = record.name;
    kernel.name = into.names.intern(name == nullptr ? "unknown" : name);
    kernel.grid = {record.gridX, record.gridY, record.gridZ};
    kernel.block = {record.blockX, record.blockY, record.blockZ};
    kernel.registersPerThread = record.registersPerThread;
    kernel.staticSharedBytes = static_cast<std::uint32_t>(record.staticSharedMemory);
    kernel.dynamicSharedBytes = static_cast<std::uint32_t>(record.dynamicSharedMemory);
    if (const GpuDevice* device = deviceOf(kernel.work.device); device != nullptr)
        kernel.occupancyRatio = estimatedOccupancy(*device, kernel);
    into.kernels.push_back(kernel);
}

void RecordDecoder::addCall(const CUpti_ActivityAPI& record, bool isDriver, GpuRecords& into) const
{
    CallRecord call;
    call.begin = static_cast<Nanoseconds>(record.start);
    call.end = static_cast<Nanoseconds>(record.end);
    call.thread = record.threadId;
    call.correlation = record.correlationId;
    call.callbackId = record.cbid;
    call.returnValue = record.returnValue;
    call.isDriver = isDriver;
    describe(call, into);
    into.calls.push_back(call);
}

void RecordDecoder::describe(CallRecord& call, GpuRecords& into) const
{
    const auto& calls = call.isDriver ? m_driverCalls : m_runtimeCalls;
    if (const auto known = calls.find(call.callbackId); known != calls.end()) {
        call.name = into.names.intern(known->second.name);
        call.role = known->second.role;
    } else {
        call.name = into.names.intern((call.isDriver ? "driver call " : "runtime call ") +
                                      std::to_string(call.callbackId));
    }
}

void RecordDecoder::addMarker(const CUpti_ActivityMarker2& record, GpuRecords& into)
{
    const std::uint32_t id = record.id;
    const auto time = static_cast<Nanoseconds>(record.timestamp);
    const auto flags = static_cast<unsigned>(record.flags);
    if ((flags & CUPTI_ACTIVITY_FLAG_MARKER_START) != 0) {
        OpenRange range;
        range.begin = time;
        range.name = record.name == nullptr ? "range" : record.name;
        range.thread = record.objectKind == CUPTI_ACTIVITY_OBJECT_THREAD ? record.objectId.pt.threadId : 0U;
        m_openRanges[id] = std::move(range);
    } else if ((flags & CUPTI_ACTIVITY_FLAG_MARKER_END) != 0) {
        const auto open = m_openRanges.find(id);
        if (open == m_openRanges.end())
            return; // began before the window
        into.ranges.push_back(
            {open->second.begin, time, open->second.thread, into.names.intern(open->second.name)});
        m_openRanges.erase(open);
    } else if ((flags & CUPTI_ACTIVITY_FLAG_MARKER_INSTANTANEOUS) != 0) {
        const std::uint32_t thread =
            record.objectKind == CUPTI_ACTIVITY_OBJECT_THREAD ? record.objectId.pt.threadId : 0U;
        into.ranges.push_back(
            {time, time, thread, into.names.intern(record.name == nullptr ? "mark" : record.name)});
    }
}

const GpuDevice* RecordDecoder::deviceOf(std::uint32_t index) const
{
    const auto found =
        std::find_if(m_devices.begin(), m_devices.end(), [&](const GpuDevice& d) { return d.id == index; });
    return found == m_devices.end() ? nullptr : &*found;
}

} // namespace twintrace
