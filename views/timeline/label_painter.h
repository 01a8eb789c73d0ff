// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QFontMetricsF>
#include <QRawFont>
#include <QRectF>
#include <QRgb>
#include <QString>

#include <array>
#include <string_view>
#include <unordered_map>
#include <vector>

class QPainter;

namespace twintrace
{

/// Draws names into boxes, cut with an ellipsis where they do not fit. Shaping a long name takes longer than
/// a whole frame may, so ASCII names are set from a table of advances; others are shaped once for each width
/// and remembered.
class LabelPainter
{
  public:
    explicit LabelPainter(const QFont& font);

    /// Draws as much of `name` (UTF-8) as fits into `box`, vertically centred; nothing when not even two
    /// characters fit. `asText` draws text, not glyphs, so that files can be searched.
    void draw(QPainter& painter, const QRectF& box, std::string_view name, QRgb color, bool asText);
    /// What draw() would write.
    [[nodiscard]] QString elided(std::string_view name, double width);
    [[nodiscard]] double heightOfText() const { return m_metrics.height(); }

  private:
    [[nodiscard]] int fittingCharacters(std::string_view ascii, double width, bool& isWhole) const;

    static constexpr int kFirst = 0x20;
    static constexpr int kLast = 0x7e;
    QFont m_font;
    QFontMetricsF m_metrics;
    QRawFont m_rawFont;
    std::array<float, kLast - kFirst + 1> m_advances{};
    std::array<quint32, kLast - kFirst + 1> m_glyphs{};
    quint32 m_ellipsisGlyph = 0;
    float m_ellipsisAdvance = 0;
    std::unordered_map<std::string, QString> m_shaped; // other names by width and text
    std::vector<quint32> m_indexes;
    std::vector<QPointF> m_positions;
};

} // namespace twintrace
