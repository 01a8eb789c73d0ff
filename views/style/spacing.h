// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace twintrace
{

/// Distances in pixels, steps of four; a layout takes one of these.
inline constexpr int kTinySpace = 4;
inline constexpr int kSmallSpace = 8;
inline constexpr int kSpace = 12;
inline constexpr int kWideSpace = 16;
inline constexpr int kPageMargin = 18;
inline constexpr int kCardRadius = 8;
inline constexpr int kRowHeight = 27; ///< of tables

} // namespace twintrace
