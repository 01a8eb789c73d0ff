// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/launch_links.h"

#include "core/model/event_columns.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace twintrace
{
namespace
{

// Correlation id to row. Recorders count their ids up, so mostly a row for each id between the first and the
// last takes little more memory than there are rows, and neighbours lie side by side; scattered ids go to a
// flat table that is at most half full.
class CorrelationTable
{
  public:
    static constexpr std::uint32_t kNoRow = std::numeric_limits<std::uint32_t>::max();

    explicit CorrelationTable(const std::vector<std::int64_t>& correlations)
    {
        const auto [first, last] = std::ranges::minmax_element(correlations);
        const std::uint64_t range = correlations.empty() ? 0 : distance(*first, *last);
        if (!correlations.empty() && range / kWidest < correlations.size()) {
            m_first = *first;
            m_rows.assign(range + 1, kNoRow);
        } else {
            m_slots.resize(std::bit_ceil(std::max<std::size_t>(correlations.size(), 4) * 2));
        }
    }

    std::uint32_t& rowOf(std::int64_t correlation)
    {
        if (m_slots.empty())
            return m_rows[distance(m_first, correlation)];
        Slot& slot = m_slots[slotOf(correlation)];
        slot.correlation = correlation;
        return slot.row;
    }
    [[nodiscard]] std::uint32_t find(std::int64_t correlation) const
    {
        if (!m_slots.empty())
            return m_slots[slotOf(correlation)].row;
        const std::uint64_t index = distance(m_first, correlation); // huge for those before the first
        return index < m_rows.size() ? m_rows[index] : kNoRow;
    }

  private:
    struct Slot {
        std::int64_t correlation = 0;
        std::uint32_t row = kNoRow;
    };
    static constexpr std::uint64_t kWidest = 8; // ids for each row; the flat table takes as much memory
    [[nodiscard]] static std::uint64_t distance(std::int64_t from, std::int64_t to)
    {
        return static_cast<std::uint64_t>(to) - static_cast<std::uint64_t>(from);
    }
    [[nodiscard]] std::size_t slotOf(std::int64_t correlation) const
    {
        constexpr std::uint64_t kGoldenRatio = 0x9E3779B97F4A7C15U;
        const std::size_t mask = m_slots.size() - 1;
        std::size_t slot = (static_cast<std::uint64_t>(correlation) * kGoldenRatio >> 32) & mask;
        while (m_slots[slot].row != kNoRow && m_slots[slot].correlation != correlation)
            slot = (slot + 1) & mask;
        return slot;
    }
    std::int64_t m_first = 0;
    std::vector<std::uint32_t> m_rows; // by id from m_first on; used while m_slots is empty
    std::vector<Slot> m_slots;
};

} // namespace

LaunchLinks::LaunchLinks(const DeviceColumns& device, const LaunchColumns& launches,
                         const std::vector<std::uint64_t>& source)
{
    CorrelationTable launchRow(launches.correlation);
    for (std::uint32_t row = 0; row < launches.size(); ++row) {
        std::uint32_t& found = launchRow.rowOf(launches.correlation[row]);
        if (found == CorrelationTable::kNoRow ||
            source[launches.event[row].value()] < source[launches.event[found].value()])
            found = row;
    }

    std::vector<std::uint32_t> workPerLaunch(launches.size() + 1, 0);
    std::vector<std::uint32_t> rowOf;
    rowOf.reserve(device.size());
    m_deviceEvent.reserve(device.size());
    m_launchOf.reserve(device.size());
    for (std::size_t i = 0; i < device.size(); ++i) {
        if (device.correlation[i] == kNoCorrelation)
            continue;
        const std::uint32_t found = launchRow.find(device.correlation[i]);
        if (found == CorrelationTable::kNoRow)
            continue;
        m_deviceEvent.push_back(device.event[i]);
        m_launchOf.push_back(launches.event[found]);
        rowOf.push_back(found);
        ++workPerLaunch[found];
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
