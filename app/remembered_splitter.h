// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QSplitter;

namespace twintrace
{

/// Puts a splitter's parts as the user left them last time, and keeps what the user drags from now on. To be
/// called when the splitter has its parts and its sizes of the first time. `name` is the settings' key.
void rememberSplitter(QSplitter& splitter, const QString& name);

} // namespace twintrace
