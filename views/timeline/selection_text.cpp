// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/selection_text.h"

#include "core/analysis/kernel_name.h"
#include "core/base/format.h"
#include "core/timeline/row_titles.h"
#include "views/timeline/event_text.h"
#include "views/timeline/scene_hit.h"
#include "views/timeline/selection_writer.h"

#include <algorithm>

namespace twintrace
{
namespace
{

constexpr qsizetype kLongName = 160; // longer ones would push the figures out of sight: they come below them

constexpr QLatin1String kEventScheme("event:");
constexpr QLatin1String kNameScheme("name:");

QString text(const std::string& utf8)
{
    return QString::fromStdString(utf8);
}

QString count(std::size_t number)
{
    return text(formatCount(static_cast<std::int64_t>(number)));
}

/// The event or name behind a link of this scheme; an invalid one for any other link.
template <typename Id> Id idOfLink(const QString& link, QLatin1String scheme)
{
    bool isNumber = false;
    const std::uint32_t id = link.startsWith(scheme) ? link.mid(scheme.size()).toUInt(&isNumber) : 0;
    return isNumber ? Id(id) : Id();
}

/// A list shows what fits on a line or two.
QString listName(const QString& name)
{
    return name.size() > kLongName ? name.left(kLongName) + QChar(0x2026) : name;
}

/// In lists kernels go by their short names: the full ones fill a panel each.
QString listName(const Trace& trace, EventId event)
{
    if (trace.kind(event) == EventKind::Kernel)
        return listName(text(shortName(trace.name(event))));
    return listName(nameText(trace, event));
}

QString titleOf(const Trace& trace, EventId event, const QString& name)
{
    if (name.size() <= kLongName)
        return name;
    const std::string brief = trace.kind(event) == EventKind::Kernel ? shortName(trace.name(event)) : "";
    return listName(brief.empty() ? name : text(brief));
}

void writeOthers(SelectionWriter& writer, const Trace& trace, EventId first,
                 const std::vector<EventId>& others)
{
    if (others.empty())
        return;
    Nanoseconds sum = trace.duration(first);
    for (const EventId event : others)
        sum = saturatingAdd(sum, trace.duration(event));
    writer.field(QStringLiteral("selected"),
                 QStringLiteral("%1 events, sum %2").arg(count(others.size() + 1), bothDurationText(sum)));
}

void writeFigures(SelectionWriter& writer, const Trace& trace, const EventSummary& summary)
{
    const auto time = [&](const char* key, Nanoseconds value) {
        writer.field(QString::fromLatin1(key), bothDurationText(value));
    };
    const std::string_view category = trace.category(summary.event);
    time("duration", summary.total);
    if (summary.self != summary.total)
        time("self", summary.self);
    time("start", trace.begin(summary.event));
    if (summary.track)
        writer.field(QStringLiteral("track"), text(titleOfRow(trace, summary.track)));
    writer.field(QStringLiteral("category"), QString::fromUtf8(category.data(), qsizetype(category.size())));
    if (summary.launchToStart)
        time("launch to start", *summary.launchToStart);
    if (summary.launchDelay)
        time("launch delay", *summary.launchDelay);
    if (summary.gapBefore)
        time(*summary.gapBefore < 0 ? "overlap before" : "gap before",
             *summary.gapBefore < 0 ? -*summary.gapBefore : *summary.gapBefore);
}

void writeChain(SelectionWriter& writer, const Trace& trace, const std::vector<EventId>& events)
{
    int depth = 0;
    for (const EventId event : events)
        writer.item({}, listName(trace, event), linkTo(event), depth++);
}

void writeLinks(SelectionWriter& writer, const Trace& trace, const EventSummary& summary)
{
    if (summary.launch) {
        writer.section(QStringLiteral("Launched by"));
        std::vector<EventId> chain = summary.opStack;
        chain.push_back(summary.launch);
        writeChain(writer, trace, chain);
    } else if (!summary.ancestors.empty()) {
        writer.section(QStringLiteral("Inside"));
        writeChain(writer, trace, summary.ancestors);
    }
    if (summary.launchedCount > 0) {
        writer.section(QStringLiteral("Launches %1 on the device").arg(count(summary.launchedCount)));
        writer.note(
            QStringLiteral("sum %1, busy %2")
                .arg(text(formatDuration(summary.launchedSum)), text(formatDuration(summary.launchedUnion))));
        for (const EventId work : summary.launched)
            writer.item(text(formatDuration(trace.duration(work))), listName(trace, work), linkTo(work));
        if (summary.launchedCount > summary.launched.size())
            writer.note(
                QStringLiteral("and %1 more").arg(count(summary.launchedCount - summary.launched.size())));
    }
    if (summary.previous || summary.next)
        writer.section(QStringLiteral("Neighbours on the track"));
    if (summary.previous)
        writer.item(QStringLiteral("before"), listName(trace, summary.previous), linkTo(summary.previous));
    if (summary.next)
        writer.item(QStringLiteral("after"), listName(trace, summary.next), linkTo(summary.next));
}

void writeArgs(SelectionWriter& writer, const EventExtras& extras)
{
    writer.section(QStringLiteral("Args"));
    if (!extras.argsTrouble.isEmpty())
        writer.note(extras.argsTrouble);
    else if (!extras.args)
        writer.note(QStringLiteral("reading the file …"));
    else if (extras.args->empty())
        writer.note(QStringLiteral("none"));
    else
        for (const auto& [key, value] : *extras.args)
            writer.field(key, value);
}

} // namespace

void writeEvent(SelectionWriter& writer, const Trace& trace, const EventSummary& summary,
                const EventExtras& extras)
{
    const QString name = nameText(trace, summary.event);
    writer.title(titleOf(trace, summary.event, name));
    writeOthers(writer, trace, summary.event, extras.others);
    writeFigures(writer, trace, summary);
    const QString flags = flagsText(trace, summary.event);
    if (!flags.isEmpty())
        writer.note(flags);
    for (const CompileMark& mark : extras.marks) {
        writer.section(QStringLiteral("torch.compile"));
        writer.note(compileMarkText(mark));
    }
    writeLinks(writer, trace, summary);
    if (name.size() > kLongName) {
        writer.section(QStringLiteral("Name in full (%1 characters)").arg(count(std::size_t(name.size()))));
        writer.item({}, name);
    }
    writeArgs(writer, extras);
}

void writeRange(SelectionWriter& writer, const Trace& trace, const RangeSummary& summary)
{
    writer.title(QStringLiteral("Range of ") + bothDurationText(summary.window.duration()));
    const auto totals = [&](const char* key, const RangeTotals& figures) {
        writer.field(QString::fromLatin1(key),
                     count(figures.count) + QStringLiteral(", sum ") + text(formatDuration(figures.sum)));
    };
    totals("events", summary.all);
    totals("GPU kernels", summary.kernels);
    totals("copies, fills", summary.copies);
    totals("launches", summary.launches);
    writer.field(QStringLiteral("device busy"),
                 text(formatDuration(summary.busyUnion)) + QStringLiteral(" (") +
                     text(formatPercent(summary.busyShare)) + QLatin1Char(')'));
    writer.note(QStringLiteral("busy: kernels, copies and fills, overlaps once"));
    const bool hasGaps = std::any_of(summary.gaps.begin(), summary.gaps.end(),
                                     [](const RangeTotals& figures) { return figures.count > 0; });
    if (hasGaps)
        writer.section(QStringLiteral("Gaps over 1 µs between kernels of a stream"));
    for (int i = 0; i < kMarkCauseCount; ++i) {
        if (summary.gaps[static_cast<std::size_t>(i)].count > 0)
            totals(titleOfCause(static_cast<MarkCause>(i)), summary.gaps[static_cast<std::size_t>(i)]);
    }
    if (!summary.topNames.empty())
        writer.section(QStringLiteral("Most time"));
    for (const RangeName& name : summary.topNames) {
        const std::string_view title = trace.text(name.name);
        writer.item(text(formatDuration(name.totals.sum)) + QStringLiteral("  ") + count(name.totals.count) +
                        QStringLiteral("×"),
                    listName(QString::fromUtf8(title.data(), qsizetype(title.size()))), linkTo(name.name));
    }
}

QString linkTo(EventId event)
{
    return kEventScheme + QString::number(event.value());
}

EventId eventOfLink(const QString& link)
{
    return idOfLink<EventId>(link, kEventScheme);
}

QString linkTo(StringId name)
{
    return kNameScheme + QString::number(name.value());
}

StringId nameOfLink(const QString& link)
{
    return idOfLink<StringId>(link, kNameScheme);
}

} // namespace twintrace
