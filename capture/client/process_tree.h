// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>

#include <sys/types.h>

namespace twintrace
{

/// Every process that a child started, as /proc shows it. Found by three signs, since each alone can be lost:
/// the parent (lost when a process between dies), the session (lost by setsid), and a mark in the environment
/// that is inherited by all (lost only by a program that clears it).
struct ProcessMark {
    pid_t root = 0;          ///< the child itself; 0 when only the mark counts
    std::string environment; ///< "NAME=value" as it stands in the children's environment; may be empty
};

/// The variables that carry a mark: the private folder of a run, and a name of one child.
inline constexpr std::string_view kRunMarkVariable = "TWINTRACE_RUN";
inline constexpr std::string_view kChildMarkVariable = "TWINTRACE_CHILD";

/// All living processes of the mark, the root included; this process never.
[[nodiscard]] std::set<pid_t> processesOf(const ProcessMark& mark);

/// SIGKILL to all of them, again until none is left that can be killed; gives how many were killed. Takes
/// milliseconds.
int killProcesses(const ProcessMark& mark);

/// Private resident memory of all of them together, in bytes (what they share with files and each other left
/// out).
[[nodiscard]] std::uint64_t residentBytes(const ProcessMark& mark);

/// Resident memory of one process alone, in bytes: cheap enough to ask ten times a second while something is
/// measured.
[[nodiscard]] std::uint64_t residentBytesOfOne(pid_t pid);

} // namespace twintrace
