// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timeline/timeline_marks.h"

#include <algorithm>
#include <array>

namespace twintrace
{

GapIndex::GapIndex(const std::vector<GapMark>& gaps) : m_gaps(gaps.data()), m_count(gaps.size())
{
    m_longest.resize((m_count + kBlock - 1) / kBlock, 0);
    for (std::size_t i = 0; i < m_count; ++i)
        m_longest[i / kBlock] = std::max(m_longest[i / kBlock], gaps[i].window.duration());
}

std::size_t GapIndex::firstEndingAfter(TrackId track, Nanoseconds time) const
{
    std::size_t low = 0;
    std::size_t high = m_count;
    while (low < high) {
        const std::size_t middle = low + (high - low) / 2;
        const GapMark& gap = m_gaps[middle];
        if (gap.track < track || (gap.track == track && gap.window.end <= time))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const char* nameOfCause(MarkCause cause)
{
    static constexpr std::array<const char*, kMarkCauseCount> kNames = {"host_wait", "kernel_wait", "sync",
                                                                        "copy", "other"};
    return kNames[static_cast<std::size_t>(cause)];
}

const char* titleOfCause(MarkCause cause)
{
    static constexpr std::array<const char*, kMarkCauseCount> kTitles = {"host wait", "kernel wait", "sync",
                                                                         "copy", "other"};
    return kTitles[static_cast<std::size_t>(cause)];
}

std::string countText(const std::vector<CompileMark>& marks)
{
    std::string text;
    const auto add = [&](CompileMark::Kind kind, const char* one, const char* many) {
        const auto count = std::ranges::count(marks, kind, &CompileMark::kind);
        if (count > 0)
            text += (text.empty() ? "" : ", ") + std::to_string(count) + " " + (count == 1 ? one : many);
    };
    add(CompileMark::Kind::GraphBreak, "graph break", "graph breaks");
    add(CompileMark::Kind::Recompile, "recompile", "recompiles");
    add(CompileMark::Kind::Compile, "compile", "compiles");
    return text;
}

const CompileMark* nextMark(const std::vector<CompileMark>& marks, Nanoseconds time, bool forward)
{
    if (marks.empty())
        return nullptr;
    const auto beginOf = [](const CompileMark& mark) { return mark.window.begin; };
    if (forward) {
        const auto after = std::ranges::upper_bound(marks, time, {}, beginOf);
        return after != marks.end() ? &*after : &marks.front();
    }
    const auto from = std::ranges::lower_bound(marks, time, {}, beginOf);
    return from != marks.begin() ? &*(from - 1) : &marks.back();
}

const GapMark* nextGap(const TimelineMarks& marks, Nanoseconds time, Nanoseconds minimum, bool forward)
{
    const GapMark* found = nullptr;
    for (const GapMark& gap : marks.gaps) {
        if (gap.window.duration() < minimum)
            continue;
        if (forward && gap.window.begin > time &&
            (found == nullptr || gap.window.begin < found->window.begin))
            found = &gap;
        if (!forward && gap.window.begin < time &&
            (found == nullptr || gap.window.begin > found->window.begin))
            found = &gap;
    }
    return found;
}

} // namespace twintrace
