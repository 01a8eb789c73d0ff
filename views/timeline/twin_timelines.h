// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace.h"
#include "core/timeline/twin_alignment.h"
#include "views/style/theme.h"

#include <QString>
#include <QWidget>

#include <functional>
#include <memory>
#include <vector>

class QPainter;

namespace twintrace
{

class TimelineView;

enum class TwinSide { Baseline, Candidate };
enum class AlignmentAnchor { Start, Iteration, Annotation, FirstKernel, Offset };

/// The events of the other trace that an event of `from` stands against; empty when there are none.
using CounterpartMap = std::function<std::vector<EventId>(TwinSide from, EventId event)>;

/// Two traces (or two iterations of one) above each other on one time scale, with locked pan and zoom.
class TwinTimelines : public QWidget
{
    Q_OBJECT
  public:
    explicit TwinTimelines(QWidget* parent = nullptr);
    ~TwinTimelines() override;

    void setTraces(TracePtr baseline, TracePtr candidate, const QString& baselineTitle,
                   const QString& candidateTitle);
    [[nodiscard]] TimelineView& view(TwinSide side);

    /// Who stands against whom. Without a map: the same name, n-th occurrence.
    void setCounterparts(CounterpartMap map);
    void selectEvents(TwinSide side, std::vector<EventId> events);

    void alignToStart();
    void alignToIteration(int baselineIteration, int candidateIteration);
    /// The first annotation of that name on each side; false when a side has none.
    bool alignToAnnotation(const QString& name);
    void alignToFirstKernel();
    void alignByOffset(Nanoseconds candidateOffset);
    [[nodiscard]] TwinAlignment alignment() const;
    /// Makes the candidate's anchored iteration (or trace) as wide as the baseline's.
    void setScaled(bool isScaled);
    void setLocked(bool isLocked);
    /// Puts a widget at the end of the bar over the timelines.
    void addToBar(QWidget* widget);
    [[nodiscard]] bool isLocked() const;

    void paintPicture(QPainter& painter, const QSizeF& size, const Theme& theme, const QString& caption = {});

  Q_SIGNALS:
    void eventSelected(twintrace::TwinSide side, twintrace::EventId event);
    void rangeSelected(twintrace::TwinSide side, qint64 begin, qint64 end);

  protected:
    void showEvent(QShowEvent* event) override;

  private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace twintrace

Q_DECLARE_METATYPE(twintrace::TwinSide)
