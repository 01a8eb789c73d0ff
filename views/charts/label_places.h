// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRectF>

#include <vector>

namespace twintrace
{

/// Keeps labels off each other: a place is given to the first who asks.
class LabelPlaces
{
  public:
    /// Nothing is placed outside of `bounds`.
    explicit LabelPlaces(const QRectF& bounds) : m_bounds(bounds) {}

    /// Marks a place as taken, whatever lies there.
    void block(const QRectF& place) { m_taken.push_back(place); }
    [[nodiscard]] bool isFree(const QRectF& place) const
    {
        if (!m_bounds.contains(place))
            return false;
        for (const QRectF& other : m_taken) {
            if (other.intersects(place))
                return false;
        }
        return true;
    }
    /// Takes the place if it is free.
    bool take(const QRectF& place)
    {
        if (!isFree(place))
            return false;
        block(place);
        return true;
    }

  private:
    QRectF m_bounds;
    std::vector<QRectF> m_taken;
};

} // namespace twintrace
