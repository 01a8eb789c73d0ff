// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/trace_builder.h"

#include <limits>

namespace twintrace
{
namespace
{

constexpr std::size_t kMaxCategories = CategoryId::kNone;
constexpr std::size_t kMaxStreams = StreamId::kNone;

std::uint64_t pairKey(StringId first, StringId second)
{
    return std::uint64_t{first.value()} << 32 | second.value();
}

} // namespace

TraceBuilder::TraceBuilder() : m_trace(std::make_shared<Trace>()) {}

ProcessId TraceBuilder::process(std::string_view key)
{
    const StringId text = intern(key);
    const ProcessId next(static_cast<std::uint32_t>(m_trace->processes.size()));
    const auto [found, isNew] = m_processIds.try_emplace(text.value(), next);
    if (isNew)
        m_trace->processes.push_back({text, {}, {}, 0});
    return found->second;
}

TrackId TraceBuilder::track(ProcessId process, std::string_view key, TrackKind kind)
{
    const StringId text = intern(key);
    const TrackId next(static_cast<std::uint32_t>(m_trace->tracks.size()));
    const std::uint32_t kindBit = kind == TrackKind::Async ? 1 : 0;
    const auto [found, isNew] =
        m_trackIds.try_emplace({kindBit, std::uint64_t{process.value()} << 32 | text.value()}, next);
    if (isNew) {
        Track track;
        track.process = process;
        track.key = text;
        track.kind = kind;
        m_trace->tracks.push_back(track);
    }
    return found->second;
}

TrackId TraceBuilder::track(std::string_view processKey, std::string_view threadKey)
{
    return track(process(processKey), threadKey, TrackKind::Thread);
}

TrackId TraceBuilder::asyncTrack(std::string_view processKey, std::string_view key)
{
    return track(process(processKey), key, TrackKind::Async);
}

// Category and stream ids have 16 bits; no real trace needs more, and one that does keeps the last for the
// rest.
CategoryId TraceBuilder::category(std::string_view text)
{
    const StringId id = intern(text);
    if (const auto found = m_categoryIds.find(id.value()); found != m_categoryIds.end())
        return found->second;
    const std::size_t next = m_trace->categories.size();
    if (next == kMaxCategories)
        return CategoryId(static_cast<CategoryId::rep>(next - 1));
    m_trace->categories.push_back({id, eventKindOf(text)});
    return m_categoryIds[id.value()] = CategoryId(static_cast<CategoryId::rep>(next));
}

StreamId TraceBuilder::stream(std::string_view device, std::string_view stream, bool hasDeviceArgs)
{
    const StringId deviceText = intern(device);
    const StringId streamText = intern(stream);
    const std::pair key{pairKey(deviceText, streamText), hasDeviceArgs};
    if (const auto found = m_streamIds.find(key); found != m_streamIds.end())
        return found->second;
    const std::size_t next = m_trace->streams.size();
    if (next == kMaxStreams)
        return StreamId(static_cast<StreamId::rep>(next - 1));
    m_trace->streams.push_back({deviceText, streamText, hasDeviceArgs});
    return m_streamIds[key] = StreamId(static_cast<StreamId::rep>(next));
}

StagedBatch& TraceBuilder::openBatch()
{
    if (m_batches.empty())
        m_batches.emplace_back();
    return m_batches.back();
}

void TraceBuilder::slice(TrackId track, std::string_view categoryText, std::string_view name,
                         Nanoseconds begin, Nanoseconds duration, std::uint8_t flags)
{
    StagedSlice staged;
    staged.begin = begin;
    staged.duration = duration;
    staged.source = m_nextSource++;
    staged.name = intern(name);
    staged.track = track;
    staged.category = category(categoryText);
    staged.flags = flags;
    openBatch().addSlice(m_block, staged);
    ++m_trace->report.events;
}

void TraceBuilder::kernel(TrackId track, std::string_view name, Nanoseconds begin, Nanoseconds duration,
                          StreamId stream, std::int64_t correlation, std::string_view categoryText,
                          std::uint8_t flags)
{
    slice(track, categoryText, name, begin, duration, flags);
    openBatch().device.push_back({openBatch().sliceCount - 1, stream, correlation});
}

void TraceBuilder::launch(TrackId track, std::string_view categoryText, std::string_view name,
                          Nanoseconds begin, Nanoseconds duration, std::int64_t correlation)
{
    slice(track, categoryText, name, begin, duration);
    openBatch().launches.push_back({openBatch().sliceCount - 1, correlation});
}

void TraceBuilder::instant(TrackId track, std::string_view categoryText, std::string_view name,
                           Nanoseconds time)
{
    openBatch().instants.push_back({time, m_nextSource++, intern(name), track, category(categoryText)});
    ++m_trace->report.events;
}

FreezeOutcome TraceBuilder::arrange(unsigned threads, bool keepOrigin, const Progress* progress)
{
    FreezeOutcome outcome =
        freezeBatches(*m_trace, std::move(m_batches), std::move(m_maps), {threads, keepOrigin, progress});
    m_batches.clear();
    m_trace->report.unmatchedEnds = outcome.pairing.unmatchedEnds.count;
    m_trace->report.unclosedBegins = outcome.pairing.unclosedBegins.count;
    return outcome;
}

TracePtr TraceBuilder::take()
{
    TracePtr frozen = std::move(m_trace);
    *this = TraceBuilder();
    return frozen;
}

TracePtr TraceBuilder::freeze(unsigned threads, bool keepOrigin)
{
    arrange(threads, keepOrigin);
    return take();
}

} // namespace twintrace
