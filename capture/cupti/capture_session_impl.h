// SPDX-License-Identifier: MIT
#pragma once

#include "capture/cupti/api_calls.h"
#include "capture/cupti/buffer_pool.h"
#include "capture/cupti/call_log.h"
#include "capture/cupti/capture_session.h"
#include "capture/cupti/cuda_driver.h"
#include "capture/cupti/cupti_api.h"
#include "capture/cupti/launch_ledger.h"
#include "capture/cupti/record_decoder.h"
#include "capture/cupti/record_window.h"

#include <atomic>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace twintrace
{

/// The CUDA contexts that exist, as CUPTI's callbacks tell. Lives as long as the process: a callback may come
/// late.
struct ContextList {
    std::mutex mutex; ///< of the list alone; never held while CUDA or CUPTI is called
    std::vector<CUcontext> alive;
    std::atomic<bool> hasBeenAny{false};
};

/// The moving parts of a session; capture_session.cpp holds the states, capture_switches.cpp what is switched
/// on.
struct CaptureSession::Impl {
    enum class State : std::uint8_t { Open, Warm, Recording, Ended };

    std::shared_ptr<const CuptiApi> api;
    std::shared_ptr<const CudaDriver> driver; ///< may be null
    CaptureOptions options;
    std::unique_ptr<BufferPool> pool;
    std::unique_ptr<CallLog> callLog;
    std::uint64_t countedCalls = 0; ///< dropped calls that are in `dropped` already
    std::vector<std::pair<CUpti_CallbackDomain, std::uint32_t>> callbacks; ///< functions that call us
    std::optional<RecordDecoder> decoder;
    CUpti_SubscriberHandle subscriber = nullptr;
    std::atomic<State> state{State::Open};
    std::atomic<bool> isAbandoned{false};
    RecordWindow window;
    LaunchLedger ledger;
    ClockPair firstClocks;
    std::optional<ClockPair> lastClocks;
    std::uint64_t dropped = 0;
    std::uint64_t recordsBefore = 0; ///< decoded before the window
    std::uint64_t outsideWindow = 0;
    std::uint64_t loggedCalls = 0; ///< taken from the log in this window
    ContextList* contexts = nullptr;
    std::vector<GpuDevice> knownDevices;

    ~Impl();
    [[nodiscard]] Result<void> subscribe();
    [[nodiscard]] Result<void> prepareBuffers();
    [[nodiscard]] Result<void> switchOn();
    void switchOff();
    void endCallbacks();
    void leaveOutNested(); ///< callbacks that tell nothing new, see CaptureOptions::isRepeating
    [[nodiscard]] Result<void> flush(bool forced);
    void countDropped();
    void discardFilled();
    void synchronizeContexts() const;

  private:
    [[nodiscard]] Result<void> enableKind(CUpti_ActivityKind kind, const char* what);
    [[nodiscard]] Result<void> switchCallsOn();
    std::vector<CUpti_ActivityKind> m_enabled;
};

} // namespace twintrace
