// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <mutex>
#include <string>
#include <thread>

namespace twintrace
{

/// Standard error passes through here: everything goes on to where it went before, and its last part is kept,
/// because AOTInductor prints the real reason of a failure and throws an exception that says nothing (tech
/// notes 1.4). One object for the life of the process.
class StderrTail
{
  public:
    StderrTail();
    StderrTail(const StderrTail&) = delete;
    StderrTail& operator=(const StderrTail&) = delete;
    ~StderrTail();

    /// Forgets what was printed so far.
    void clear();
    /// What was printed since clear(), its last 16 KiB; waits until all that is printed by now has passed.
    [[nodiscard]] std::string take();

  private:
    void pumpLoop();

    int m_readEnd = -1;
    int m_original = -1;
    std::mutex m_mutex;
    std::string m_tail;
    std::thread m_pump;
};

} // namespace twintrace
