// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/timeline/timeline_scene.h"

#include <QPointF>
#include <QString>

#include <cstdint>
#include <optional>

namespace twintrace
{

/// What lies under a point of the picture. An instant may lie on an event: it is explained, the event is what
/// a click selects.
struct SceneHit {
    const Row* row = nullptr; ///< also when nothing of it is hit
    EventId event;
    const GapMark* gap = nullptr;
    const CompileMark* compile = nullptr;
    const IterationBand* iteration = nullptr; ///< in the ruler
    std::optional<std::uint32_t> instant;     ///< index into Trace::instants
    std::optional<std::uint32_t> counter;     ///< index into TimelineIndex::counters()
};

[[nodiscard]] const Row* rowAtPosition(const TimelineScene& scene, const TimelineZones& zones,
                                       const QPointF& position);
[[nodiscard]] SceneHit hitAt(const TimelineScene& scene, const TimelineZones& zones, const QPointF& position);

/// A short explanation of what was hit, but for events (tipText() in event_text.h); "" for nothing.
[[nodiscard]] QString tipOfHit(const TimelineScene& scene, const SceneHit& hit, Nanoseconds time);
/// What a compile mark says about itself: cost, and where its reason can be found.
[[nodiscard]] QString compileMarkText(const CompileMark& mark);

/// "1,234", "1.5e+18", "178 MB": a counter's value as graphs and tips write it.
[[nodiscard]] std::string counterValueText(double value, CounterUnit unit);

} // namespace twintrace
