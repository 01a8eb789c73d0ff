// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/timeline/event_lane.h"
#include "core/timeline/time_scale.h"

#include <vector>

namespace twintrace
{

/// An event wide enough to be drawn by itself. Pixels from the left edge of the window, clipped to it.
struct TimelineBox {
    float left = 0;
    float width = 0;
    std::uint32_t event = 0;
    Tone tone = 0;
    bool isCutLeft = false;  ///< begins before the window
    bool isCutRight = false; ///< ends after it
};

/// One pixel column of a lane where events are too narrow for boxes.
struct StripPixel {
    float coverage = 0; ///< busy share of the pixel, 0 = nothing there; may exceed 1 slightly
    float longest = -1; ///< duration of the event that gives the tone
    Tone tone = 0;
};

/// What one lane shows in a window.
struct LaneBoxes {
    std::vector<TimelineBox> boxes;
    std::vector<StripPixel> strip; ///< one entry a pixel
    bool hasStrip = false;         ///< any pixel of the strip is set
};

/// Events at least this wide (in pixels of the device) get a box of their own.
inline constexpr double kBoxPixels = 3.0;
/// However short, an event colours at least this share of a pixel: one kernel in an idle second must not
/// vanish.
inline constexpr float kLeastCoverage = 0.4F;

/// Finds what a lane shows. `scale` counts pixels of the device. The lists of `out` are reused. Costs about
/// as many steps as there are pixels, whatever the number of events.
void findVisibleBoxes(const Trace& trace, const EventLane& lane, const EventTones& tones,
                      const TimeScale& scale, LaneBoxes& out);

} // namespace twintrace
