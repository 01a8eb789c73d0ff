// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/model/session.h"

#include <QWidget>

#include <functional>
#include <memory>

namespace twintrace
{

class TwinView;

/// A session: the sentence, the facts, the variant table, the charts, the twin timelines with their tabs.
class ResultsPage : public QWidget
{
    Q_OBJECT

  public:
    explicit ResultsPage(QWidget* parent = nullptr);
    ~ResultsPage() override;

    /// Shows NAME.twintrace; its traces are read in the background.
    [[nodiscard]] Result<void> openSession(const QString& folder);
    [[nodiscard]] const Session& session() const;
    [[nodiscard]] QString folder() const;
    [[nodiscard]] QString baseline() const;
    [[nodiscard]] QString candidate() const;
    void choose(const QString& baseline, const QString& candidate);
    [[nodiscard]] QString sentence() const;
    [[nodiscard]] QString caption() const;
    /// The whole page as a picture.
    void savePicture();
    void copyPicture();
    /// The sheet of the timeline's keys.
    void showKeys();
    [[nodiscard]] TwinView& twins();

  Q_SIGNALS:
    /// Another baseline or candidate was chosen here (in the table).
    void choiceChanged();
    /// The timelines of the chosen two are on screen.
    void tracesShown();

  protected:
    void resizeEvent(QResizeEvent* event) override;

  private:
    [[nodiscard]] QString complaints() const;
    void showFigures();
    void requestTraces();
    void showTraces();
    void showOn(const QString& variant, std::function<void(bool isCandidate)> show);

    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace twintrace
