// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runner/device_timer.h"

#ifdef TWINTRACE_CUDA
#include <c10/cuda/CUDAStream.h>
#include <cuda_runtime_api.h>

#include <cmath>
#endif

namespace twintrace
{

#ifdef TWINTRACE_CUDA
namespace
{

class TimedEvent
{
  public:
    TimedEvent() { m_isMade = cudaEventCreate(&m_event) == cudaSuccess; }
    TimedEvent(const TimedEvent&) = delete;
    TimedEvent& operator=(const TimedEvent&) = delete;
    ~TimedEvent()
    {
        if (m_isMade)
            (void)cudaEventDestroy(m_event);
    }
    [[nodiscard]] bool record() const
    {
        return m_isMade && cudaEventRecord(m_event, c10::cuda::getCurrentCUDAStream()) == cudaSuccess;
    }
    [[nodiscard]] cudaEvent_t get() const { return m_event; }

  private:
    cudaEvent_t m_event = nullptr;
    bool m_isMade = false;
};

Error eventsFailed()
{
    return {ErrorCode::Failed,
            "The GPU could not time a forward (cudaEvent); look for errors of the driver in dmesg.",
            {}};
}

} // namespace
#endif

Result<std::vector<Nanoseconds>> timeOnDevice([[maybe_unused]] ModelRunner& runner, at::Device device,
                                              [[maybe_unused]] int calls)
{
    std::vector<Nanoseconds> durations;
    if (!device.is_cuda())
        return durations;
#ifdef TWINTRACE_CUDA
    const TimedEvent begin, end;
    for (int at = 0; at < calls; ++at) {
        if (!begin.record())
            return tl::unexpected(eventsFailed());
        auto outputs = runner.run();
        if (!outputs)
            return tl::unexpected(std::move(outputs.error()));
        const bool isRecorded = end.record();
        TWINTRACE_TRY(runner.synchronize());
        float milliseconds = 0;
        if (!isRecorded || cudaEventElapsedTime(&milliseconds, begin.get(), end.get()) != cudaSuccess)
            return tl::unexpected(eventsFailed());
        durations.push_back(std::llround(static_cast<double>(milliseconds) * 1e6));
    }
#endif
    return durations;
}

} // namespace twintrace
