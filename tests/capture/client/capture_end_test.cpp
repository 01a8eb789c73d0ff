// SPDX-License-Identifier: GPL-3.0-or-later
// Every way in which a comparison ends early: cancelled, destroyed, killed. Nothing may be left.
#include "capture/client/compare_job.h"
#include "capture/client/private_folder.h"
#include "core/import/session_reader.h"
#include "tests/support/fake_compare.h"

#include <QElapsedTimer>
#include <QProcess>
#include <QSignalSpy>
#include <QTest>

#include <filesystem>

using namespace twintrace;
namespace fs = std::filesystem;

namespace
{

constexpr int kCancelLimitMs = 1000;

} // namespace

class CaptureEndTest : public QObject
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

    void cancel_data()
    {
        QTest::addColumn<QByteArray>("troubles");
        QTest::newRow("Python starts") << QByteArray("python:start:family");
        QTest::newRow("prepare") << QByteArray("python:prepare:family");
        QTest::newRow("compile") << QByteArray("python:compile:family");
        QTest::newRow("runner starts") << QByteArray("runner:start:family");
        for (const char* command : {"load", "first", "warm_up", "round", "record", "quit"})
            QTest::newRow(command) << QByteArray("aot:") + command + ":family";
    }

    void cancel()
    {
        QFETCH(QByteArray, troubles);
        QVERIFY(!runCompare(m_fake.options(), {}, CancelToken()).error);
        m_fake.trouble(troubles);
        CompareJob job(m_fake.options());
        QSignalSpy finished(&job, &CompareJob::finished);
        job.start();
        QTRY_VERIFY_WITH_TIMEOUT(fs::exists(m_fake.ready()), 20000); // it sits in the phase that never ends
        QVERIFY(job.isRunning());
        QVERIFY(m_fake.livingChildren() >= 3);
        QElapsedTimer timer;
        timer.start();
        job.cancel();
        QVERIFY(finished.wait(kCancelLimitMs));
        QVERIFY2(timer.elapsed() < kCancelLimitMs, qPrintable(QString::number(timer.elapsed())));
        QCOMPARE(m_fake.livingChildren(), 0);
        const auto outcome = finished[0][0].value<CompareOutcome>();
        QVERIFY(outcome.error);
        QCOMPARE(outcome.error->code, ErrorCode::Cancelled);
        // Nothing is finished while the model is prepared; then an older session stays as it was.
        const Result<Session> session = readSession(m_fake.session());
        QVERIFY(session.has_value());
        QCOMPARE(session->variants.size(), 2u);
        const bool isOld = troubles.startsWith("python:start") || troubles.startsWith("python:prepare");
        QCOMPARE(session->variants[0].status == VariantStatus::Ok &&
                     session->variants[1].status == VariantStatus::Ok,
                 isOld);
    }

    void destroyingTheJobEndsIt()
    {
        m_fake.trouble("aot:first:family");
        {
            CompareJob job(m_fake.options());
            job.start();
            QTRY_VERIFY_WITH_TIMEOUT(fs::exists(m_fake.ready()), 20000);
            QVERIFY(m_fake.livingChildren() > 0);
        }
        QCOMPARE(m_fake.livingChildren(), 0);
    }

    // Hit by SIGKILL at any moment: what was written is readable, and nothing is left running or lying about.
    void aKilledAppLeavesNothing_data()
    {
        QTest::addColumn<QByteArray>("troubles");
        for (const char* where : {"python:compile", "eager:first", "aot:round", "aot:record"})
            QTest::newRow(where) << QByteArray(where) + ":family";
    }

    void aKilledAppLeavesNothing()
    {
        QFETCH(QByteArray, troubles);
        m_fake.trouble(troubles);
        QProcess app;
        app.start(QCoreApplication::applicationFilePath(),
                  {"--compare", QString::fromStdString(m_fake.out().string())});
        QVERIFY(app.waitForStarted());
        QTRY_VERIFY_WITH_TIMEOUT(fs::exists(m_fake.ready()), 20000);
        QVERIFY(m_fake.livingChildren() > 1);
        app.kill();
        QVERIFY(app.waitForFinished());
        QTRY_COMPARE_WITH_TIMEOUT(m_fake.livingChildren(), 0, 2000);
        QTRY_COMPARE_WITH_TIMEOUT(m_fake.runFolders(), 0, 2000);
        const Result<Session> session = readSession(m_fake.session());
        QVERIFY2(session.has_value(), session ? "" : session.error().message.c_str());
        QCOMPARE(session->variants.size(), 2u);
    }

    void theNextStartSweepsWithoutAGuard()
    {
        qputenv("TWINTRACE_GUARD", "/nonexistent");
        m_fake.trouble("aot:first:family");
        QProcess app;
        app.start(QCoreApplication::applicationFilePath(),
                  {"--compare", QString::fromStdString(m_fake.out().string())});
        QVERIFY(app.waitForStarted());
        QTRY_VERIFY_WITH_TIMEOUT(fs::exists(m_fake.ready()), 20000);
        app.kill();
        QVERIFY(app.waitForFinished());
        QCOMPARE(m_fake.runFolders(), 1);
        QVERIFY(PrivateFolder::sweep() == 1);
        QCOMPARE(m_fake.livingChildren(), 0);
        qputenv("TWINTRACE_GUARD", TWINTRACE_GUARD_PROGRAM);
    }
};

int main(int argc, char** argv)
{
    QCoreApplication app(argc, argv);
    if (argc == 3 && QByteArray(argv[1]) == "--compare") { // the app that a test kills
        CompareOptions options;
        options.model = "fake";
        options.outputFolder = argv[2];
        static_cast<void>(runCompare(options, {}, CancelToken()));
        return 0;
    }
    CaptureEndTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "capture_end_test.moc"
