// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/event_text.h"

#include "core/base/format.h"
#include "core/timeline/row_titles.h"
#include "views/timeline/selection_writer.h"

namespace twintrace
{
namespace
{

QString text(const std::string& utf8)
{
    return QString::fromStdString(utf8);
}

QString chain(const Trace& trace, const std::vector<EventId>& events)
{
    QString lines;
    QString indent = QStringLiteral("  ");
    for (const EventId event : events) {
        lines += indent + nameText(trace, event) + QLatin1Char('\n');
        indent += QStringLiteral("  ");
    }
    return lines;
}

} // namespace

QString nameText(const Trace& trace, EventId event)
{
    const std::string_view name = trace.name(event);
    return QString::fromUtf8(name.data(), qsizetype(name.size()));
}

QString flagsText(const Trace& trace, EventId event)
{
    QString lines;
    if (trace.has(event, kUnfinished))
        lines += QStringLiteral("did not finish: it has no end in the file\n");
    if (trace.has(event, kBadDuration))
        lines += QStringLiteral("its duration in the file is negative or too large; shown as 0\n");
    if (trace.has(event, kCrossesParent))
        lines += QStringLiteral("overlaps its neighbour on this track without lying inside it\n");
    return lines.trimmed();
}

QString tipText(const Trace& trace, EventId event)
{
    const EventSummary summary = summarizeEvent(trace, event);
    QString tip = nameText(trace, event) + QLatin1Char('\n') + bothDurationText(summary.total);
    if (summary.self != summary.total)
        tip += QStringLiteral(", self ") + text(formatDuration(summary.self));
    if (summary.track)
        tip += QLatin1Char('\n') + text(titleOfRow(trace, summary.track));
    if (summary.launchToStart) {
        tip += QStringLiteral("\nlaunch to start ") + text(formatDuration(*summary.launchToStart));
        if (*summary.launchToStart < 0)
            tip += QStringLiteral(" (starts before its launch: the clocks disagree)");
    }
    if (!summary.opStack.empty())
        tip += QStringLiteral("\nop ") + nameText(trace, summary.opStack.back());
    if (summary.launchedCount > 0)
        tip += QStringLiteral("\nlaunches %1 on the device, %2 busy")
                   .arg(text(formatCount(static_cast<std::int64_t>(summary.launchedCount))),
                        text(formatDuration(summary.launchedUnion)));
    const QString flags = flagsText(trace, event);
    return flags.isEmpty() ? tip : tip + QLatin1Char('\n') + flags;
}

QString summaryText(const Trace& trace, const EventSummary& summary)
{
    const EventId event = summary.event;
    const std::string_view category = trace.category(event);
    QString lines = nameText(trace, event) + QStringLiteral("\n\n");
    lines += QStringLiteral("category: ") + QString::fromUtf8(category.data(), qsizetype(category.size())) +
             QLatin1Char('\n');
    if (summary.track)
        lines += QStringLiteral("track: ") + text(titleOfRow(trace, summary.track)) + QLatin1Char('\n');
    lines += QStringLiteral("start: ") + bothDurationText(trace.begin(event)) + QLatin1Char('\n');
    lines += QStringLiteral("duration: ") + bothDurationText(summary.total) + QLatin1Char('\n');
    if (summary.self != summary.total)
        lines += QStringLiteral("self: ") + bothDurationText(summary.self) + QLatin1Char('\n');
    if (summary.gapBefore)
        lines += QStringLiteral("after the slice before it: ") + bothDurationText(*summary.gapBefore) +
                 QLatin1Char('\n');
    if (summary.launchToStart)
        lines += QStringLiteral("launch to start: ") + bothDurationText(*summary.launchToStart) +
                 QLatin1Char('\n');
    if (summary.launchDelay)
        lines +=
            QStringLiteral("launch delay: ") + bothDurationText(*summary.launchDelay) + QLatin1Char('\n');
    if (const QString flags = flagsText(trace, event); !flags.isEmpty())
        lines += flags + QLatin1Char('\n');
    if (!summary.ancestors.empty())
        lines += QStringLiteral("\ninside\n") + chain(trace, summary.ancestors);
    if (summary.launch) {
        lines += QStringLiteral("\nlaunched by\n") + chain(trace, summary.opStack);
        lines += QStringLiteral("  ") + nameText(trace, summary.launch) + QLatin1Char('\n');
    }
    if (summary.launchedCount > 0) {
        lines +=
            QStringLiteral("\nlaunches %1 on the device: sum %2, union %3\n")
                .arg(text(formatCount(static_cast<std::int64_t>(summary.launchedCount))),
                     text(formatDuration(summary.launchedSum)), text(formatDuration(summary.launchedUnion)));
        for (const EventId work : summary.launched)
            lines += QStringLiteral("  ") + text(formatDuration(trace.duration(work))) +
                     QStringLiteral("  ") + nameText(trace, work) + QLatin1Char('\n');
        if (summary.launchedCount > summary.launched.size())
            lines += QStringLiteral("  and %1 more\n").arg(summary.launchedCount - summary.launched.size());
    }
    if (summary.previous)
        lines += QStringLiteral("\nbefore: ") + nameText(trace, summary.previous) + QLatin1Char('\n');
    if (summary.next)
        lines += QStringLiteral("%1after: ").arg(summary.previous ? QString() : QStringLiteral("\n")) +
                 nameText(trace, summary.next) + QLatin1Char('\n');
    return lines;
}

QString summaryText(const Trace& trace, const RangeSummary& summary)
{
    const auto line = [](const QString& title, const RangeTotals& totals) {
        return title + QStringLiteral(": ") + text(formatCount(static_cast<std::int64_t>(totals.count))) +
               QStringLiteral(", sum ") + text(formatDuration(totals.sum)) + QLatin1Char('\n');
    };
    QString lines =
        QStringLiteral("Range of ") + bothDurationText(summary.window.duration()) + QStringLiteral("\n\n");
    lines += line(QStringLiteral("events"), summary.all);
    lines += line(QStringLiteral("GPU kernels"), summary.kernels);
    lines += line(QStringLiteral("copies and fills"), summary.copies);
    lines += line(QStringLiteral("launches"), summary.launches);
    lines += QStringLiteral("device busy: %1 (%2; kernels, copies and fills, overlaps once)\n")
                 .arg(text(formatDuration(summary.busyUnion)), text(formatPercent(summary.busyShare)));
    QString gaps;
    for (int i = 0; i < kMarkCauseCount; ++i) {
        const RangeTotals& totals = summary.gaps[static_cast<std::size_t>(i)];
        if (totals.count > 0)
            gaps += QStringLiteral("  ") +
                    line(QString::fromLatin1(titleOfCause(static_cast<MarkCause>(i))), totals);
    }
    if (!gaps.isEmpty())
        lines += QStringLiteral("\ngaps over 1 µs between kernels of a stream\n") + gaps;
    if (!summary.topNames.empty())
        lines += QStringLiteral("\nmost time\n");
    for (const RangeName& name : summary.topNames) {
        const std::string_view title = trace.text(name.name);
        lines += QStringLiteral("  %1  %2×  ")
                     .arg(text(formatDuration(name.totals.sum)),
                          text(formatCount(static_cast<std::int64_t>(name.totals.count)))) +
                 QString::fromUtf8(title.data(), qsizetype(title.size())) + QLatin1Char('\n');
    }
    return lines;
}

} // namespace twintrace
