// SPDX-License-Identifier: MIT
#include "capture/cupti/launch_ledger.h"

namespace twintrace
{

void LaunchLedger::add(const GpuRecords& batch)
{
    for (const CallRecord& call : batch.calls) {
        const bool isGraph = call.role == CallRole::GraphLaunch;
        if ((!isGraph && call.role != CallRole::KernelLaunch) || call.returnValue != 0)
            continue;
        ++(isGraph ? m_graphLaunches : m_kernelLaunches);
        if (m_early.erase(call.correlation) == 0)
            m_waiting.insert(call.correlation);
    }
    for (const KernelRecord& kernel : batch.kernels) {
        ++m_kernels;
        if (kernel.work.graphId != 0)
            ++m_graphKernels;
        if (!kernel.work.isTimed())
            ++m_untimedKernels;
        met(kernel.work.correlation);
    }
    for (const CopyRecord& copy : batch.copies) {
        if (copy.work.graphId != 0) // a graph may consist of copies alone
            met(copy.work.correlation);
    }
}

void LaunchLedger::met(std::uint32_t correlation)
{
    // Work usually comes after its launch in the same or an earlier buffer; only the odd one waits. When
    // launches are not recorded at all the set would grow without use, so it is kept small.
    constexpr std::size_t kMostEarly = 1 << 16;
    if (m_waiting.erase(correlation) == 0 && m_kernelLaunches + m_graphLaunches > 0 &&
        m_early.size() < kMostEarly)
        m_early.insert(correlation);
}

std::vector<std::string> LaunchLedger::warnings(std::uint64_t droppedRecords) const
{
    std::vector<std::string> found;
    if (droppedRecords > 0)
        found.push_back(
            std::to_string(droppedRecords) +
            " GPU records were dropped because the recorder's buffers were full; give it a larger budget.");
    if (m_graphLaunches > 0 && m_graphKernels == 0)
        found.push_back(
            std::to_string(m_graphLaunches) +
            " graph launches, 0 kernels: the graph's work was not recorded; start the recorder before the "
            "graph is captured.");
    else if (launchesWithoutWork() > 0)
        found.push_back(std::to_string(launchesWithoutWork()) + " of " +
                        std::to_string(m_kernelLaunches + m_graphLaunches) +
                        " launches have no kernel in the recording, so its GPU side is incomplete.");
    if (m_untimedKernels > 0)
        found.push_back(std::to_string(m_untimedKernels) +
                        " kernels could not be timed by the device; they are counted and stand in no time.");
    return found;
}

} // namespace twintrace
