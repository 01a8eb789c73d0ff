// SPDX-License-Identifier: MIT
#include "capture/cupti/cupti_api.h"

#include "capture/cupti/library_search.h"

#include <dlfcn.h>

namespace twintrace
{
namespace
{

// From CUPTI 12.9 on a request for a buffer may be refused; from 13.0 on versions read xxyyzz.
static_assert(CUPTI_API_VERSION >= 130000, "the record structs used here are those of CUPTI 13");

template <class Function> bool find(void* library, const char* name, Function& function)
{
    function = reinterpret_cast<Function>(::dlsym(library, name));
    return function != nullptr;
}

std::string pathOf(void* symbol, const std::string& fallback)
{
    Dl_info place{};
    return ::dladdr(symbol, &place) != 0 && place.dli_fname != nullptr ? place.dli_fname : fallback;
}

Result<std::shared_ptr<const CuptiApi>> tableOf(void* library, const std::string& file)
{
    auto api = std::make_shared<CuptiApi>();
    const bool isComplete =
        find(library, "cuptiGetVersion", api->getVersion) &&
        find(library, "cuptiGetResultString", api->getResultString) &&
        find(library, "cuptiSubscribe", api->subscribe) &&
        find(library, "cuptiUnsubscribe", api->unsubscribe) &&
        find(library, "cuptiEnableCallback", api->enableCallback) &&
        find(library, "cuptiGetCallbackName", api->getCallbackName) &&
        find(library, "cuptiActivityRegisterCallbacks", api->registerCallbacks) &&
        find(library, "cuptiActivityRegisterTimestampCallback", api->registerTimestampCallback) &&
        find(library, "cuptiActivitySetAttribute", api->setAttribute) &&
        find(library, "cuptiSetThreadIdType", api->setThreadIdType) &&
        find(library, "cuptiActivityEnable", api->enable) &&
        find(library, "cuptiActivityDisable", api->disable) &&
        find(library, "cuptiActivityEnableRuntimeApi", api->enableRuntimeApi) &&
        find(library, "cuptiActivityEnableDriverApi", api->enableDriverApi) &&
        find(library, "cuptiActivityFlushAll", api->flushAll) &&
        find(library, "cuptiActivityGetNextRecord", api->getNextRecord) &&
        find(library, "cuptiActivityGetNumDroppedRecords", api->getDroppedRecords);
    find(library, "cuptiSubscribe_v2", api->subscribeNamed);
    find(library, "cuptiFinalize", api->finalize);
    if (!isComplete)
        return fail(ErrorCode::Unsupported,
                    file + " lacks functions of CUPTI 13; use the libcupti of CUDA 13.");
    api->getVersion(&api->version);
    api->path = pathOf(reinterpret_cast<void*>(api->getVersion), file);
    if (api->version < 130000)
        return fail(ErrorCode::Unsupported,
                    api->path + " is CUPTI " + std::to_string(api->version) +
                        ", whose records look different; use the libcupti of CUDA 13.");
    return std::shared_ptr<const CuptiApi>(std::move(api));
}

} // namespace

const char* cuptiSoname()
{
    return "libcupti.so.13";
}

Result<std::shared_ptr<const CuptiApi>> openCuptiFile(const std::string& path)
{
    // Never closed: CUPTI keeps threads and callbacks of its own.
    void* library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) {
        const char* reason = ::dlerror();
        return fail(ErrorCode::Unsupported, "Cannot open " + path + ".", reason != nullptr ? reason : "");
    }
    return tableOf(library, path);
}

void* cuptiLibrary()
{
    // Never closed: CUPTI keeps threads and callbacks of its own.
    const std::string soname = cuptiSoname();
    if (void* loaded = ::dlopen(soname.c_str(), RTLD_NOW | RTLD_NOLOAD); loaded != nullptr)
        return loaded;
    for (const std::string& folder : cuptiFolders()) {
        const std::string file = folder + "/" + soname;
        if (void* library = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL); library != nullptr)
            return library;
    }
    return ::dlopen(soname.c_str(), RTLD_NOW | RTLD_LOCAL);
}

Result<std::shared_ptr<const CuptiApi>> openCupti()
{
    if (void* library = cuptiLibrary(); library != nullptr)
        return tableOf(library, cuptiSoname());
    std::string tried;
    for (const std::string& folder : cuptiFolders())
        tried += folder + "\n";
    return fail(
        ErrorCode::Unsupported,
        std::string(cuptiSoname()) +
            " was not found, so the GPU cannot be recorded; install it (pip install nvidia-cuda-cupti, or a "
            "CUDA 13 toolkit), or name its folder in TWINTRACE_CUPTI_PATH.",
        "Looked in:\n" + tried);
}

} // namespace twintrace
