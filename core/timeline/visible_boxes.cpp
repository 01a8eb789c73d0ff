// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timeline/visible_boxes.h"

#include "core/timeline/prefetch.h"

#include <algorithm>
#include <cmath>

namespace twintrace
{
namespace
{

// A run of 16 this narrow is spread over its pixels by its busy share: four events a pixel and more. With
// less as the limit, lanes with about as many events a pixel as a run holds would be read event by event: 20
// ms a frame on a tiled real trace of 55 visible lanes with 2 pixels, 6 ms with 4.
constexpr double kSummaryPixels = 4.0;

/// Walks the pyramid from the top and stops at the first level that is about as fine as a pixel.
class Walk
{
  public:
    Walk(const Trace& trace, const EventLane& lane, const EventTones& tones, const TimeScale& scale,
         LaneBoxes& out)
        : m_trace(trace), m_lane(lane), m_tones(tones), m_scale(scale), m_out(out),
          m_pixelsPerNanosecond(1.0 / scale.nanosecondsPerPixel()),
          m_pixels(static_cast<int>(out.strip.size()))
    {
    }

    void run()
    {
        const TimeWindow window = m_scale.window();
        m_firstEvent = m_lane.firstEndingAfter(m_trace, window.begin);
        m_lastEvent = m_lane.firstBeginningAt(m_trace, window.end);
        if (m_firstEvent >= m_lastEvent)
            return;
        if (m_lane.levelCount() == 0) {
            showEvents(m_firstEvent, m_lastEvent);
            return;
        }
        const std::size_t top = m_lane.levelCount() - 1;
        std::uint32_t perSummary = EventLane::kFirstFanOut;
        for (std::size_t level = 0; level < top; ++level)
            perSummary *= EventLane::kFanOut;
        showRuns(top, perSummary, m_firstEvent / perSummary, (m_lastEvent + perSummary - 1) / perSummary);
    }

  private:
    void showRuns(std::size_t level, std::uint32_t perSummary, std::uint32_t first, std::uint32_t last)
    {
        const std::span<const LaneSummary> summaries = m_lane.level(level);
        for (std::uint32_t i = first; i < last; ++i) {
            const LaneSummary& summary = summaries[i];
            const std::uint32_t firstInside = std::max(i * perSummary, m_firstEvent);
            const std::uint32_t lastInside = std::min((i + 1) * perSummary, m_lastEvent);
            const double width = summary.length * m_pixelsPerNanosecond;
            const bool isWhole = firstInside == i * perSummary &&
                                 (lastInside == (i + 1) * perSummary || lastInside == m_lane.size());
            if (width < kSummaryPixels && isWhole) {
                addToStrip(summary.begin, width, summary.coverage / 255.0F, summary.longest,
                           [&summary] { return summary.tone; });
            } else if (level == 0) {
                showEvents(firstInside, lastInside);
            } else {
                const std::uint32_t below = perSummary / EventLane::kFanOut;
                showRuns(level - 1, below, firstInside / below, (lastInside + below - 1) / below);
            }
        }
    }

    /// Events of a lane that are not neighbours in the trace are cache misses: the next run's are asked for
    /// while this one's are shown.
    void prefetchRun(std::uint32_t first) const
    {
        const EventColumns& events = m_trace.events;
        const std::uint32_t last = std::min(first + EventLane::kFirstFanOut, m_lane.size());
        for (std::uint32_t i = first; i < last; ++i) {
            const std::uint32_t id = m_lane.idAt(i);
            prefetch(&events.begin[id]);
            prefetch(&events.duration[id]);
            prefetch(&events.name[id]);
        }
    }

    void showEvents(std::uint32_t first, std::uint32_t last)
    {
        prefetchRun(last);
        for (std::uint32_t i = first; i < last; ++i) {
            const std::uint32_t id = m_lane.idAt(i);
            const Nanoseconds duration = m_trace.events.duration[id];
            const double width = static_cast<double>(duration) * m_pixelsPerNanosecond;
            if (width < kBoxPixels)
                addToStrip(m_trace.events.begin[id], width, 1.0F, static_cast<float>(duration),
                           [this, id] { return m_tones.of(m_trace, EventId(id)); });
            else
                addBox(id);
        }
    }

    void addBox(std::uint32_t id)
    {
        const double begin = m_scale.pixelOf(m_trace.events.begin[id]);
        const double end = m_scale.pixelOf(m_trace.events.end(EventId(id)));
        TimelineBox box;
        box.isCutLeft = begin < 0;
        box.isCutRight = end > m_pixels;
        box.left = static_cast<float>(std::max(begin, 0.0));
        box.width = static_cast<float>(std::min(end, double(m_pixels))) - box.left;
        box.event = id;
        box.tone = m_tones.of(m_trace, EventId(id));
        m_out.boxes.push_back(box);
    }

    /// Spreads a stretch over the pixels that it touches (at most a few), weighted by its share of each.
    /// The tone is looked up only where this is the longest so far: most events are not.
    template <class ToneOf>
    void addToStrip(Nanoseconds begin, double width, float coverage, float longest, ToneOf&& toneOf)
    {
        const double left = std::clamp(m_scale.pixelOf(begin), 0.0, m_pixels - 1e-3);
        const auto pixel = static_cast<int>(left);
        double rest = width;
        double room = pixel + 1 - left;
        for (int i = pixel; i < m_pixels; ++i) {
            const double part = std::min(rest, room);
            StripPixel& place = m_out.strip[static_cast<std::size_t>(i)];
            place.coverage += static_cast<float>(part) * coverage;
            if (longest > place.longest) {
                place.longest = longest;
                place.tone = toneOf();
            }
            rest -= part;
            if (rest <= 0.05) // a sliver in the next pixel is not worth a colour
                break;
            room = 1.0;
        }
        m_out.hasStrip = true;
    }

    const Trace& m_trace;
    const EventLane& m_lane;
    const EventTones& m_tones;
    const TimeScale& m_scale;
    LaneBoxes& m_out;
    double m_pixelsPerNanosecond;
    int m_pixels;
    std::uint32_t m_firstEvent = 0;
    std::uint32_t m_lastEvent = 0;
};

} // namespace

void findVisibleBoxes(const Trace& trace, const EventLane& lane, const EventTones& tones,
                      const TimeScale& scale, LaneBoxes& out)
{
    out.boxes.clear();
    out.hasStrip = false;
    out.strip.assign(static_cast<std::size_t>(std::ceil(scale.width())), StripPixel());
    Walk(trace, lane, tones, scale, out).run();
}

} // namespace twintrace
