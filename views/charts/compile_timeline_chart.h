// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/charts/chart.h"

#include <vector>

namespace twintrace
{

/// One step of compiling; steps lie inside each other.
struct CompileStep {
    QString name;
    QString part; ///< "dynamo", "inductor" …: gives the colour
    QString compileId;
    double beginUs = 0;
    double durationUs = 0;
};

/// What the compiler did when: steps as boxes, inner ones below the step they belong to.
class CompileTimelineChart : public Chart
{
    Q_OBJECT

  public:
    explicit CompileTimelineChart(QWidget* parent = nullptr);
    void setSteps(std::vector<CompileStep> steps);

  protected:
    void restyle(const Theme& theme) override;
    void arrange(QSize size) override;
    [[nodiscard]] Hit hitAt(const QPointF& place) const override;

  private:
    struct Box {
        CompileStep step;
        int depth = 0;
        QCPItemRect* rect = nullptr;
        QCPItemText* text = nullptr;
    };
    std::vector<Box> m_boxes;
    int m_depths = 0;
};

} // namespace twintrace
