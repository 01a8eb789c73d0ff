// SPDX-License-Identifier: MIT
#include "fake_cupti.h"

namespace twintrace::test
{

FakeCupti* FakeCupti::current = nullptr;

FakeCupti::~FakeCupti()
{
    current = nullptr;
}

// A domain's kind switches all of its functions, whatever was said about single ones before.
void FakeCupti::switchAllCalls(CUpti_ActivityKind kind, bool isOn)
{
    if (kind != CUPTI_ACTIVITY_KIND_RUNTIME && kind != CUPTI_ACTIVITY_KIND_DRIVER)
        return;
    auto& calls = kind == CUPTI_ACTIVITY_KIND_RUNTIME ? m_runtimeCalls : m_driverCalls;
    calls.clear();
    for (std::uint32_t id = 1; isOn && id < 500; ++id)
        calls.insert(id);
}

std::uint32_t FakeCupti::launchKernel(std::uint32_t stream, const char* name)
{
    const std::lock_guard lock(m_mutex);
    const std::uint32_t correlation = ++m_lastCorrelation;
    const std::uint64_t begin = m_timestamp != nullptr ? m_timestamp() : 0;
    callRuntime(kLaunchKernelId, correlation, begin);
    if (m_enabled.contains(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL))
        emit(kernelRecord(stream, correlation, name));
    return correlation;
}

std::uint32_t FakeCupti::launchGraph(int kernels, bool areKernelsRecorded)
{
    const std::lock_guard lock(m_mutex);
    const std::uint32_t correlation = ++m_lastCorrelation;
    callRuntime(kGraphLaunchId, correlation, m_timestamp());
    if (!areKernelsRecorded || !m_enabled.contains(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL))
        return correlation;
    for (int node = 0; node < kernels; ++node) {
        CUpti_ActivityKernel10 kernel = kernelRecord(7, correlation, "node");
        kernel.graphId = 2;
        kernel.graphNodeId = (std::uint64_t{2} << 32) | static_cast<unsigned>(node);
        emit(kernel);
    }
    return correlation;
}

void FakeCupti::copyToDevice(std::uint64_t bytes)
{
    const std::lock_guard lock(m_mutex);
    const std::uint32_t correlation = ++m_lastCorrelation;
    callRuntime(kMemcpyAsyncId, correlation, m_timestamp());
    if (!m_enabled.contains(CUPTI_ACTIVITY_KIND_MEMCPY))
        return;
    CUpti_ActivityMemcpy6 copy{};
    copy.kind = CUPTI_ACTIVITY_KIND_MEMCPY;
    copy.copyKind = CUPTI_ACTIVITY_MEMCPY_KIND_HTOD;
    copy.srcKind = CUPTI_ACTIVITY_MEMORY_KIND_PAGEABLE;
    copy.dstKind = CUPTI_ACTIVITY_MEMORY_KIND_DEVICE;
    copy.bytes = bytes;
    copy.start = m_timestamp();
    copy.end = copy.start + 1000;
    copy.correlationId = correlation;
    emit(copy);
}

void FakeCupti::launchThroughDriver()
{
    const std::lock_guard lock(m_mutex);
    const std::uint32_t correlation = ++m_lastCorrelation;
    std::uint64_t kept = 0;
    CUpti_CallbackData call{};
    call.correlationId = correlation;
    call.correlationData = &kept;
    for (const CUpti_ApiCallbackSite site : {CUPTI_API_ENTER, CUPTI_API_EXIT}) {
        call.callbackSite = site;
        if (m_callbacks.contains({CUPTI_CB_DOMAIN_DRIVER_API, kDriverLaunchKernelId}))
            m_callback(m_callbackPointer, CUPTI_CB_DOMAIN_DRIVER_API, kDriverLaunchKernelId, &call);
    }
    if (m_enabled.contains(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL))
        emit(kernelRecord(7, correlation, "triton_poi_fused_0"));
}

void FakeCupti::makeContext(CUcontext context)
{
    CUpti_ResourceData resource{};
    resource.context = context;
    m_callback(m_callbackPointer, CUPTI_CB_DOMAIN_RESOURCE, CUPTI_CBID_RESOURCE_CONTEXT_CREATED, &resource);
}

std::set<CUpti_ActivityKind> FakeCupti::everEnabled() const
{
    const std::lock_guard lock(m_mutex);
    return m_everEnabled;
}

std::set<CUpti_ActivityKind> FakeCupti::enabledNow() const
{
    const std::lock_guard lock(m_mutex);
    return m_enabled;
}

std::size_t FakeCupti::enabledCalls() const
{
    const std::lock_guard lock(m_mutex);
    return m_callbacks.size() + m_runtimeCalls.size() + m_driverCalls.size();
}

bool FakeCupti::isSubscribed() const
{
    const std::lock_guard lock(m_mutex);
    return m_isSubscribed;
}

std::uint64_t FakeCupti::buffersRequested() const
{
    const std::lock_guard lock(m_mutex);
    return m_buffersRequested;
}

bool FakeCupti::emitBytes(const void* record, std::size_t size)
{
    const std::lock_guard lock(m_mutex);
    ThreadBuffer& buffer = m_buffers[std::this_thread::get_id()];
    if (buffer.bytes != nullptr && buffer.used + size > buffer.size) {
        m_complete(nullptr, 0, buffer.bytes, buffer.size, buffer.used);
        buffer = {};
    }
    if (buffer.bytes == nullptr) {
        std::size_t most = 0;
        ++m_buffersRequested;
        m_request(&buffer.bytes, &buffer.size, &most);
        buffer.used = 0;
    }
    if (buffer.bytes == nullptr) {
        ++m_dropped;
        return false;
    }
    std::memcpy(buffer.bytes + buffer.used, record, size);
    buffer.used += size;
    return true;
}

void FakeCupti::emitCall(CUpti_ActivityKind kind, std::uint32_t callbackId, std::uint32_t correlation,
                         std::uint64_t begin)
{
    CUpti_ActivityAPI call{};
    call.kind = kind;
    call.cbid = callbackId;
    call.start = begin;
    call.end = begin + 500;
    call.threadId = 4242;
    call.correlationId = correlation;
    emit(call);
}

// A call as both of CUPTI's ways tell it: a record where its kind is on, callbacks where they were asked for.
void FakeCupti::callRuntime(std::uint32_t callbackId, std::uint32_t correlation, std::uint64_t begin)
{
    if (m_runtimeCalls.contains(callbackId))
        emitCall(CUPTI_ACTIVITY_KIND_RUNTIME, callbackId, correlation, begin);
    if (!m_callbacks.contains({CUPTI_CB_DOMAIN_RUNTIME_API, callbackId}))
        return;
    // As CUDA does, a runtime launch is a driver launch inside, with the same correlation id.
    std::uint64_t kept = 0;
    std::uint64_t keptInside = 0;
    std::uint32_t returned = 0;
    CUpti_CallbackData call{};
    call.callbackSite = CUPTI_API_ENTER;
    call.correlationId = correlation;
    call.correlationData = &kept;
    call.functionReturnValue = &returned;
    CUpti_CallbackData inside = call;
    inside.correlationData = &keptInside;
    const bool isInsideTold = m_callbacks.contains({CUPTI_CB_DOMAIN_DRIVER_API, kDriverLaunchKernelId});
    m_callback(m_callbackPointer, CUPTI_CB_DOMAIN_RUNTIME_API, callbackId, &call);
    if (isInsideTold) {
        m_callback(m_callbackPointer, CUPTI_CB_DOMAIN_DRIVER_API, kDriverLaunchKernelId, &inside);
        inside.callbackSite = CUPTI_API_EXIT;
        m_callback(m_callbackPointer, CUPTI_CB_DOMAIN_DRIVER_API, kDriverLaunchKernelId, &inside);
    }
    call.callbackSite = CUPTI_API_EXIT;
    for (int told = 0; told <= strayExits; ++told)
        m_callback(m_callbackPointer, CUPTI_CB_DOMAIN_RUNTIME_API, callbackId, &call);
}

CUpti_ActivityKernel10 FakeCupti::kernelRecord(std::uint32_t stream, std::uint32_t correlation,
                                               const char* name) const
{
    CUpti_ActivityKernel10 kernel{};
    kernel.kind = CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL;
    kernel.start = m_timestamp();
    kernel.end = kernel.start + 2000;
    kernel.streamId = stream;
    kernel.contextId = 1;
    kernel.correlationId = correlation;
    kernel.gridX = kernel.gridY = kernel.gridZ = 1;
    kernel.blockX = 128;
    kernel.blockY = kernel.blockZ = 1;
    kernel.registersPerThread = 16;
    kernel.name = name;
    return kernel;
}

void FakeCupti::flush()
{
    const std::lock_guard lock(m_mutex);
    for (auto& [thread, buffer] : m_buffers) {
        if (buffer.bytes != nullptr)
            m_complete(nullptr, 0, buffer.bytes, buffer.size, buffer.used);
        buffer = {};
    }
}

} // namespace twintrace::test
