// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/iterations.h"
#include "core/compare/kernel_map.h"
#include "core/compare/paired.h"

#include <cstdint>
#include <map>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace twintrace
{

/// Which executions stand against which: the kernel map taken apart into forwards and positions, so that a
/// click on one kernel of layer 3 finds layer 3 on the other side and not all layers.
class KernelCounterparts
{
  public:
    KernelCounterparts() = default;
    KernelCounterparts(const KernelMap& map, const Paired<Iterations>& iterations);

    /// Executions of the candidate for one of the baseline, in the forward of the same number (the last one
    /// there is when the other side has fewer); empty when the kernel has none.
    [[nodiscard]] std::vector<EventId> inCandidate(EventId baselineEvent) const;
    [[nodiscard]] std::vector<EventId> inBaseline(EventId candidateEvent) const;
    /// The group of an execution, -1 = in none.
    [[nodiscard]] int groupOfBaseline(EventId event) const { return groupOf(m_baseline, event); }
    [[nodiscard]] int groupOfCandidate(EventId event) const { return groupOf(m_candidate, event); }
    /// All executions of a group within one forward (clamped to those there are).
    [[nodiscard]] Paired<std::vector<EventId>> ofGroup(std::size_t group, Paired<int> forward) const;

  private:
    struct Place {
        int group = -1;
        int forward = -1;
        int position = 0;
    };
    struct Side {
        std::unordered_map<EventId, Place> places;
        std::map<std::tuple<int, int, int>, std::vector<EventId>> events; // group, forward, position
        int forwards = 0;
    };
    [[nodiscard]] static Side indexSide(const std::vector<std::vector<const GroupKernel*>>& groups,
                                        const std::vector<std::int64_t>& positions,
                                        const Iterations& iterations);
    [[nodiscard]] static int groupOf(const Side& side, EventId event);
    [[nodiscard]] static std::vector<EventId> across(const Side& from, const Side& to, EventId event);
    [[nodiscard]] static std::vector<EventId> ofForward(const Side& side, int group, int forward);

    Side m_baseline;
    Side m_candidate;
};

} // namespace twintrace
