// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace.h"

#include <vector>

namespace twintrace
{

/// An arrow to draw: from a launch to its device work, or an arrow of the file.
struct EventLink {
    EventId from;
    EventId to;
    bool isLaunch = true;
    friend bool operator==(const EventLink&, const EventLink&) = default;
};

/// All arrows that touch an event. Device work: from its launch. A launch: to everything that it launched (a
/// graph launch: to each of its kernels). An operator or annotation: from each launch inside it, at most
/// `most` of them. Arrows of the file that say the same as a correlation id are left out.
[[nodiscard]] std::vector<EventLink> linksOf(const Trace& trace, EventId event, std::size_t most = 2000);

/// Follows the arrows by key: from an event to what it launched (or its arrow's end), from device work to its
/// launch. From a launch's n-th kernel, forward goes on to the next kernel of the same launch. Invalid when
/// there is none.
[[nodiscard]] EventId followForward(const Trace& trace, EventId event);
[[nodiscard]] EventId followBackward(const Trace& trace, EventId event);

/// Events inside `event` on its own track, itself included: a run of ids, since children follow their parent.
[[nodiscard]] EventRange subtreeOf(const Trace& trace, EventId event);

/// The neighbour in time on the same track and at the same depth; invalid at the ends.
[[nodiscard]] EventId nextSlice(const Trace& trace, EventId event);
[[nodiscard]] EventId previousSlice(const Trace& trace, EventId event);
/// The first slice one level below, and the one above.
[[nodiscard]] EventId firstChild(const Trace& trace, EventId event);

} // namespace twintrace
