// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/import/byte_source.h"

#include <cstdint>
#include <vector>

namespace twintrace
{

/// The lines (from 1) of places in a text, found by reading it from its begin up to the last of them; 0 where
/// the text cannot be read that far.
[[nodiscard]] std::vector<std::uint64_t> linesOf(ByteSource& source, const std::vector<std::uint64_t>& places,
                                                 const Progress& progress);

} // namespace twintrace
