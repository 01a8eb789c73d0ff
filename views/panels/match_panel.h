// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QPlainTextEdit;

namespace twintrace
{

struct KernelMap;
struct KernelGroup;

/// What is known about one group of the kernel map: both sides with their figures, module, how it was
/// matched, the source line, and every call. All of it can be selected and copied.
class MatchPanel : public QWidget
{
    Q_OBJECT

  public:
    explicit MatchPanel(QWidget* parent = nullptr);
    void showGroup(const KernelMap& map, const KernelGroup& group);
    [[nodiscard]] QString plainText() const;

  private:
    QLabel* m_title = nullptr;
    QPlainTextEdit* m_text = nullptr;
};

} // namespace twintrace
