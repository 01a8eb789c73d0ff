// SPDX-License-Identifier: GPL-3.0-or-later
// Whole comparisons against a child that behaves as badly as one can.
#include "capture/client/compare_run.h"
#include "core/export/session_writer.h"
#include "core/import/session_reader.h"
#include "tests/support/fake_compare.h"

#include <QElapsedTimer>
#include <QFile>
#include <QTest>

#include <csignal>
#include <filesystem>
#include <functional>

#include <sys/resource.h>

using namespace twintrace;
namespace fs = std::filesystem;

namespace
{

const SessionVariant* variantOf(const Session& session, const std::string& id)
{
    for (const SessionVariant& variant : session.variants) {
        if (variant.id == id)
            return &variant;
    }
    return nullptr;
}

} // namespace

class CaptureCompareTest : public QObject
{
    Q_OBJECT

    FakeCompare m_fake;

  private Q_SLOTS:
    void cleanup()
    {
        QCOMPARE(m_fake.livingChildren(), 0);
        QCOMPARE(m_fake.runFolders(), 0);
        m_fake.reset();
    }

    void everythingGoesWell()
    {
        std::vector<std::string> phases;
        CompareListener listener;
        listener.progressed = [&](const CompareListener::Phase& phase) {
            if (phase.isOver && phase.variant == "aot")
                phases.push_back(phase.phase);
        };
        const CompareOutcome outcome = runCompare(m_fake.options(), listener, CancelToken());
        QVERIFY2(!outcome.error, outcome.error ? outcome.error->message.c_str() : "");
        QCOMPARE(outcome.session.variants.size(), 2u);
        for (const SessionVariant& variant : outcome.session.variants) {
            QCOMPARE(variant.status, VariantStatus::Ok);
            QVERIFY(variant.error.empty());
            QVERIFY(variant.numerics && variant.numerics->ok);
            QCOMPARE(variant.cached->totalMs, std::optional<double>(7.0));
            QVERIFY(variant.perForward && variant.perForward->areCpuKernels);
            QVERIFY(fs::exists(outcome.folder / variant.trace));
            QCOMPARE(variant.batch, 16);
        }
        const SessionVariant& eager = *variantOf(outcome.session, "eager");
        const SessionVariant& aot = *variantOf(outcome.session, "aot");
        QCOMPARE(eager.numerics->against, std::string("python"));
        QCOMPARE(aot.numerics->against, std::string("eager"));
        // export and compile are a cost of aot alone
        QCOMPARE(eager.uncached->totalMs, std::optional<double>(7.0));
        QCOMPARE(aot.uncached->totalMs, std::optional<double>(12.5 + 30 + 7));
        QVERIFY(!eager.uncached->exportMs);
        QCOMPARE(eager.perForward->kernels, 2.0);
        QCOMPARE(aot.perForward->kernels, 1.0);
        QCOMPARE(aot.steady->medianUs, 50.5);
        QCOMPARE(aot.recordedOverUnrecorded, std::optional<double>(1.0));
        QCOMPARE(aot.steady->deviceMedianUs, std::optional<double>(41.0));
        QCOMPARE(aot.peakDeviceBytes, std::optional<std::int64_t>(5000000));
        QVERIFY(aot.peakMemoryBytes.value_or(0) > 0);
        QCOMPARE(outcome.session.comparisons.size(), 1u);
        QVERIFY(std::abs(*outcome.session.comparisons[0].speedup - 100.5 / 50.5) < 1e-9);
        // what is on disk is what is returned
        const Result<Session> read = readSession(outcome.folder);
        QVERIFY(read.has_value());
        QCOMPARE(sessionText(*read), sessionText(outcome.session));
        for (const char* phase : {"compile", "cached", "warm_up", "measure", "record"})
            QVERIFY2(std::find(phases.begin(), phases.end(), phase) != phases.end(), phase);
    }

    void aVariantNamedTwiceRunsInTwoProcesses()
    {
        CompareOptions options = m_fake.options();
        options.variants = {"eager", "eager"};
        const CompareOutcome outcome = runCompare(options, {}, CancelToken());
        QVERIFY2(!outcome.error, outcome.error ? outcome.error->message.c_str() : "");
        const SessionVariant* again = variantOf(outcome.session, "eager-2");
        QVERIFY(again != nullptr);
        QCOMPARE(again->status, VariantStatus::Ok);
        QVERIFY(fs::exists(outcome.folder / again->trace));
        QCOMPARE(outcome.session.comparisons.size(), 1u);
        QCOMPARE(outcome.session.comparisons[0].candidate, std::string("eager-2"));
        QCOMPARE(outcome.session.comparisons[0].speedup, std::optional<double>(1.0));
    }

    void codeThatTorchCompileWroteIsKept()
    {
        CompareOptions options = m_fake.options();
        options.variants = {"eager", "py-default"};
        const CompareOutcome outcome = runCompare(options, {}, CancelToken());
        QVERIFY2(!outcome.error, outcome.error ? outcome.error->message.c_str() : "");
        QFile kept(QString::fromStdString((outcome.folder / "py-default.generated.json").string()));
        QVERIFY(kept.open(QIODevice::ReadOnly));
        QVERIFY(kept.readAll().contains("cpp_fused_silu_0"));
        QVERIFY(!fs::exists(outcome.folder / "eager.generated.json"));
    }

    void badChildren_data()
    {
        QTest::addColumn<QByteArray>("troubles");
        QTest::addColumn<QString>("eager");
        QTest::addColumn<QString>("aot");
        QTest::addColumn<QString>("sentence");
        const auto row = [](const char* name, const char* troubles, const char* eager, const char* aot,
                            const char* sentence) {
            QTest::newRow(name) << QByteArray(troubles) << eager << aot << sentence;
        };
        row("crash at first call", "aot:first:segv", "ok", "failed", "signal 11 (segmentation fault)");
        row("crash of the baseline", "eager:load:segv", "failed", "ok", "signal 11");
        row("early exit", "eager:first:exit", "failed", "ok", "code 3");
        row("exit at start", "runner:start:exit", "failed", "failed", "code 3");
        row("hang at load", "aot:load:hang", "ok", "failed", "said nothing");
        row("hang in a round", "aot:round:hang", "ok", "failed", "said nothing");
        row("hang while recording", "eager:record:hang", "failed", "ok", "said nothing");
        row("hang at warm-up", "eager:warm_up:hang", "failed", "ok", "said nothing");
        row("flood of the output", "aot:warm_up:flood", "ok", "failed", "flooded");
        row("flood of stderr", "aot:warm_up:flood-stderr", "ok", "failed", "said nothing");
        row("rubbish between messages", "*:first:rubbish", "ok", "ok", "");
        row("one endless line", "aot:first:long-line", "ok", "ok", "");
        row("another answer", "aot:round:wrong-answer", "ok", "failed", "something else");
        row("the model raises", "aot:first:error", "ok", "failed", "The model raised ValueError.");
        row("nothing to run", "eager:load:skipped", "skipped", "ok", "There is nothing to run.");
        row("memory", "aot:first:eat-memory", "ok", "failed", "memory");
        row("children that leave the group", "aot:first:family", "ok", "failed", "said nothing");
        row("compiler crashes", "python:compile:segv", "ok", "failed", "signal 11");
        row("compiler hangs", "python:compile:family", "ok", "failed", "said nothing");
        row("hangs at the end", "eager:quit:hang", "ok", "ok", "");
    }

    void badChildren()
    {
        QFETCH(QByteArray, troubles);
        QFETCH(QString, eager);
        QFETCH(QString, aot);
        QFETCH(QString, sentence);
        m_fake.trouble(troubles);
        CompareOptions request = m_fake.options();
        request.limits.clampTo(std::chrono::milliseconds(1200));
        request.limits.quit = std::chrono::milliseconds(300);
        request.memoryLimitBytes = 120u << 20;
        const CompareOutcome outcome = runCompare(request, {}, CancelToken());
        QVERIFY2(!outcome.error, outcome.error ? outcome.error->message.c_str() : "");
        QStringList sentences;
        for (const SessionVariant& variant : outcome.session.variants)
            sentences << QString::fromStdString(variant.error);
        QCOMPARE(QString(variantStatusWord(variantOf(outcome.session, "eager")->status)), eager);
        QCOMPARE(QString(variantStatusWord(variantOf(outcome.session, "aot")->status)), aot);
        QVERIFY2(sentence.isEmpty() || sentences.join('\n').contains(sentence),
                 qPrintable(sentences.join('\n')));
        QVERIFY(readSession(outcome.folder).has_value());
    }

    void theModelItselfFails_data()
    {
        QTest::addColumn<QByteArray>("troubles");
        QTest::addColumn<int>("code");
        QTest::addColumn<bool>("hasSession");
        QTest::newRow("raises") << QByteArray("python:prepare:error") << static_cast<int>(ErrorCode::Failed)
                                << true;
        QTest::newRow("crashes") << QByteArray("python:prepare:segv") << static_cast<int>(ErrorCode::Failed)
                                 << true;
        QTest::newRow("no model") << QByteArray("python:prepare:unreadable")
                                  << static_cast<int>(ErrorCode::Unreadable) << false;
    }

    void theModelItselfFails()
    {
        QFETCH(QByteArray, troubles);
        QFETCH(int, code);
        QFETCH(bool, hasSession);
        fs::remove_all(m_fake.out());
        m_fake.trouble(troubles);
        const CompareOutcome outcome = runCompare(m_fake.options(), {}, CancelToken());
        QVERIFY(outcome.error);
        QCOMPARE(static_cast<int>(outcome.error->code), code);
        QCOMPARE(fs::exists(m_fake.session() / "session.json"), hasSession);
    }

    void aFullDiskIsToldAndTheFiguresStay()
    {
        // A file larger than this cannot be written, as on a full disk; the signal that comes with it is not
        // wanted.
        std::signal(SIGXFSZ, SIG_IGN);
        rlimit before = {};
        getrlimit(RLIMIT_FSIZE, &before);
        const rlimit tight{1500, before.rlim_max};
        setrlimit(RLIMIT_FSIZE, &tight);
        const CompareOutcome outcome = runCompare(m_fake.options(), {}, CancelToken());
        setrlimit(RLIMIT_FSIZE, &before);
        QVERIFY(outcome.error);
        QCOMPARE(outcome.error->code, ErrorCode::Unwritable);
        QCOMPARE(outcome.session.comparisons.size(), 1u);
        QVERIFY(outcome.session.comparisons[0].speedup);
    }

    void aFolderThatCannotBeWrittenIsToldAtOnce()
    {
        CompareOptions request = m_fake.options();
        request.outputFolder = "/proc";
        QElapsedTimer timer;
        timer.start();
        const CompareOutcome outcome = runCompare(request, {}, CancelToken());
        QVERIFY(outcome.error);
        QCOMPARE(outcome.error->code, ErrorCode::Unwritable);
        QVERIFY(outcome.session.variants.empty());
    }

    void batchesAreMeasuredOneAfterTheOther()
    {
        CompareOptions request = m_fake.options();
        request.batches = {8, 32};
        const CompareOutcome outcome = runCompare(request, {}, CancelToken());
        QVERIFY2(!outcome.error, outcome.error ? outcome.error->message.c_str() : "");
        QCOMPARE(outcome.session.variants.size(), 4u);
        QCOMPARE(outcome.session.variants[0].batch, 8);
        QCOMPARE(outcome.session.variants[3].batch, 32);
        QCOMPARE(outcome.session.variants[3].trace, std::string("aot-batch32.json.gz"));
        QVERIFY(fs::exists(outcome.folder / "aot-batch32.json.gz"));
        QCOMPARE(outcome.session.comparisons.size(), 2u);
    }

    void whatThisMachineCannotDoIsSkipped()
    {
        CompareOptions request = m_fake.options();
        request.variants = {"eager", "aot-cudagraph", "py-eager"};
        CompareOutcome outcome = runCompare(request, {}, CancelToken());
        QVERIFY(!outcome.error);
        QCOMPARE(variantOf(outcome.session, "aot-cudagraph")->status, VariantStatus::Skipped);
        QCOMPARE(variantOf(outcome.session, "py-eager")->status, VariantStatus::Ok);
        fs::remove_all(m_fake.out());
        request.variants = {"aot-cudagraph"};
        outcome = runCompare(request, {}, CancelToken());
        QVERIFY(outcome.error);
        QCOMPARE(outcome.error->code, ErrorCode::Unsupported);
        QVERIFY(!fs::exists(m_fake.session()));
    }

    void mistakesAreToldBeforeAnythingRuns()
    {
        for (const auto& change : std::vector<std::function<void(CompareOptions&)>>{
                 [](CompareOptions& o) { o.model = ""; }, [](CompareOptions& o) { o.variants = {"eagre"}; },
                 [](CompareOptions& o) {
                     o.batches = {4, 0};
                 },
                 [](CompareOptions& o) { o.device = "tpu"; }}) {
            CompareOptions request = m_fake.options();
            change(request);
            const CompareOutcome outcome = runCompare(request, {}, CancelToken());
            QVERIFY(outcome.error);
            QCOMPARE(outcome.error->code, ErrorCode::Usage);
        }
    }

    void missingToolsAreUnsupported()
    {
        qputenv("TWINTRACE_PYTHON", "/nonexistent/python");
        CompareOutcome outcome = runCompare(m_fake.options(), {}, CancelToken());
        qputenv("TWINTRACE_PYTHON", TWINTRACE_FAKE_CHILD);
        QVERIFY(outcome.error);
        QCOMPARE(outcome.error->code, ErrorCode::Unsupported);
        QVERIFY(outcome.error->message.find("TWINTRACE_PYTHON") != std::string::npos);
        qputenv("TWINTRACE_RUNNER", "/nonexistent/runner");
        outcome = runCompare(m_fake.options(), {}, CancelToken());
        qputenv("TWINTRACE_RUNNER", TWINTRACE_FAKE_CHILD);
        QVERIFY(outcome.error);
        QCOMPARE(outcome.error->code, ErrorCode::Unsupported);
    }
};

QTEST_GUILESS_MAIN(CaptureCompareTest)

#include "capture_compare_test.moc"
