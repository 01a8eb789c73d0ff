// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/timeline_view_impl.h"

#include <QAction>
#include <QMenu>

namespace twintrace
{

void TimelineView::Impl::showMenu(const QPoint& place, TrackId track, EventId event)
{
    QMenu menu(view);
    const auto add = [&](const QString& text, TimelineCommand command, bool isEnabled = true) {
        QAction* action = menu.addAction(text);
        action->setEnabled(isEnabled);
        connect(action, &QAction::triggered, view, [this, command] { run(command); });
    };
    if (event) {
        state.select({event});
        add(tr("Copy name and figures\tCtrl+C"), TimelineCommand::Copy);
        add(tr("Zoom to it\tF"), TimelineCommand::FitSelection);
        add(tr("Range over it\tR"), TimelineCommand::RangeOfSelection);
        add(tr("Follow the arrow\tL"), TimelineCommand::FollowForward);
        add(tr("Follow the arrow back\tShift+L"), TimelineCommand::FollowBackward);
        QAction* same = menu.addAction(tr("Highlight all of this name"));
        connect(same, &QAction::triggered, view, [this, event] {
            TimelineFilter filter;
            filter.text = std::string(content.trace()->name(event));
            searchBar->show();
            state.setFilter(filter);
        });
        menu.addSeparator();
    }
    if (track) {
        scene.currentTrack = track;
        const Row* row = scene.rows.find(track);
        add(row != nullptr && row->isPinned ? tr("Release from the top\tP") : tr("Pin to the top\tP"),
            TimelineCommand::TogglePin);
        add(tr("Fold or unfold\tC"), TimelineCommand::ToggleFold);
        add(tr("Hide this row\tH"), TimelineCommand::HideRow);
        add(tr("Move up\tAlt+Up"), TimelineCommand::MoveRowUp);
        add(tr("Move down\tAlt+Down"), TimelineCommand::MoveRowDown);
    }
    add(tr("Show hidden rows (%1)\tShift+H").arg(scene.rows.hiddenCount), TimelineCommand::ShowHidden,
        scene.rows.hiddenCount > 0);
    add(state.rows().devicesFirst ? tr("Device rows below the threads\tV")
                                  : tr("Device rows above the threads\tV"),
        TimelineCommand::DevicesFirst);
    menu.addSeparator();
    add(tr("Undo zoom\tCtrl+Z"), TimelineCommand::Undo, state.canUndo());
    add(tr("Fit everything\t0"), TimelineCommand::FitAll);
    add(tr("All keys\t?"), TimelineCommand::ShowKeys);
    menu.exec(place);
}

} // namespace twintrace
