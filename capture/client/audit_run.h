// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/client/cancel_token.h"
#include "capture/client/child_process.h"
#include "capture/client/compare_options.h"
#include "core/base/result.h"

#include <cstdint>
#include <string>
#include <vector>

namespace twintrace
{

/// One audit of a function: what torch.compile makes of it.
struct AuditOptions {
    std::string model; ///< "file.py:function" or a demo
    std::string mode = "default";
    std::string device = "cpu";
    std::string dtype;
    std::vector<std::int64_t> batches; ///< swept one after the other; empty = the example inputs only
    bool isDynamic = false;
    std::chrono::milliseconds silence{std::chrono::minutes(10)};
};

/// Runs the audit in a fresh Python process with an empty cache, blocking; gives the document of schema
/// "twintrace.audit/1" as text. `phases` is told while it runs.
[[nodiscard]] Result<std::string> runAudit(const AuditOptions& options, const ChildProcess::PhaseSink& phases,
                                           const CancelToken& cancel);

} // namespace twintrace
