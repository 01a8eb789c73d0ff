// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/clock_bridge.h"
#include "core/base/gpu_records.h"
#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace twintrace
{

struct CuptiApi;
struct CudaDriver;

/// The handle (of dlopen) of the libcupti that is used in this process: the copy that the program has loaded
/// already, else the first found beside its CUDA libraries and in the usual places. Null when there is none.
[[nodiscard]] void* cuptiLibrary();

/// Which calls are recorded beside the kernels.
enum class CallSet : std::uint8_t {
    None,     ///< device work alone
    Launches, ///< what launches kernels, graphs, copies and fills: the quiet set, cheap
    Program,  ///< launches and synchronisations: for programs of which nothing is known
    All,      ///< every call but the chatty ones
};

struct CaptureOptions {
    bool kernels = true; ///< kernels, copies and fills
    CallSet calls = CallSet::Launches;
    bool synchronizations = false; ///< records of the waiting itself (cuda_sync)
    bool overhead = true;
    bool ranges = false; ///< NVTX
    /// What runs between warm() and begin() is what will run again, on this thread alone: driver functions
    /// that were only ever called from inside runtime functions there are not listened to in the window.
    bool isRepeating = false;
    /// When the session is over CUPTI leaves the process altogether, else launches stay some percent slower.
    /// Only for programs in which no other thread uses CUDA at that moment: CUPTI does not guard against it.
    bool isDetaching = false;
    std::size_t bufferBytes = 4UL << 20;  ///< CUPTI recommends 1 to 10 MB
    std::size_t budgetBytes = 64UL << 20; ///< a kernel with its launch takes about 260 bytes
};

/// What a recording amounts to, complete once it has ended.
struct CaptureSummary {
    std::uint64_t records = 0; ///< decoded, all kinds
    std::uint64_t kernels = 0;
    std::uint64_t kernelLaunches = 0;
    std::uint64_t graphLaunches = 0;
    std::uint64_t launchesWithoutWork = 0;
    std::uint64_t untimedKernels = 0;
    std::uint64_t dropped = 0;       ///< as CUPTI counts them, plus buffers that went astray
    std::uint64_t outsideWindow = 0; ///< records left out because they belong to before or after
    std::size_t buffersUsed = 0;     ///< most at a time
    std::vector<std::string> warnings;
};

/// One recording of this process's GPU work. States: open -> warm -> recording -> ended, and again from warm.
/// CUPTI allows one client a process, so there is one session at a time, and it subscribes before anything
/// else.
class CaptureSession
{
  public:
    /// Opens libcupti, subscribes and prepares the buffers. Fails with the reason and the remedy where that
    /// cannot be.
    [[nodiscard]] static Result<std::unique_ptr<CaptureSession>> open(const CaptureOptions& options = {});
    /// With a table of functions of one's own, and without a driver when that is null: for tests.
    [[nodiscard]] static Result<std::unique_ptr<CaptureSession>>
    open(std::shared_ptr<const CuptiApi> api, std::shared_ptr<const CudaDriver> driver,
         const CaptureOptions& options);
    CaptureSession(const CaptureSession&) = delete;
    CaptureSession& operator=(const CaptureSession&) = delete;
    ~CaptureSession();

    /// Switches recording on without keeping anything, so that CUPTI's own first-time work falls before the
    /// window.
    [[nodiscard]] Result<void> warm();
    /// Opens the window. The caller has synchronised the device: what ran before is left out, exactly.
    [[nodiscard]] Result<void> begin();
    /// Closes the window, collects everything and switches recording off. The caller has synchronised the
    /// device, or lets the session do it for every context it knows of.
    [[nodiscard]] Result<void> end(bool synchronizeFirst = false);

    /// Decodes what CUPTI has completed so far and gives it away; may be called by one thread while
    /// recording, to stream, and once more after end() for the rest.
    [[nodiscard]] GpuRecords take();
    /// Asks CUPTI for the buffers that are complete, full or not; take() then finds them.
    [[nodiscard]] Result<void> collect();
    /// Numbers so far; after end() and the last take() they are final.
    [[nodiscard]] CaptureSummary summary() const;

    [[nodiscard]] ClockBridge clock() const;
    [[nodiscard]] std::vector<GpuDevice> devices() const;
    [[nodiscard]] std::string cuptiPath() const;
    [[nodiscard]] std::uint32_t cuptiVersion() const;
    [[nodiscard]] bool isRecording() const;
    /// Whether a CUDA context was made since open(): a program without one cannot use a GPU.
    [[nodiscard]] bool hasSeenContext() const;
    /// After a fork the child must never call into CUPTI again: its threads are gone. From now on nothing
    /// does.
    void abandon() noexcept;

  private:
    struct Impl;
    explicit CaptureSession(std::unique_ptr<Impl> impl);

    std::unique_ptr<Impl> m_impl;
};

} // namespace twintrace
