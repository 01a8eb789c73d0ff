// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runner/op_recorder.h"

#include "capture/runner/eager_executor.h"
#include "capture/runner/op_arguments.h"
#include "core/base/clock_bridge.h"

#include <algorithm>
#include <sys/syscall.h>
#include <unistd.h>

namespace twintrace
{
namespace
{

// A recorded pass is a handful of forwards; the largest models seen have some ten thousand ops, nested ones
// included.
constexpr std::size_t kMostRecords = 1U << 18U;
constexpr std::size_t kMostWords = 1U << 21U;

// LibTorch's callbacks are plain functions; the one recorder of the process stands here.
OpRecorder* g_recorder = nullptr;

std::uint32_t threadId()
{
    static thread_local const auto kId = static_cast<std::uint32_t>(::syscall(SYS_gettid));
    return kId;
}

} // namespace

struct OpRecorder::Context final : at::ObserverContext {
    Context(std::size_t place, std::uint64_t made) : at(place), generation(made) {}
    std::size_t at;
    std::uint64_t generation;
};

OpRecorder::OpRecorder()
{
    g_recorder = this;
    m_handle = at::addGlobalCallback(at::RecordFunctionCallback(&OpRecorder::onBegin, &OpRecorder::onEnd)
                                         .needsInputs(true)
                                         .needsIds(true)
                                         .scopes({at::RecordScope::FUNCTION, at::RecordScope::USER_SCOPE}));
    at::disableCallback(m_handle);
}

OpRecorder::~OpRecorder()
{
    at::removeCallback(m_handle);
    g_recorder = nullptr;
}

void OpRecorder::start()
{
    // resize() writes every page, so that no page fault falls into the recorded pass.
    m_records.resize(kMostRecords);
    m_words.resize(kMostWords);
    at::reenableCallback(m_handle);
}

void OpRecorder::stop()
{
    at::disableCallback(m_handle);
}

void OpRecorder::clear()
{
    const std::lock_guard lock(m_mutex);
    m_count = m_wordCount = 0;
    m_dropped = 0;
    ++m_generation;
}

std::span<const std::int64_t> OpRecorder::argumentsOf(const OpRecord& record) const
{
    return {m_words.data() + record.argumentsBegin, m_words.data() + record.argumentsEnd};
}

std::size_t OpRecorder::add(const at::RecordFunction& function)
{
    if (m_count == m_records.size()) {
        ++m_dropped;
        return kMostRecords;
    }
    OpRecord& record = m_records[m_count];
    record.end = 0;
    record.name = m_names.intern(function.name());
    record.thread = threadId();
    record.node = t_currentNode;
    record.handle = function.handle();
    record.argumentsBegin = static_cast<std::uint32_t>(m_wordCount);
    std::size_t used = m_wordCount;
    for (const c10::IValue& input : function.inputs()) {
        const std::size_t count =
            packArgument(input, std::span(m_words).subspan(used, m_words.size() - used));
        if (count == 0) {
            used = m_wordCount; // all of an op's arguments or none
            break;
        }
        used += count;
    }
    m_wordCount = used;
    record.argumentsEnd = static_cast<std::uint32_t>(used);
    record.begin = monotonicNow(); // last: the recorder's own work stays outside the op
    return m_count++;
}

std::unique_ptr<at::ObserverContext> OpRecorder::onBegin(const at::RecordFunction& function)
{
    if (g_recorder == nullptr)
        return nullptr;
    const std::lock_guard lock(g_recorder->m_mutex);
    const std::size_t at = g_recorder->add(function);
    return at == kMostRecords ? nullptr : std::make_unique<Context>(at, g_recorder->m_generation);
}

void OpRecorder::onEnd(const at::RecordFunction&, at::ObserverContext* context)
{
    if (context == nullptr || g_recorder == nullptr)
        return;
    const Nanoseconds end = monotonicNow();
    const auto* known = static_cast<const Context*>(context);
    const std::lock_guard lock(g_recorder->m_mutex);
    if (known->generation == g_recorder->m_generation)
        g_recorder->m_records[known->at].end = end;
}

} // namespace twintrace
