// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/label_painter.h"

#include <QGlyphRun>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace twintrace
{
namespace
{

constexpr double kPadding = 3;
// No screen shows more of a name at once; longer ones (5,000 characters occur) are not even looked at to
// their end.
constexpr std::size_t kMostCharacters = 1200;
constexpr std::size_t kMostShaped = 4000;

bool isAscii(std::string_view text)
{
    return std::all_of(text.begin(), text.end(), [](char c) { return c >= 0x20 && c < 0x7f; });
}

/// At most `bytes` of UTF-8, not cutting a character in two.
std::string_view leading(std::string_view text, std::size_t bytes)
{
    if (text.size() <= bytes)
        return text;
    while (bytes > 0 && (static_cast<unsigned char>(text[bytes]) & 0xc0U) == 0x80U)
        --bytes;
    return text.substr(0, bytes);
}

} // namespace

LabelPainter::LabelPainter(const QFont& font)
    : m_font(font), m_metrics(font), m_rawFont(QRawFont::fromFont(font))
{
    QString characters;
    for (int c = kFirst; c <= kLast; ++c)
        characters += QChar(c);
    characters += QChar(0x2026);
    const QList<quint32> glyphs = m_rawFont.glyphIndexesForString(characters);
    const QList<QPointF> advances = m_rawFont.advancesForGlyphIndexes(glyphs);
    for (std::size_t i = 0; i < m_advances.size() && qsizetype(i) < glyphs.size(); ++i) {
        m_glyphs[i] = glyphs[qsizetype(i)];
        m_advances[i] = static_cast<float>(advances[qsizetype(i)].x());
    }
    if (!glyphs.isEmpty()) {
        m_ellipsisGlyph = glyphs.back();
        m_ellipsisAdvance = static_cast<float>(advances.back().x());
    }
}

int LabelPainter::fittingCharacters(std::string_view ascii, double width, bool& isWhole) const
{
    double used = 0;
    int withEllipsis = 0;
    for (std::size_t i = 0; i < ascii.size(); ++i) {
        used += m_advances[static_cast<std::size_t>(ascii[i] - kFirst)];
        if (used > width) {
            isWhole = false;
            return withEllipsis;
        }
        if (used + m_ellipsisAdvance <= width)
            withEllipsis = static_cast<int>(i) + 1;
    }
    isWhole = true;
    return static_cast<int>(ascii.size());
}

QString LabelPainter::elided(std::string_view name, double width)
{
    const std::string_view start = leading(name, kMostCharacters);
    if (isAscii(start)) {
        bool isWhole = false;
        const int count = fittingCharacters(start, width, isWhole);
        if (isWhole && start.size() == name.size())
            return QString::fromLatin1(start.data(), count);
        return count < 2 ? QString() : QString::fromLatin1(start.data(), count) + QChar(0x2026);
    }
    std::string key = std::to_string(std::lround(width)) + ":";
    key.append(start);
    if (const auto found = m_shaped.find(key); found != m_shaped.end())
        return found->second;
    if (m_shaped.size() > kMostShaped)
        m_shaped.clear();
    // Line breaks in a name would spill out of its box.
    QString text = QString::fromUtf8(start.data(), qsizetype(start.size()));
    std::replace_if(
        text.begin(), text.end(), [](QChar c) { return c.category() == QChar::Other_Control; }, QChar(' '));
    QString shown = m_metrics.elidedText(text, Qt::ElideRight, width);
    if (shown.size() < 2 && text.size() > 1)
        shown.clear();
    return m_shaped.emplace(std::move(key), shown).first->second;
}

void LabelPainter::draw(QPainter& painter, const QRectF& box, std::string_view name, QRgb color, bool asText)
{
    const double width = box.width() - 2 * kPadding;
    if (width < 8 || name.empty())
        return;
    const double baseline = box.center().y() + (m_metrics.ascent() - m_metrics.descent()) / 2;
    const QPointF start(box.left() + kPadding, std::round(baseline));
    const std::string_view text = leading(name, kMostCharacters);
    if (asText || !m_rawFont.isValid() || !isAscii(text)) {
        const QString shown = elided(name, width);
        if (shown.isEmpty())
            return;
        painter.setFont(m_font);
        painter.setPen(QColor::fromRgb(color));
        painter.drawText(start, shown);
        return;
    }
    bool isWhole = false;
    const int count = fittingCharacters(text, width, isWhole);
    isWhole = isWhole && text.size() == name.size();
    if (!isWhole && count < 2)
        return;
    m_indexes.clear();
    m_positions.clear();
    double x = 0;
    for (int i = 0; i < count; ++i) {
        const auto place = static_cast<std::size_t>(text[static_cast<std::size_t>(i)] - kFirst);
        m_indexes.push_back(m_glyphs[place]);
        m_positions.emplace_back(x, 0);
        x += m_advances[place];
    }
    if (!isWhole) {
        m_indexes.push_back(m_ellipsisGlyph);
        m_positions.emplace_back(x, 0);
    }
    QGlyphRun run;
    run.setRawFont(m_rawFont);
    run.setRawData(m_indexes.data(), m_positions.data(), int(m_indexes.size()));
    painter.setPen(QColor::fromRgb(color));
    painter.drawGlyphRun(start, run);
}

} // namespace twintrace
