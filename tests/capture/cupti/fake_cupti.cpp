// SPDX-License-Identifier: MIT
#include "fake_cupti.h"

#include "core/base/time.h"

#include <chrono>

namespace twintrace::test
{

FakeCupti* FakeCupti::current = nullptr;

struct FakeCupti::Functions {
    static FakeCupti& fake() { return *FakeCupti::current; }

    static CUptiResult getVersion(std::uint32_t* version)
    {
        *version = CUPTI_API_VERSION;
        return CUPTI_SUCCESS;
    }
    static CUptiResult getResultString(CUptiResult result, const char** text)
    {
        switch (result) {
        case CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED:
            *text = "CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED";
            break;
        case CUPTI_ERROR_INSUFFICIENT_PRIVILEGES:
            *text = "CUPTI_ERROR_INSUFFICIENT_PRIVILEGES";
            break;
        case CUPTI_ERROR_UNKNOWN:
            *text = "CUPTI_ERROR_UNKNOWN";
            break;
        default:
            *text = "CUPTI_ERROR";
        }
        return CUPTI_SUCCESS;
    }
    static CUptiResult subscribe(CUpti_SubscriberHandle* handle, CUpti_CallbackFunc callback, void* pointer)
    {
        const std::lock_guard lock(fake().m_mutex);
        if (fake().subscribeResult != CUPTI_SUCCESS)
            return fake().subscribeResult;
        fake().m_isSubscribed = true;
        fake().m_callback = callback;
        fake().m_callbackPointer = pointer;
        *handle = reinterpret_cast<CUpti_SubscriberHandle>(&fake());
        return CUPTI_SUCCESS;
    }
    static CUptiResult subscribeNamed(CUpti_SubscriberHandle* handle, CUpti_CallbackFunc callback,
                                      void* pointer, CUpti_SubscriberParams* parameters)
    {
        const CUptiResult result = subscribe(handle, callback, pointer);
        if (result == CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED)
            std::strncpy(parameters->oldSubscriberName, fake().holder.c_str(),
                         parameters->oldSubscriberSize - 1);
        return result;
    }
    static CUptiResult unsubscribe(CUpti_SubscriberHandle)
    {
        const std::lock_guard lock(fake().m_mutex);
        fake().m_isSubscribed = false;
        return CUPTI_SUCCESS;
    }
    static CUptiResult enableCallback(std::uint32_t isOn, CUpti_SubscriberHandle, CUpti_CallbackDomain domain,
                                      CUpti_CallbackId id)
    {
        const std::lock_guard lock(fake().m_mutex);
        if (domain == CUPTI_CB_DOMAIN_RESOURCE)
            return CUPTI_SUCCESS;
        if (isOn != 0)
            fake().m_callbacks.insert({domain, id});
        else
            fake().m_callbacks.erase({domain, id});
        return CUPTI_SUCCESS;
    }
    static CUptiResult getCallbackName(CUpti_CallbackDomain domain, std::uint32_t id, const char** name)
    {
        const bool isRuntime = domain == CUPTI_CB_DOMAIN_RUNTIME_API;
        if (id >= 500)
            return CUPTI_ERROR_INVALID_PARAMETER;
        if (isRuntime && id == kLaunchKernelId)
            *name = "cudaLaunchKernel_v7000";
        else if (isRuntime && id == kGraphLaunchId)
            *name = "cudaGraphLaunch_v10000";
        else if (isRuntime && id == kMemcpyAsyncId)
            *name = "cudaMemcpyAsync_v3020";
        else if (!isRuntime && id == kDriverLaunchKernelId)
            *name = "cuLaunchKernel";
        else
            *name = isRuntime ? "cudaGetDevice_v3020" : "cuCtxGetCurrent";
        return CUPTI_SUCCESS;
    }
    static CUptiResult registerCallbacks(CUpti_BuffersCallbackRequestFunc request,
                                         CUpti_BuffersCallbackCompleteFunc complete)
    {
        fake().m_request = request;
        fake().m_complete = complete;
        return CUPTI_SUCCESS;
    }
    static CUptiResult registerTimestampCallback(CUpti_TimestampCallbackFunc timestamp)
    {
        fake().m_timestamp = timestamp;
        return CUPTI_SUCCESS;
    }
    static CUptiResult setAttribute(CUpti_ActivityAttribute, std::size_t*, void*) { return CUPTI_SUCCESS; }
    static CUptiResult setThreadIdType(CUpti_ActivityThreadIdType) { return CUPTI_SUCCESS; }
    static CUptiResult enable(CUpti_ActivityKind kind)
    {
        const std::lock_guard lock(fake().m_mutex);
        if (fake().enableResult != CUPTI_SUCCESS)
            return fake().enableResult;
        fake().m_enabled.insert(kind);
        fake().switchAllCalls(kind, true);
        fake().m_everEnabled.insert(kind);
        return CUPTI_SUCCESS;
    }
    static CUptiResult disable(CUpti_ActivityKind kind)
    {
        const std::lock_guard lock(fake().m_mutex);
        fake().m_enabled.erase(kind);
        fake().switchAllCalls(kind, false);
        return CUPTI_SUCCESS;
    }
    static CUptiResult enableCall(std::set<std::uint32_t>& calls, CUpti_CallbackId id, std::uint8_t isOn)
    {
        const std::lock_guard lock(fake().m_mutex);
        if (isOn != 0)
            calls.insert(id);
        else
            calls.erase(id);
        return CUPTI_SUCCESS;
    }
    static CUptiResult enableRuntimeApi(CUpti_CallbackId id, std::uint8_t isOn)
    {
        return enableCall(fake().m_runtimeCalls, id, isOn);
    }
    static CUptiResult enableDriverApi(CUpti_CallbackId id, std::uint8_t isOn)
    {
        return enableCall(fake().m_driverCalls, id, isOn);
    }
    static CUptiResult flushAll(std::uint32_t)
    {
        fake().flush();
        return CUPTI_SUCCESS;
    }
    static CUptiResult getNextRecord(std::uint8_t* buffer, std::size_t validBytes, CUpti_Activity** record)
    {
        std::uint8_t* next = buffer;
        if (*record != nullptr) {
            const CUpti_ActivityKind kind = (*record)->kind;
            next = reinterpret_cast<std::uint8_t*>(*record) + recordBytes(kind);
        }
        if (next >= buffer + validBytes)
            return CUPTI_ERROR_MAX_LIMIT_REACHED;
        *record = reinterpret_cast<CUpti_Activity*>(next);
        return CUPTI_SUCCESS;
    }
    static CUptiResult finalize()
    {
        ++fake().finalized;
        return CUPTI_SUCCESS;
    }
    static CUptiResult getDroppedRecords(CUcontext, std::uint32_t, std::size_t* count)
    {
        const std::lock_guard lock(fake().m_mutex);
        *count = fake().m_dropped;
        fake().m_dropped = 0;
        return CUPTI_SUCCESS;
    }
};

FakeCupti::FakeCupti() : m_api(std::make_shared<CuptiApi>())
{
    current = this;
    m_api->getVersion = &Functions::getVersion;
    m_api->getResultString = &Functions::getResultString;
    m_api->subscribe = &Functions::subscribe;
    m_api->subscribeNamed = &Functions::subscribeNamed;
    m_api->unsubscribe = &Functions::unsubscribe;
    m_api->enableCallback = &Functions::enableCallback;
    m_api->getCallbackName = &Functions::getCallbackName;
    m_api->registerCallbacks = &Functions::registerCallbacks;
    m_api->registerTimestampCallback = &Functions::registerTimestampCallback;
    m_api->setAttribute = &Functions::setAttribute;
    m_api->setThreadIdType = &Functions::setThreadIdType;
    m_api->enable = &Functions::enable;
    m_api->disable = &Functions::disable;
    m_api->enableRuntimeApi = &Functions::enableRuntimeApi;
    m_api->enableDriverApi = &Functions::enableDriverApi;
    m_api->flushAll = &Functions::flushAll;
    m_api->getNextRecord = &Functions::getNextRecord;
    m_api->getDroppedRecords = &Functions::getDroppedRecords;
    m_api->finalize = &Functions::finalize;
    m_api->path = "fake libcupti";
    m_api->version = CUPTI_API_VERSION;
}

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

std::size_t recordBytes(CUpti_ActivityKind kind)
{
    switch (kind) {
    case CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL:
    case CUPTI_ACTIVITY_KIND_KERNEL:
        return sizeof(CUpti_ActivityKernel10);
    case CUPTI_ACTIVITY_KIND_RUNTIME:
    case CUPTI_ACTIVITY_KIND_DRIVER:
        return sizeof(CUpti_ActivityAPI);
    case CUPTI_ACTIVITY_KIND_MEMCPY:
        return sizeof(CUpti_ActivityMemcpy6);
    case CUPTI_ACTIVITY_KIND_MEMCPY2:
        return sizeof(CUpti_ActivityMemcpyPtoP4);
    case CUPTI_ACTIVITY_KIND_MEMSET:
        return sizeof(CUpti_ActivityMemset4);
    case CUPTI_ACTIVITY_KIND_SYNCHRONIZATION:
        return sizeof(CUpti_ActivitySynchronization2);
    case CUPTI_ACTIVITY_KIND_OVERHEAD:
        return sizeof(CUpti_ActivityOverhead3);
    case CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION:
        return sizeof(CUpti_ActivityExternalCorrelation);
    case CUPTI_ACTIVITY_KIND_MARKER:
        return sizeof(CUpti_ActivityMarker2);
    case CUPTI_ACTIVITY_KIND_GRAPH_TRACE:
        return sizeof(CUpti_ActivityGraphTrace2);
    default:
        return 0;
    }
}

} // namespace twintrace::test
