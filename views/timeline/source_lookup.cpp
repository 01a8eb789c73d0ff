// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/source_lookup.h"

#include "core/import/args_reader.h"
#include "core/timeline/event_summary.h"

#include <QtConcurrentRun>

#include <nlohmann/json.hpp>

namespace twintrace
{
namespace
{

QString member(const nlohmann::ordered_json& args, const char* key)
{
    const auto place = args.find(key);
    return place != args.end() && place->is_string() ? QString::fromStdString(place->get<std::string>())
                                                     : QString();
}

/// Our own traces say it in "Source"; the profiler's, recorded with stacks, in "Call stack", innermost first.
QString sourceOf(const nlohmann::ordered_json& args)
{
    QString text = member(args, "Source");
    if (text.isEmpty())
        return member(args, "Call stack").section(QLatin1Char(';'), 0, 0);
    if (const QString line = member(args, "Source text"); !line.isEmpty())
        text += QStringLiteral("  ") + line;
    if (const QString module = member(args, "Module"); !module.isEmpty())
        text += QStringLiteral("\nmodule ") + module;
    return text;
}

QString lookUp(ArgsReader& reader, const std::vector<EventId>& candidates)
{
    for (const EventId event : candidates) {
        const Result<nlohmann::ordered_json> args = reader.args(event);
        if (!args)
            return {};
        if (const QString source = sourceOf(*args); !source.isEmpty())
            return source;
    }
    return {};
}

} // namespace

SourceLookup::SourceLookup(QObject* parent) : QObject(parent)
{
    connect(&m_watcher, &QFutureWatcher<QString>::finished, this, [this] {
        const QString text = m_watcher.future().resultCount() > 0 ? m_watcher.result() : QString();
        if (m_event && !text.isEmpty())
            Q_EMIT found(m_event, text);
    });
}

SourceLookup::~SourceLookup()
{
    m_watcher.disconnect(this);
    m_watcher.waitForFinished();
}

void SourceLookup::forget()
{
    m_event = EventId();
}

void SourceLookup::ask(const TracePtr& trace, EventId event)
{
    forget();
    if (!trace || trace->file.empty() || m_watcher.isRunning())
        return;
    if (m_trace != trace) {
        m_trace = trace;
        m_reader = std::make_shared<ArgsReader>(trace);
    }
    m_event = event;
    const EventSummary summary = summarizeEvent(*trace, event);
    std::vector<EventId> candidates{event};
    constexpr std::size_t kMostAround = 4;
    const std::vector<EventId>& around = summary.launch ? summary.opStack : summary.ancestors;
    for (auto op = around.rbegin(); op != around.rend() && candidates.size() <= kMostAround; ++op)
        candidates.push_back(*op);
    m_watcher.setFuture(QtConcurrent::run(
        [reader = m_reader, candidates = std::move(candidates)] { return lookUp(*reader, candidates); }));
}

} // namespace twintrace
