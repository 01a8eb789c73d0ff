// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runner/channel.h"
#include "capture/runner/op_recorder.h"
#include "capture/runner/runner_probe.h"
#include "capture/runner/stderr_tail.h"
#include "capture/runner/variant_host.h"

#include <c10/core/InferenceMode.h>

#include <cstdio>
#include <cstdlib>
#include <malloc.h>
#include <string_view>
#include <unistd.h>

namespace
{

// Keeps freed memory in the process instead of giving it back after each forward, as happens anyway in a
// Python process once it has freed its first large block (mallopt(3), dynamic mmap threshold). Without it
// each forward of a small transformer takes 2,500 page faults that have nothing to do with the model.
void keepFreedMemory()
{
    constexpr int kLargestThreshold = 32 << 20; // glibc takes no larger one
    ::mallopt(M_MMAP_THRESHOLD, kLargestThreshold);
    ::mallopt(M_TRIM_THRESHOLD, 1 << 30);
}

} // namespace

// twintrace-runner: one variant of one model in a process of its own, told what to do over standard input
// (capture/protocol/PROTOCOL.md).
int main(int argc, char** argv)
{
    if (argc == 2 && std::string_view(argv[1]) == "--probe") {
        std::puts(twintrace::probeRunner().c_str());
        return 0;
    }
    if (argc != 1) {
        std::fputs("twintrace-runner is started by twintrace and takes commands on standard input; --probe "
                   "tells what "
                   "it can do.\n",
                   stderr);
        return 2;
    }
    keepFreedMemory();
    twintrace::Channel channel; // first: moves standard output aside
    twintrace::StderrTail errors;
    // Compiled code reads out of range for a shape it was not made for, unless it is told to look (tech
    // notes 1.4).
    ::setenv("AOTI_RUNTIME_CHECK_INPUTS", "1", 1);
    twintrace::OpRecorder ops;
    const c10::InferenceMode inference;
    twintrace::VariantHost host(channel, errors, ops);
    host.sayHello();
    while (const auto line = channel.receive())
        if (!line->empty() && !host.handle(*line))
            break;
    // Threads still sit in read(); the process ends without tearing down what they look at.
    errors.clear();
    ::_exit(0);
}
