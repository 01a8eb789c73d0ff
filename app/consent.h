// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QWidget;

namespace twintrace
{

/// Running a model file means running its code. Asks once for each file and version of it; the built-in demos
/// need no question. False: do not run it.
[[nodiscard]] bool askConsent(const QString& model, QWidget* parent);

} // namespace twintrace
