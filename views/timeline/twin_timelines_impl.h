// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/timeline/twin_alignment.h"
#include "views/timeline/timeline_view.h"
#include "views/timeline/timeline_view_impl.h"
#include "views/timeline/twin_timelines.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QSplitter>
#include <QToolButton>

#include <vector>

namespace twintrace
{

/// The parts of TwinTimelines and what ties the two views together: twin_timelines_impl.cpp keeps windows,
/// hover and selection together, twin_alignment_menu.cpp asks for alignments.
struct TwinTimelines::Impl {
    explicit Impl(TwinTimelines* owner) : twins(owner) {}

    TwinTimelines* twins;
    TimelineView* baseline = nullptr;
    TimelineView* candidate = nullptr;
    QHBoxLayout* bar = nullptr;
    QSplitter* splitter = nullptr;
    QToolButton* anchorButton = nullptr;
    QCheckBox* lockBox = nullptr;
    QCheckBox* scaleBox = nullptr;
    TwinAlignment alignment;
    TimeWindow baselineAnchorWindow; // what a scale makes equally wide
    TimeWindow candidateAnchorWindow;
    QString anchorTitle;
    bool isZoomed = false; // the aligned parts fill the window
    bool isScaled = false;
    bool isLocked = true;
    bool isFollowing = false;
    bool hasPlacedDevices = false; // for these two traces
    CounterpartMap counterparts;

    void build();
    void buildMenu();
    void readyToAlign();
    void follow(TwinSide side);
    void echo(TwinSide side, EventId event);
    [[nodiscard]] std::vector<EventId> counterpartsOf(TwinSide side, EventId event) const;
    /// Lays the begins of two parts above each other. `zooms`: and shows these parts, else all of both
    /// traces.
    void align(TimeWindow baselinePart, TimeWindow candidatePart, const QString& title, bool zooms = false);
    void applyAlignment(bool fitsAll);
    void showOverviews();
    /// Both sides have their streams at the same place, where both can be seen.
    void placeDevices();
    /// What both aligned parts take, in the baseline's time.
    [[nodiscard]] TimeWindow alignedParts(TimeWindow limits) const;
    void askOffset();
    void askIterations();
    [[nodiscard]] TimeWindow whole(TimelineView* view) const { return view->m_impl->scene.limits; }
    [[nodiscard]] bool areReady() const { return baseline->isReady() && candidate->isReady(); }
};

} // namespace twintrace
