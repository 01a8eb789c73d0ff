// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"

#include <cuda.h>
#include <cupti.h>

#include <cstdint>
#include <memory>
#include <string>

namespace twintrace
{

/// The CUPTI functions that we use, as pointers into a libcupti opened at run time: the same build runs where
/// there is none, and tests fill the table with their own functions.
struct CuptiApi {
    decltype(&::cuptiGetVersion) getVersion = nullptr;
    decltype(&::cuptiGetResultString) getResultString = nullptr;
    decltype(&::cuptiSubscribe) subscribe = nullptr;
    decltype(&::cuptiSubscribe_v2) subscribeNamed = nullptr; ///< tells who holds CUPTI; not in older versions
    decltype(&::cuptiUnsubscribe) unsubscribe = nullptr;
    decltype(&::cuptiEnableCallback) enableCallback = nullptr;
    decltype(&::cuptiGetCallbackName) getCallbackName = nullptr;
    decltype(&::cuptiActivityRegisterCallbacks) registerCallbacks = nullptr;
    decltype(&::cuptiActivityRegisterTimestampCallback) registerTimestampCallback = nullptr;
    decltype(&::cuptiActivitySetAttribute) setAttribute = nullptr;
    decltype(&::cuptiSetThreadIdType) setThreadIdType = nullptr;
    decltype(&::cuptiActivityEnable) enable = nullptr;
    decltype(&::cuptiActivityDisable) disable = nullptr;
    decltype(&::cuptiActivityEnableRuntimeApi) enableRuntimeApi = nullptr;
    decltype(&::cuptiActivityEnableDriverApi) enableDriverApi = nullptr;
    decltype(&::cuptiActivityFlushAll) flushAll = nullptr;
    decltype(&::cuptiActivityGetNextRecord) getNextRecord = nullptr;
    decltype(&::cuptiActivityGetNumDroppedRecords) getDroppedRecords = nullptr;
    decltype(&::cuptiFinalize) finalize = nullptr;

    std::string path;          ///< the file it came from
    std::uint32_t version = 0; ///< what cuptiGetVersion said, for example 130001
};

/// The soname this build's record layouts belong to: "libcupti.so.13".
[[nodiscard]] const char* cuptiSoname();

/// Opens libcupti: see cuptiLibrary() in capture_session.h.
[[nodiscard]] Result<std::shared_ptr<const CuptiApi>> openCupti();
/// Opens this very file.
[[nodiscard]] Result<std::shared_ptr<const CuptiApi>> openCuptiFile(const std::string& path);

} // namespace twintrace
