// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/recent_items.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QLocale>
#include <QSettings>

#include <algorithm>

namespace twintrace
{
namespace
{

const QString kArray = QStringLiteral("recent");

void store(const QList<RecentItem>& items)
{
    QSettings settings;
    settings.remove(kArray);
    settings.beginWriteArray(kArray, int(items.size()));
    for (int i = 0; i < items.size(); ++i) {
        settings.setArrayIndex(i);
        settings.setValue(QStringLiteral("paths"), items[i].paths);
        settings.setValue(QStringLiteral("title"), items[i].title);
        settings.setValue(QStringLiteral("description"), items[i].description);
        settings.setValue(QStringLiteral("figure"), items[i].figure);
        settings.setValue(QStringLiteral("opened"), items[i].opened);
    }
    settings.endArray();
}

} // namespace

QString RecentItem::when() const
{
    const qint64 days = opened.date().daysTo(QDate::currentDate());
    if (days <= 0)
        return QCoreApplication::translate("RecentItem", "today");
    if (days == 1)
        return QCoreApplication::translate("RecentItem", "yesterday");
    return QLocale().toString(opened.date(), QLocale::ShortFormat);
}

bool RecentItem::exists() const
{
    return !paths.isEmpty() && std::all_of(paths.begin(), paths.end(),
                                           [](const QString& path) { return QFileInfo::exists(path); });
}

QString titleOfPaths(const QStringList& paths)
{
    QStringList names;
    for (const QString& path : paths)
        names << QFileInfo(path.endsWith(QLatin1Char('/')) ? path.chopped(1) : path).fileName();
    return names.join(QStringLiteral(" ↔ "));
}

QList<RecentItem> recentItems()
{
    QSettings settings;
    QList<RecentItem> items;
    const int count = settings.beginReadArray(kArray);
    for (int i = 0; i < std::min(count, kMostRecent); ++i) {
        settings.setArrayIndex(i);
        items.append({settings.value(QStringLiteral("paths")).toStringList(),
                      settings.value(QStringLiteral("title")).toString(),
                      settings.value(QStringLiteral("description")).toString(),
                      settings.value(QStringLiteral("figure")).toString(),
                      settings.value(QStringLiteral("opened")).toDateTime()});
    }
    settings.endArray();
    return items;
}

void rememberItem(const RecentItem& item)
{
    QList<RecentItem> items = recentItems();
    items.removeIf([&item](const RecentItem& other) { return other.paths == item.paths; });
    items.prepend(item);
    if (items.size() > kMostRecent)
        items.resize(kMostRecent);
    store(items);
}

void forgetRecentItems()
{
    store({});
}

} // namespace twintrace
