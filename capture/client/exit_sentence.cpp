// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/client/exit_sentence.h"

#include <csignal>

namespace twintrace
{
namespace
{

// What the loader and Python print when something is not installed.
constexpr std::string_view kNoLibrary = "error while loading shared libraries";
constexpr std::string_view kNoModule = "No module named";
constexpr int kNotFoundCode = 127;

std::string named(int signal)
{
    switch (signal) {
    case SIGSEGV:
        return "segmentation fault";
    case SIGBUS:
        return "bus error";
    case SIGABRT:
        return "aborted";
    case SIGFPE:
        return "arithmetic error";
    case SIGILL:
        return "illegal instruction";
    case SIGKILL:
        return "killed";
    case SIGTERM:
        return "terminated";
    case SIGINT:
        return "interrupted";
    default:
        return "";
    }
}

} // namespace

std::string signalSentence(int signal, std::string_view stderrTail)
{
    const std::string name = named(signal);
    std::string sentence =
        "was ended by signal " + std::to_string(signal) + (name.empty() ? "" : " (" + name + ")");
    if (signal == SIGILL)
        return sentence +
               ": the package was probably compiled for another CPU; compile it again on this machine";
    if (signal == SIGKILL)
        return sentence + ", most likely because memory ran out; use a smaller model or batch";
    if (signal == SIGABRT && stderrTail.find("bad_alloc") != std::string_view::npos)
        return sentence + " because memory ran out; use a smaller model or batch";
    return sentence + "; its last lines are in the details";
}

std::string exitSentence(int code, std::string_view stderrTail)
{
    if (stderrTail.find(kNoLibrary) != std::string_view::npos)
        return "cannot load its libraries; build it again against the torch of this Python (packaging/run.sh "
               "does)";
    if (stderrTail.find(kNoModule) != std::string_view::npos)
        return "misses a Python module; the details name it, 'twintrace doctor' says which Python is used";
    if (code == kNotFoundCode)
        return "could not be started (code 127); 'twintrace doctor' says what is missing";
    return "ended with code " + std::to_string(code) +
           " before it answered; its last lines are in the details";
}

} // namespace twintrace
