// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/client/variant_run.h"

#include "core/analysis/forward_work.h"
#include "core/analysis/steadiness.h"
#include "core/base/progress.h"
#include "core/import/load_trace.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace twintrace
{
namespace
{

using std::chrono::milliseconds;

constexpr double kNanosecondsPerUs = 1000.0;
// Resamplings while rounds still run: enough to know when to stop, a tenth of the time of the final interval.
constexpr std::size_t kQuickReplicates = 400;

std::vector<double> microseconds(const std::vector<Nanoseconds>& durations)
{
    std::vector<double> us;
    us.reserve(durations.size());
    for (const Nanoseconds duration : durations)
        us.push_back(static_cast<double>(duration) / kNanosecondsPerUs);
    return us;
}

milliseconds seconds(double value)
{
    return milliseconds(static_cast<std::int64_t>(value * 1000));
}

std::optional<double> sum(std::initializer_list<std::optional<double>> parts)
{
    double total = 0;
    for (const auto& part : parts)
        total += part.value_or(0);
    return total;
}

} // namespace

ChildProcess::PhaseSink forwardPhases(const CompareListener& listener, PhaseTimes& times, std::string variant)
{
    return [&listener, &times, variant = std::move(variant)](const protocol::PhaseEvent& event) {
        CompareListener::Phase phase{variant, event.phase, event.note, event.ms.value_or(0), {}, false};
        phase.isOver = event.state == protocol::PhaseState::End;
        if (phase.isOver && event.ms)
            times.note(variant, event.phase, *event.ms);
        phase.estimateMs = times.expected(variant, event.phase);
        if (listener.progressed)
            listener.progressed(phase);
    };
}

VariantRun::VariantRun(const RunContext& context, const VariantKind& kind, bool isMainBatch)
    : m_context(context), m_kind(kind), m_isMainBatch(isMainBatch)
{
    m_result.id = kind.id;
    m_result.label = kind.label;
    // What a kill of the whole run leaves in the file; end() makes it true or replaces it.
    m_result.status = VariantStatus::Failed;
    m_result.error = "The run was stopped before this variant was finished.";
}

void VariantRun::setOccurrence(std::ptrdiff_t occurrence)
{
    if (occurrence < 2)
        return;
    m_result.id = std::string(m_kind.id) + "-" + std::to_string(occurrence);
    m_result.label = std::string(m_kind.label) + ", process " + std::to_string(occurrence);
}

std::string VariantRun::variantKey() const
{
    return m_isMainBatch ? m_result.id : m_result.id + "@" + std::to_string(m_result.batch);
}

ChildProcess::PhaseSink VariantRun::phaseSink() const
{
    return forwardPhases(m_context.listener, m_context.times, variantKey());
}

void VariantRun::fail(const Error& error)
{
    if (m_isOver)
        return;
    m_isOver = true;
    m_child.reset();
    m_cachedChild.reset();
    if (error.code == ErrorCode::Cancelled)
        return; // "stopped before this variant was finished" is what happened
    m_result.status = error.code == ErrorCode::Unsupported ? VariantStatus::Skipped : VariantStatus::Failed;
    m_result.error = error.message;
    m_result.errorDetail = error.detail;
    if (m_context.listener.variantEnded)
        m_context.listener.variantEnded(variantKey(), m_result.status, m_result.error);
}

void VariantRun::startEarly()
{
    // Python's imports would take a core for seconds while something else is measured: those start when
    // needed.
    if (m_isOver || m_kind.host == VariantHost::Python)
        return;
    for (std::unique_ptr<ChildProcess>* child : {&m_child, &m_cachedChild}) {
        auto started = m_context.children.start(m_kind.host, "the process of " + m_result.id, m_result.id);
        if (!started)
            return fail(started.error());
        *child = std::move(*started);
    }
}

// A started child that has said hello; false (and the variant over) when there is none.
bool VariantRun::ready(std::unique_ptr<ChildProcess>& child, const char* purpose)
{
    if (m_isOver)
        return false;
    PhaseScope scope(m_context.listener, m_context.times, variantKey(), "start", {}, purpose);
    if (!child) {
        auto started = m_context.children.start(m_kind.host, "the process of " + m_result.id, m_result.id);
        if (!started) {
            fail(started.error());
            return false;
        }
        child = std::move(*started);
    }
    const Result<protocol::HelloEvent> hello = child->hello(m_context.options.limits.hello);
    if (!hello) {
        scope.spoil();
        fail(hello.error());
        return false;
    }
    m_hello = *hello;
    return true;
}

Result<void> VariantRun::callFirst(ChildProcess& child, bool isUncached)
{
    protocol::LoadCommand command;
    command.variant = m_kind.id;
    command.exported = m_files.exported;
    command.package = m_files.package;
    command.pythonModel = m_files.pythonModel;
    command.inputs = m_files.inputs;
    command.device = m_context.options.device;
    command.threads = m_context.options.threads;
    if (isUncached) {
        command.reference = m_files.reference;
        command.outputs = m_files.outputs;
    }
    const StepLimits& limits = m_context.options.limits;
    const ChildProcess::PhaseSink phases = isUncached ? phaseSink() : ChildProcess::PhaseSink();
    const auto loaded = child.ask<protocol::LoadedEvent>(command, limits.load, phases);
    if (!loaded)
        return tl::unexpected(loaded.error());
    m_inputs = loaded->inputs;
    const auto first = child.ask<protocol::FirstEvent>(protocol::FirstCommand{}, limits.first, phases);
    if (!first)
        return tl::unexpected(first.error());
    if (!isUncached) {
        m_result.cached = CachedFirstCall{loaded->loadMs, first->firstMs, loaded->loadMs + first->firstMs};
        return {};
    }
    if (!m_result.uncached)
        m_result.uncached.emplace();
    UncachedFirstCall& cost = *m_result.uncached;
    cost.loadMs = loaded->loadMs;
    cost.firstMs = first->firstMs;
    if (first->toolchainMs)
        cost.toolchainMs = first->toolchainMs;
    for (const auto& [name, ms] : first->phases)
        cost.phasesMs[name] = ms;
    // A package that came ready made: what compiling it had cost is unknown, and so is the total.
    if (!m_kind.needsPackage || cost.compileMs)
        cost.totalMs = sum({cost.exportMs, cost.compileMs, cost.loadMs, cost.firstMs});
    m_hasStoredOutputs = !m_files.outputs.empty();
    takeNumerics(first->numerics);
    if (first->generated && m_isMainBatch)
        m_context.session.keepGenerated(*first->generated, m_result.id);
    return {};
}

void VariantRun::takeNumerics(const std::optional<protocol::Numerics>& numerics)
{
    if (!numerics)
        return;
    Numerics& target = m_result.numerics.emplace();
    target.maxAbs = numerics->maxAbsolute;
    target.maxRel = numerics->maxRelative;
    target.tolerance = numerics->tolerance;
    target.ok = numerics->isOk;
    target.against = m_files.against;
    if (!numerics->isOk)
        m_result.errorDetail = numerics->note;
}

void VariantRun::firstCall()
{
    if (!ready(m_child, "its process starts"))
        return;
    // The child tells load, compile and first call itself.
    if (const Result<void> done = callFirst(*m_child, true); !done)
        fail(done.error());
}

void VariantRun::cachedFirstCall()
{
    if (!ready(m_cachedChild, "a fresh process starts"))
        return;
    PhaseScope scope(m_context.listener, m_context.times, variantKey(), "cached", {},
                     "first call of a fresh process");
    if (const Result<void> done = callFirst(*m_cachedChild, false); !done) {
        scope.spoil();
        return fail(done.error());
    }
    m_cachedChild->quit(m_context.options.limits.quit);
    m_cachedChild.reset();
}

void VariantRun::warmUp()
{
    if (m_isOver)
        return;
    protocol::WarmUpCommand command;
    command.mostSeconds = m_context.plan.mostWarmUpSeconds;
    PhaseScope scope(m_context.listener, m_context.times, variantKey(), "warm_up",
                     command.mostSeconds * 1000);
    const auto warmed = m_child->ask<protocol::WarmedEvent>(command, seconds(command.mostSeconds) +
                                                                         m_context.options.limits.measure);
    if (!warmed) {
        scope.spoil();
        return fail(warmed.error());
    }
    m_result.steady.emplace().warmupCalls = static_cast<int>(warmed->calls);
}

void VariantRun::round()
{
    if (m_isOver)
        return;
    protocol::RoundCommand command;
    command.seconds = m_context.plan.roundSeconds;
    const auto round = m_child->ask<protocol::RoundEvent>(command, seconds(command.seconds) +
                                                                       m_context.options.limits.measure);
    if (!round)
        return fail(round.error());
    m_rounds.push_back(microseconds(round->durations));
    const std::vector<double> onDevice = microseconds(round->deviceDurations);
    m_deviceCalls.insert(m_deviceCalls.end(), onDevice.begin(), onDevice.end());
    if (round->devicePeakBytes)
        m_result.peakDeviceBytes = round->devicePeakBytes;
}

double VariantRun::intervalRatio() const
{
    if (m_isOver || m_rounds.empty())
        return 0;
    BootstrapOptions options;
    options.replicates = kQuickReplicates;
    const Interval interval = bootstrapMedian(m_rounds, options);
    const std::vector<double> all = pooled(m_rounds);
    const double middle = median(all);
    return middle > 0 ? (interval.high - interval.low) / 2 / middle : 0;
}

void VariantRun::summarize()
{
    const std::vector<double> all = pooled(m_rounds);
    if (m_isOver || all.empty() || !m_result.steady)
        return;
    SteadyLatency& steady = *m_result.steady;
    const Interval interval = bootstrapMedian(m_rounds);
    steady.medianUs = median(all);
    steady.madUs = medianAbsoluteDeviation(all);
    steady.ciLowUs = interval.low;
    steady.ciHighUs = interval.high;
    steady.samples = static_cast<std::int64_t>(all.size());
    steady.rounds = static_cast<int>(m_rounds.size());
    steady.isSteady = measureDrift(all).isSteady;
    steady.roundsUs = m_rounds;
    if (!m_deviceCalls.empty())
        steady.deviceMedianUs = median(m_deviceCalls);
}

void VariantRun::record()
{
    if (m_isOver)
        return;
    PhaseScope scope(m_context.listener, m_context.times, variantKey(), "record");
    const std::string name =
        m_result.id + (m_isMainBatch ? "" : "-batch" + std::to_string(m_result.batch)) + ".json.gz";
    protocol::RecordCommand command;
    command.iterations = m_context.plan.recordedIterations;
    const std::filesystem::path partial = m_context.session.path() / ("partial-" + name);
    command.file = partial.string();
    const auto recorded = m_child->ask<protocol::RecordedEvent>(command, m_context.options.limits.record);
    std::error_code ignored;
    if (!recorded) {
        scope.spoil();
        std::filesystem::remove(partial, ignored);
        return fail(recorded.error());
    }
    const std::filesystem::path written =
        recorded->file.empty() ? partial : std::filesystem::path(recorded->file);
    if (const Result<void> adopted = m_context.session.adopt(written, name); !adopted) {
        std::filesystem::remove(written, ignored);
        return fail(adopted.error());
    }
    m_result.trace = name;
    m_result.droppedRecords = recorded->dropped;
    if (const std::vector<double> calls = microseconds(recorded->durations);
        !calls.empty() && m_result.steady && m_result.steady->medianUs > 0)
        m_result.recordedOverUnrecorded = median(calls) / m_result.steady->medianUs;
    readTrace();
}

void VariantRun::readTrace()
{
    Progress progress;
    const Result<TracePtr> trace = loadTrace(m_context.session.path() / m_result.trace, progress);
    if (trace)
        m_result.perForward = perForward(**trace);
    else
        m_result.errorDetail = trace.error().message;
}

void VariantRun::end()
{
    if (m_isOver)
        return;
    m_isOver = true;
    if (m_child) {
        if (m_child->peakBytes() > 0)
            m_result.peakMemoryBytes = static_cast<std::int64_t>(m_child->peakBytes());
        m_child->quit(m_context.options.limits.quit);
    }
    m_child.reset();
    m_cachedChild.reset();
    m_result.status = VariantStatus::Ok;
    m_result.error.clear();
    if (m_context.listener.variantEnded)
        m_context.listener.variantEnded(variantKey(), m_result.status, {});
}

} // namespace twintrace
