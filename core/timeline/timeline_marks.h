// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/tracks.h"
#include "core/timeline/time_scale.h"

#include <cstdint>
#include <string>
#include <vector>

namespace twintrace
{

/// Why a device stood idle, as the analysis found it; a neutral copy, since drawing does not analyse.
enum class MarkCause : std::uint8_t { HostWait, KernelWait, Sync, Copy, Other };
inline constexpr int kMarkCauseCount = 5;

/// Time on a stream's track in which nothing ran.
struct GapMark {
    TrackId track;
    TimeWindow window;
    MarkCause cause = MarkCause::Other;
    EventId after = EventId(); ///< the work that ended it: the gap lies in its lane
};

/// One forward run of the model: shaded over all rows, numbered in the ruler.
struct IterationBand {
    TimeWindow window;
    std::string label;
};

/// What torch.compile did besides running compiled code; a neutral copy of the analysis' incidents.
struct CompileMark {
    enum class Kind : std::uint8_t { Compile, Recompile, GraphBreak };
    Kind kind = Kind::Compile;
    TimeWindow
        window; ///< compiling, or the host time between two graphs; empty when the cost is not recorded
    EventId event = EventId(); ///< the slice that compiled, or the region entered
    std::string label;         ///< "recompile 0/1"
    bool hasCost = false;
    bool isEstimated = false;
};

/// A place that the user wants to find again.
struct Bookmark {
    TimeWindow window; ///< empty: a point in time
    std::string label;
    bool isTemporary = false;
    friend bool operator==(const Bookmark&, const Bookmark&) = default;
};

/// Objects laid over the events. Gaps are sorted by track, then begin; bands and compile marks by begin.
struct TimelineMarks {
    std::vector<GapMark> gaps;
    std::vector<IterationBand> iterations;
    std::vector<CompileMark> compileMarks;
};

/// The gaps of each track with the longest of every 64 kept apart, so that a frame that shows a hundred gaps
/// does not look at a million.
class GapIndex
{
  public:
    GapIndex() = default;
    /// `gaps` sorted by track, then begin; must outlive the index.
    explicit GapIndex(const std::vector<GapMark>& gaps);

    /// Calls `visit` with every gap of a track of at least `minimum` that touches the window, in order of
    /// time.
    template <class Visit>
    void visit(TrackId track, TimeWindow window, Nanoseconds minimum, Visit&& visit) const
    {
        for (std::size_t i = firstEndingAfter(track, window.begin);
             i < m_count && isBefore(i, track, window.end);) {
            if (i % kBlock == 0 && m_longest[i / kBlock] < minimum) {
                i += kBlock;
                continue;
            }
            if (m_gaps[i].window.duration() >= minimum)
                visit(m_gaps[i]);
            ++i;
        }
    }

  private:
    static constexpr std::size_t kBlock = 64;
    [[nodiscard]] std::size_t firstEndingAfter(TrackId track, Nanoseconds time) const;
    [[nodiscard]] bool isBefore(std::size_t gap, TrackId track, Nanoseconds time) const
    {
        return m_gaps[gap].track == track && m_gaps[gap].window.begin < time;
    }

    const GapMark* m_gaps = nullptr;
    std::size_t m_count = 0;
    std::vector<Nanoseconds> m_longest;
};

/// The word for a cause, as in all exports: host_wait, kernel_wait, sync, copy, other.
[[nodiscard]] const char* nameOfCause(MarkCause cause);
/// For people: "host wait".
[[nodiscard]] const char* titleOfCause(MarkCause cause);

/// "6 graph breaks, 1 recompile", in the order of how much they matter; "" when there are none.
[[nodiscard]] std::string countText(const std::vector<CompileMark>& marks);
/// The mark after (before) a time; null when there are none, else it wraps around.
[[nodiscard]] const CompileMark* nextMark(const std::vector<CompileMark>& marks, Nanoseconds time,
                                          bool forward);

/// The next gap of at least `minimum` that begins after `time` on any track (or the one before it, for
/// `forward` false); null when there is none.
[[nodiscard]] const GapMark* nextGap(const TimelineMarks& marks, Nanoseconds time, Nanoseconds minimum,
                                     bool forward);

} // namespace twintrace
