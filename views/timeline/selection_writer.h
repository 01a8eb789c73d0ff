// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/time.h"
#include "views/style/theme.h"

#include <QString>
#include <QTextCursor>

class QTextDocument;
class QTextTable;

namespace twintrace
{

/// Writes figures into a text document: a title, sections, "key  value" lines and lists of links. Everything
/// is inserted as plain text, so names with < and & stay what they are; only the looks are formats.
class SelectionWriter
{
  public:
    /// Starts anew: the document is emptied.
    SelectionWriter(QTextDocument& document, const Theme& theme);

    void title(const QString& text);
    void section(const QString& text);
    /// A line of its own, in the muted colour.
    void note(const QString& text);
    /// A key with its value; the value is a link when `link` is not empty.
    void field(const QString& key, const QString& value, const QString& link = {});
    /// A list line: a lead ("2.8 µs"), then a name; `depth` indents it.
    void item(const QString& lead, const QString& name, const QString& link = {}, int depth = 0);

  private:
    void block(double above, double indent = 0);

    QTextCursor m_cursor;
    const Theme& m_theme;
    QTextTable* m_table = nullptr; ///< of the fields written last
    bool m_isEmpty = true;
};

/// A duration as figures are shown: "2.82 µs  (2.816 µs)".
[[nodiscard]] QString bothDurationText(Nanoseconds duration);

} // namespace twintrace
