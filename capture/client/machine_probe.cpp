// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/client/machine_probe.h"

#include "capture/client/children.h"
#include "capture/client/machine_facts.h"
#include "capture/client/tool_locations.h"
#include "core/base/format.h"

#include <QProcess>
#include <QThread>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <system_error>
#include <utility>

#include <unistd.h>

namespace twintrace
{
namespace
{

using nlohmann::json;
namespace fs = std::filesystem;

constexpr auto kPythonLimit = std::chrono::seconds(120);
constexpr int kRunnerLimitMs = 30'000;
// Headers, an export, a package and its unpacked copy of a small model.
constexpr std::uintmax_t kLeastSpaceBytes = 2ull << 30;

std::string textAt(const json& object, const char* key)
{
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

Capability good(const char* id, const char* title, std::string found)
{
    Capability capability;
    capability.id = id;
    capability.title = title;
    capability.isOk = true;
    capability.found = std::move(found);
    return capability;
}

Capability bad(const char* id, const char* title, std::string problem, std::string remedy,
               bool isOptional = false)
{
    Capability capability;
    capability.id = id;
    capability.title = title;
    capability.isOptional = isOptional;
    capability.problem = std::move(problem);
    capability.remedy = std::move(remedy);
    return capability;
}

// What the helper's Python says about itself, or why it says nothing.
Result<json> askPython(const CancelToken& cancel)
{
    Result<PrivateFolder> folder = PrivateFolder::create();
    if (!folder)
        return tl::unexpected(folder.error());
    const Children children(*folder, cancel, 0);
    const auto child = children.startPython("the Python helper", "doctor");
    if (!child)
        return tl::unexpected(child.error());
    if (const auto hello = (*child)->hello(kPythonLimit); !hello)
        return tl::unexpected(hello.error());
    Result<json> answer = (*child)->askOther({{"do", "doctor"}}, "doctor", kPythonLimit);
    // A Python without torch tells its trouble first, and then still answers.
    if (!answer && (*child)->toldFailure() && (*child)->isAlive())
        answer = (*child)->askOther({{"do", "doctor"}}, "doctor", kPythonLimit);
    if (!answer)
        return answer;
    return answer->value("facts", json::object());
}

void addPython(MachineReport& report, const Result<json>& facts)
{
    if (!facts) {
        report.capabilities.push_back(bad("python", "Python", facts.error().message,
                                          "Set TWINTRACE_PYTHON to a Python that has torch 2.11 or newer."));
        return;
    }
    report.python = textAt(*facts, "python");
    report.capabilities.push_back(
        good("python", "Python", report.python + ", " + textAt(*facts, "executable")));
    report.torch = textAt(*facts, "torch");
    report.cuda = textAt(*facts, "cuda");
    if (const std::string problem = textAt(*facts, "problem"); !problem.empty())
        report.capabilities.push_back(
            bad("torch", "torch", problem,
                "Install torch 2.11 or newer into that Python, or set TWINTRACE_PYTHON."));
    else
        report.capabilities.push_back(good("torch", "torch", report.torch));
    const json compiler = facts->value("compiler", json::object());
    if (const std::string problem = textAt(compiler, "problem"); !problem.empty())
        report.capabilities.push_back(bad("compiler", "C++ compiler", problem,
                                          "AOTInductor needs one: apt-get install g++, or set CXX.", true));
    else
        report.capabilities.push_back(good("compiler", "C++ compiler", textAt(compiler, "version")));
    if (textAt(*facts, "openssl").empty())
        report.capabilities.push_back(
            bad("openssl", "openssl",
                "The program openssl, which Inductor needs to name its headers, is missing.",
                "apt-get install openssl", true));
}

// Without its base version ("2.13.0+cpu" -> "2.13.0") two builds of one torch would look different.
std::string baseVersion(const std::string& version)
{
    return version.substr(0, version.find('+'));
}

void addRunner(MachineReport& report, json& cupti)
{
    const fs::path runner = runnerProgram();
    std::error_code ignored;
    const char* remedy = "Build it: packaging/run.sh does, or cmake -S capture/runner (see README).";
    if (runner.empty() || !fs::exists(runner, ignored)) {
        report.capabilities.push_back(
            bad("runner", "LibTorch runner", "twintrace-runner is not built.", remedy));
        return;
    }
    QProcess process;
    process.start(QString::fromStdString(runner.string()), {QStringLiteral("--probe")});
    process.closeWriteChannel();
    if (!process.waitForFinished(kRunnerLimitMs) || process.exitStatus() != QProcess::NormalExit ||
        process.exitCode() != 0) {
        const std::string tail = process.readAllStandardError().trimmed().toStdString();
        process.kill();
        process.waitForFinished();
        report.capabilities.push_back(
            bad("runner", "LibTorch runner",
                runner.string() + " does not start: " + tail.substr(tail.rfind('\n') + 1), remedy));
        return;
    }
    const json probe = json::parse(process.readAllStandardOutput().toStdString(), nullptr, false);
    const std::string torch = probe.is_object() ? textAt(probe, "torch") : std::string();
    if (probe.is_object())
        cupti = probe.value("cupti", json());
    if (!report.torch.empty() && !torch.empty() && baseVersion(torch) != baseVersion(report.torch)) {
        report.capabilities.push_back(
            bad("runner", "LibTorch runner",
                "The runner was built against torch " + torch + " and this Python has torch " + report.torch +
                    ".",
                "The first comparison builds one for it, which takes minutes and needs "
                "cmake and g++.",
                true));
        return;
    }
    report.capabilities.push_back(good("runner", "LibTorch runner", "torch " + torch));
}

void addCupti(MachineReport& report, const json& cupti)
{
    report.cupti = cupti.is_object() ? textAt(cupti, "version") : std::string();
    if (cupti.is_object() && cupti.value("can_record", false)) {
        report.capabilities.push_back(good("cupti", "CUPTI", report.cupti + ", " + textAt(cupti, "path")));
        return;
    }
    // The recorder's own sentences name the remedy too.
    std::string problem, more;
    const json problems = cupti.is_object() ? cupti.value("problems", json::array()) : json::array();
    for (const json& entry : problems) {
        std::string& target = problem.empty() ? problem : more;
        target += (target.empty() ? "" : " ") + textAt(entry, "message");
    }
    if (problem.empty())
        problem = report.gpus.empty() ? "There is no GPU to record." : "CUPTI was not found.";
    if (more.empty())
        more = "CUPTI comes with a CUDA build of torch (package nvidia-cuda-cupti) or with the CUDA toolkit.";
    report.capabilities.push_back(bad("cupti", "CUPTI", problem, more, true));
}

void addGpu(MachineReport& report, const Result<json>& facts, const json& cupti)
{
    report.driver = nvidiaDriverVersion();
    if (facts && facts->contains("gpus") && (*facts)["gpus"].is_array()) {
        for (const json& gpu : (*facts)["gpus"])
            report.gpus.push_back(textAt(gpu, "name"));
    }
    if (!report.gpus.empty()) {
        report.capabilities.push_back(good("gpu", "GPU", report.gpus.front() + ", driver " + report.driver));
    } else if (report.driver.empty()) {
        report.capabilities.push_back(bad("gpu", "GPU",
                                          "There is no NVIDIA driver, so everything runs on the CPU.",
                                          "On a machine with an NVIDIA GPU install its driver.", true));
    } else {
        report.capabilities.push_back(bad("gpu", "GPU",
                                          "The driver " + report.driver + " is loaded, but this torch (" +
                                              report.torch + ") sees no GPU.",
                                          "Install a CUDA build of torch, and check with nvidia-smi.", true));
    }
    addCupti(report, cupti);
}

void addSpace(MachineReport& report)
{
    std::error_code error;
    const fs::path folder = fs::temp_directory_path(error);
    const fs::space_info space = fs::space(error ? fs::path("/tmp") : folder, error);
    if (error)
        return;
    if (space.available < kLeastSpaceBytes)
        report.capabilities.push_back(
            bad("space", "Temporary space",
                "Only " + formatBytes(space.available) + " are free in " + folder.string() + ".",
                "Make room, or set TMPDIR to a folder with 2 GB or more.", true));
    else
        report.capabilities.push_back(
            good("space", "Temporary space", formatBytes(space.available) + " free"));
}

MachineReport probe(const CancelToken& cancel)
{
    MachineReport report;
    report.cpu = cpuName();
    report.isa = cpuIsa();
    report.cores = usableCores();
    const Result<json> facts = askPython(cancel);
    addPython(report, facts);
    json cupti;
    if (!cancel.isCancelled())
        addRunner(report, cupti);
    addGpu(report, facts, cupti);
    addSpace(report);
    return report;
}

} // namespace

const Capability* MachineReport::find(std::string_view id) const
{
    const auto found = std::find_if(capabilities.begin(), capabilities.end(),
                                    [&](const Capability& capability) { return capability.id == id; });
    return found == capabilities.end() ? nullptr : &*found;
}

bool MachineReport::canCompare() const
{
    for (const char* id : {"python", "torch", "runner"}) {
        const Capability* capability = find(id);
        if (capability == nullptr || (!capability->isOk && !capability->isOptional))
            return false;
    }
    return true;
}

bool MachineReport::canUseGpu() const
{
    return canCompare() && !gpus.empty();
}

std::string MachineReport::sentence() const
{
    std::string line;
    for (const char* id : {"python", "torch", "runner"}) {
        const Capability* capability = find(id);
        if (line.empty() && capability != nullptr && !capability->isOk)
            line = capability->problem + " " + capability->remedy;
    }
    if (line.empty())
        line = "LibTorch " + torch;
    line +=
        " · " + std::to_string(cores) + (cores == 1 ? " core" : " cores") + (isa.empty() ? "" : ", " + isa);
    const Capability* gpu = find("gpu");
    if (gpu != nullptr)
        line += " · " + (gpu->isOk ? gpu->found : gpu->problem);
    const Capability* recorder = find("cupti");
    if (gpu != nullptr && gpu->isOk && recorder != nullptr)
        line += " · " + (recorder->isOk ? "CUPTI " + cupti : recorder->problem);
    return line;
}

MachineReport probeMachine()
{
    return probe(CancelToken());
}

struct MachineProbe::Worker {
    CancelToken cancel;
    std::unique_ptr<QThread> thread;
};

MachineProbe::MachineProbe(QObject* parent) : QObject(parent), m_worker(std::make_unique<Worker>()) {}

MachineProbe::~MachineProbe()
{
    m_worker->cancel.cancel();
    if (m_worker->thread)
        m_worker->thread->wait();
}

void MachineProbe::start()
{
    if (m_worker->thread)
        return;
    m_worker->thread.reset(QThread::create([this] {
        const MachineReport report = probe(m_worker->cancel);
        QMetaObject::invokeMethod(this, [this, report] { Q_EMIT finished(report); });
    }));
    m_worker->thread->start();
}

} // namespace twintrace
