// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/launch_links.h"

#include "core/model/event_columns.h"

#include <algorithm>
#include <unordered_map>

namespace twintrace
{

LaunchLinks::LaunchLinks(const DeviceColumns& device, const LaunchColumns& launches,
                         const std::vector<std::uint64_t>& source)
{
    std::unordered_map<std::int64_t, std::uint32_t> launchRow;
    launchRow.reserve(launches.size());
    for (std::uint32_t row = 0; row < launches.size(); ++row) {
        const auto [found, isNew] = launchRow.try_emplace(launches.correlation[row], row);
        if (!isNew && source[launches.event[row].value()] < source[launches.event[found->second].value()])
            found->second = row;
    }

    std::vector<std::uint32_t> workPerLaunch(launches.size() + 1, 0);
    std::vector<std::uint32_t> rowOf;
    for (std::size_t i = 0; i < device.size(); ++i) {
        if (device.correlation[i] == kNoCorrelation)
            continue;
        const auto found = launchRow.find(device.correlation[i]);
        if (found == launchRow.end())
            continue;
        m_deviceEvent.push_back(device.event[i]);
        m_launchOf.push_back(launches.event[found->second]);
        rowOf.push_back(found->second);
        ++workPerLaunch[found->second];
    }

    // A counting sort by launch keeps the device work of each launch in EventId order.
    std::vector<std::uint32_t> position(launches.size(), 0);
    std::uint32_t sum = 0;
    for (std::uint32_t row = 0; row < launches.size(); ++row) {
        if (workPerLaunch[row] == 0)
            continue;
        m_launch.push_back(launches.event[row]);
        m_first.push_back(sum);
        position[row] = sum;
        sum += workPerLaunch[row];
    }
    m_first.push_back(sum);
    m_work.resize(sum);
    for (std::size_t i = 0; i < m_deviceEvent.size(); ++i)
        m_work[position[rowOf[i]]++] = m_deviceEvent[i];
}

EventId LaunchLinks::launchOf(EventId deviceWork) const
{
    const auto found = std::ranges::lower_bound(m_deviceEvent, deviceWork);
    if (found == m_deviceEvent.end() || *found != deviceWork)
        return {};
    return m_launchOf[static_cast<std::size_t>(found - m_deviceEvent.begin())];
}

std::span<const EventId> LaunchLinks::launchedBy(EventId launch) const
{
    const auto found = std::ranges::lower_bound(m_launch, launch);
    if (found == m_launch.end() || *found != launch)
        return {};
    const auto row = static_cast<std::size_t>(found - m_launch.begin());
    return std::span(m_work).subspan(m_first[row], m_first[row + 1] - m_first[row]);
}

std::uint64_t LaunchLinks::ownBytes() const
{
    return (m_deviceEvent.capacity() + m_launchOf.capacity() + m_launch.capacity() + m_work.capacity()) *
               sizeof(EventId) +
           m_first.capacity() * sizeof(std::uint32_t);
}

} // namespace twintrace
