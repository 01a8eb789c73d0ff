// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/gpu_records.h"

#include <cstdint>
#include <string>
#include <unordered_set>
#include <vector>

namespace twintrace
{

/// Launches against the work they should have caused, over all batches of a recording: what makes a lost
/// kernel visible.
class LaunchLedger
{
  public:
    void add(const GpuRecords& batch);

    [[nodiscard]] std::uint64_t kernels() const { return m_kernels; }
    [[nodiscard]] std::uint64_t graphKernels() const { return m_graphKernels; }
    [[nodiscard]] std::uint64_t untimedKernels() const { return m_untimedKernels; }
    [[nodiscard]] std::uint64_t kernelLaunches() const { return m_kernelLaunches; }
    [[nodiscard]] std::uint64_t graphLaunches() const { return m_graphLaunches; }
    /// Successful kernel and graph launches of which no device work was seen.
    [[nodiscard]] std::uint64_t launchesWithoutWork() const { return m_waiting.size(); }
    /// Sentences about what does not add up; none when all is well.
    [[nodiscard]] std::vector<std::string> warnings(std::uint64_t droppedRecords) const;

  private:
    void met(std::uint32_t correlation);

    std::unordered_set<std::uint32_t> m_waiting; ///< launches whose work has not come yet
    std::unordered_set<std::uint32_t> m_early;   ///< work whose launch record has not come yet
    std::uint64_t m_kernels = 0;
    std::uint64_t m_graphKernels = 0;
    std::uint64_t m_untimedKernels = 0;
    std::uint64_t m_kernelLaunches = 0;
    std::uint64_t m_graphLaunches = 0;
};

} // namespace twintrace
