// SPDX-License-Identifier: MIT
#pragma once

#include "capture/cupti/cupti_api.h"

#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace twintrace::test
{

/// A CUPTI without a GPU: records what is switched on, hands out records for pretended launches through real
/// buffers, each thread into its own as CUPTI 13 does, drops what finds no buffer, and counts it.
class FakeCupti
{
  public:
    FakeCupti();
    ~FakeCupti();
    FakeCupti(const FakeCupti&) = delete;
    FakeCupti& operator=(const FakeCupti&) = delete;

    /// The table to give to the code under test.
    [[nodiscard]] std::shared_ptr<const CuptiApi> api() const { return m_api; }

    // What the next calls shall answer.
    CUptiResult subscribeResult = CUPTI_SUCCESS;
    CUptiResult enableResult = CUPTI_SUCCESS;
    std::string holder;
    int strayExits =
        0; ///< exits told once more without an entry, as CUPTI does after a switch at a bad moment

    // A pretended program.
    std::uint32_t launchKernel(std::uint32_t stream = 7, const char* name = "_Z6kernelPf");
    std::uint32_t launchGraph(int kernels, bool areKernelsRecorded = true);
    void copyToDevice(std::uint64_t bytes);
    /// A launch through the driver API, as Triton does.
    void launchThroughDriver();
    void makeContext(CUcontext context);

    // What happened.
    int finalized = 0;
    [[nodiscard]] std::set<CUpti_ActivityKind> everEnabled() const;
    [[nodiscard]] std::set<CUpti_ActivityKind> enabledNow() const;
    [[nodiscard]] std::size_t enabledCalls() const;
    [[nodiscard]] bool isSubscribed() const;
    [[nodiscard]] std::uint64_t buffersRequested() const;

    /// Appends one record to the calling thread's buffer, as CUPTI would; false when it was dropped.
    template <class Record> bool emit(const Record& record) { return emitBytes(&record, sizeof(record)); }

    static FakeCupti* current; ///< CUPTI's functions carry no pointer

    struct Functions;
    friend struct Functions;

  private:
    struct ThreadBuffer {
        std::uint8_t* bytes = nullptr;
        std::size_t size = 0;
        std::size_t used = 0;
    };

    bool emitBytes(const void* record, std::size_t size);
    void emitCall(CUpti_ActivityKind kind, std::uint32_t callbackId, std::uint32_t correlation,
                  std::uint64_t begin);
    CUpti_ActivityKernel10 kernelRecord(std::uint32_t stream, std::uint32_t correlation,
                                        const char* name) const;
    void callRuntime(std::uint32_t callbackId, std::uint32_t correlation, std::uint64_t begin);
    void flush();
    void switchAllCalls(CUpti_ActivityKind kind, bool isOn);

    std::shared_ptr<CuptiApi> m_api;
    mutable std::recursive_mutex m_mutex;
    bool m_isSubscribed = false;
    std::set<CUpti_ActivityKind> m_enabled;
    std::set<CUpti_ActivityKind> m_everEnabled;
    std::set<std::uint32_t> m_runtimeCalls;
    std::set<std::uint32_t> m_driverCalls;
    std::set<std::pair<CUpti_CallbackDomain, CUpti_CallbackId>> m_callbacks;
    std::map<std::thread::id, ThreadBuffer> m_buffers;
    CUpti_BuffersCallbackRequestFunc m_request = nullptr;
    CUpti_BuffersCallbackCompleteFunc m_complete = nullptr;
    CUpti_TimestampCallbackFunc m_timestamp = nullptr;
    CUpti_CallbackFunc m_callback = nullptr;
    void* m_callbackPointer = nullptr;
    std::uint64_t m_dropped = 0;
    std::uint64_t m_buffersRequested = 0;
    std::uint32_t m_lastCorrelation = 0;
};

/// Ids under which the fake knows functions (as CUPTI numbers them).
inline constexpr std::uint32_t kLaunchKernelId = 211;
inline constexpr std::uint32_t kGraphLaunchId = 311;
inline constexpr std::uint32_t kMemcpyAsyncId = 41;
inline constexpr std::uint32_t kDriverLaunchKernelId = 307;

/// Bytes of a record kind as CUPTI lays it out; 0 for kinds the fake does not know.
[[nodiscard]] std::size_t recordBytes(CUpti_ActivityKind kind);

} // namespace twintrace::test
