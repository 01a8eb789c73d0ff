// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/protocol/messages.h"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

namespace twintrace
{

/// The child's end of PROTOCOL.md. Made first thing in main: it moves the real standard output aside and
/// points descriptor 1 at standard error, so that nothing a model prints can damage the stream of messages.
class Channel
{
  public:
    Channel();
    Channel(const Channel&) = delete;
    Channel& operator=(const Channel&) = delete;
    ~Channel(); ///< for the end of the process only: its thread sits in read()

    /// Writes one line. When the app is gone there is nobody left to work for: the process ends.
    void send(const protocol::Event& event);
    /// Waits for the next line of the app; empty when the app has closed the stream.
    [[nodiscard]] std::optional<std::string> receive();

  private:
    void readLoop();

    int m_output;
    std::mutex m_mutex;
    std::condition_variable m_arrived;
    std::deque<std::string> m_lines;
    bool m_isClosed = false;
    bool m_isQuitQueued = false;
    std::thread m_reader;
};

} // namespace twintrace
