// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/session.h"

#include <string>

namespace twintrace
{

/// session.json of the contract (schema "twintrace.session/1") as indented text that ends with a newline:
/// keys in the contract's order, times with at most three decimals, null for what is unknown, never NaN or
/// Infinity.
[[nodiscard]] std::string sessionText(const Session& session);

/// The word of the contract: "ok", "failed" or "skipped".
[[nodiscard]] const char* variantStatusWord(VariantStatus status);

} // namespace twintrace
