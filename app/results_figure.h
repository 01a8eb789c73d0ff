// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/session.h"
#include "core/model/trace.h"
#include "views/export/figure.h"

#include <string>

namespace twintrace
{

/// The whole results page as one picture: sentence, facts, variant table, charts, twin timelines. Needs no
/// window.
class ResultsFigure : public Figure
{
  public:
    /// The traces may be null: then their place is left out.
    ResultsFigure(Session session, std::string baseline, std::string candidate, TracePtr baselineTrace,
                  TracePtr candidateTrace);
    [[nodiscard]] QString figureName() const override;
    [[nodiscard]] QSize figureSize() const override;
    void paintFigure(QPainter& painter, const QRectF& area, const Theme& theme) override;

  private:
    double paintHead(QPainter& painter, const QRectF& area, const Theme& theme) const;
    double paintTable(QPainter& painter, const QRectF& area, const Theme& theme) const;
    void paintCharts(QPainter& painter, const QRectF& area, const Theme& theme) const;

    Session m_session;
    std::string m_baseline, m_candidate;
    TracePtr m_baselineTrace, m_candidateTrace;
};

} // namespace twintrace
