// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/begin_end_pairing.h"

#include <algorithm>
#include <tuple>

namespace twintrace
{
namespace
{

StagedSlice sliceFrom(const StagedMark& begin, Nanoseconds end, unsigned flags)
{
    StagedSlice slice;
    slice.begin = begin.time;
    if (__builtin_sub_overflow(end, begin.time, &slice.duration) || slice.duration < 0)
        slice.duration = 0;
    slice.source = begin.source;
    slice.name = begin.name;
    slice.track = begin.track;
    slice.category = begin.category;
    slice.flags = static_cast<std::uint8_t>(kFromBeginEnd | flags);
    return slice;
}

} // namespace

PairingOutcome pairBeginsWithEnds(std::vector<StagedMark> marks, Nanoseconds traceEnd,
                                  std::vector<StagedSlice>& slices)
{
    std::ranges::sort(marks, {}, [](const StagedMark& mark) {
        return std::make_tuple(mark.track.value(), mark.time, mark.source);
    });
    PairingOutcome outcome;
    std::vector<const StagedMark*> open;
    const auto closeRest = [&] {
        for (; !open.empty(); open.pop_back()) {
            outcome.unclosedBegins.add(open.back()->source);
            slices.push_back(sliceFrom(*open.back(), traceEnd, kUnfinished));
        }
    };
    TrackId track;
    for (const StagedMark& mark : marks) {
        if (mark.track != track) {
            closeRest();
            track = mark.track;
        }
        if (!mark.isEnd) {
            open.push_back(&mark);
        } else if (open.empty()) {
            outcome.unmatchedEnds.add(mark.source);
        } else {
            if (mark.name && mark.name != open.back()->name)
                outcome.nameMismatches.add(mark.source);
            slices.push_back(sliceFrom(*open.back(), mark.time, 0));
            open.pop_back();
        }
    }
    closeRest();
    return outcome;
}

} // namespace twintrace
