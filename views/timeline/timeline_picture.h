// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace.h"
#include "core/timeline/time_scale.h"
#include "core/timeline/twin_alignment.h"
#include "views/style/theme.h"
#include "views/timeline/timeline_scene.h"

#include <QSizeF>
#include <QString>

#include <optional>

class QPainter;

namespace twintrace
{

/// What a saved picture of a timeline shows besides the events.
struct TimelinePictureOptions {
    std::optional<TimeWindow> window; ///< empty: the whole trace (twins: in the baseline's time)
    const Theme* theme = &printTheme();
    QString title; ///< of the trace (twins: of the baseline)
    QString candidateTitle;
    QString caption; ///< last line: runs, device, torch version
    bool showsLegend = true;
    TwinAlignment alignment; ///< twins
};

/// Draws a trace without any widget: the headless `render`, reports. The same painter as on screen; the same
/// input gives the same strokes.
void paintTimelinePicture(QPainter& painter, const QSizeF& size, const TracePtr& trace,
                          const TimelinePictureOptions& options);
/// Two traces above each other on one time scale.
void paintTwinPicture(QPainter& painter, const QSizeF& size, const TracePtr& baseline,
                      const TracePtr& candidate, const TimelinePictureOptions& options);
/// A scene as a picture: the given theme, a legend of what its colours mean and a caption below it.
void paintTimelineScene(QPainter& painter, const QSizeF& size, TimelineScene scene, const Theme& theme,
                        const QString& caption, bool showsLegend = true);
/// Two scenes above each other.
void paintTwinScenes(QPainter& painter, const QSizeF& size, TimelineScene baseline, TimelineScene candidate,
                     const Theme& theme, const QString& caption, bool showsLegend = true);
/// The height that shows every row at this width.
[[nodiscard]] double naturalPictureHeight(const TracePtr& trace);

} // namespace twintrace
