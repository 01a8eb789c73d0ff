// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/tracks.h"

#include <cstdint>
#include <span>
#include <vector>

namespace twintrace
{

struct DeviceColumns;
struct LaunchColumns;

/// Ties device work to the call that launched it, by correlation id. One launch may own many kernels (CUDA
/// graphs); a kernel has at most one launch.
class LaunchLinks
{
  public:
    LaunchLinks() = default;
    /// When two launches have the same correlation id, the one that stands first in the file owns the work;
    /// `source` is the column of byte offsets.
    LaunchLinks(const DeviceColumns& device, const LaunchColumns& launches,
                const std::vector<std::uint64_t>& source);

    /// The launch of a kernel, copy or fill; invalid when the file has none (or the event is no device work).
    [[nodiscard]] EventId launchOf(EventId deviceWork) const;
    /// Device work of a launch in EventId order; empty for launches without any.
    [[nodiscard]] std::span<const EventId> launchedBy(EventId launch) const;
    /// Device work that has a launch, in EventId order, and beside it the launches.
    [[nodiscard]] std::span<const EventId> linkedWork() const { return m_deviceEvent; }
    [[nodiscard]] std::span<const EventId> linkedLaunches() const { return m_launchOf; }
    /// Number of pieces of device work that have a launch.
    [[nodiscard]] std::size_t size() const { return m_work.size(); }
    [[nodiscard]] std::uint64_t ownBytes() const;

  private:
    std::vector<EventId> m_deviceEvent; // sorted
    std::vector<EventId> m_launchOf;    // parallel to m_deviceEvent
    std::vector<EventId> m_launch;      // sorted, launches that own work
    std::vector<std::uint32_t> m_first; // parallel to m_launch, +1
    std::vector<EventId> m_work;
};

} // namespace twintrace
