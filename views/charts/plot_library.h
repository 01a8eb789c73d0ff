// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// QCustomPlot's header uses Qt's short keywords, which this project turns off: they are lent to it alone.
#include <QObject>

#define signals Q_SIGNALS
#define slots Q_SLOTS
#define emit Q_EMIT
#define foreach Q_FOREACH
#define forever Q_FOREVER
#include <qcustomplot.h>
#undef signals
#undef slots
#undef emit
#undef foreach
#undef forever
