// SPDX-License-Identifier: MIT
#include "capture/cupti/capture_session_impl.h"
#include "capture/cupti/cupti_error.h"

#include <algorithm>
#include <array>
#include <utility>

namespace twintrace
{
namespace
{

bool isWanted(const ApiCall& call, CallSet set)
{
    switch (set) {
    case CallSet::None:
        return false;
    case CallSet::Launches:
        return call.role != CallRole::Other && call.role != CallRole::Synchronization;
    case CallSet::Program:
        return call.role != CallRole::Other;
    case CallSet::All:
        return !isChatty(call.name);
    }
    return false;
}

} // namespace

Result<void> CaptureSession::Impl::enableKind(CUpti_ActivityKind kind, const char* what)
{
    const CUptiResult result = api->enable(kind);
    if (result != CUPTI_SUCCESS)
        return tl::unexpected<Error>(cuptiError(*api, result, std::string("cuptiActivityEnable ") + what));
    m_enabled.push_back(kind);
    return {};
}

// Never KERNEL, which runs kernels one after the other, and never GRAPH_TRACE, which hides a graph's kernels.
Result<void> CaptureSession::Impl::switchOn()
{
    if (options.kernels) {
        TWINTRACE_TRY(enableKind(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL, "CONCURRENT_KERNEL"));
        TWINTRACE_TRY(enableKind(CUPTI_ACTIVITY_KIND_MEMCPY, "MEMCPY"));
        TWINTRACE_TRY(enableKind(CUPTI_ACTIVITY_KIND_MEMCPY2, "MEMCPY2"));
        TWINTRACE_TRY(enableKind(CUPTI_ACTIVITY_KIND_MEMSET, "MEMSET"));
    }
    if (options.synchronizations)
        TWINTRACE_TRY(enableKind(CUPTI_ACTIVITY_KIND_SYNCHRONIZATION, "SYNCHRONIZATION"));
    if (options.overhead)
        TWINTRACE_TRY(enableKind(CUPTI_ACTIVITY_KIND_OVERHEAD, "OVERHEAD"));
    if (options.ranges)
        TWINTRACE_TRY(enableKind(CUPTI_ACTIVITY_KIND_MARKER, "MARKER"));
    return switchCallsOn();
}

// The quiet sets come from callbacks of single functions. CUPTI's own records of calls are dearer than they
// look: with a domain on, every other call pays 0.2 to 0.3 us even when it is switched off again, and an
// eager forward makes thousands; functions switched on singly give no record when CUDA has started before the
// recorder (H200, CUPTI 13.0 U1).
Result<void> CaptureSession::Impl::switchCallsOn()
{
    if (options.calls == CallSet::None)
        return {};
    if (options.calls == CallSet::All) {
        const auto silence = [&](CUpti_CallbackDomain domain, auto enableCall) {
            for (const ApiCall& call : apiCalls(*api, domain)) {
                if (!isWanted(call, options.calls))
                    (void)enableCall(call.callbackId, 0);
            }
        };
        TWINTRACE_TRY(enableKind(CUPTI_ACTIVITY_KIND_RUNTIME, "RUNTIME"));
        silence(CUPTI_CB_DOMAIN_RUNTIME_API, api->enableRuntimeApi);
        TWINTRACE_TRY(enableKind(CUPTI_ACTIVITY_KIND_DRIVER, "DRIVER"));
        silence(CUPTI_CB_DOMAIN_DRIVER_API, api->enableDriverApi);
        return {};
    }
    if (!callbacks.empty())
        return {};
    for (const CUpti_CallbackDomain domain : {CUPTI_CB_DOMAIN_RUNTIME_API, CUPTI_CB_DOMAIN_DRIVER_API}) {
        for (const ApiCall& call : apiCalls(*api, domain)) {
            if (!isWanted(call, options.calls))
                continue;
            if (const CUptiResult result = api->enableCallback(1, subscriber, domain, call.callbackId);
                result != CUPTI_SUCCESS)
                return tl::unexpected<Error>(cuptiError(*api, result, "cuptiEnableCallback " + call.name));
            callbacks.emplace_back(domain, call.callbackId);
        }
    }
    return {};
}

// Once a session, at its end: when a function is switched off while another thread is inside it, CUPTI never
// takes that thread out of the call again, and all it launches later carries one correlation id (H200,
// CUPTI 13.0 U1). Between windows the callbacks stay and their calls are passed over.
void CaptureSession::Impl::endCallbacks()
{
    for (const auto& [domain, id] : callbacks)
        (void)api->enableCallback(0, subscriber, domain, id);
    callbacks.clear();
}

void CaptureSession::Impl::switchOff()
{
    if (isAbandoned)
        return;
    // In the order of switching on, kernels first: a launch of another thread in between leaves a call
    // outside the window, never a kernel alone.
    for (const CUpti_ActivityKind kind : m_enabled)
        (void)api->disable(kind);
    m_enabled.clear();
}

Result<void> CaptureSession::Impl::prepareBuffers()
{
    auto created = BufferPool::create(options.bufferBytes, options.budgetBytes);
    if (!created)
        return tl::unexpected<Error>(std::move(created.error()));
    pool = std::move(*created);
    constexpr std::size_t kBytesOfAKernel = 260; // with its call: as many calls as kernels fit
    callLog =
        std::make_unique<CallLog>(options.calls == CallSet::None ? 2 : options.budgetBytes / kBytesOfAKernel);
    // The pool hands out zeroed memory, so CUPTI need not clear it on the launching thread.
    std::uint8_t yes = 1;
    std::size_t size = sizeof(yes);
    if (const CUptiResult result =
            api->setAttribute(CUPTI_ACTIVITY_ATTR_ZEROED_OUT_ACTIVITY_BUFFER, &size, &yes);
        result != CUPTI_SUCCESS)
        return tl::unexpected<Error>(cuptiError(*api, result, "cuptiActivitySetAttribute"));
    (void)api->setThreadIdType(CUPTI_ACTIVITY_THREAD_ID_TYPE_SYSTEM); // the ids that /proc and Kineto show
    return {};
}

Result<void> CaptureSession::Impl::flush(bool forced)
{
    if (isAbandoned)
        return {};
    const CUptiResult result = api->flushAll(forced ? CUPTI_ACTIVITY_FLAG_FLUSH_FORCED : 0);
    if (result != CUPTI_SUCCESS)
        return tl::unexpected<Error>(cuptiError(*api, result, "cuptiActivityFlushAll"));
    return {};
}

void CaptureSession::Impl::countDropped()
{
    std::size_t lost = 0;
    if (!isAbandoned && api->getDroppedRecords(nullptr, 0, &lost) == CUPTI_SUCCESS)
        dropped += lost;
    dropped += callLog->dropped() - std::exchange(countedCalls, callLog->dropped());
}

void CaptureSession::Impl::discardFilled()
{
    GpuRecords thrownAway; // decoded all the same: ranges that are open stay known
    for (const FilledBuffer& buffer : pool->takeFilled()) {
        decoder->decode(buffer.bytes, buffer.validBytes, thrownAway);
        pool->giveBack(buffer);
    }
    callLog->takeInto(thrownAway.calls);
}

void CaptureSession::Impl::synchronizeContexts() const
{
    if (!driver)
        return;
    std::vector<CUcontext> seen;
    {
        const std::lock_guard lock(contexts->mutex);
        seen = contexts->alive;
    }
    for (const CUcontext context : seen)
        (void)driver->synchronize(context);
    driver->synchronizePrimaryContexts(); // also those that were made before this session was opened
}

} // namespace twintrace
