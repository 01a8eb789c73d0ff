// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/timeline_picture.h"

#include "core/base/format.h"
#include "views/style/fonts.h"
#include "views/timeline/event_tone_rule.h"
#include "views/timeline/timeline_content.h"
#include "views/timeline/timeline_painter.h"

#include <QPainter>

#include <algorithm>
#include <array>
#include <bitset>

namespace twintrace
{
namespace
{

constexpr double kLegendHeight = 22;
constexpr double kCaptionHeight = 22;

using Families = std::bitset<kColorFamilyCount>;

const char* titleOf(ColorFamily family)
{
    static constexpr std::array<const char*, kColorFamilyCount> kTitles = {"gemm",
                                                                           "attention",
                                                                           "elementwise",
                                                                           "reduction",
                                                                           "convolution",
                                                                           "Triton and fused",
                                                                           "copy",
                                                                           "collective",
                                                                           "other kernel",
                                                                           "CPU op",
                                                                           "compiled region",
                                                                           "annotation",
                                                                           "launch",
                                                                           "synchronization",
                                                                           "Python",
                                                                           "profiler overhead",
                                                                           "other"};
    return kTitles[static_cast<std::size_t>(family)];
}

void addFamilies(const TimelineScene& scene, Families& families)
{
    if (!scene.index)
        return;
    const Trace& trace = scene.index->trace();
    // Names are few where events are many: each pair of name and category is asked for once.
    std::vector<bool> seen(trace.strings.size(), false);
    for (std::size_t i = 0; i < trace.events.size(); ++i) {
        const StringId name = trace.events.name[i];
        if (!name || seen[name.value()])
            continue;
        seen[name.value()] = true;
        families.set(static_cast<std::size_t>(
            familyOfTone(scene.index->tones().of(trace, EventId(static_cast<std::uint32_t>(i))))));
    }
}

void paintLegend(QPainter& painter, const QRectF& area, const Families& families, const Theme& theme)
{
    painter.fillRect(area, theme.page);
    painter.setFont(uiFont(11));
    const QFontMetricsF metrics(painter.font());
    double x = area.left() + 10;
    for (int i = 0; i < kColorFamilyCount; ++i) {
        if (!families.test(static_cast<std::size_t>(i)))
            continue;
        const auto family = static_cast<ColorFamily>(i);
        const QString title = QString::fromLatin1(titleOf(family));
        const double width = metrics.horizontalAdvance(title) + 30;
        if (x + width > area.right())
            break;
        painter.fillRect(QRectF(x, area.center().y() - 5, 10, 10), familyColor(family, theme));
        painter.setPen(theme.text);
        painter.drawText(QRectF(x + 15, area.top(), width, area.height()), Qt::AlignVCenter | Qt::AlignLeft,
                         title);
        x += width;
    }
}

void paintCaption(QPainter& painter, const QRectF& area, const QString& caption, const Theme& theme)
{
    painter.fillRect(area, theme.page);
    painter.setFont(uiFont(11));
    painter.setPen(theme.muted);
    const QRectF inside = area.adjusted(10, 0, -10, 0);
    const QString shown = QFontMetricsF(painter.font()).elidedText(caption, Qt::ElideRight, inside.width());
    painter.drawText(inside, Qt::AlignVCenter | Qt::AlignLeft, shown);
}

TimelineScene sceneOf(const TracePtr& trace, const QString& title)
{
    TimelineScene scene;
    scene.emptyText = QStringLiteral("This trace has no events that could be shown.");
    if (!trace)
        return scene;
    scene.index = std::make_shared<TimelineIndex>(trace, timelineTone);
    scene.marks = indexedMarks(*trace);
    scene.rows = layoutScene(scene, initialRows(*trace));
    scene.limits = scene.index->wholeWindow();
    scene.window = scene.limits;
    scene.overview = scene.limits;
    scene.zero = scene.limits.begin;
    scene.title = title;
    scene.subtitle = QString::fromStdString(formatCount(std::int64_t(trace->events.size())) + " events · " +
                                            formatDuration(scene.limits.duration()));
    return scene;
}

} // namespace

void paintTimelineScene(QPainter& painter, const QSizeF& size, TimelineScene scene, const Theme& theme,
                        const QString& caption, bool showsLegend)
{
    scene.theme = &theme;
    const double below = (showsLegend ? kLegendHeight : 0) + (caption.isEmpty() ? 0 : kCaptionHeight);
    TimelinePainter().paint(painter, QSizeF(size.width(), std::max(size.height() - below, 1.0)), scene);
    double top = size.height() - below;
    if (showsLegend) {
        Families families;
        addFamilies(scene, families);
        paintLegend(painter, QRectF(0, top, size.width(), kLegendHeight), families, theme);
        top += kLegendHeight;
    }
    if (!caption.isEmpty())
        paintCaption(painter, QRectF(0, top, size.width(), kCaptionHeight), caption, theme);
}

void paintTwinScenes(QPainter& painter, const QSizeF& size, TimelineScene baseline, TimelineScene candidate,
                     const Theme& theme, const QString& caption, bool showsLegend)
{
    baseline.theme = &theme;
    candidate.theme = &theme;
    candidate.showsOverview = baseline.showsOverview && candidate.showsOverview;
    const double below = (showsLegend ? kLegendHeight : 0) + (caption.isEmpty() ? 0 : kCaptionHeight);
    const double rows = std::max(size.height() - below, 2.0);
    // Each side gets the share that its rows need, but never less than a quarter.
    const double wantedBaseline =
        baseline.rows.pinnedHeight + baseline.rows.scrolledHeight + kOverviewHeight + kRulerHeight;
    const double wantedCandidate =
        candidate.rows.pinnedHeight + candidate.rows.scrolledHeight + kOverviewHeight + kRulerHeight;
    const double share = std::clamp(wantedBaseline / (wantedBaseline + wantedCandidate), 0.25, 0.75);
    const double upper = std::round(rows * share);
    TimelinePainter().paint(painter, QSizeF(size.width(), upper), baseline);
    painter.save();
    painter.translate(0, upper);
    TimelinePainter().paint(painter, QSizeF(size.width(), rows - upper), candidate);
    painter.restore();
    painter.fillRect(QRectF(0, upper - 1, size.width(), 2), theme.border);
    double top = rows;
    if (showsLegend) {
        Families families;
        addFamilies(baseline, families);
        addFamilies(candidate, families);
        paintLegend(painter, QRectF(0, top, size.width(), kLegendHeight), families, theme);
        top += kLegendHeight;
    }
    if (!caption.isEmpty())
        paintCaption(painter, QRectF(0, top, size.width(), kCaptionHeight), caption, theme);
}

void paintTimelinePicture(QPainter& painter, const QSizeF& size, const TracePtr& trace,
                          const TimelinePictureOptions& options)
{
    TimelineScene scene = sceneOf(trace, options.title);
    if (options.window)
        scene.window = *options.window;
    paintTimelineScene(painter, size, std::move(scene), *options.theme, options.caption, options.showsLegend);
}

void paintTwinPicture(QPainter& painter, const QSizeF& size, const TracePtr& baseline,
                      const TracePtr& candidate, const TimelinePictureOptions& options)
{
    TimelineScene upper = sceneOf(baseline, options.title);
    TimelineScene lower = sceneOf(candidate, options.candidateTitle);
    const TimeWindow candidateLimits = options.alignment.toBaseline(lower.limits);
    const TimeWindow whole{std::min(upper.limits.begin, candidateLimits.begin),
                           std::max(upper.limits.end, candidateLimits.end)};
    upper.window = options.window.value_or(whole);
    lower.window = options.alignment.toCandidate(upper.window);
    upper.overview = whole;
    lower.overview = options.alignment.toCandidate(whole);
    upper.zero = options.alignment.baselineAnchor;
    lower.zero = options.alignment.candidateAnchor;
    paintTwinScenes(painter, size, std::move(upper), std::move(lower), *options.theme, options.caption,
                    options.showsLegend);
}

double naturalPictureHeight(const TracePtr& trace)
{
    if (!trace)
        return 200;
    const TimelineScene scene = sceneOf(trace, {});
    const RowLayout& rows = scene.rows;
    return rows.scrolledHeight + kOverviewHeight + kRulerHeight + kLegendHeight + kCaptionHeight;
}

} // namespace twintrace
