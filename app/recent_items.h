// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QList>
#include <QString>
#include <QStringList>

namespace twintrace
{

/// Something that was opened before: a session folder, a trace, or two traces.
struct RecentItem {
    QStringList paths;
    QString title;       ///< file names, joined by ↔ when there are two
    QString description; ///< variants of a session, figures of a trace
    QString figure;      ///< the speed-up, the number of events
    QDateTime opened;

    [[nodiscard]] QString when() const; ///< "today", "yesterday", or the date
    [[nodiscard]] bool exists() const;
};

/// The title for paths, from their file names.
[[nodiscard]] QString titleOfPaths(const QStringList& paths);

/// The items remembered in the settings, newest first; at most kMostRecent.
inline constexpr int kMostRecent = 8;
[[nodiscard]] QList<RecentItem> recentItems();
/// Puts an item first; one with the same paths is replaced.
void rememberItem(const RecentItem& item);
void forgetRecentItems();

} // namespace twintrace
