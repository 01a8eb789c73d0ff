// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/client/cancel_token.h"
#include "capture/client/line_splitter.h"
#include "capture/client/process_tree.h"
#include "capture/protocol/json_lines.h"
#include "core/base/result.h"

#include <QProcess>
#include <QProcessEnvironment>
#include <QString>
#include <QStringList>

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>

namespace twintrace
{

/// What to start and within which bounds.
struct ChildSpec {
    std::string title; ///< what sentences call it: "the runner of aot", "the Python helper"
    QString program;
    QStringList arguments;
    QProcessEnvironment environment;
    QString workingFolder;
    std::uint64_t memoryLimitBytes = 0; ///< resident, the child with all it started; 0 = none
};

/// A child that speaks PROTOCOL.md. Calls block the calling thread (never the GUI's) and end at once when
/// cancelled. Whatever the child does (hang, die, flood, send rubbish, eat memory) ends in an Error with one
/// sentence; after such an end, and in the destructor, nothing that the child started is left.
class ChildProcess
{
  public:
    using PhaseSink = std::function<void(const protocol::PhaseEvent&)>;
    using Limit = std::chrono::milliseconds;

    ChildProcess(ChildSpec spec, CancelToken cancel);
    ~ChildProcess();
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;

    /// Starts it and returns at once; what goes wrong is told by the first ask or by hello().
    void start();
    /// Waits for the first line. Another protocol version is an error.
    [[nodiscard]] Result<protocol::HelloEvent> hello(Limit silence);
    /// Sends a command and waits for its answer; phase lines go to `phases` and start the silence anew.
    template <class Answer>
    [[nodiscard]] Result<Answer> ask(const protocol::Command& command, Limit silence,
                                     const PhaseSink& phases = {})
    {
        const Result<protocol::Event> event = exchange(protocol::toLine(command), silence, phases);
        if (!event)
            return tl::unexpected(event.error());
        if (const Answer* answer = std::get_if<Answer>(&*event))
            return *answer;
        return unexpectedAnswer();
    }
    /// The same for a command that the typed protocol does not know; gives the whole message named `answer`.
    [[nodiscard]] Result<nlohmann::json> askOther(const nlohmann::json& command, const std::string& answer,
                                                  Limit silence, const PhaseSink& phases = {});
    /// Which word the last `error` message carried; empty when the last failure was another one.
    [[nodiscard]] std::optional<protocol::FailureKind> toldFailure() const { return m_toldFailure; }
    /// Lets it end by itself for as long as `patience`, then kills what is left.
    void quit(Limit patience);
    /// Kills it and everything it started, within milliseconds.
    void kill();

    [[nodiscard]] bool isAlive() const;
    [[nodiscard]] std::string stderrTail() const { return m_stderr.text(); }
    /// Largest resident memory seen, the child with all it started; 0 when never looked.
    [[nodiscard]] std::uint64_t peakBytes() const { return m_peakBytes; }
    [[nodiscard]] std::uint64_t rubbishLines() const { return m_rubbishLines + m_splitter.overlongLines(); }

  private:
    [[nodiscard]] Result<protocol::Event> exchange(const std::string& line, Limit silence,
                                                   const PhaseSink& phases);
    [[nodiscard]] Result<protocol::Event> nextEvent(Limit silence, const PhaseSink& phases);
    [[nodiscard]] std::optional<protocol::Event> takeEvent(const PhaseSink& phases);
    [[nodiscard]] tl::unexpected<Error> unexpectedAnswer();
    [[nodiscard]] std::optional<Error> trouble();
    void drain();
    void takeLine(const std::string& line);
    void lookAtMemory();
    [[nodiscard]] Error broken(ErrorCode code, const std::string& what);
    [[nodiscard]] Error death();

    ChildSpec m_spec;
    CancelToken m_cancel;
    QProcess m_process;
    LineSplitter m_splitter;
    TextTail m_stderr;
    std::deque<protocol::Event> m_events; ///< read but not yet asked for, oldest first
    std::string m_firstRubbish;
    std::uint64_t m_rubbishLines = 0;
    std::uint64_t m_stdoutBytesSinceEvent = 0;
    std::uint64_t m_peakBytes = 0;
    std::chrono::steady_clock::time_point m_lastEvent{};
    std::chrono::steady_clock::time_point m_nextMemoryLook{};
    std::chrono::steady_clock::time_point m_nextTreeLook{};
    std::optional<protocol::FailureKind> m_toldFailure;
    std::string m_awaitedOther; ///< the one OtherEvent that is an answer and not of a later version
    std::optional<Error> m_end; ///< why it is over, once it is
    std::string m_mark;         ///< "NAME=value" that all it starts inherit
    pid_t m_pid = 0;
};

} // namespace twintrace
