// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPlainTextEdit>

namespace twintrace
{

/// Read-only source text with keywords, strings, numbers and comments of Python and C++ in colour.
class CodeView : public QPlainTextEdit
{
    Q_OBJECT

  public:
    explicit CodeView(const QString& accessibleName, QWidget* parent = nullptr);
};

} // namespace twintrace
