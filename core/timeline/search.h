// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/model/trace.h"

#include <array>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace twintrace
{

/// Part of a text, upper and lower case of ASCII letters alike, everything else byte for byte. A query with
/// an upper case letter minds the case (what editors call smart case).
class TextMatcher
{
  public:
    explicit TextMatcher(std::string_view part);
    [[nodiscard]] bool matches(std::string_view text) const;
    [[nodiscard]] bool isEmpty() const { return m_part.empty(); }

  private:
    std::string m_part;
    bool m_mindsCase = false;
    std::array<unsigned char, 256> m_fold{};
    std::array<std::uint8_t, 256> m_skip{}; // Horspool: how far to move for the last character read
};

struct NameQuery {
    std::string text; ///< "" matches every name
    Nanoseconds minimumDuration = 0;
};

/// Hits found so far, ascending within and over calls. Returning false stops the search.
using HitSink = std::function<bool(std::span<const std::uint32_t>)>;

/// Finds events by name. Each different name is looked at once and only when an event bears it, so the first
/// hits come at once; events go in trace order in chunks of `chunk`, and the sink is called for each chunk
/// that has hits. `progress` counts events. Returns false when cancelled or stopped.
bool searchNames(const Trace& trace, const NameQuery& query, Progress& progress, const HitSink& sink,
                 std::size_t chunk = 1U << 18U);

} // namespace twintrace
