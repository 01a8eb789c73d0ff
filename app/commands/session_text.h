// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/session.h"

#include <string>

namespace twintrace
{

/// A session for a terminal: model and machine, the variant table, the verdict, the checks, and what failed
/// or was skipped.
[[nodiscard]] std::string sessionSummaryText(const Session& session);

} // namespace twintrace
