// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace twintrace
{

/// Two widgets beside each other, as wide as each other until the user drags the border.
[[nodiscard]] QWidget* sideBySide(QWidget* first, QWidget* second);

} // namespace twintrace
