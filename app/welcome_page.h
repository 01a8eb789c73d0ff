// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/recent_items.h"
#include "capture/client/machine_probe.h"

#include <QWidget>

class QLabel;
class QVBoxLayout;

namespace twintrace
{

/// The first page: the large button, opening traces, recent items, and what this machine can do.
class WelcomePage : public QWidget
{
    Q_OBJECT

  public:
    explicit WelcomePage(QWidget* parent = nullptr);

    void showRecent(const QList<RecentItem>& items);
    void showMachine(const MachineReport& report);

  Q_SIGNALS:
    void compareRequested();
    void openTraceRequested();
    void openTwoTracesRequested();
    void recordRequested();
    void auditRequested();
    void recentRequested(const QStringList& paths);

  private:
    [[nodiscard]] QWidget* makeActions();
    [[nodiscard]] QWidget* makeMachineCard();

    QVBoxLayout* m_recent = nullptr;
    QVBoxLayout* m_machine = nullptr;
};

} // namespace twintrace
