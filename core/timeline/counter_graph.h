// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace.h"
#include "core/timeline/time_scale.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace twintrace
{

/// What a counter did during one pixel column: a counter keeps its value until the next sample.
struct CounterColumn {
    double low = 0;
    double high = 0;
    bool hasValue = false; ///< false before the first sample
};

enum class CounterUnit : std::uint8_t { Plain, Bytes };

/// One counter as a row draws it: a series with the extremes of every 64 samples kept apart, so that a frame
/// costs as many steps as the row has pixels, not as the series has samples.
class CounterGraph
{
  public:
    CounterGraph(ProcessId process, std::string title, std::shared_ptr<const CounterSeries> series,
                 CounterUnit unit = CounterUnit::Plain);

    [[nodiscard]] ProcessId process() const { return m_process; }
    [[nodiscard]] const std::string& title() const { return m_title; }
    [[nodiscard]] CounterUnit unit() const { return m_unit; }
    [[nodiscard]] double least() const { return m_least; } ///< over the whole series, 0 included
    [[nodiscard]] double most() const { return m_most; }
    [[nodiscard]] std::size_t size() const { return m_series->time.size(); }

    /// One column for each pixel of the scale.
    [[nodiscard]] std::vector<CounterColumn> columns(const TimeScale& scale) const;
    /// The value at a time; none before the first sample.
    [[nodiscard]] std::optional<double> valueAt(Nanoseconds time) const;

  private:
    struct Extremes {
        double low = 0;
        double high = 0;
    };
    [[nodiscard]] Extremes extremesOf(std::size_t first, std::size_t last) const;

    ProcessId m_process;
    std::string m_title;
    CounterUnit m_unit;
    std::shared_ptr<const CounterSeries> m_series;
    double m_least = 0;
    double m_most = 0;
    std::vector<Extremes> m_blocks;
};

/// The graphs of a trace: its counters, then for each device the memory that PyTorch's allocator handed out
/// and holds, from the profiler's [memory] records.
[[nodiscard]] std::vector<CounterGraph> counterGraphs(const TracePtr& trace);

/// The name of the profiler's memory records, which stand among the instants too.
inline constexpr std::string_view kMemoryRecord = "[memory]";

} // namespace twintrace
