// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runner/stderr_tail.h"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <utility>

namespace twintrace
{
namespace
{

constexpr std::size_t kTailBytes = 16U << 10U;

// For the signal handler, which may touch nothing but plain numbers.
int g_pipe = -1;
int g_screen = -1;

void writeAll(int descriptor, const char* bytes, std::size_t size)
{
    while (size > 0) {
        const ssize_t written = ::write(descriptor, bytes, size);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return;
        bytes += written;
        size -= static_cast<std::size_t>(written);
    }
}

// A crash must not swallow the last words that still lie in the pipe ("terminate called …").
void passOnLastWords(int signalNumber)
{
    char buffer[4096];
    ::fcntl(g_pipe, F_SETFL, O_NONBLOCK);
    for (ssize_t count; (count = ::read(g_pipe, buffer, sizeof buffer)) > 0;)
        writeAll(g_screen, buffer, static_cast<std::size_t>(count));
    ::raise(signalNumber); // SA_RESETHAND: the default action now
}

} // namespace

StderrTail::StderrTail()
{
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0)
        return;
    m_original = ::fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
    m_readEnd = ends[0];
    ::dup2(ends[1], STDERR_FILENO);
    ::dup2(ends[1], STDOUT_FILENO); // the channel has moved the real one aside
    ::close(ends[1]);
    std::setvbuf(stdout, nullptr, _IOLBF, 0);
    g_pipe = m_readEnd;
    g_screen = m_original;
    struct sigaction action = {};
    action.sa_handler = passOnLastWords;
    action.sa_flags = static_cast<int>(SA_RESETHAND | SA_NODEFER);
    for (const int number : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT})
        ::sigaction(number, &action, nullptr);
    m_pump = std::thread([this] { pumpLoop(); });
}

StderrTail::~StderrTail()
{
    if (m_readEnd < 0)
        return;
    ::dup2(m_original, STDERR_FILENO);
    ::dup2(m_original, STDOUT_FILENO);
    clear();
    m_pump.detach(); // a grandchild may still hold the write end; the process is about to end
}

void StderrTail::clear()
{
    (void)take();
}

std::string StderrTail::take()
{
    std::fflush(stdout);
    std::fflush(stderr);
    for (;;) {
        {
            // The pump reads and keeps under the lock: an empty pipe here means that nothing is on its way.
            const std::lock_guard lock(m_mutex);
            int waiting = 0;
            if (m_readEnd < 0 || ::ioctl(m_readEnd, FIONREAD, &waiting) != 0 || waiting == 0)
                return std::exchange(m_tail, {});
        }
        std::this_thread::sleep_for(std::chrono::microseconds(200));
    }
}

void StderrTail::pumpLoop()
{
    char buffer[4096];
    for (;;) {
        struct pollfd arrival = {m_readEnd, POLLIN, 0};
        if (::poll(&arrival, 1, -1) < 0 && errno != EINTR)
            return;
        const std::lock_guard lock(m_mutex);
        const ssize_t count = ::read(m_readEnd, buffer, sizeof buffer);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return;
        writeAll(m_original, buffer, static_cast<std::size_t>(count));
        m_tail.append(buffer, static_cast<std::size_t>(count));
        if (m_tail.size() > 2 * kTailBytes)
            m_tail.erase(0, m_tail.size() - kTailBytes);
    }
}

} // namespace twintrace
