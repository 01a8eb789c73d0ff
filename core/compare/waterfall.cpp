// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/waterfall.h"

namespace twintrace
{
namespace
{

Nanoseconds aForward(Nanoseconds total, std::int64_t forwards)
{
    if (forwards == 0)
        return 0;
    const Nanoseconds half = total < 0 ? -forwards / 2 : forwards / 2;
    return (total + half) / forwards;
}

class Steps
{
  public:
    explicit Steps(const Paired<ForwardWork>& work) : m_work(work) {}

    void add(std::string key, std::string title, Nanoseconds baselineTotal, Nanoseconds candidateTotal)
    {
        const Nanoseconds before = aForward(baselineTotal, m_work.baseline.forwards);
        const Nanoseconds after = aForward(candidateTotal, m_work.candidate.forwards);
        m_waterfall.baseline += before;
        m_waterfall.candidate += after;
        m_waterfall.steps.push_back({std::move(key), std::move(title), after - before});
    }

    /// The waits' difference, split: as if the waits that are left had stayed as long as they were (fewer of
    /// them), and the rest (shorter ones).
    void addHostWaits()
    {
        const GapTotal& before = m_work.baseline.gaps.of(GapCause::HostWait);
        const GapTotal& after = m_work.candidate.gaps.of(GapCause::HostWait);
        add("shorter_host_waits", isCpu() ? "shorter gaps between ops" : "shorter waits for launches",
            before.time, after.time);
        if (before.count == 0 || m_work.baseline.forwards == 0 || m_work.candidate.forwards == 0)
            return;
        const double countBefore =
            static_cast<double>(before.count) / static_cast<double>(m_work.baseline.forwards);
        const double countAfter =
            static_cast<double>(after.count) / static_cast<double>(m_work.candidate.forwards);
        const double meanBefore = static_cast<double>(before.time) / static_cast<double>(before.count);
        const auto fewer = static_cast<Nanoseconds>((countAfter - countBefore) * meanBefore);
        m_waterfall.steps.back().delta -= fewer;
        m_waterfall.steps.insert(
            m_waterfall.steps.end() - 1,
            {"fewer_host_waits", isCpu() ? "fewer gaps between ops" : "fewer waits for launches", fewer});
    }

    Waterfall take() { return std::move(m_waterfall); }

  private:
    [[nodiscard]] bool isCpu() const
    {
        return m_work.baseline.areCpuKernels && m_work.candidate.areCpuKernels;
    }

    const Paired<ForwardWork>& m_work;
    Waterfall m_waterfall;
};

} // namespace

Waterfall waterfallOf(const Paired<ForwardWork>& work)
{
    const ForwardWork& before = work.baseline;
    const ForwardWork& after = work.candidate;
    Steps steps(work);
    steps.add("kernel_time", "kernel time", before.kernelBusy, after.kernelBusy);
    steps.add("copies", "copies and fills", before.copyBusy, after.copyBusy);
    steps.addHostWaits();
    for (const GapCause cause : {GapCause::KernelWait, GapCause::Sync, GapCause::Copy, GapCause::Other})
        steps.add(std::string(gapCauseKey(cause)), std::string(gapCauseTitle(cause)) + " gaps",
                  before.gaps.of(cause).time, after.gaps.of(cause).time);
    steps.add("short_gaps", "gaps under 1 µs", before.shortGaps, after.shortGaps);
    steps.add("lead_in",
              before.areCpuKernels ? "before the first op" : "before the first kernel (Python, dispatch)",
              before.leadIn, after.leadIn);
    steps.add("tail",
              before.areCpuKernels ? "after the last op" : "after the last kernel (synchronise, return)",
              before.tail, after.tail);
    return steps.take();
}

} // namespace twintrace
