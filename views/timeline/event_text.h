// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace.h"
#include "core/timeline/event_summary.h"
#include "core/timeline/range_summary.h"

#include <QString>

namespace twintrace
{

/// Names reach the screen byte for byte; text is always plain, never rich.
[[nodiscard]] QString nameText(const Trace& trace, EventId event);
/// What is odd about an event, one sentence a line; "" for nothing.
[[nodiscard]] QString flagsText(const Trace& trace, EventId event);
/// The short explanation beside the mouse: name, duration, launch to start, stream, op.
[[nodiscard]] QString tipText(const Trace& trace, EventId event);
/// Everything about an event that is in memory, one fact a line, for panel and clipboard.
[[nodiscard]] QString summaryText(const Trace& trace, const EventSummary& summary);
/// The figures of a range.
[[nodiscard]] QString summaryText(const Trace& trace, const RangeSummary& summary);

} // namespace twintrace
