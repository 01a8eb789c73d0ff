// SPDX-License-Identifier: GPL-3.0-or-later
// The rarer phases: memory samples, arrows, counters and metadata.
#include "core/import/event_stager.h"

#include "core/import/text_hash.h"

#include <algorithm>

namespace twintrace
{

void EventStager::stageMemory(Context& context, Nanoseconds time)
{
    ++context.out.memoryEvents;
    const ArgPlaces places = context.fields.argPlaces();
    const auto numberOf = [&](ArgKey key) { return integerOf(context.fields.argument(places, key)); };
    const auto total = numberOf(ArgKey::TotalAllocated);
    if (!total)
        return;
    MemorySample sample;
    sample.time = time;
    sample.totalAllocatedBytes = *total;
    sample.totalReservedBytes = numberOf(ArgKey::TotalReserved).value_or(0);
    sample.isGpu = numberOf(ArgKey::DeviceType).value_or(0) != 0; // 0 is c10::DeviceType::CPU
    sample.device = static_cast<std::int16_t>(
        std::clamp<std::int64_t>(numberOf(ArgKey::DeviceId).value_or(-1), -1, 32767));
    context.out.batch.memory.push_back(sample);
}

void EventStager::stageFlow(Context& context, FlowPhase phase)
{
    const EventFields& fields = context.fields;
    StagedFlow flow;
    const std::string_view id = fields.id().empty() ? fields.bindId() : fields.id();
    flow.key =
        textHash(unquoted(id), textHash(unquoted(fields.name()), textHash(unquoted(fields.category()))));
    if (!readTime(context, flow.time))
        return;
    flow.track = m_names.track(context.fields, context.source);
    flow.category = nameOf(context, fields.category());
    flow.phase = phase;
    flow.bindsToEnclosing = fields.bindingPoint() == "\"e\"";
    if (!id.empty())
        context.out.batch.flows.push_back(flow);
}

// The second form of arrows: slices that carry bind_id with flow_out, flow_in or both.
void EventStager::stageBoundFlow(Context& context, TrackId track, Nanoseconds begin)
{
    const EventFields& fields = context.fields;
    const bool isOut = fields.flowOut() == "true";
    const bool isIn = fields.flowIn() == "true";
    if (!isOut && !isIn)
        return;
    StagedFlow flow;
    flow.key = textHash(unquoted(fields.bindId()), textHash("bind_id"));
    flow.time = begin;
    flow.track = track;
    flow.category = nameOf(context, fields.category());
    flow.phase = isOut && isIn ? FlowPhase::Step : isOut ? FlowPhase::Start : FlowPhase::End;
    flow.bindsToEnclosing = true;
    context.out.batch.flows.push_back(flow);
}

void EventStager::stageCounter(Context& context)
{
    const EventFields& fields = context.fields;
    StagedCounter counter;
    if (!readTime(context, counter.time))
        return;
    counter.process = m_names.process(context.fields, context.source);
    std::string id = textOf(fields.id());
    counter.name = nameOf(context, fields.name());
    if (!id.empty())
        counter.name = m_names.text(textOf(fields.name()) + "[" + id + "]", context.source);
    if (fields.args() == 0)
        return;
    forEachMember(context.structure, fields.args(), [&](std::string_view key, std::uint32_t value) {
        const char first = context.structure.at(value);
        if (first == '{' || first == '[')
            return;
        const std::string_view raw = context.structure.scalar(value);
        const auto number = finiteNumberOf(raw);
        if (!number) {
            context.out.oddities.add(Oddity::NonFiniteCounter, context.source);
            return;
        }
        const std::uint64_t longest = context.out.longestName;
        counter.series = nameOf(context, key);
        context.out.longestName = longest; // a series is no name of an event
        counter.value = *number;
        context.out.batch.counters.push_back(counter);
    });
}

void EventStager::stageMetadata(Context& context)
{
    using Kind = StagedMetadata::Kind;
    const EventFields& fields = context.fields;
    nameOf(context, fields.name());
    const std::string_view name = unquoted(fields.name());
    StagedMetadata metadata;
    std::string_view wanted;
    if (name == "process_name") {
        metadata.kind = Kind::ProcessName;
        wanted = "\"name\"";
    } else if (name == "process_labels") {
        metadata.kind = Kind::ProcessLabels;
        wanted = "\"labels\"";
    } else if (name == "process_sort_index") {
        metadata.kind = Kind::ProcessSortIndex;
        wanted = "\"sort_index\"";
    } else if (name == "thread_name") {
        metadata.kind = Kind::ThreadName;
        wanted = "\"name\"";
    } else if (name == "thread_sort_index") {
        metadata.kind = Kind::ThreadSortIndex;
        wanted = "\"sort_index\"";
    } else {
        return;
    }
    if (fields.args() == 0)
        return;
    if (metadata.kind == Kind::ThreadName || metadata.kind == Kind::ThreadSortIndex)
        metadata.track = m_names.track(context.fields, context.source);
    metadata.process = m_names.process(context.fields, context.source);
    bool isFound = false;
    forEachMember(context.structure, fields.args(), [&](std::string_view key, std::uint32_t value) {
        const char first = context.structure.at(value);
        if (key != wanted || first == '{' || first == '[')
            return;
        const std::string_view raw = context.structure.scalar(value);
        metadata.text = textOf(raw);
        if (const auto number = finiteNumberOf(raw))
            metadata.number = static_cast<std::int64_t>(std::clamp(*number, -9e18, 9e18));
        isFound = true;
    });
    if (isFound)
        context.out.metadata.push_back(std::move(metadata));
}

} // namespace twintrace
