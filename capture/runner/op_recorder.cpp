// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runner/op_recorder.h"

#include "capture/runner/eager_executor.h"
#include "capture/runner/op_arguments.h"

#include <algorithm>
#include <array>
#include <sys/syscall.h>
#include <unistd.h>
#include <unordered_map>

namespace twintrace
{
namespace
{

// A recorded pass is a handful of forwards; the largest models seen have some ten thousand ops, nested ones
// included.
constexpr std::size_t kMostRecords = 1U << 18U;
constexpr std::size_t kMostWords = 1U << 21U;
constexpr std::size_t kDeepest = 256; // ops inside ops; deeper ones are kept without an end

// LibTorch's callbacks are plain functions; the one recorder of the process stands here.
OpRecorder* g_recorder = nullptr;

// The slots of the ops that a thread is in, innermost last: RecordFunction begins and ends them like
// brackets.
struct OpenOps {
    std::uint64_t generation = 0; ///< an op that began before clear() must not end in a slot filled after it
    std::uint32_t thread = 0;
    std::size_t depth = 0;
    std::array<std::uint32_t, kDeepest> slots{};
};
constinit thread_local OpenOps t_open;

// Names known to stand in a schema, each at the place of its address: asking the schema once more costs as
// much as a look at the clock.
constexpr std::size_t kKnownNames = 256;
constinit thread_local std::array<const char*, kKnownNames> t_lasting{};

std::uint32_t threadId()
{
    return static_cast<std::uint32_t>(::syscall(SYS_gettid));
}

} // namespace

OpRecorder::OpRecorder()
{
    g_recorder = this;
    m_recording =
        at::addGlobalCallback(at::RecordFunctionCallback(&OpRecorder::onBegin, &OpRecorder::onEnd)
                                  .scopes({at::RecordScope::FUNCTION, at::RecordScope::USER_SCOPE}));
    m_looking = at::addGlobalCallback(at::RecordFunctionCallback(&OpRecorder::onArguments)
                                          .needsInputs(true)
                                          .scopes({at::RecordScope::FUNCTION, at::RecordScope::USER_SCOPE}));
    at::disableCallback(m_recording);
    at::disableCallback(m_looking);
}

OpRecorder::~OpRecorder()
{
    at::removeCallback(m_recording);
    at::removeCallback(m_looking);
    g_recorder = nullptr;
}

void OpRecorder::startArguments()
{
    m_arguments.clear();
    m_words.resize(kMostWords);
    m_wordCount = 0;
    m_argumentsThread = threadId();
    at::reenableCallback(m_looking);
}

void OpRecorder::stopArguments()
{
    at::disableCallback(m_looking);
}

void OpRecorder::start()
{
    if (m_slots == nullptr)
        m_slots.reset(new Slot[kMostRecords]); // writes every page: no fault falls into the recorded pass
    m_scale.reset();
    m_scale.mark();
    at::reenableCallback(m_recording);
}

void OpRecorder::nextForward()
{
    m_forwards.push_back(m_count.load(std::memory_order_relaxed));
}

void OpRecorder::stop()
{
    at::disableCallback(m_recording);
    m_scale.mark();
    collect();
}

void OpRecorder::clear()
{
    ++m_generation;
    const std::size_t used = std::min(m_count.exchange(0), kMostRecords);
    for (std::size_t at = 0; at < used; ++at) {
        m_slots[at].begin.store(0, std::memory_order_relaxed);
        m_slots[at].end.store(0, std::memory_order_relaxed);
    }
    m_forwards.clear();
    m_records.clear();
}

std::int64_t OpRecorder::dropped() const
{
    const std::size_t asked = m_count.load(std::memory_order_relaxed);
    return asked > kMostRecords ? static_cast<std::int64_t>(asked - kMostRecords) : 0;
}

std::span<const std::int64_t> OpRecorder::argumentsOf(const OpRecord& record) const
{
    return {m_words.data() + record.argumentsBegin, m_words.data() + record.argumentsEnd};
}

void OpRecorder::collect()
{
    const std::lock_guard lock(m_mutex);
    const std::size_t used = std::min(m_count.load(), kMostRecords);
    std::unordered_map<const char*, StringId> known;
    m_records.clear();
    m_records.reserve(used);
    std::vector<std::size_t> places; // of the slots among the records
    places.reserve(used + 1);
    for (std::size_t at = 0; at < used; ++at) {
        places.push_back(m_records.size());
        const Slot& slot = m_slots[at];
        OpRecord record;
        const std::int64_t begin = slot.begin.load(std::memory_order_acquire);
        if (begin == 0)
            continue;
        record.begin = m_scale.monotonic(begin);
        if (const std::int64_t end = slot.end.load(std::memory_order_acquire); end != 0)
            record.end = m_scale.monotonic(end);
        StringId& name = known[slot.name];
        if (!name)
            name = m_names.intern(slot.name);
        record.name = name;
        record.thread = slot.thread;
        record.node = slot.node;
        record.handle = at + 1;
        m_records.push_back(record);
    }
    places.push_back(m_records.size());
    for (std::size_t at = 0; at < m_forwards.size(); ++at) {
        const std::size_t next = at + 1 < m_forwards.size() ? m_forwards[at + 1] : used;
        giveArguments(places[std::min(m_forwards[at], used)], places[std::min(next, used)]);
    }
}

void OpRecorder::giveArguments(std::size_t first, std::size_t last)
{
    auto next = m_arguments.begin();
    for (std::size_t at = first; at < last; ++at) {
        OpRecord& record = m_records[at];
        if (record.thread != m_argumentsThread)
            continue;
        if (next == m_arguments.end() || record.name != next->name)
            return; // this forward went another way: better no arguments than those of another op
        record.argumentsBegin = next->begin;
        record.argumentsEnd = next->end;
        ++next;
    }
}

// Names of ops stand in their schemas and stay; those given as text die with the RecordFunction.
const char* OpRecorder::nameOf(const at::RecordFunction& function)
{
    const char* name = function.name();
    const char*& known = t_lasting[reinterpret_cast<std::uintptr_t>(name) / 16 % kKnownNames];
    if (known == name)
        return name;
    if (function.operator_name())
        return known = name;
    const std::lock_guard lock(m_mutex);
    return m_givenNames.emplace(name).first->c_str();
}

void OpRecorder::noteArguments(const at::RecordFunction& function)
{
    if (threadId() != m_argumentsThread)
        return;
    Arguments arguments;
    arguments.begin = static_cast<std::uint32_t>(m_wordCount);
    std::size_t used = m_wordCount;
    for (const c10::IValue& input : function.inputs()) {
        const std::size_t count = packArgument(input, std::span(m_words).subspan(used));
        if (count == 0) {
            used = m_wordCount; // all of an op's arguments or none
            break;
        }
        used += count;
    }
    m_wordCount = used;
    arguments.end = static_cast<std::uint32_t>(used);
    const std::lock_guard lock(m_mutex);
    arguments.name = m_names.intern(function.name());
    m_arguments.push_back(arguments);
}

std::unique_ptr<at::ObserverContext> OpRecorder::onArguments(const at::RecordFunction& function)
{
    if (g_recorder != nullptr)
        g_recorder->noteArguments(function);
    return nullptr;
}

std::unique_ptr<at::ObserverContext> OpRecorder::onBegin(const at::RecordFunction& function)
{
    OpRecorder* recorder = g_recorder;
    if (recorder == nullptr)
        return nullptr;
    OpenOps& open = t_open;
    if (const std::uint64_t generation = recorder->m_generation.load(std::memory_order_relaxed);
        open.generation != generation) {
        open.generation = generation;
        open.thread = threadId();
        open.depth = 0;
    }
    const std::size_t at = recorder->m_count.fetch_add(1, std::memory_order_relaxed);
    if (open.depth < kDeepest)
        open.slots[open.depth] = static_cast<std::uint32_t>(std::min(at, kMostRecords));
    ++open.depth;
    if (at >= kMostRecords)
        return nullptr;
    Slot& slot = recorder->m_slots[at];
    slot.name = recorder->nameOf(function);
    slot.thread = open.thread;
    slot.node = t_currentNode;
    slot.begin.store(TickClock::now(), std::memory_order_release); // last: our own work stays outside the op
    return nullptr;
}

void OpRecorder::onEnd(const at::RecordFunction&, at::ObserverContext*)
{
    const std::int64_t end = TickClock::now();
    OpRecorder* recorder = g_recorder;
    OpenOps& open = t_open;
    if (recorder == nullptr || open.depth == 0 ||
        open.generation != recorder->m_generation.load(std::memory_order_relaxed))
        return;
    --open.depth;
    if (open.depth < kDeepest && open.slots[open.depth] < kMostRecords)
        recorder->m_slots[open.slots[open.depth]].end.store(end, std::memory_order_release);
}

} // namespace twintrace
