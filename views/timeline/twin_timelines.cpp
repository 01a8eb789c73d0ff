// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/twin_timelines.h"

#include "core/base/format.h"
#include "core/timeline/twin_anchors.h"
#include "views/timeline/timeline_picture.h"
#include "views/timeline/twin_timelines_impl.h"

#include <QPainter>
#include <QSignalBlocker>

#include <algorithm>

namespace twintrace
{

TwinTimelines::TwinTimelines(QWidget* parent) : QWidget(parent), m_impl(std::make_unique<Impl>(this))
{
    qRegisterMetaType<twintrace::TwinSide>();
    m_impl->build();
    setAccessibleName(tr("Twin timelines"));
}

TwinTimelines::~TwinTimelines() = default;

void TwinTimelines::setTraces(TracePtr baseline, TracePtr candidate, const QString& baselineTitle,
                              const QString& candidateTitle)
{
    m_impl->baseline->m_impl->outerLimits.reset();
    m_impl->candidate->m_impl->outerLimits.reset();
    m_impl->counterparts = nullptr;
    m_impl->hasPlacedDevices = false;
    m_impl->baseline->setTrace(std::move(baseline), baselineTitle);
    m_impl->candidate->setTrace(std::move(candidate), candidateTitle);
    m_impl->readyToAlign();
}

void TwinTimelines::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    m_impl->placeDevices();
}

void TwinTimelines::addToBar(QWidget* widget)
{
    m_impl->bar->addWidget(widget);
}

TimelineView& TwinTimelines::view(TwinSide side)
{
    return side == TwinSide::Baseline ? *m_impl->baseline : *m_impl->candidate;
}

void TwinTimelines::setCounterparts(CounterpartMap map)
{
    m_impl->counterparts = std::move(map);
}

void TwinTimelines::selectEvents(TwinSide side, std::vector<EventId> events)
{
    m_impl->isFollowing = true;
    TimelineView& chosen = view(side);
    chosen.selectEvents(std::move(events));
    m_impl->isFollowing = false;
    m_impl->follow(side);
}

void TwinTimelines::alignToStart()
{
    if (m_impl->areReady())
        m_impl->align(m_impl->whole(m_impl->baseline), m_impl->whole(m_impl->candidate), tr("start"));
}

void TwinTimelines::alignToIteration(int baselineIteration, int candidateIteration)
{
    const std::vector<IterationBand>& upper = m_impl->baseline->marks().iterations;
    const std::vector<IterationBand>& lower = m_impl->candidate->marks().iterations;
    const auto isOne = [](int number, const std::vector<IterationBand>& bands) {
        return number >= 1 && number <= static_cast<int>(bands.size());
    };
    if (!isOne(baselineIteration, upper) || !isOne(candidateIteration, lower))
        return;
    const QString title = baselineIteration == candidateIteration
                              ? tr("iteration %1").arg(baselineIteration)
                              : tr("iterations %1 and %2").arg(baselineIteration).arg(candidateIteration);
    m_impl->align(upper[std::size_t(baselineIteration - 1)].window,
                  lower[std::size_t(candidateIteration - 1)].window, title, true);
}

bool TwinTimelines::alignToAnnotation(const QString& name)
{
    if (!m_impl->areReady())
        return false;
    const std::string text = name.toStdString();
    const std::optional<TimeWindow> upper = annotationWindow(*m_impl->baseline->trace(), text);
    const std::optional<TimeWindow> lower = annotationWindow(*m_impl->candidate->trace(), text);
    if (!upper || !lower)
        return false;
    m_impl->align(*upper, *lower, name, true);
    return true;
}

void TwinTimelines::alignToFirstKernel()
{
    if (!m_impl->areReady())
        return;
    const std::optional<TimeWindow> upper = firstKernelWindow(*m_impl->baseline->trace());
    const std::optional<TimeWindow> lower = firstKernelWindow(*m_impl->candidate->trace());
    if (upper && lower)
        m_impl->align(*upper, *lower, tr("first kernel"));
}

void TwinTimelines::alignByOffset(Nanoseconds candidateOffset)
{
    if (!m_impl->areReady())
        return;
    TimeWindow lower = m_impl->whole(m_impl->candidate);
    lower.begin = saturatingSubtract(lower.begin, candidateOffset);
    lower.end = saturatingSubtract(lower.end, candidateOffset);
    const QString size = QString::fromStdString(formatDelta(candidateOffset));
    m_impl->align(m_impl->whole(m_impl->baseline), lower, tr("offset %1").arg(size));
}

TwinAlignment TwinTimelines::alignment() const
{
    return m_impl->alignment;
}

void TwinTimelines::setScaled(bool isScaled)
{
    m_impl->isScaled = isScaled;
    const QSignalBlocker blocker(m_impl->scaleBox);
    m_impl->scaleBox->setChecked(isScaled);
    m_impl->applyAlignment(true);
}

void TwinTimelines::setLocked(bool isLocked)
{
    if (m_impl->isLocked == isLocked)
        return;
    m_impl->isLocked = isLocked;
    const QSignalBlocker blocker(m_impl->lockBox);
    m_impl->lockBox->setChecked(isLocked);
    m_impl->applyAlignment(false);
}

bool TwinTimelines::isLocked() const
{
    return m_impl->isLocked;
}

void TwinTimelines::paintPicture(QPainter& painter, const QSizeF& size, const Theme& theme,
                                 const QString& caption)
{
    const auto sceneOf = [](TimelineView& view) {
        TimelineScene scene = view.m_impl->scene;
        scene.hovered = EventId();
        scene.cursor.reset();
        scene.frameTime.clear();
        scene.hasFocus = false;
        return scene;
    };
    paintTwinScenes(painter, size, sceneOf(*m_impl->baseline), sceneOf(*m_impl->candidate), theme, caption);
}

} // namespace twintrace
