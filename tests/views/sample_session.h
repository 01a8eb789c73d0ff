// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/session.h"

namespace twintrace
{

/// Three variants of a small model with round figures, made by hand: eager 1610 µs, aot 650 µs, and one that
/// failed.
[[nodiscard]] Session sampleSession();

} // namespace twintrace
