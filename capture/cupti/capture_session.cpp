// SPDX-License-Identifier: MIT
#include "capture/cupti/capture_session.h"

#include "capture/cupti/capture_session_impl.h"
#include "capture/cupti/cupti_error.h"

#include <algorithm>
#include <array>
#include <sys/syscall.h>
#include <unistd.h>

namespace twintrace
{
namespace
{

// CUPTI's callbacks carry no pointer of ours, hence these; set before anything is switched on.
std::atomic<BufferPool*> g_pool{nullptr};
std::atomic<CallLog*> g_callLog{nullptr};
std::atomic<std::uint64_t> g_callPeriod{1};
std::atomic<bool> g_areCallsKept{false};
std::atomic<bool> g_isTaken{false};

// How each driver function was called between warm() and begin(); by callback id.
constexpr std::uint8_t kFromRuntime = 1, kByItself = 2;
std::array<std::atomic<std::uint8_t>, CUPTI_DRIVER_TRACE_CBID_SIZE> g_driverCallers{};
std::atomic<bool> g_isLearning{false};

void CUPTIAPI onBufferRequested(std::uint8_t** buffer, std::size_t* size, std::size_t* maxRecords) noexcept
{
    BufferPool* pool = g_pool.load(std::memory_order_acquire);
    *buffer =
        pool == nullptr ? nullptr : pool->acquire(); // refusing is safe from CUPTI 12.9 on; 13 is required
    *size = *buffer == nullptr ? 0 : pool->bufferBytes();
    *maxRecords = 0; // as many as fit
}

void CUPTIAPI onBufferCompleted(CUcontext, std::uint32_t, std::uint8_t* buffer, std::size_t,
                                std::size_t validSize) noexcept
{
    if (BufferPool* pool = g_pool.load(std::memory_order_acquire); pool != nullptr && buffer != nullptr)
        pool->complete(buffer, validSize);
}

std::uint64_t CUPTIAPI onTimestamp() noexcept
{
    return static_cast<std::uint64_t>(monotonicNow());
}

std::uint32_t threadId() noexcept
{
    static thread_local const auto kId = static_cast<std::uint32_t>(::syscall(SYS_gettid));
    return kId;
}

void noteContext(ContextList& contexts, CUpti_CallbackId id, const CUpti_ResourceData& resource) noexcept
{
    const std::lock_guard lock(contexts.mutex);
    if (id == CUPTI_CBID_RESOURCE_CONTEXT_CREATED) {
        contexts.alive.push_back(resource.context);
        contexts.hasBeenAny = true;
    } else if (id == CUPTI_CBID_RESOURCE_CONTEXT_DESTROY_STARTING)
        std::erase(contexts.alive, resource.context);
}

// The call that a thread is in. A runtime call that launches is a driver call inside, with the same
// correlation id: one launch, told once. Exits without their entry are passed over: when functions are
// switched while another thread is inside one, CUPTI has been seen to tell exits twice and three times from
// then on.
struct OpenCall {
    std::uint64_t period = 0; ///< of recording; a call may still be inside when callbacks go off
    int runtimeDepth = 0;
    bool isOpen = false;
    CUpti_CallbackDomain domain = CUPTI_CB_DOMAIN_INVALID;
    CallRecord record;
};
thread_local OpenCall t_openCall;

void learnCaller(CUpti_CallbackId id, bool isInRuntime) noexcept
{
    if (id < g_driverCallers.size())
        g_driverCallers[id].fetch_or(isInRuntime ? kFromRuntime : kByItself, std::memory_order_relaxed);
}

void enterCall(OpenCall& open, CUpti_CallbackDomain domain, CUpti_CallbackId id,
               std::uint32_t correlation) noexcept
{
    if (domain == CUPTI_CB_DOMAIN_RUNTIME_API && ++open.runtimeDepth > 1)
        return;
    if (domain == CUPTI_CB_DOMAIN_DRIVER_API && g_isLearning.load(std::memory_order_relaxed))
        learnCaller(id, open.runtimeDepth > 0);
    if (domain == CUPTI_CB_DOMAIN_DRIVER_API && open.runtimeDepth > 0)
        return;
    open.isOpen = true;
    open.domain = domain;
    open.record.callbackId = id;
    open.record.correlation = correlation;
    open.record.begin = monotonicNow();
}

// Whether this exit ends the call that the thread was in.
bool leaveCall(OpenCall& open, CUpti_CallbackDomain domain, CUpti_CallbackId id,
               std::uint32_t correlation) noexcept
{
    if (domain == CUPTI_CB_DOMAIN_RUNTIME_API) {
        if (open.runtimeDepth == 0)
            return false;
        --open.runtimeDepth;
    }
    if (open.runtimeDepth > 0 || !open.isOpen || open.domain != domain || open.record.callbackId != id ||
        open.record.correlation != correlation)
        return false;
    open.isOpen = false;
    return true;
}

void noteCall(CUpti_CallbackDomain domain, CUpti_CallbackId id, const CUpti_CallbackData& call) noexcept
{
    OpenCall& open = t_openCall;
    if (const std::uint64_t period = g_callPeriod.load(std::memory_order_relaxed); open.period != period) {
        open = {};
        open.period = period;
    }
    if (call.callbackSite == CUPTI_API_ENTER) {
        enterCall(open, domain, id, call.correlationId);
        return;
    }
    if (!leaveCall(open, domain, id, call.correlationId) || !g_areCallsKept.load(std::memory_order_relaxed))
        return;
    open.record.end = monotonicNow();
    open.record.thread = threadId();
    open.record.isDriver = domain == CUPTI_CB_DOMAIN_DRIVER_API;
    open.record.returnValue = 0;
    if (call.functionReturnValue != nullptr) // cudaError_t and CUresult: both an int
        open.record.returnValue = *static_cast<const std::uint32_t*>(call.functionReturnValue);
    if (CallLog* log = g_callLog.load(std::memory_order_acquire); log != nullptr)
        log->add(open.record);
}

void CUPTIAPI onCallback(void* contexts, CUpti_CallbackDomain domain, CUpti_CallbackId id,
                         const void* details) noexcept
{
    if (domain == CUPTI_CB_DOMAIN_RESOURCE)
        noteContext(*static_cast<ContextList*>(contexts), id,
                    *static_cast<const CUpti_ResourceData*>(details));
    else if (domain == CUPTI_CB_DOMAIN_RUNTIME_API || domain == CUPTI_CB_DOMAIN_DRIVER_API)
        noteCall(domain, id, *static_cast<const CUpti_CallbackData*>(details));
}

} // namespace

CaptureSession::Impl::~Impl()
{
    if (subscriber != nullptr && !isAbandoned) {
        switchOff();
        endCallbacks();
        (void)flush(true);
        (void)api->unsubscribe(subscriber);
        if (options.isDetaching && api->finalize != nullptr)
            (void)api->finalize();
    }
    g_pool.store(nullptr, std::memory_order_release);
    g_callLog.store(nullptr, std::memory_order_release);
    (void)callLog.release(); // a call of another thread may be inside its callback just now
    if (pool && !pool->isIdle())
        (void)pool.release(); // CUPTI still writes into a buffer; the memory must outlive it
    g_isTaken = false;
}

// CUPTI takes a sixth of a microsecond to tell of a driver call inside a runtime call, which is passed over.
// The caller's promise that nothing else runs makes this safe, see endCallbacks().
void CaptureSession::Impl::leaveOutNested()
{
    std::erase_if(callbacks, [this](const auto& callback) {
        const auto& [domain, id] = callback;
        if (domain != CUPTI_CB_DOMAIN_DRIVER_API || id >= g_driverCallers.size() ||
            g_driverCallers[id] != kFromRuntime)
            return false;
        return api->enableCallback(0, subscriber, domain, id) == CUPTI_SUCCESS;
    });
}

Result<void> CaptureSession::Impl::subscribe()
{
    contexts = new ContextList;
    std::array<char, 128> holder{};
    CUptiResult result = CUPTI_ERROR_NOT_SUPPORTED;
    if (api->subscribeNamed != nullptr) {
        CUpti_SubscriberParams parameters{};
        parameters.structSize = CUpti_SubscriberParams_STRUCT_SIZE;
        parameters.subscriberName = "twintrace";
        parameters.oldSubscriberName = holder.data();
        parameters.oldSubscriberSize = holder.size();
        result = api->subscribeNamed(&subscriber, &onCallback, contexts, &parameters);
    }
    if (result == CUPTI_ERROR_NOT_SUPPORTED || result == CUPTI_ERROR_INVALID_PARAMETER)
        result = api->subscribe(&subscriber, &onCallback, contexts);
    if (result != CUPTI_SUCCESS) {
        subscriber = nullptr;
        return tl::unexpected<Error>(cuptiError(*api, result, "cuptiSubscribe", holder.data()));
    }
    for (const CUpti_CallbackId id :
         {CUPTI_CBID_RESOURCE_CONTEXT_CREATED, CUPTI_CBID_RESOURCE_CONTEXT_DESTROY_STARTING})
        (void)api->enableCallback(1, subscriber, CUPTI_CB_DOMAIN_RESOURCE, id);
    return {};
}

Result<std::unique_ptr<CaptureSession>> CaptureSession::open(const CaptureOptions& options)
{
    auto api = openCupti();
    if (!api)
        return tl::unexpected<Error>(std::move(api.error()));
    auto driver = openCudaDriver();
    return open(*api, driver ? *driver : nullptr, options);
}

Result<std::unique_ptr<CaptureSession>> CaptureSession::open(std::shared_ptr<const CuptiApi> api,
                                                             std::shared_ptr<const CudaDriver> driver,
                                                             const CaptureOptions& options)
{
    if (g_isTaken.exchange(true))
        return fail(ErrorCode::Unsupported,
                    "This process is being recorded already; CUPTI allows one recording a process.");
    ++g_callPeriod;
    g_areCallsKept = false;
    auto impl = std::make_unique<Impl>();
    impl->api = std::move(api);
    impl->driver = std::move(driver);
    impl->options = options;
    // Subscribe before all else: a client that has not can lose its callbacks to Kineto without a word.
    TWINTRACE_TRY(impl->subscribe());
    TWINTRACE_TRY(impl->prepareBuffers());
    g_pool.store(impl->pool.get(), std::memory_order_release);
    g_callLog.store(impl->callLog.get(), std::memory_order_release);
    if (const CUptiResult result = impl->api->registerTimestampCallback(&onTimestamp);
        result != CUPTI_SUCCESS)
        return tl::unexpected<Error>(
            cuptiError(*impl->api, result, "cuptiActivityRegisterTimestampCallback"));
    if (const CUptiResult result = impl->api->registerCallbacks(&onBufferRequested, &onBufferCompleted);
        result != CUPTI_SUCCESS)
        return tl::unexpected<Error>(cuptiError(*impl->api, result, "cuptiActivityRegisterCallbacks"));
    impl->decoder.emplace(impl->api, std::vector<GpuDevice>{});
    return std::unique_ptr<CaptureSession>(new CaptureSession(std::move(impl)));
}

CaptureSession::CaptureSession(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {}

CaptureSession::~CaptureSession() = default;

Result<void> CaptureSession::warm()
{
    if (m_impl->state == Impl::State::Warm || m_impl->state == Impl::State::Recording)
        return {};
    g_areCallsKept = true;
    for (auto& callers : g_driverCallers)
        callers = 0;
    g_isLearning = m_impl->options.isRepeating;
    if (auto on = m_impl->switchOn(); !on) {
        m_impl->switchOff();
        return on;
    }
    m_impl->state = Impl::State::Warm;
    return {};
}

Result<void> CaptureSession::begin()
{
    if (m_impl->state == Impl::State::Recording)
        return {};
    TWINTRACE_TRY(warm());
    if (g_isLearning.exchange(false))
        m_impl->leaveOutNested();
    TWINTRACE_TRY(m_impl->flush(true));
    m_impl->discardFilled();
    m_impl->countDropped();
    m_impl->dropped = 0; // of the warm-up, not of the recording
    m_impl->ledger = {};
    m_impl->loggedCalls = 0;
    m_impl->recordsBefore = m_impl->decoder->recordCount();
    m_impl->lastClocks.reset();
    m_impl->firstClocks = readClocks();
    m_impl->window.open(m_impl->firstClocks.monotonic, m_impl->options.calls != CallSet::None);
    m_impl->state = Impl::State::Recording;
    return {};
}

Result<void> CaptureSession::end(bool synchronizeFirst)
{
    if (m_impl->state != Impl::State::Recording)
        return {};
    m_impl->window.close(monotonicNow());
    if (synchronizeFirst && !m_impl->isAbandoned)
        m_impl->synchronizeContexts();
    m_impl->lastClocks = readClocks();
    m_impl->switchOff();
    m_impl->state = Impl::State::Ended;
    const Result<void> flushed = m_impl->flush(true);
    g_areCallsKept = false; // late: a call that began inside may only now be over
    m_impl->countDropped();
    return flushed;
}

GpuRecords CaptureSession::take()
{
    GpuRecords batch;
    m_impl->decoder->setDevices(devices());
    for (const FilledBuffer& buffer : m_impl->pool->takeFilled()) {
        m_impl->decoder->decode(buffer.bytes, buffer.validBytes, batch);
        m_impl->pool->giveBack(buffer);
    }
    const std::size_t decoded = batch.calls.size();
    m_impl->callLog->takeInto(batch.calls);
    for (std::size_t i = decoded; i < batch.calls.size(); ++i)
        m_impl->decoder->describe(batch.calls[i], batch);
    m_impl->loggedCalls += batch.calls.size() - decoded;
    m_impl->outsideWindow += m_impl->window.trim(batch);
    m_impl->ledger.add(batch);
    return batch;
}

Result<void> CaptureSession::collect()
{
    return m_impl->flush(false);
}

CaptureSummary CaptureSession::summary() const
{
    const LaunchLedger& ledger = m_impl->ledger;
    CaptureSummary summary;
    summary.records = m_impl->decoder->recordCount() - m_impl->recordsBefore + m_impl->loggedCalls;
    summary.kernels = ledger.kernels();
    summary.kernelLaunches = ledger.kernelLaunches();
    summary.graphLaunches = ledger.graphLaunches();
    summary.launchesWithoutWork = ledger.launchesWithoutWork();
    summary.untimedKernels = ledger.untimedKernels();
    summary.dropped = m_impl->dropped;
    summary.outsideWindow = m_impl->outsideWindow;
    summary.buffersUsed = m_impl->pool->mostInUse();
    summary.warnings = ledger.warnings(m_impl->dropped);
    if (const std::uint64_t foreign = m_impl->pool->foreignBuffers(); foreign > 0)
        summary.warnings.push_back(
            std::to_string(foreign) +
            " buffers came back that were not the recorder's: another CUPTI client has disturbed it.");
    return summary;
}

ClockBridge CaptureSession::clock() const
{
    return {m_impl->firstClocks, m_impl->lastClocks.value_or(m_impl->firstClocks)};
}

std::vector<GpuDevice> CaptureSession::devices() const
{
    if (m_impl->knownDevices.empty() && m_impl->driver && !m_impl->isAbandoned)
        m_impl->knownDevices = m_impl->driver->devices();
    return m_impl->knownDevices;
}

std::string CaptureSession::cuptiPath() const
{
    return m_impl->api->path;
}

std::uint32_t CaptureSession::cuptiVersion() const
{
    return m_impl->api->version;
}

bool CaptureSession::hasSeenContext() const
{
    return m_impl->contexts->hasBeenAny;
}

bool CaptureSession::isRecording() const
{
    return m_impl->state == Impl::State::Recording;
}

void CaptureSession::abandon() noexcept
{
    m_impl->isAbandoned = true;
}

} // namespace twintrace
