// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace twintrace
{

struct Theme;

/// The small sheet over Fusion: rounded buttons and fields, cards, chips, quiet tables. Widgets opt in by the
/// dynamic property "look" (primary, choice, flat, card, bar, chip, heading, muted …).
[[nodiscard]] QString styleSheetOf(const Theme& theme);

} // namespace twintrace
