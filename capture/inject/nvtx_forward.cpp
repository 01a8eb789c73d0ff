// SPDX-License-Identifier: MIT
#include "capture/inject/nvtx_forward.h"

#include "capture/cupti/capture_session.h"

#include <dlfcn.h>
#include <exception>

namespace twintrace
{

int forwardNvtx(void* getExportTable) noexcept
{
    try {
        void* library = cuptiLibrary();
        if (library == nullptr)
            return 0;
        auto* initialize = reinterpret_cast<int (*)(void*)>(::dlsym(library, "InitializeInjectionNvtx2"));
        return initialize == nullptr ? 0 : initialize(getExportTable);
    } catch (const std::exception&) {
        return 0;
    }
}

} // namespace twintrace
