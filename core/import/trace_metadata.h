// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/oddities.h"
#include "core/import/top_level_reader.h"
#include "core/model/trace.h"

#include <vector>

namespace twintrace
{

/// Fills the metadata from the top-level keys of a document other than traceEvents (key, raw JSON value); the
/// last of equal keys wins. Values that are no valid JSON are left out.
void readMetadata(const std::vector<DocumentValue>& values, TraceMetadata& metadata);

/// What a recorder says about its own losses (our own writes twintrace.dropped_records).
void addRecorderDoubts(const std::vector<DocumentValue>& values, OddityCounts& oddities);

} // namespace twintrace
