// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/time.h"

#include <QString>

#include <optional>
#include <string_view>

namespace twintrace
{

/// Figures as the tables write them; "—" where there is none. Thin wrappers of core/base/format for Qt.
[[nodiscard]] QString textOf(std::string_view text);
[[nodiscard]] QString durationText(Nanoseconds duration);
[[nodiscard]] QString exactDurationText(Nanoseconds duration);
[[nodiscard]] QString millisecondText(std::optional<double> milliseconds);
[[nodiscard]] QString microsecondText(std::optional<double> microseconds);
/// A mean count: whole where it is whole, else one decimal.
[[nodiscard]] QString meanCountText(double count);
[[nodiscard]] QString countText(std::int64_t count);
[[nodiscard]] QString byteText(std::int64_t bytes);
[[nodiscard]] QString ratioText(double ratio);
/// A signed difference of microseconds: "−4.5 µs".
[[nodiscard]] QString deltaText(double microseconds);
[[nodiscard]] Nanoseconds nanosecondsOf(double microseconds);

} // namespace twintrace
