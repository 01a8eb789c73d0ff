// SPDX-License-Identifier: MIT
// The functions of libcupti as the fake answers them; what the pretended program does is in fake_cupti.cpp.
#include "fake_cupti.h"

namespace twintrace::test
{

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
