// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace.h"

#include <string>
#include <utility>
#include <vector>

namespace twintrace
{

/// Fills the metadata from the top-level keys of a document other than traceEvents (key, raw JSON value); the
/// last of equal keys wins. Values that are no valid JSON are left out.
void readMetadata(const std::vector<std::pair<std::string, std::string>>& values, TraceMetadata& metadata);

} // namespace twintrace
