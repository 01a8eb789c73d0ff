// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QString;
class QToolButton;

namespace twintrace
{

/// A button without a frame beside figures and timelines; `tip` is its tool tip and its name for screen
/// readers.
[[nodiscard]] QToolButton* flatButton(const QString& text, const QString& tip);

} // namespace twintrace
