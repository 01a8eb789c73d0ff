// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace.h"

#include <optional>
#include <string_view>
#include <vector>

namespace twintrace
{

/// What names of compiled regions begin with.
inline constexpr std::string_view kRegionPrefix = "Torch-Compiled Region";

/// "F/N" of a compiled region's name: the N-th version of frame F.
struct CompileId {
    std::int64_t frame = 0;
    std::int64_t version = 0;
    friend auto operator<=>(const CompileId&, const CompileId&) = default;
};

/// The compile id at the end of a region's name ("Torch-Compiled Region: 0/1", also "…: 0/1_2"); empty
/// without one.
[[nodiscard]] std::optional<CompileId> compileIdOf(std::string_view name);

/// What torch.compile left in a trace.
struct CompiledRegions {
    std::vector<EventId> regions; ///< "Torch-Compiled Region…", in event order
    std::int64_t frames = 0; ///< different F; one function with F frames has F - 1 graph breaks: an estimate
    std::int64_t compileIds = 0;            ///< different F/N
    std::optional<std::int64_t> recompiles; ///< those with N >= 1; empty when the names carry no ids
};
[[nodiscard]] CompiledRegions findCompiledRegions(const Trace& trace);

} // namespace twintrace
