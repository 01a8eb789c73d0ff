// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/staged_events.h"

#include <vector>

namespace twintrace
{

/// What pairing begins with ends came to. Positions are byte offsets of the first such event.
struct PairingCount {
    std::uint64_t count = 0;
    std::uint64_t firstSource = 0;
    void add(std::uint64_t source)
    {
        if (count++ == 0 || source < firstSource)
            firstSource = source;
    }
};
struct PairingOutcome {
    PairingCount unmatchedEnds;
    PairingCount unclosedBegins;
    PairingCount nameMismatches;
};

/// Makes slices of begins and ends: in time order (then file order) a stack for each track, an end closes the
/// innermost begin whatever its name. A begin without end is closed at `traceEnd` and flagged kUnfinished.
PairingOutcome pairBeginsWithEnds(std::vector<StagedMark> marks, Nanoseconds traceEnd,
                                  std::vector<StagedSlice>& slices);

} // namespace twintrace
