// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/client/child_process.h"

#include "capture/client/exit_sentence.h"
#include "core/base/format.h"

#include <algorithm>
#include <atomic>
#include <cctype>
#include <csignal>
#include <utility>
#include <variant>

#include <fcntl.h>
#include <sys/prctl.h>
#include <unistd.h>

namespace twintrace
{
namespace
{

using Clock = std::chrono::steady_clock;

// A round of a microsecond model may list a million calls, about ten bytes each.
constexpr std::size_t kLongestLine = 32u << 20;
// Standard output belongs to the protocol; so much of it without one event is a program that went mad.
constexpr std::uint64_t kMostRubbishBytes = 64u << 20;
constexpr std::size_t kStderrTailBytes = 16u << 10;
// How soon a cancel, a death or a silence is noticed when nothing arrives.
constexpr int kTickMs = 20;
constexpr auto kMemoryPause = std::chrono::milliseconds(100);
// Looking at the whole tree reads every process of the machine, about a millisecond: rarely, so that it does
// not show in what is being measured.
constexpr auto kTreePause = std::chrono::seconds(2);
constexpr int kStartLimitMs = 10'000;
// A killed process is gone at once, but a machine at its limits takes a while to say so.
constexpr int kReapLimitMs = 2000;

// Runs in the child between fork and exec: only calls that are safe there.
void detachFrom(pid_t parent)
{
    ::setsid();
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) // the app died before prctl
        ::_exit(127);
    // When memory runs out, the kernel takes the model's process and not the app.
    if (const int file = ::open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC); file >= 0) {
        [[maybe_unused]] const auto written = ::write(file, "1000", 4);
        ::close(file);
    }
}

// Different for every child of every app on this machine.
std::string uniqueChildName()
{
    static std::atomic<unsigned> count{0};
    return std::to_string(::getpid()) + "-" + std::to_string(Clock::now().time_since_epoch().count()) + "-" +
           std::to_string(++count);
}

ErrorCode codeOf(protocol::FailureKind kind)
{
    switch (kind) {
    case protocol::FailureKind::Usage:
        return ErrorCode::Usage;
    case protocol::FailureKind::Unreadable:
        return ErrorCode::Unreadable;
    case protocol::FailureKind::Unsupported:
    case protocol::FailureKind::Skipped:
        return ErrorCode::Unsupported;
    case protocol::FailureKind::Failed:
        return ErrorCode::Failed;
    }
    return ErrorCode::Failed;
}

} // namespace

ChildProcess::ChildProcess(ChildSpec spec, CancelToken cancel)
    : m_spec(std::move(spec)), m_cancel(std::move(cancel)), m_splitter(kLongestLine),
      m_stderr(kStderrTailBytes)
{
}

ChildProcess::~ChildProcess()
{
    kill();
}

void ChildProcess::start()
{
    QProcessEnvironment environment = m_spec.environment;
    const std::string name = uniqueChildName();
    m_mark = std::string(kChildMarkVariable) + "=" + name;
    environment.insert(QString::fromLatin1(kChildMarkVariable.data(), kChildMarkVariable.size()),
                       QString::fromStdString(name));
    m_process.setProcessEnvironment(environment);
    m_process.setWorkingDirectory(m_spec.workingFolder);
    m_process.setChildProcessModifier([parent = ::getpid()] { detachFrom(parent); });
    m_process.start(m_spec.program, m_spec.arguments);
    if (!m_process.waitForStarted(kStartLimitMs)) {
        m_end =
            Error{ErrorCode::Unsupported,
                  m_spec.title + " could not be started: " + m_spec.program.toStdString() + " (" +
                      m_process.errorString().toStdString() + "); 'twintrace doctor' says what is missing.",
                  {}};
        return;
    }
    m_pid = static_cast<pid_t>(m_process.processId());
}

Result<protocol::HelloEvent> ChildProcess::hello(Limit silence)
{
    const Result<protocol::Event> event = nextEvent(silence, {});
    if (!event)
        return tl::unexpected(event.error());
    const auto* hello = std::get_if<protocol::HelloEvent>(&*event);
    if (hello == nullptr)
        return unexpectedAnswer();
    if (hello->protocol != protocol::kProtocolVersion) {
        m_end = Error{ErrorCode::Unsupported,
                      m_spec.title + " speaks version " + std::to_string(hello->protocol) +
                          " of the protocol and this program version " +
                          std::to_string(protocol::kProtocolVersion) + "; build both from the same sources.",
                      {}};
        kill();
        return tl::unexpected(*m_end);
    }
    return *hello;
}

Result<protocol::Event> ChildProcess::exchange(const std::string& line, Limit silence,
                                               const PhaseSink& phases)
{
    if (!m_end) {
        m_process.write(QByteArray::fromStdString(line + "\n"));
        m_process.waitForBytesWritten(0);
    }
    return nextEvent(silence, phases);
}

Result<nlohmann::json> ChildProcess::askOther(const nlohmann::json& command, const std::string& answer,
                                              Limit silence, const PhaseSink& phases)
{
    m_awaitedOther = answer;
    const std::string line = command.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    const Result<protocol::Event> event = exchange(line, silence, phases);
    m_awaitedOther.clear();
    if (!event)
        return tl::unexpected(event.error());
    if (const auto* other = std::get_if<protocol::OtherEvent>(&*event))
        return other->body;
    return unexpectedAnswer();
}

// The oldest event that is an answer; phases are handed on, events of a later version skipped.
std::optional<protocol::Event> ChildProcess::takeEvent(const PhaseSink& phases)
{
    while (!m_events.empty()) {
        protocol::Event event = std::move(m_events.front());
        m_events.pop_front();
        m_lastEvent = Clock::now();
        const auto* other = std::get_if<protocol::OtherEvent>(&event);
        if (const auto* phase = std::get_if<protocol::PhaseEvent>(&event)) {
            if (phases)
                phases(*phase);
        } else if (other == nullptr || other->name == m_awaitedOther) {
            return event;
        }
    }
    return std::nullopt;
}

Result<protocol::Event> ChildProcess::nextEvent(Limit silence, const PhaseSink& phases)
{
    m_lastEvent = Clock::now();
    m_toldFailure.reset();
    for (;;) {
        if (std::optional<protocol::Event> event = takeEvent(phases)) {
            if (const auto* error = std::get_if<protocol::ErrorEvent>(&*event)) {
                m_toldFailure = error->kind;
                return fail(codeOf(error->kind), error->message, error->detail);
            }
            return std::move(*event);
        }
        std::optional<Error> end = trouble();
        if (!end && Clock::now() - m_lastEvent > silence)
            end = broken(ErrorCode::Failed,
                         "said nothing for " + formatDuration(silence.count() * 1'000'000) +
                             " and was stopped; it hangs, or it needs a larger limit (--limit)");
        if (end) {
            m_end = std::move(end);
            kill();
            return tl::unexpected(*m_end);
        }
        m_process.waitForReadyRead(kTickMs);
        drain();
    }
}

std::optional<Error> ChildProcess::trouble()
{
    if (m_end)
        return m_end;
    if (m_cancel.isCancelled())
        return Error{ErrorCode::Cancelled, "Cancelled.", {}};
    if (m_stdoutBytesSinceEvent > kMostRubbishBytes)
        return broken(ErrorCode::Failed, "flooded its output with " + formatBytes(m_stdoutBytesSinceEvent) +
                                             " that are no messages and was stopped");
    lookAtMemory();
    if (m_spec.memoryLimitBytes > 0 && m_peakBytes > m_spec.memoryLimitBytes)
        return broken(ErrorCode::OutOfMemory, "needed more than " + formatBytes(m_spec.memoryLimitBytes) +
                                                  " of memory, most of what this machine has free, and was "
                                                  "stopped; use a smaller model or batch");
    if (m_process.state() != QProcess::NotRunning)
        return std::nullopt;
    drain();
    if (!m_events.empty()) // its last words
        return std::nullopt;
    return death();
}

void ChildProcess::drain()
{
    const QByteArray errors = m_process.readAllStandardError();
    m_stderr.add(std::string_view(errors.constData(), static_cast<std::size_t>(errors.size())));
    const QByteArray output = m_process.readAllStandardOutput();
    m_stdoutBytesSinceEvent += static_cast<std::uint64_t>(output.size());
    for (const std::string& line :
         m_splitter.take(std::string_view(output.constData(), static_cast<std::size_t>(output.size()))))
        takeLine(line);
}

void ChildProcess::takeLine(const std::string& line)
{
    Result<protocol::Event> event = protocol::parseEvent(line);
    if (event) {
        m_events.push_back(std::move(*event));
        m_stdoutBytesSinceEvent = 0;
        return;
    }
    // A print that slipped past the child's own care: it does no harm, and is named if the child then fails.
    if (m_rubbishLines++ == 0)
        m_firstRubbish = line.substr(0, 200);
}

void ChildProcess::lookAtMemory()
{
    const Clock::time_point now = Clock::now();
    if (m_pid == 0 || now < m_nextMemoryLook)
        return;
    m_nextMemoryLook = now + kMemoryPause;
    std::uint64_t bytes = residentBytesOfOne(m_pid);
    if (now >= m_nextTreeLook) {
        m_nextTreeLook = now + kTreePause;
        bytes = std::max(bytes, residentBytes({m_pid, m_mark}));
    }
    m_peakBytes = std::max(m_peakBytes, bytes);
}

Error ChildProcess::broken(ErrorCode code, const std::string& what)
{
    Error error{code, m_spec.title + " " + what + ".", m_stderr.text()};
    if (!error.message.empty())
        error.message[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(error.message[0])));
    if (m_rubbishLines > 0)
        error.detail +=
            (error.detail.empty() ? "" : "\n") + std::string("Its output began with: ") + m_firstRubbish;
    return error;
}

Error ChildProcess::death()
{
    if (m_process.exitStatus() == QProcess::CrashExit)
        return broken(ErrorCode::Failed, signalSentence(m_process.exitCode(), m_stderr.text()));
    return broken(ErrorCode::Failed, exitSentence(m_process.exitCode(), m_stderr.text()));
}

tl::unexpected<Error> ChildProcess::unexpectedAnswer()
{
    m_end = broken(ErrorCode::Failed,
                   "answered with something else than what was asked, and was stopped; build the "
                   "program and its helpers from the same sources");
    kill();
    return tl::unexpected(*m_end);
}

void ChildProcess::quit(Limit patience)
{
    if (isAlive() && !m_end) {
        m_process.write(
            QByteArray::fromStdString(protocol::toLine(protocol::Command(protocol::QuitCommand{})) + "\n"));
        m_process.closeWriteChannel();
        const Clock::time_point deadline = Clock::now() + patience;
        while (m_process.state() != QProcess::NotRunning && Clock::now() < deadline &&
               !m_cancel.isCancelled()) {
            m_process.waitForFinished(kTickMs);
            drain();
        }
    }
    kill();
}

void ChildProcess::kill()
{
    if (m_pid == 0)
        return;
    if (!m_end)
        m_end = Error{ErrorCode::Failed, m_spec.title + " was stopped.", {}};
    killProcesses({m_pid, m_mark});
    m_process.kill();
    m_process.waitForFinished(kReapLimitMs);
    drain();
    m_pid = 0;
}

bool ChildProcess::isAlive() const
{
    return m_pid != 0 && m_process.state() != QProcess::NotRunning;
}

} // namespace twintrace
