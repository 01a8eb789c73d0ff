// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/client/compare_run.h"

#include "capture/client/machine_facts.h"
#include "capture/client/machine_memory.h"
#include "capture/client/model_preparation.h"
#include "capture/client/session_folder.h"
#include "capture/client/variant_run.h"
#include "core/compare/session_verdict.h"

#include <QDateTime>

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace twintrace
{
namespace
{

using Clock = std::chrono::steady_clock;

// What a child may take of the memory that is free when the run begins; the rest is for the app and the
// system.
constexpr double kMemoryShare = 0.85;

struct Batch {
    std::vector<std::unique_ptr<VariantRun>> runs;
};

// One of every variant, with a session that says so; anything else is no comparison at all.
bool isFailureOfTheModel(const Error& error)
{
    return error.code == ErrorCode::Failed || error.code == ErrorCode::OutOfMemory;
}

class CompareRun
{
  public:
    CompareRun(const CompareOptions& options, const CompareListener& listener, const CancelToken& cancel,
               const PrivateFolder& folder, const SessionFolder& sessionFolder)
        : m_options(options), m_listener(listener), m_cancel(cancel), m_folder(folder),
          m_sessionFolder(sessionFolder), m_plan(measuringPlan(options.thoroughness)),
          m_times(PhaseTimes::defaultFile(), options.model, options.device),
          m_children(folder, cancel,
                     options.memoryLimitBytes.value_or(static_cast<std::uint64_t>(
                         static_cast<double>(availableMemoryBytes()) * kMemoryShare))),
          m_context{m_options, m_plan, m_listener, m_times, m_children, m_sessionFolder}
    {
    }

    CompareOutcome run();

  private:
    void makeRuns();
    void prepare();
    void giveFiles(const Preparation& preparation);
    void compile();
    void skipWhatCannotRun();
    void measure(Batch& batch);
    void firstCalls(Batch& batch);
    void alternate(Batch& batch);
    void rememberEnvironment(const VariantRun& run);
    void write();
    void stopAll(const Error& error);
    [[nodiscard]] std::optional<Error> allSkipped();
    template <class Visit> void eachRun(Visit visit)
    {
        for (Batch& batch : m_batches) {
            for (const auto& run : batch.runs)
                visit(*run);
        }
    }

    const CompareOptions& m_options;
    const CompareListener& m_listener;
    const CancelToken& m_cancel;
    const PrivateFolder& m_folder;
    const SessionFolder& m_sessionFolder;
    MeasuringPlan m_plan;
    PhaseTimes m_times;
    Children m_children;
    RunContext m_context;
    Session m_session;
    std::vector<Batch> m_batches;
    std::unique_ptr<ChildProcess> m_compiler; ///< started while the model is prepared
    std::optional<double> m_exportMs;
    std::optional<Error> m_error, m_writeError;
    bool m_isBegun = false; ///< an older session of that name is gone
};

void CompareRun::makeRuns()
{
    const std::vector<std::string> ids =
        m_options.variants.empty() ? defaultVariants(m_options.device) : m_options.variants;
    m_batches.resize(std::max<std::size_t>(1, m_options.batches.size()));
    for (std::size_t at = 0; at < m_batches.size(); ++at) {
        for (auto id = ids.begin(); id != ids.end(); ++id) {
            const auto& run = m_batches[at].runs.emplace_back(
                std::make_unique<VariantRun>(m_context, *findVariantKind(*id), at == 0));
            run->setOccurrence(1 + std::count(ids.begin(), id, *id));
            if (!m_options.batches.empty())
                run->setBatch(m_options.batches[at]);
        }
    }
}

void CompareRun::stopAll(const Error& error)
{
    if (error.code == ErrorCode::Cancelled)
        m_children.killAll();
    eachRun([&](VariantRun& run) { run.fail(error); });
}

void CompareRun::write()
{
    if (!m_isBegun) {
        m_isBegun = true;
        if (const Result<void> begun = m_sessionFolder.begin(); !begun)
            m_writeError = begun.error();
    }
    m_session.variants.clear();
    eachRun([&](const VariantRun& run) { m_session.variants.push_back(run.result()); });
    if (const Result<void> written = m_sessionFolder.write(m_session); !written) {
        m_writeError = written.error(); // measuring goes on: the figures are still shown
    } else if (m_listener.sessionWritten) {
        m_listener.sessionWritten(m_sessionFolder.path().string());
    }
}

void CompareRun::prepare()
{
    const bool wantsPackage =
        std::any_of(m_batches[0].runs.begin(), m_batches[0].runs.end(),
                    [](const auto& run) { return run->kind().needsPackage && !run->isOver(); });
    if (wantsPackage) {
        // Its imports of several seconds run beside those of the preparing process.
        if (auto started = m_children.startPython("the compiling Python process", "compile"))
            m_compiler = std::move(*started);
    }
    const Result<Preparation> preparation = prepareModel(m_options, m_context, m_folder);
    if (!preparation) {
        m_compiler.reset();
        m_error = preparation.error();
        if (isFailureOfTheModel(*m_error))
            stopAll(*m_error);
        return;
    }
    describe(*preparation, m_session);
    m_exportMs = preparation->exportMs;
    giveFiles(*preparation);
}

void CompareRun::giveFiles(const Preparation& preparation)
{
    for (std::size_t at = 0; at < m_batches.size(); ++at) {
        const bool isListed = at < preparation.batches.size();
        for (const auto& run : m_batches[at].runs) {
            VariantFiles files;
            files.exported = preparation.exported;
            files.package = preparation.package;
            files.pythonModel = preparation.pythonModel;
            files.outputs =
                (m_folder.work() / ("outputs-" + run->result().id + "-" + std::to_string(at) + ".pt"))
                    .string();
            if (isListed) {
                run->setBatch(preparation.batches[at].batch);
                files.reference = preparation.batches[at].reference;
                files.against = "python";
                if (at > 0) // the main batch's inputs lie in the export
                    files.inputs = preparation.batches[at].inputs;
            }
            run->setFiles(files);
            if (const std::optional<Error> refusal = preparation.refusal(run->kind()))
                run->fail(*refusal);
        }
    }
}

void CompareRun::skipWhatCannotRun()
{
    eachRun([&](VariantRun& run) {
        if (run.kind().needsCuda && !isCudaDevice(m_options.device))
            run.fail({ErrorCode::Unsupported,
                      std::string(run.kind().label) +
                          " needs a GPU; run it with --device cuda on a machine that has one.",
                      {}});
    });
}

// Each kind of package once, whatever the number of variants and batches that run it.
void CompareRun::compile()
{
    for (const bool isTuned : {false, true}) {
        std::vector<VariantRun*> users;
        eachRun([&](VariantRun& run) {
            if (!run.isOver() && run.kind().needsPackage && run.kind().wantsAutotune == isTuned)
                users.push_back(&run);
        });
        if (users.empty() || (!isTuned && !users[0]->files().package.empty()))
            continue;
        const std::string key = users[0]->variantKey();
        Result<protocol::CompiledEvent> compiled = compilePackage(
            m_context, m_folder, users[0]->files().exported, isTuned, key, std::move(m_compiler));
        for (VariantRun* run : users) {
            if (!compiled) {
                run->fail(compiled.error());
                continue;
            }
            if (compiled->generated)
                m_sessionFolder.keepGenerated(*compiled->generated, run->result().id);
            VariantFiles files = run->files();
            files.package = compiled->package;
            run->setFiles(files);
            UncachedFirstCall cost;
            cost.exportMs = m_exportMs;
            cost.compileMs = compiled->compileMs;
            cost.toolchainMs = compiled->toolchainMs;
            cost.phasesMs = compiled->phases;
            run->setEarlierCost(cost);
        }
        write();
    }
    m_compiler.reset();
}

void CompareRun::rememberEnvironment(const VariantRun& run)
{
    if (run.kind().host == VariantHost::Runner && run.hello() && run.hello()->threads > 0)
        m_session.environment.threads = run.hello()->threads;
    if (m_options.threads > 0)
        m_session.environment.threads = m_options.threads;
    if (m_session.model.inputs.empty()) {
        for (const protocol::ModelInput& input : run.inputs())
            m_session.model.inputs.push_back({input.name, input.dtype, input.shape});
    }
}

// eager first, wherever it stands: its outputs are what the others are held against.
void CompareRun::firstCalls(Batch& batch)
{
    std::vector<VariantRun*> order;
    for (const auto& run : batch.runs)
        order.push_back(run.get());
    std::stable_partition(order.begin(), order.end(),
                          [](const VariantRun* run) { return run->kind().id == "eager"; });
    const VariantRun* eager = order.front()->kind().id == "eager" ? order.front() : nullptr;
    for (VariantRun* run : order) {
        if (run != eager && eager != nullptr && !eager->isOver() && eager->hasStoredOutputs()) {
            VariantFiles files = run->files();
            files.reference = eager->files().outputs;
            files.against = "eager";
            run->setFiles(files);
        }
        run->firstCall();
        rememberEnvironment(*run);
        write();
    }
    for (VariantRun* run : order)
        run->cachedFirstCall();
    write();
}

void CompareRun::alternate(Batch& batch)
{
    std::vector<VariantRun*> live;
    for (const auto& run : batch.runs) {
        run->warmUp();
        if (!run->isOver())
            live.push_back(run.get());
    }
    if (live.empty())
        return;
    std::vector<std::unique_ptr<PhaseScope>> scopes;
    for (const VariantRun* run : live)
        scopes.push_back(std::make_unique<PhaseScope>(m_listener, m_times, run->variantKey(), "measure",
                                                      m_plan.mostRoundSeconds * 1000));
    const auto deadline = Clock::now() + std::chrono::duration<double>(m_plan.mostRoundSeconds);
    for (int count = 0; !m_cancel.isCancelled(); ++count) {
        const bool isEnough = std::all_of(live.begin(), live.end(), [&](const VariantRun* run) {
            return run->isOver() || run->intervalRatio() <= m_plan.targetIntervalRatio;
        });
        if (count >= m_plan.leastRounds && (isEnough || Clock::now() > deadline))
            break;
        for (VariantRun* run : live)
            run->round();
        // There and back again: a slow drift of the machine then weighs the same on all.
        std::reverse(live.begin(), live.end());
    }
    scopes.clear();
    for (VariantRun* run : live)
        run->summarize();
    write();
}

void CompareRun::measure(Batch& batch)
{
    firstCalls(batch);
    alternate(batch);
    for (const auto& run : batch.runs) {
        run->record();
        if (m_cancel.isCancelled())
            return;
        run->end();
        write();
    }
}

CompareOutcome CompareRun::run()
{
    m_session.created = QDateTime::currentDateTimeUtc().toString(Qt::ISODate).toStdString();
    m_session.model.source = m_options.model;
    m_session.model.name = sessionNameOf(m_options.model);
    m_session.environment.cpu = cpuName();
    m_session.environment.device = m_options.device;
    m_session.environment.dtype = m_options.dtype;
    if (isCudaDevice(m_options.device))
        m_session.environment.driver = nvidiaDriverVersion();
    makeRuns();
    skipWhatCannotRun();
    prepare();
    if (m_error && !isFailureOfTheModel(*m_error))
        return {{}, {}, m_error};
    eachRun([](VariantRun& run) { run.startEarly(); });
    if (const std::optional<Error> reason = allSkipped())
        return {{}, {}, reason};
    write();
    if (!m_error) {
        compile();
        for (Batch& batch : m_batches) {
            if (!m_cancel.isCancelled())
                measure(batch);
        }
    }
    if (m_cancel.isCancelled()) {
        m_error = Error{ErrorCode::Cancelled,
                        "The comparison was cancelled; what was finished is in " +
                            m_sessionFolder.path().string() + ".",
                        {}};
        stopAll(*m_error);
    }
    m_session.variants.clear();
    eachRun([&](const VariantRun& run) { m_session.variants.push_back(run.result()); });
    judge(m_session, m_options.baseline);
    write();
    m_times.save();
    if (!m_error)
        m_error = m_writeError ? m_writeError : allSkipped();
    return {m_session, m_sessionFolder.path(), m_error};
}

// The one reason when no variant can run for want of something on this machine.
std::optional<Error> CompareRun::allSkipped()
{
    std::optional<Error> reason;
    bool isAnyLeft = false;
    eachRun([&](const VariantRun& run) {
        const SessionVariant& variant = run.result();
        isAnyLeft = isAnyLeft || !run.isOver() || variant.status != VariantStatus::Skipped;
        if (!reason)
            reason = Error{ErrorCode::Unsupported, variant.error, variant.errorDetail};
    });
    return isAnyLeft ? std::nullopt : reason;
}

} // namespace

CompareOutcome runCompare(const CompareOptions& options, const CompareListener& listener,
                          const CancelToken& cancel)
{
    CompareOutcome outcome;
    outcome.error = problemOf(options);
    if (outcome.error)
        return outcome;
    const Result<PrivateFolder> folder = PrivateFolder::create();
    const Result<SessionFolder> session =
        folder ? SessionFolder::create(options.outputFolder, sessionNameOf(options.model))
               : tl::unexpected(folder.error());
    if (!session) {
        outcome.error = session.error();
        return outcome;
    }
    outcome = CompareRun(options, listener, cancel, *folder, *session).run();
    session->removeIfEmpty();
    return outcome;
}

} // namespace twintrace
