// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>

#include <memory>

namespace twintrace
{

class Figure;
class SingleView;
class TwinView;
struct TraceAnalysis;

/// One or two opened traces, with what they are in a line above.
class TracePage : public QWidget
{
    Q_OBJECT

  public:
    explicit TracePage(QWidget* parent = nullptr);
    ~TracePage() override;

    void showOne(const QString& file, const std::shared_ptr<const TraceAnalysis>& analysis);
    void showTwo(const QStringList& files, const std::shared_ptr<const TraceAnalysis>& baseline,
                 const std::shared_ptr<const TraceAnalysis>& candidate);
    [[nodiscard]] bool isTwo() const;
    [[nodiscard]] SingleView& single();
    [[nodiscard]] TwinView& twins();
    [[nodiscard]] QString caption() const;
    /// What the timelines show now, as a picture.
    void savePicture();
    void copyPicture();
    /// The sheet of the timeline's keys.
    void showKeys();
    /// "522 kernels, 3 steps": for the recent items.
    [[nodiscard]] static QString describe(const TraceAnalysis& analysis);

  Q_SIGNALS:
    /// The one trace on the page against itself, to compare its iterations.
    void iterationsRequested(const QString& file);

  private:
    [[nodiscard]] std::unique_ptr<Figure> figure();

    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace twintrace
