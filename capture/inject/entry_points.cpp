// SPDX-License-Identifier: MIT
// What the CUDA driver and NVTX look up in an injected library.
#include "capture/inject/nvtx_forward.h"
#include "capture/inject/program_recorder.h"
#include "capture/inject/record_settings.h"

#include <cstdlib>
#include <exception>
#include <pthread.h>

#define TWINTRACE_EXPORT extern "C" __attribute__((visibility("default")))

/// Called by the driver while CUDA starts in a process whose CUDA_INJECTION64_PATH names this library.
TWINTRACE_EXPORT int InitializeInjection()
{
    try {
        if (auto settings = twintrace::readRecordSettings()) {
            twintrace::ProgramRecorder::start(std::move(*settings));
            // After a fork CUPTI's threads are gone in the child: touching it there hangs.
            ::pthread_atfork(nullptr, nullptr, &twintrace::ProgramRecorder::disarm);
            // Registered after CUDA's own, so it runs before them, while the contexts still exist.
            std::atexit(&twintrace::ProgramRecorder::finish);
        }
    } catch (const std::exception&) {
        // Out of memory: the program goes on unrecorded, and the starter sees that no recorder came up.
    }
    return 1;
}

/// Called by NVTX in a process whose NVTX_INJECTION64_PATH names this library: CUPTI is to have the ranges.
TWINTRACE_EXPORT int InitializeInjectionNvtx2(void* getExportTable)
{
    return twintrace::forwardNvtx(getExportTable);
}
