// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace twintrace
{

class TwinTimelines;

/// What one can do with twin timelines besides aligning them: search, save as a picture, look up keys.
class TwinButtons : public QWidget
{
    Q_OBJECT

  public:
    explicit TwinButtons(TwinTimelines& twins, QWidget* parent = nullptr);

  Q_SIGNALS:
    void pictureRequested(const QPoint& globalPlace);
};

} // namespace twintrace
