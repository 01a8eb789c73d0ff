// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/page_memory.h"
#include "core/model/event_columns.h"
#include "core/model/tracks.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace twintrace
{

/// Events as an importer finds them, before TraceBuilder::freeze() gives them their place. Ids are those of
/// the builder.

struct StagedSlice {
    Nanoseconds begin = 0;
    Nanoseconds duration = 0;
    std::uint64_t source = 0;
    StringId name;
    TrackId track;
    CategoryId category;
    std::uint8_t flags = 0;
};

/// What a slice is besides: `slice` is its index in the batch.
struct StagedDevice {
    std::uint32_t slice = 0;
    StreamId stream;
    std::int64_t correlation = kNoCorrelation;
};
struct StagedLaunch {
    std::uint32_t slice = 0;
    std::int64_t correlation = kNoCorrelation;
};
/// The duration as the file has it, by the slice's source.
struct StagedBadDuration {
    std::uint64_t source = 0;
    Nanoseconds written = 0;
};

/// A B or E, or one end of an async span (then on the async span's own track).
struct StagedMark {
    Nanoseconds time = 0;
    std::uint64_t source = 0;
    StringId name; ///< invalid when an end has none
    TrackId track;
    CategoryId category;
    bool isEnd = false;
};

struct StagedInstant {
    Nanoseconds time = 0;
    std::uint64_t source = 0;
    StringId name;
    TrackId track;
    CategoryId category;
};

enum class FlowPhase : std::uint8_t { Start, Step, End };

/// One end of an arrow. `key` stands for category, name and id together.
struct StagedFlow {
    std::uint64_t key = 0;
    Nanoseconds time = 0;
    TrackId track;
    StringId category;
    FlowPhase phase = FlowPhase::Start;
    bool bindsToEnclosing = false; ///< an end with "bp":"e"; others bind to the next slice
};

struct StagedCounter {
    Nanoseconds time = 0;
    ProcessId process;
    StringId name;
    StringId series;
    double value = 0;
};

/// Slices in blocks, so that each block goes back to the system as soon as it is placed: a small one first,
/// whole large pages then.
class SliceBlock
{
  public:
    static constexpr std::uint32_t kFirstCapacity = 512;
    static constexpr std::uint32_t kCapacity = (std::uint32_t{2} << 20) / sizeof(StagedSlice);
    explicit SliceBlock(std::uint32_t size) : capacity(size), m_memory(size * sizeof(StagedSlice)) {}
    [[nodiscard]] StagedSlice* slices() { return static_cast<StagedSlice*>(m_memory.address()); }
    [[nodiscard]] bool isFull() const { return used == capacity; }
    std::uint32_t capacity;
    std::uint32_t used = 0;

  private:
    PageBlock m_memory;
};

struct SliceSegment {
    std::shared_ptr<SliceBlock> block;
    std::uint32_t first = 0;
    std::uint32_t count = 0;
    [[nodiscard]] std::span<StagedSlice> slices() const { return {block->slices() + first, count}; }
};

/// A piece of a file in file order. Slices go to `block`, which consecutive batches of one worker share.
struct StagedBatch {
    std::vector<SliceSegment> segments;
    std::vector<StagedDevice> device;
    std::vector<StagedLaunch> launches;
    std::vector<StagedBadDuration> badDurations;
    std::vector<StagedMark> marks;
    std::vector<StagedInstant> instants;
    std::vector<StagedFlow> flows;
    std::vector<StagedCounter> counters;
    std::vector<MemorySample> memory;
    std::uint32_t sliceCount = 0;

    /// Appends a slice and returns its index in the batch; takes a new block when `block` is missing or full.
    std::uint32_t addSlice(std::shared_ptr<SliceBlock>& block, const StagedSlice& slice)
    {
        if (!block || block->isFull())
            block = std::make_shared<SliceBlock>(block ? SliceBlock::kCapacity : SliceBlock::kFirstCapacity);
        if (segments.empty() || segments.back().block != block)
            segments.push_back({block, block->used, 0});
        block->slices()[block->used++] = slice;
        ++segments.back().count;
        return sliceCount++;
    }
};

} // namespace twintrace
