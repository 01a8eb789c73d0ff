// SPDX-License-Identifier: MIT
// FakeCupti as a shared library with CUPTI's soname, so that the injected recorder opens it like the real
// one.
#include "fake_cupti.h"

#define EXPORTED extern "C" __attribute__((visibility("default")))

namespace
{

twintrace::test::FakeCupti& fake()
{
    static auto* only = new twintrace::test::FakeCupti; // outlives every exit handler
    return *only;
}

const twintrace::CuptiApi& table()
{
    return *fake().api();
}

} // namespace

EXPORTED CUptiResult cuptiGetVersion(std::uint32_t* version)
{
    return table().getVersion(version);
}

EXPORTED CUptiResult cuptiGetResultString(CUptiResult result, const char** text)
{
    return table().getResultString(result, text);
}

EXPORTED CUptiResult cuptiSubscribe(CUpti_SubscriberHandle* handle, CUpti_CallbackFunc callback,
                                    void* pointer)
{
    return table().subscribe(handle, callback, pointer);
}

EXPORTED CUptiResult cuptiUnsubscribe(CUpti_SubscriberHandle handle)
{
    return table().unsubscribe(handle);
}

EXPORTED CUptiResult cuptiEnableCallback(std::uint32_t isOn, CUpti_SubscriberHandle handle,
                                         CUpti_CallbackDomain domain, CUpti_CallbackId id)
{
    return table().enableCallback(isOn, handle, domain, id);
}

EXPORTED CUptiResult cuptiGetCallbackName(CUpti_CallbackDomain domain, std::uint32_t id, const char** name)
{
    return table().getCallbackName(domain, id, name);
}

EXPORTED CUptiResult cuptiActivityRegisterCallbacks(CUpti_BuffersCallbackRequestFunc request,
                                                    CUpti_BuffersCallbackCompleteFunc complete)
{
    return table().registerCallbacks(request, complete);
}

EXPORTED CUptiResult cuptiActivityRegisterTimestampCallback(CUpti_TimestampCallbackFunc timestamp)
{
    return table().registerTimestampCallback(timestamp);
}

EXPORTED CUptiResult cuptiActivitySetAttribute(CUpti_ActivityAttribute attribute, std::size_t* size,
                                               void* value)
{
    return table().setAttribute(attribute, size, value);
}

EXPORTED CUptiResult cuptiSetThreadIdType(CUpti_ActivityThreadIdType type)
{
    return table().setThreadIdType(type);
}

EXPORTED CUptiResult cuptiActivityEnable(CUpti_ActivityKind kind)
{
    return table().enable(kind);
}

EXPORTED CUptiResult cuptiActivityDisable(CUpti_ActivityKind kind)
{
    return table().disable(kind);
}

EXPORTED CUptiResult cuptiActivityEnableRuntimeApi(CUpti_CallbackId id, std::uint8_t isOn)
{
    return table().enableRuntimeApi(id, isOn);
}

EXPORTED CUptiResult cuptiActivityEnableDriverApi(CUpti_CallbackId id, std::uint8_t isOn)
{
    return table().enableDriverApi(id, isOn);
}

EXPORTED CUptiResult cuptiActivityFlushAll(std::uint32_t flag)
{
    return table().flushAll(flag);
}

EXPORTED CUptiResult cuptiActivityGetNextRecord(std::uint8_t* buffer, std::size_t validBytes,
                                                CUpti_Activity** record)
{
    return table().getNextRecord(buffer, validBytes, record);
}

EXPORTED CUptiResult cuptiActivityGetNumDroppedRecords(CUcontext context, std::uint32_t stream,
                                                       std::size_t* count)
{
    return table().getDroppedRecords(context, stream, count);
}

/// For the pretended program.
EXPORTED void pretendLaunches(int count)
{
    for (int i = 0; i < count; ++i)
        fake().launchKernel();
}
