// SPDX-License-Identifier: MIT
#pragma once

#include <cuda.h>

#include <cstdint>
#include <memory>
#include <string>

namespace twintrace
{

/// Real work for a real GPU through the driver API alone (its two kernels are PTX text), so that the test
/// builds without nvcc and skips where there is no driver. Uses the primary context of device 0.
class CudaWork
{
  public:
    /// Null where there is no driver or no GPU; `reason` then says which.
    [[nodiscard]] static std::unique_ptr<CudaWork> start(std::string& reason);
    ~CudaWork();
    CudaWork(const CudaWork&) = delete;
    CudaWork& operator=(const CudaWork&) = delete;

    /// Makes the context current in the calling thread.
    void enter() const;
    [[nodiscard]] CUstream makeStream() const;
    /// One thread that does nothing: about 1 µs.
    void launchTiny(CUstream stream) const;
    /// One thread that waits for so long by the GPU's own clock.
    void launchSpin(CUstream stream, std::uint64_t nanoseconds) const;
    /// A graph of `count` tiny kernels, captured on a stream of its own and made ready.
    [[nodiscard]] CUgraphExec captureGraph(int count) const;
    void launchGraph(CUgraphExec graph, CUstream stream) const;
    void synchronize() const;

  private:
    struct Functions;
    CudaWork();

    std::unique_ptr<Functions> m_cuda;
    CUcontext m_context = nullptr;
    CUfunction m_tiny = nullptr;
    CUfunction m_spin = nullptr;
};

} // namespace twintrace
