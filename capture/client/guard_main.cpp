// SPDX-License-Identifier: GPL-3.0-or-later
// twintrace-guard FOLDER: waits until its standard input closes, which the app's death does whatever kills
// it, then ends every process that carries the mark of that run and removes its folder.
#include "capture/client/process_tree.h"

#include <cerrno>
#include <csignal>
#include <filesystem>
#include <string>
#include <system_error>

#include <unistd.h>

int main(int argc, char** argv)
{
    if (argc != 2)
        return 2;
    const std::filesystem::path folder = argv[1];
    // The name that PrivateFolder gives: nothing else is ever removed.
    if (!folder.is_absolute() || !folder.filename().string().starts_with("run-") ||
        !folder.parent_path().filename().string().starts_with("twintrace-"))
        return 2;
    // A Ctrl+C in the terminal goes to the whole group; the guard must outlive it.
    ::setsid();
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE})
        std::signal(signal, SIG_IGN);
    char byte = 0;
    ssize_t got = 0;
    do {
        got = ::read(STDIN_FILENO, &byte, 1);
    } while (got > 0 || (got < 0 && errno == EINTR));
    twintrace::killProcesses({0, std::string(twintrace::kRunMarkVariable) + "=" + folder.string()});
    std::error_code ignored;
    std::filesystem::remove_all(folder, ignored);
    return 0;
}
