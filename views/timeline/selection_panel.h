// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <memory>

namespace twintrace
{

class TimelineView;

/// What is known about the selection of a timeline: all args, op stack, launch and kernels, self and total
/// time, neighbours of an event; count, sum, union, busy share, gaps by cause and top names of a range. All
/// of it can be selected and copied as plain text; events are links, names search for all of their kind.
class SelectionPanel : public QWidget
{
    Q_OBJECT
  public:
    explicit SelectionPanel(QWidget* parent = nullptr);
    ~SelectionPanel() override;

    /// Follows the view's selection (null: none).
    void follow(TimelineView* view);
    /// The whole text as shown.
    [[nodiscard]] QString plainText() const;

  protected:
    bool event(QEvent* event) override;

  private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace twintrace
