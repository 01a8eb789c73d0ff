// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/forward_shape.h"
#include "core/model/trace.h"

namespace twintrace
{

/// Reads where kernels come from out of the args that our own recordings carry (graph nodes, source line,
/// module). Empty for traces of other recorders, which say nothing of the kind: no file is read again then.
[[nodiscard]] OriginLookup originLookup(const TracePtr& trace);

} // namespace twintrace
