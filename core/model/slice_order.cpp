// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/slice_order.h"

#include "core/base/page_memory.h"

#include <algorithm>
#include <numeric>

namespace twintrace
{
namespace
{

class Earlier
{
  public:
    explicit Earlier(const EventColumns& columns)
        : m_begin(columns.begin.data()), m_duration(columns.duration.data()), m_source(columns.source.data())
    {
    }
    bool operator()(std::uint32_t a, std::uint32_t b) const
    {
        if (m_begin[a] != m_begin[b])
            return m_begin[a] < m_begin[b];
        if (m_duration[a] != m_duration[b])
            return m_duration[a] > m_duration[b];
        return m_source[a] < m_source[b];
    }

  private:
    const Nanoseconds* m_begin;
    const Nanoseconds* m_duration;
    const std::uint64_t* m_source;
};

using Run = std::pair<std::uint32_t, std::uint32_t>;

// Merges two neighbouring runs of `order` through `spare`; only the part where they overlap is touched.
void mergeRuns(std::vector<std::uint32_t>& order, std::vector<std::uint32_t>& spare, Run first, Run second,
               const Earlier& earlier)
{
    const auto at = [&order](std::uint32_t index) { return order.begin() + index; };
    const auto begin = std::upper_bound(at(first.first), at(first.second), *at(second.first), earlier);
    const auto end = std::lower_bound(at(second.first), at(second.second), *(at(first.second) - 1), earlier);
    if (begin == at(first.second) || end == at(second.first))
        return;
    const auto kept = std::copy(begin, at(first.second), spare.begin());
    std::merge(spare.begin(), kept, at(second.first), end, begin, earlier);
}

template <class T>
void applyOrder(std::vector<T>& column, EventRange range, const std::vector<std::uint32_t>& order)
{
    std::vector<T> moved;
    reserveColumn(moved, order.size());
    for (const std::uint32_t from : order)
        moved.push_back(column[from]);
    std::ranges::copy(moved, column.begin() + range.first);
}

} // namespace

void sortTrack(EventColumns& columns, EventRange range)
{
    const Earlier earlier(columns);
    std::vector<Run> runs;
    std::uint32_t runBegin = 0;
    for (std::uint32_t i = 1; i < range.size(); ++i) {
        if (earlier(range.first + i, range.first + i - 1)) {
            runs.emplace_back(runBegin, i);
            runBegin = i;
        }
    }
    if (runs.empty())
        return;
    runs.emplace_back(runBegin, range.size());

    std::vector<std::uint32_t> order(range.size());
    std::iota(order.begin(), order.end(), range.first);
    std::vector<std::uint32_t> spare(range.size());
    while (runs.size() > 1) {
        std::vector<Run> merged;
        merged.reserve(runs.size() / 2 + 1);
        for (std::size_t i = 0; i + 1 < runs.size(); i += 2) {
            mergeRuns(order, spare, runs[i], runs[i + 1], earlier);
            merged.emplace_back(runs[i].first, runs[i + 1].second);
        }
        if (runs.size() % 2 == 1)
            merged.push_back(runs.back());
        runs = std::move(merged);
    }
    spare = {};
    applyOrder(columns.begin, range, order);
    applyOrder(columns.duration, range, order);
    applyOrder(columns.name, range, order);
    applyOrder(columns.category, range, order);
    applyOrder(columns.flags, range, order);
    applyOrder(columns.parent, range, order);
    applyOrder(columns.source, range, order);
}

} // namespace twintrace
