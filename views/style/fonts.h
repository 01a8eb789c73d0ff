// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>

namespace twintrace
{

/// All sizes are in pixels, so that a picture looks the same at any resolution of the device it is drawn on.
/// Inter where it is installed, else the system's own.
[[nodiscard]] QFont uiFont(int pixels = 13, QFont::Weight weight = QFont::Normal);
/// For kernel names, source code and byte positions.
[[nodiscard]] QFont monoFont(int pixels = 12);

} // namespace twintrace
