// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/timeline_search.h"

#include "core/import/args_reader.h"
#include "core/timeline/name_search.h"

#include <QElapsedTimer>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

namespace twintrace
{
namespace
{

constexpr qint64 kPublishMilliseconds =
    120; // often enough to feel alive, seldom enough not to slow the search

/// Collects hits and hands them on from time to time.
class Publisher
{
  public:
    using Publish = std::function<void(const HitList&, const TimelineIndexPtr&)>;
    Publisher(TimelineIndexPtr index, Publish publish)
        : m_index(std::move(index)), m_publish(std::move(publish))
    {
    }

    void add(std::span<const std::uint32_t> hits)
    {
        m_hits.insert(m_hits.end(), hits.begin(), hits.end());
        m_isSorted = m_isSorted && (hits.empty() || m_lastSorted <= hits.front());
        if (!hits.empty())
            m_lastSorted = hits.back();
        m_hasNews = true;
        if (!m_timer.isValid() || m_timer.elapsed() > m_pause)
            flush();
    }
    void flush()
    {
        if (!m_hasNews)
            return;
        if (!m_isSorted)
            std::sort(m_hits.begin(), m_hits.end());
        m_isSorted = true;
        m_lastSorted = m_hits.empty() ? 0 : m_hits.back();
        QElapsedTimer cost;
        cost.start();
        m_publish(HitList(m_index->trace(), m_hits), m_index->narrowed(m_hits));
        // Publishing ten million hits takes longer than finding them: never spend more than half of the time
        // on it.
        m_pause = std::max(kPublishMilliseconds, 2 * cost.elapsed());
        m_timer.start();
        m_hasNews = false;
    }
    [[nodiscard]] const std::vector<std::uint32_t>& hits() const { return m_hits; }

  private:
    TimelineIndexPtr m_index;
    Publish m_publish;
    std::vector<std::uint32_t> m_hits;
    std::uint32_t m_lastSorted = 0;
    bool m_isSorted = true;
    bool m_hasNews = false;
    qint64 m_pause = 0;
    QElapsedTimer m_timer;
};

/// Reads the args of all events that the names did not hit. Returns a sentence when that had to stop.
QString scanArgs(const TimelineIndexPtr& index, const TimelineFilter& filter, Progress& progress,
                 Publisher& publisher)
{
    const Trace& trace = index->trace();
    const std::vector<std::uint32_t> byName = publisher.hits();
    std::vector<std::uint32_t> rest;
    for (std::uint32_t id = 0; id < trace.events.size(); ++id) {
        if (trace.events.duration[id] >= filter.minimumDuration && !trace.has(EventId(id), kUntimed) &&
            !std::binary_search(byName.begin(), byName.end(), id))
            rest.push_back(id);
    }
    // In the order of the file, so that a compressed one is read once from front to back.
    std::sort(rest.begin(), rest.end(), [&](std::uint32_t a, std::uint32_t b) {
        return trace.events.source[a] < trace.events.source[b];
    });
    progress.setTotal(trace.events.size() + rest.size());
    ArgsReader reader(index->tracePtr());
    const TextMatcher matcher(filter.text);
    for (const std::uint32_t id : rest) {
        if (progress.isCancelled())
            return {};
        const Result<nlohmann::ordered_json> args = reader.args(EventId(id));
        if (!args)
            return QString::fromStdString(args.error().message);
        if (matcher.matches(args->dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace)))
            publisher.add(std::span(&id, 1));
        progress.add(1);
    }
    return {};
}

} // namespace

struct TimelineSearch::Names {
    explicit Names(TimelineIndexPtr of) : index(std::move(of)), search(index->trace()) {}
    TimelineIndexPtr index;
    NameSearch search;
};

TimelineSearch::TimelineSearch(QObject* parent) : QObject(parent)
{
    m_pool.setMaxThreadCount(1);
    m_ticker.setInterval(100);
    connect(&m_ticker, &QTimer::timeout, this, &TimelineSearch::progressChanged);
}

TimelineSearch::~TimelineSearch()
{
    if (m_progress)
        m_progress->cancel();
    m_pool.clear();
    m_pool.waitForDone();
}

double TimelineSearch::progress() const
{
    if (!m_progress || m_progress->total() == 0)
        return 0;
    return std::min(static_cast<double>(m_progress->done()) / static_cast<double>(m_progress->total()), 1.0);
}

void TimelineSearch::cancel()
{
    if (m_progress)
        m_progress->cancel();
}

void TimelineSearch::clear()
{
    cancel();
    ++m_run;
    m_isRunning = false;
    m_ticker.stop();
    m_names.reset();
    m_hits = HitList();
    m_hitIndex.reset();
    m_trouble.clear();
    Q_EMIT hitsChanged();
}

void TimelineSearch::start(TimelineIndexPtr index, const TimelineFilter& filter)
{
    cancel();
    m_pool.clear();
    const quint64 run = ++m_run;
    m_progress = std::make_shared<Progress>();
    m_isRunning = true;
    m_trouble.clear();
    m_ticker.start();
    if (!m_names || m_names->index->tracePtr() != index->tracePtr())
        m_names = std::make_shared<Names>(index);
    m_pool.start([this, run, index = std::move(index), filter, progress = m_progress, names = m_names] {
        bool hasPublished = false;
        Publisher publisher(index, [&](const HitList& hits, const TimelineIndexPtr& hitIndex) {
            hasPublished = true;
            QMetaObject::invokeMethod(this, [this, run, hits, hitIndex] { take(run, hits, hitIndex); });
        });
        const NameQuery query{filter.text, filter.minimumDuration};
        names->search.find(query, *progress, [&](std::span<const std::uint32_t> hits) {
            publisher.add(hits);
            return !progress->isCancelled();
        });
        QString trouble;
        if (filter.searchesArgs && !filter.text.empty() && !progress->isCancelled()) {
            publisher.flush();
            trouble = scanArgs(index, filter, *progress, publisher);
        }
        publisher.flush();
        if (!hasPublished && !progress->isCancelled())
            QMetaObject::invokeMethod(this,
                                      [this, run, index] { take(run, HitList(), index->narrowed({})); });
        QMetaObject::invokeMethod(this, [this, run, trouble] { end(run, trouble); });
    });
}

void TimelineSearch::take(quint64 run, const HitList& hits, const TimelineIndexPtr& hitIndex)
{
    if (run != m_run)
        return;
    m_hits = hits;
    m_hitIndex = hitIndex;
    Q_EMIT hitsChanged();
}

void TimelineSearch::end(quint64 run, const QString& trouble)
{
    if (run != m_run)
        return;
    m_isRunning = false;
    m_trouble = trouble;
    m_ticker.stop();
    Q_EMIT progressChanged();
    Q_EMIT finished();
}

} // namespace twintrace
