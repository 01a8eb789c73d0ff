// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/client/process_tree.h"

#include <charconv>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <sstream>

#include <time.h>
#include <unistd.h>

namespace twintrace
{
namespace
{

constexpr const char* kProc = "/proc";
// A process that forks while it is being killed is caught by the next look; forking faster than this is an
// attack.
constexpr int kMostLooks = 50;

struct Relation {
    pid_t parent = 0;
    pid_t session = 0;
    bool isZombie = false;
};

std::string contentOf(const std::filesystem::path& file)
{
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

// /proc/PID/stat: "PID (any name, even with ')') STATE PPID PGRP SESSION …"
std::optional<Relation> relationOf(const std::filesystem::path& folder)
{
    const std::string stat = contentOf(folder / "stat");
    const auto nameEnd = stat.rfind(')');
    if (nameEnd == std::string::npos)
        return std::nullopt;
    std::istringstream fields(stat.substr(nameEnd + 1));
    char state = 0;
    Relation relation;
    pid_t group = 0;
    if (!(fields >> state >> relation.parent >> group >> relation.session))
        return std::nullopt;
    relation.isZombie = state == 'Z' || state == 'X';
    return relation;
}

std::map<pid_t, Relation> allProcesses()
{
    std::map<pid_t, Relation> found;
    std::error_code error;
    for (std::filesystem::directory_iterator it(kProc, error), end; !error && it != end;
         it.increment(error)) {
        const std::string name = it->path().filename().string();
        pid_t pid = 0;
        const auto [rest, failure] = std::from_chars(name.data(), name.data() + name.size(), pid);
        if (failure != std::errc() || rest != name.data() + name.size())
            continue;
        if (const std::optional<Relation> relation = relationOf(it->path()))
            found.emplace(pid, *relation);
    }
    return found;
}

bool hasMark(pid_t pid, const std::string& mark)
{
    const std::string environment = contentOf(std::filesystem::path(kProc) / std::to_string(pid) / "environ");
    for (auto at = environment.find(mark); at != std::string::npos; at = environment.find(mark, at + 1)) {
        const bool isBegin = at == 0 || environment[at - 1] == '\0';
        const std::size_t end = at + mark.size();
        if (isBegin && (end == environment.size() || environment[end] == '\0'))
            return true;
    }
    return false;
}

bool descendsFrom(pid_t pid, pid_t root, const std::map<pid_t, Relation>& all)
{
    // The chain of parents has no circle, but the picture was not taken in one moment: give up after a while.
    for (int generation = 0; generation < 1000 && pid > 1; ++generation) {
        if (pid == root)
            return true;
        const auto found = all.find(pid);
        if (found == all.end())
            return false;
        pid = found->second.parent;
    }
    return false;
}

} // namespace

std::set<pid_t> processesOf(const ProcessMark& mark)
{
    std::set<pid_t> members;
    const std::map<pid_t, Relation> all = allProcesses();
    const pid_t self = getpid();
    for (const auto& [pid, relation] : all) {
        if (pid == self || relation.isZombie)
            continue;
        const bool isKin =
            mark.root > 1 && (relation.session == mark.root || descendsFrom(pid, mark.root, all));
        if (isKin || (!mark.environment.empty() && hasMark(pid, mark.environment)))
            members.insert(pid);
    }
    return members;
}

int killProcesses(const ProcessMark& mark)
{
    std::set<pid_t> killed;
    for (int look = 0; look < kMostLooks; ++look) {
        bool isAnyNew = false;
        const std::set<pid_t> members = processesOf(mark);
        for (const pid_t pid : members) {
            if (kill(pid, SIGKILL) == 0)
                isAnyNew = killed.insert(pid).second || isAnyNew;
        }
        if (members.empty() || (!isAnyNew && look > 5))
            break;
        const timespec pause{0, 2'000'000};
        nanosleep(&pause, nullptr);
    }
    return static_cast<int>(killed.size());
}

std::uint64_t residentBytes(const ProcessMark& mark)
{
    std::uint64_t bytes = 0;
    for (const pid_t pid : processesOf(mark))
        bytes += residentBytesOfOne(pid);
    return bytes;
}

std::uint64_t residentBytesOfOne(pid_t pid)
{
    std::istringstream fields(contentOf(std::filesystem::path(kProc) / std::to_string(pid) / "statm"));
    std::uint64_t size = 0, resident = 0, shared = 0;
    if (!(fields >> size >> resident >> shared) || shared > resident)
        return 0;
    return (resident - shared) * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

} // namespace twintrace
