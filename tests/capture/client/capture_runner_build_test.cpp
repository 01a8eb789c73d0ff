// SPDX-License-Identifier: GPL-3.0-or-later
// The runner for another torch, with a script in cmake's place: a real build takes minutes.
#include "capture/client/process_tree.h"
#include "capture/client/runner_build.h"

#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTest>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

using namespace twintrace;
namespace fs = std::filesystem;

namespace
{

constexpr int kCancelLimitMs = 1000;
constexpr const char* kMark = "TWINTRACE_RUN=runner-build-test";

void write(const fs::path& path, const std::string& text)
{
    fs::create_directories(path.parent_path());
    std::ofstream(path) << text;
}

} // namespace

class CaptureRunnerBuildTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    QByteArray m_path = qgetenv("PATH");

    [[nodiscard]] fs::path root() const { return m_folder->path().toStdString(); }
    [[nodiscard]] RunnerBuildPlaces places() const { return {root() / "cache", root() / "source", kMark}; }
    [[nodiscard]] static RunnerNeed need() { return {"/usr/bin/python3", "2.14.1+cu130", false}; }

    // What `cmake` does in its second call, --build; the first one configures and only says so.
    void putCmake(const std::string& build) const
    {
        write(root() / "bin/cmake", "#!/bin/sh\necho \"cmake $*\" >>" + (root() / "calls").string() +
                                        "\n[ \"$1\" = --build ] || exit 0\n" + build + "\n");
        fs::permissions(root() / "bin/cmake", fs::perms::owner_all);
    }
    [[nodiscard]] std::string calls() const
    {
        std::ifstream in(root() / "calls");
        return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
    }
    // Files and folders of the cache, but for what was kept.
    [[nodiscard]] int leftovers() const
    {
        int count = 0;
        for (const auto& entry : fs::directory_iterator(root() / "cache"))
            count += entry.path().filename().string().find(".building-") != std::string::npos ? 1 : 0;
        return count;
    }

  private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        write(root() / "source/capture/runner/CMakeLists.txt", "");
        qputenv("PATH", QByteArray::fromStdString((root() / "bin").string()) + ":/usr/bin:/bin");
    }
    void cleanup()
    {
        qputenv("PATH", m_path);
        QCOMPARE(processesOf({0, kMark}).size(), std::size_t(0));
    }

    void versionsFitByTheirBase()
    {
        QVERIFY(isFitting({"2.13.0+cpu", false}, {"", "2.13.0", false}));
        QVERIFY(!isFitting({"2.13.0+cpu", false}, {"", "2.13.0+cu130", true}));
        QVERIFY(isFitting({"2.13.0+cu130", true}, {"", "2.13.0+cu130", true}));
        QVERIFY(!isFitting({"2.13.0", true}, {"", "2.13.1", false}));
        QVERIFY(!isFitting({"2.1.0", true}, {"", "2.14.1", false}));
    }

    void aRunnerSaysItsTorch()
    {
        const fs::path runner = root() / "twintrace-runner";
        QVERIFY(!torchOfRunner(runner));
        write(root() / "twintrace-runner.torch", "2.14.1+cu130 cuda=ON\n");
        const auto torch = torchOfRunner(runner);
        QVERIFY(torch && torch->hasCuda);
        QCOMPARE(torch->version, std::string("2.14.1+cu130"));
    }

    void builtOnceAndKeptUntilASourceIsNewer()
    {
        putCmake("mkdir -p \"$2/bin\"; echo '2.14.1 cuda=OFF' >\"$2/bin/twintrace-runner.torch\"\n"
                 "echo program >\"$2/bin/twintrace-runner\"");
        QVERIFY(keptRunner(need(), places()).empty());
        const Result<fs::path> built = buildRunner(need(), places(), CancelToken());
        QVERIFY2(built.has_value(), built ? "" : built.error().message.c_str());
        QCOMPARE(keptRunner(need(), places()), *built);
        QVERIFY(calls().find("-DTWINTRACE_PYTHON=/usr/bin/python3") != std::string::npos);
        QVERIFY(calls().find("--target twintrace-runner --parallel ") != std::string::npos);
        QCOMPARE(leftovers(), 0);
        QVERIFY(keptRunner({"", "2.14.2", false}, places()).empty());
        QVERIFY(keptRunner({"", "2.14.1", true}, places()).empty()); // without CUDA it does not serve a GPU
        write(root() / "source/core/base/new.h", "");
        fs::last_write_time(root() / "source/core/base/new.h",
                            fs::last_write_time(*built) + std::chrono::seconds(1));
        QVERIFY(keptRunner(need(), places()).empty());
    }

    void aFailedBuildTellsItsWordsAndLeavesNothing()
    {
        putCmake("echo 'fatal error: no such header'; exit 1");
        const Result<fs::path> built = buildRunner(need(), places(), CancelToken());
        QVERIFY(!built);
        QVERIFY(built.error().message.find("torch 2.14.1+cu130") != std::string::npos);
        QVERIFY(built.error().message.find("TWINTRACE_PYTHON") != std::string::npos);
        QVERIFY(built.error().detail.find("no such header") != std::string::npos);
        QCOMPARE(leftovers(), 0);
        QVERIFY(keptRunner(need(), places()).empty());
    }

    void aBuildThatFoundAnotherTorchIsRefused()
    {
        putCmake("mkdir -p \"$2/bin\"; echo '2.12.0 cuda=OFF' >\"$2/bin/twintrace-runner.torch\"\n"
                 "echo program >\"$2/bin/twintrace-runner\"");
        const Result<fs::path> built = buildRunner(need(), places(), CancelToken());
        QVERIFY(!built);
        QVERIFY(built.error().message.find("another torch") != std::string::npos);
    }

    void cancelKillsTheCompilersToo()
    {
        putCmake("touch " + (root() / "building").string() + "; setsid sleep 600 & sleep 600");
        CancelToken cancel;
        QElapsedTimer timer;
        std::thread person([&] {
            while (!fs::exists(root() / "building"))
                std::this_thread::sleep_for(std::chrono::milliseconds(5));
            timer.start();
            cancel.cancel();
        });
        const Result<fs::path> built = buildRunner(need(), places(), cancel);
        const qint64 elapsed = timer.elapsed();
        person.join();
        QVERIFY(!built);
        QCOMPARE(built.error().code, ErrorCode::Cancelled);
        QVERIFY2(elapsed < kCancelLimitMs, qPrintable(QString::number(elapsed)));
        QCOMPARE(leftovers(), 0);
    }

    void whatIsMissingIsNamed()
    {
        qputenv("PATH", QByteArray::fromStdString((root() / "bin").string()));
        Result<fs::path> built = buildRunner(need(), places(), CancelToken());
        QVERIFY(!built && built.error().message.find("install cmake") != std::string::npos);
        putCmake("exit 0");
        qunsetenv("CXX");
        built = buildRunner(need(), places(), CancelToken());
        QVERIFY(!built && built.error().message.find("install g++") != std::string::npos);
        RunnerBuildPlaces elsewhere = places();
        elsewhere.source = root() / "nowhere";
        built = buildRunner(need(), elsewhere, CancelToken());
        QVERIFY(!built && built.error().message.find("TWINTRACE_SOURCE") != std::string::npos);
    }

    void aCacheThatCannotBeWrittenIsNamed()
    {
        putCmake("exit 0");
        RunnerBuildPlaces full = places();
        write(root() / "file", "");
        full.cache = root() / "file";
        const Result<fs::path> built = buildRunner(need(), full, CancelToken());
        QVERIFY(!built);
        QCOMPARE(built.error().code, ErrorCode::Unwritable);
        QVERIFY(built.error().message.find("XDG_CACHE_HOME") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(CaptureRunnerBuildTest)
#include "capture_runner_build_test.moc"
