// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace twintrace
{

/// An audit ("twintrace.audit/1") for a terminal: graphs, each break with its line and hints, recompiles,
/// what the first call was spent on, and the checks. Keys that are missing are left out.
[[nodiscard]] std::string auditText(const nlohmann::json& audit);

} // namespace twintrace
