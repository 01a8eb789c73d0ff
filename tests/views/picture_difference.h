// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>

namespace twintrace
{

/// Share of pixels (0..1) that differ by more than a little: fonts are not the same on every machine, boxes
/// are. 1 when the sizes differ.
[[nodiscard]] double pictureDifference(const QImage& one, const QImage& other);

} // namespace twintrace
