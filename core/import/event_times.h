// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/time.h"

#include <cstdint>
#include <string_view>

namespace twintrace
{

/// A time stamp as it stands in a file, number or text; exact. False when it is none.
[[nodiscard]] bool readMicroseconds(std::string_view raw, ExactMicroseconds& time);

enum class DurationKind : std::uint8_t { Good, Missing, Negative, Overflowing };

struct ReadDuration {
    DurationKind kind = DurationKind::Good;
    Nanoseconds value = 0;   ///< 0 unless Good
    Nanoseconds written = 0; ///< as the file has it, held at the ends of the range
};
[[nodiscard]] ReadDuration readDuration(std::string_view raw);

} // namespace twintrace
