// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/client/child_process.h"
#include "capture/client/children.h"
#include "capture/client/compare_options.h"
#include "capture/client/compare_progress.h"
#include "capture/client/session_folder.h"
#include "capture/client/variant_catalog.h"
#include "core/analysis/statistics.h"
#include "core/model/session.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

namespace twintrace
{

/// What a variant starts from, and where its first outputs go.
struct VariantFiles {
    std::string exported, package, pythonModel, inputs;
    std::string reference; ///< outputs to compare with; empty: nothing to compare with
    std::string against;   ///< whose they are: "python" or "eager"
    std::string outputs;   ///< where its own are stored
};

/// What all variants of a run share.
struct RunContext {
    const CompareOptions& options;
    const MeasuringPlan& plan;
    const CompareListener& listener;
    PhaseTimes& times;
    const Children& children;
    const SessionFolder& session;
};

/// One variant at one batch size, from its first process to the recorded pass. Each step does nothing once a
/// step has failed; the reason stands in result().
class VariantRun
{
  public:
    VariantRun(const RunContext& context, const VariantKind& kind, bool isMainBatch);

    [[nodiscard]] const VariantKind& kind() const { return m_kind; }
    [[nodiscard]] const SessionVariant& result() const { return m_result; }
    [[nodiscard]] bool isOver() const { return m_isOver; }
    [[nodiscard]] bool hasStoredOutputs() const { return m_hasStoredOutputs; }
    [[nodiscard]] const std::optional<protocol::HelloEvent>& hello() const { return m_hello; }
    [[nodiscard]] const std::vector<protocol::ModelInput>& inputs() const { return m_inputs; }

    /// The same variant named again (1 is the first time): a comparison of it with itself shows what the
    /// machine's noise alone does to the figures.
    void setOccurrence(std::ptrdiff_t occurrence);
    void setBatch(std::int64_t batch) { m_result.batch = batch; }
    void setFiles(const VariantFiles& files) { m_files = files; }
    /// Costs of the first call that were paid before this variant's own process began.
    void setEarlierCost(const UncachedFirstCall& cost) { m_result.uncached = cost; }
    [[nodiscard]] const VariantFiles& files() const { return m_files; }

    /// Starts both processes already, so that their libraries are loaded while something else is waited for.
    void startEarly();
    void firstCall();       ///< in the process that then goes on to measure
    void cachedFirstCall(); ///< in a fresh one, caches and package being there
    void warmUp();
    void round();
    void summarize(); ///< median, interval and steadiness of the rounds so far
    void record();
    /// Says that everything was done, or that the reason of the failure stands; ends the processes.
    void end();
    void fail(const Error& error);

    /// Half the width of the interval as a share of the median; 0 when it is over.
    [[nodiscard]] double intervalRatio() const;
    [[nodiscard]] const Rounds& rounds() const { return m_rounds; }
    [[nodiscard]] std::string variantKey() const; ///< id, with "@batch" for all but the main batch

  private:
    [[nodiscard]] Result<void> callFirst(ChildProcess& child, bool isUncached);
    [[nodiscard]] bool ready(std::unique_ptr<ChildProcess>& child, const char* purpose);
    void takeNumerics(const std::optional<protocol::Numerics>& numerics);
    void readTrace();
    [[nodiscard]] ChildProcess::PhaseSink phaseSink() const;

    const RunContext& m_context;
    const VariantKind& m_kind;
    bool m_isMainBatch;
    VariantFiles m_files;
    SessionVariant m_result;
    std::unique_ptr<ChildProcess> m_child, m_cachedChild;
    std::optional<protocol::HelloEvent> m_hello;
    std::vector<protocol::ModelInput> m_inputs;
    Rounds m_rounds;
    std::vector<double> m_deviceCalls; ///< µs, of all rounds
    bool m_isOver = false;
    bool m_hasStoredOutputs = false;
};

/// Hands a child's own phase lines on as phases of `variant`.
[[nodiscard]] ChildProcess::PhaseSink forwardPhases(const CompareListener& listener, PhaseTimes& times,
                                                    std::string variant);

} // namespace twintrace
