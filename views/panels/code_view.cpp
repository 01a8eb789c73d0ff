// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/panels/code_view.h"

#include "views/style/fonts.h"
#include "views/style/theme.h"

#include <QRegularExpression>
#include <QSyntaxHighlighter>

#include <array>

namespace twintrace
{
namespace
{

class CodeColours : public QSyntaxHighlighter
{
  public:
    using QSyntaxHighlighter::QSyntaxHighlighter;

  protected:
    void highlightBlock(const QString& text) override
    {
        static const QRegularExpression keywords(
            QStringLiteral("\\b(def|class|return|import|from|as|if|elif|else|for|while|in|not|and|or|with|"
                           "try|except|None|True|False|"
                           "void|int|float|double|bool|long|int64_t|const|auto|static|template|typename|"
                           "struct|using|namespace|extern|"
                           "inline|constexpr|#pragma|#include)\\b"));
        static const QRegularExpression numbers(QStringLiteral("\\b[0-9][0-9.eExX]*[fL]*\\b"));
        static const QRegularExpression strings(QStringLiteral("'[^']*'|\"[^\"]*\""));
        static const QRegularExpression comments(QStringLiteral("(^|\\s)#\\s.*$|//.*$"));
        const Theme& theme = currentTheme();
        colour(text, keywords, theme.accent);
        colour(text, numbers, theme.warning);
        colour(text, strings, theme.good);
        colour(text, comments, theme.muted);
    }

  private:
    void colour(const QString& text, const QRegularExpression& what, const QColor& ink)
    {
        for (auto found = what.globalMatch(text); found.hasNext();) {
            const QRegularExpressionMatch match = found.next();
            setFormat(int(match.capturedStart()), int(match.capturedLength()), ink);
        }
    }
};

} // namespace

CodeView::CodeView(const QString& accessibleName, QWidget* parent) : QPlainTextEdit(parent)
{
    setReadOnly(true);
    setFont(monoFont(12));
    setLineWrapMode(QPlainTextEdit::NoWrap);
    setAccessibleName(accessibleName);
    new CodeColours(document());
}

} // namespace twintrace
