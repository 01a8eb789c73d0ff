// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace.h"
#include "core/timeline/event_summary.h"
#include "core/timeline/range_summary.h"
#include "core/timeline/timeline_marks.h"

#include <QString>

#include <optional>
#include <utility>
#include <vector>

namespace twintrace
{

class SelectionWriter;

/// One arg of an event as text.
using ArgLine = std::pair<QString, QString>;

/// What the panel knows about an event besides its summary.
struct EventExtras {
    std::vector<EventId> others; ///< selected together with it
    std::vector<CompileMark> marks;
    std::optional<std::vector<ArgLine>> args; ///< empty: still being read
    QString argsTrouble;                      ///< why they could not be read
};

void writeEvent(SelectionWriter& writer, const Trace& trace, const EventSummary& summary,
                const EventExtras& extras);
void writeRange(SelectionWriter& writer, const Trace& trace, const RangeSummary& summary);

/// The links of the document: an event to select, or a name to search for.
[[nodiscard]] QString linkTo(EventId event);
[[nodiscard]] EventId eventOfLink(const QString& link);
[[nodiscard]] QString linkTo(StringId name);
[[nodiscard]] StringId nameOfLink(const QString& link);

} // namespace twintrace
