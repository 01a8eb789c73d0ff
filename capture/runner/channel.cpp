// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runner/channel.h"

#include "capture/protocol/json_lines.h"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <unistd.h>

namespace twintrace
{
namespace
{

// The command line can carry a trace path or an option list, never megabytes; a flood without a newline is no
// app.
constexpr std::size_t kLongestLineBytes = 16U << 20U;

} // namespace

Channel::Channel()
{
    // A closed pipe must be an error of write(), not a signal that ends the process in the middle of a file.
    std::signal(SIGPIPE, SIG_IGN);
    m_output = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
    ::dup2(STDERR_FILENO, STDOUT_FILENO);
    m_reader = std::thread([this] { readLoop(); });
}

Channel::~Channel()
{
    m_reader.detach();
}

void Channel::send(const protocol::Event& event)
{
    const std::string line = protocol::toLine(event) + '\n';
    for (std::size_t done = 0; done < line.size();) {
        const ssize_t written = ::write(m_output, line.data() + done, line.size() - done);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            ::_exit(0);
        done += static_cast<std::size_t>(written);
    }
}

std::optional<std::string> Channel::receive()
{
    std::unique_lock lock(m_mutex);
    m_arrived.wait(lock, [this] { return !m_lines.empty() || m_isClosed; });
    if (m_lines.empty())
        return std::nullopt;
    std::string line = std::move(m_lines.front());
    m_lines.pop_front();
    return line;
}

void Channel::readLoop()
{
    std::string pending;
    char buffer[4096];
    for (;;) {
        const ssize_t count = ::read(STDIN_FILENO, buffer, sizeof buffer);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0 || pending.size() > kLongestLineBytes)
            break;
        pending.append(buffer, static_cast<std::size_t>(count));
        for (std::size_t end; (end = pending.find('\n')) != std::string::npos; pending.erase(0, end + 1)) {
            const std::lock_guard lock(m_mutex);
            m_lines.push_back(pending.substr(0, end));
            if (const auto command = protocol::parseCommand(m_lines.back()))
                m_isQuitQueued |= std::holds_alternative<protocol::QuitCommand>(*command);
            m_arrived.notify_one();
        }
    }
    // End of file means stop, also in the middle of a model that hangs, unless the app said goodbye properly.
    const std::lock_guard lock(m_mutex);
    if (!m_isQuitQueued)
        ::_exit(0);
    m_isClosed = true;
    m_arrived.notify_one();
}

} // namespace twintrace
