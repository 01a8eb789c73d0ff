// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/model/trace.h"

#include <filesystem>
#include <string_view>

namespace twintrace
{

struct LoadOptions {
    unsigned threads = 0;              ///< 0 = as many as the machine has cores
    std::size_t windowBytes = 1 << 20; ///< text parsed at once; tests shrink it so that every border is hit
};

/// Reads a Chrome trace: JSON object or array form, plain, gzip or zip, damaged or not. The container is told
/// by the first bytes, never by the name. What was odd is in Trace::report. Fails only when nothing can be
/// shown: no such file, no JSON at all, JSON that is no trace, cancelled, or too little memory.
[[nodiscard]] Result<TracePtr> loadTrace(const std::filesystem::path& file, Progress& progress,
                                         const LoadOptions& options = {});

/// The same from text in memory (tests, fuzzers).
[[nodiscard]] Result<TracePtr> loadTraceText(std::string_view bytes, const LoadOptions& options = {});

} // namespace twintrace
