// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/model/freeze.h"
#include "core/model/staged_events.h"
#include "core/model/trace.h"

#include <map>
#include <string_view>
#include <utility>
#include <vector>

namespace twintrace
{

/// The only stage at which a trace changes: names, tracks and staged events go in, freeze() sorts, nests and
/// links them into a Trace. Used by the importer in bulk and by tests to make traces by hand:
///
///     TraceBuilder builder;
///     const TrackId thread = builder.track("1", "10");
///     builder.slice(thread, "cpu_op", "aten::mm", 0, 5000);
///     builder.launch(thread, "cuda_runtime", "cudaLaunchKernel", 1000, 2000, 7);
///     builder.kernel(builder.track("0", "7"), "gemm", 4000, 9000, builder.stream("0", "7"), 7);
///     const TracePtr trace = builder.freeze();
class TraceBuilder
{
  public:
    TraceBuilder();

    StringId intern(std::string_view text) { return m_trace->strings.intern(text); }
    ProcessId process(std::string_view key);
    TrackId track(std::string_view processKey, std::string_view threadKey);
    /// The row of one async span id under a process.
    TrackId asyncTrack(std::string_view processKey, std::string_view key);
    CategoryId category(std::string_view text);
    /// A queue with args.device and args.stream, or (hasDeviceArgs false) with pid and tid.
    StreamId stream(std::string_view device, std::string_view stream, bool hasDeviceArgs = true);

    [[nodiscard]] Process& at(ProcessId id) { return m_trace->processes[id.value()]; }
    [[nodiscard]] Track& at(TrackId id) { return m_trace->tracks[id.value()]; }
    [[nodiscard]] TraceMetadata& metadata() { return m_trace->metadata; }
    [[nodiscard]] ImportReport& report() { return m_trace->report; }
    void setFile(std::string path) { m_trace->file = std::move(path); }

    /// Bulk: batches in file order.
    void add(StagedBatch batch) { m_batches.push_back(std::move(batch)); }
    /// When the batches carry ids of the importer's own tables.
    void translate(IdMaps maps) { m_maps = std::move(maps); }

    /// By hand, times in nanoseconds.
    void slice(TrackId track, std::string_view category, std::string_view name, Nanoseconds begin,
               Nanoseconds duration, std::uint8_t flags = 0);
    void kernel(TrackId track, std::string_view name, Nanoseconds begin, Nanoseconds duration,
                StreamId stream, std::int64_t correlation = kNoCorrelation,
                std::string_view category = "kernel", std::uint8_t flags = 0);
    void launch(TrackId track, std::string_view category, std::string_view name, Nanoseconds begin,
                Nanoseconds duration, std::int64_t correlation);
    void instant(TrackId track, std::string_view category, std::string_view name, Nanoseconds time);

    /// Sorts, pairs begins with ends, nests, binds arrows and links launches; the builder is empty
    /// afterwards. Time 0 becomes the whole microsecond at or before the earliest event unless `keepOrigin`.
    /// `threads` > 1 shares the work. Throws std::bad_alloc only.
    [[nodiscard]] TracePtr freeze(unsigned threads = 1, bool keepOrigin = true);
    /// The same in two steps, for an importer that has something to add to the report in between.
    /// A cancelled `progress` ends it early; the trace is then not usable.
    FreezeOutcome arrange(unsigned threads, bool keepOrigin, const Progress* progress = nullptr);
    [[nodiscard]] const Trace& arranged() const { return *m_trace; }
    [[nodiscard]] TracePtr take();

  private:
    StagedBatch& openBatch();
    TrackId track(ProcessId process, std::string_view key, TrackKind kind);

    std::shared_ptr<Trace> m_trace;
    std::vector<StagedBatch> m_batches;
    IdMaps m_maps;
    std::uint64_t m_nextSource = 0;
    std::shared_ptr<SliceBlock> m_block;
    std::map<std::pair<std::uint32_t, std::uint64_t>, TrackId> m_trackIds;
    std::map<std::uint32_t, ProcessId> m_processIds;
    std::map<std::uint32_t, CategoryId> m_categoryIds;
    std::map<std::pair<std::uint64_t, bool>, StreamId> m_streamIds;
};

} // namespace twintrace
