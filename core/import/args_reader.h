// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/model/trace.h"

#include <nlohmann/json_fwd.hpp>

#include <memory>
#include <string>

namespace twintrace
{

/// Reads events again from the file they came from, since args are not kept in memory. May be used from any
/// thread; calls are serialised. The file must not change meanwhile: when it did, read() fails with a
/// sentence.
class ArgsReader
{
  public:
    explicit ArgsReader(TracePtr trace);
    ~ArgsReader();
    ArgsReader(const ArgsReader&) = delete;
    ArgsReader& operator=(const ArgsReader&) = delete;

    /// The whole event as JSON, keys in file order, repaired where it was damaged; numbers too big for 64
    /// bits are given as text, inf and nan too.
    [[nodiscard]] Result<nlohmann::ordered_json> event(EventId id);
    /// Only its "args" (an empty object when there are none).
    [[nodiscard]] Result<nlohmann::ordered_json> args(EventId id);
    /// The same for an instant.
    [[nodiscard]] Result<nlohmann::ordered_json> instant(std::size_t index);

  private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace twintrace
