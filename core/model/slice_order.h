// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/event_columns.h"

#include <cstdint>
#include <vector>

namespace twintrace
{

/// Brings one track's range of the columns into order: begin, then longer first, then file order (source).
/// Ranges that are already in order cost one pass; others a merge of their ascending runs, since files are
/// mostly a few sorted lists written one after the other. `parent` travels along (it carries tags at that
/// stage); `depth` does not.
void sortTrack(EventColumns& columns, EventRange range);

/// Sets depth and parent of one track's sorted range and flags slices that cross their neighbour; returns the
/// number of lanes. A slice that ends after the one it starts in takes the first free lane, and its parent is
/// the innermost slice that does enclose it.
std::uint16_t nestTrack(EventColumns& columns, EventRange range);

} // namespace twintrace
