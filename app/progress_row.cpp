// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/progress_row.h"

#include "views/models/figure_text.h"
#include "views/style/fonts.h"
#include "views/style/theme.h"

#include <QHash>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>

namespace twintrace
{
namespace
{

constexpr int kLabelWidth = 196;
constexpr int kPillWidth = 61;
constexpr int kPillHeight = 22;
constexpr int kPillGap = 4;

QString pillTitle(int index)
{
    static const std::array<QString, ProgressRow::kPhaseCount> titles{
        ProgressRow::tr("export"),  ProgressRow::tr("compile"), ProgressRow::tr("first call"),
        ProgressRow::tr("warm-up"), ProgressRow::tr("measure"), ProgressRow::tr("record")};
    return titles[std::size_t(index)];
}

// What a phase of the job is called in the status text.
QString phaseTitle(const QString& phase)
{
    static const QHash<QString, QString> titles{
        {QStringLiteral("start"), ProgressRow::tr("starting")},
        {QStringLiteral("toolchain"), ProgressRow::tr("precompiled headers")},
        {QStringLiteral("first"), ProgressRow::tr("first call")},
        {QStringLiteral("cached"), ProgressRow::tr("cached first call")},
        {QStringLiteral("warm_up"), ProgressRow::tr("warm-up")}};
    return titles.value(phase, phase);
}

} // namespace

ProgressRow::ProgressRow(const QString& id, const QString& label, QWidget* parent)
    : QWidget(parent), m_id(id), m_label(label)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setStatus(tr("waiting"));
}

int ProgressRow::pillOf(const QString& phase)
{
    static const QHash<QString, int> pills{
        {QStringLiteral("export"), 0},  {QStringLiteral("toolchain"), 1}, {QStringLiteral("compile"), 1},
        {QStringLiteral("load"), 2},    {QStringLiteral("first"), 2},     {QStringLiteral("cached"), 2},
        {QStringLiteral("warm_up"), 3}, {QStringLiteral("measure"), 4},   {QStringLiteral("record"), 5}};
    return pills.value(phase, -1);
}

void ProgressRow::setProgress(const PhaseProgress& progress)
{
    const int index = pillOf(progress.phase);
    const bool isStart = progress.phase == QLatin1String("start"); // of any process: no pill of its own
    if (m_isOver || (index < 0 && !isStart))
        return;
    for (int i = 0; i < index; ++i) {
        PillState& earlier = m_pills[std::size_t(i)];
        if (earlier == PillState::Running)
            earlier = PillState::Done;
        else if (earlier == PillState::Waiting && !progress.variant.isEmpty())
            earlier = PillState::NotNeeded;
    }
    const double estimate = progress.estimateMs.value_or(0);
    if (!isStart) {
        m_pills[std::size_t(index)] = progress.isOver ? PillState::Done : PillState::Running;
        m_runningShare = estimate > 0 ? std::clamp(progress.elapsedMs / estimate, 0.02, 0.98) : 0.5;
    }
    QString text = phaseTitle(progress.phase) + QStringLiteral(": ") + millisecondText(progress.elapsedMs);
    if (!progress.isOver && estimate > progress.elapsedMs)
        text += tr(" of about %1").arg(millisecondText(estimate));
    setStatus(text);
}

void ProgressRow::setEnded(VariantStatus status, const QString& sentence)
{
    m_isOver = true;
    m_hasFailed = status == VariantStatus::Failed;
    for (PillState& pill : m_pills) {
        if (pill == PillState::Running)
            pill = m_hasFailed ? PillState::Failed : PillState::Done;
        else if (pill == PillState::Waiting)
            pill = PillState::NotNeeded;
    }
    const QString word = status == VariantStatus::Ok        ? tr("done")
                         : status == VariantStatus::Skipped ? tr("skipped")
                                                            : tr("failed");
    setStatus(sentence.isEmpty() ? word : word + QStringLiteral(" · ") + sentence);
    setToolTip(sentence.isEmpty() ? QString() : "<p>" + sentence.toHtmlEscaped() + "</p>");
}

void ProgressRow::setStopped()
{
    if (m_isOver)
        return;
    m_isOver = true;
    for (PillState& pill : m_pills) {
        if (pill == PillState::Running)
            pill = PillState::NotNeeded;
    }
    setStatus(tr("stopped"));
}

void ProgressRow::setStatus(const QString& text)
{
    m_status = text;
    setAccessibleName(m_label + QStringLiteral(": ") + text);
    update();
}

void ProgressRow::paintPill(QPainter& painter, const QRectF& box, int index) const
{
    const Theme& theme = currentTheme();
    const PillState state = m_pills[std::size_t(index)];
    QPainterPath shape;
    shape.addRoundedRect(box, 4, 4);
    const bool isStrong = state == PillState::Done || state == PillState::Failed;
    painter.fillPath(shape, state == PillState::Done     ? theme.goodSoft
                            : state == PillState::Failed ? theme.badSoft
                                                         : theme.bar);
    if (state == PillState::Running) {
        painter.save();
        painter.setClipPath(shape);
        QColor fill = theme.accent;
        fill.setAlpha(theme.isDark ? 120 : 90);
        painter.fillRect(QRectF(box.left(), box.top(), box.width() * m_runningShare, box.height()), fill);
        painter.restore();
    }
    painter.setFont(uiFont(11, state == PillState::Running ? QFont::DemiBold : QFont::Normal));
    painter.setPen(state == PillState::Done      ? theme.good
                   : state == PillState::Failed  ? theme.bad
                   : state == PillState::Running ? theme.text
                                                 : theme.muted);
    if (state == PillState::NotNeeded && !isStrong) {
        painter.drawText(box, Qt::AlignCenter, QStringLiteral("–"));
        return;
    }
    painter.drawText(box, Qt::AlignCenter, pillTitle(index));
}

void ProgressRow::paintEvent(QPaintEvent*)
{
    const Theme& theme = currentTheme();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(QRectF(0, 0, width(), 1), theme.border);
    painter.setFont(uiFont(13, QFont::DemiBold));
    painter.setPen(theme.text);
    painter.drawText(QRect(0, 0, kLabelWidth - 8, height()), Qt::AlignVCenter | Qt::TextSingleLine,
                     painter.fontMetrics().elidedText(m_label, Qt::ElideRight, kLabelWidth - 8));
    double x = kLabelWidth;
    for (int i = 0; i < kPhaseCount; ++i) {
        paintPill(painter, QRectF(x, (height() - kPillHeight) / 2.0, kPillWidth, kPillHeight), i);
        x += kPillWidth + kPillGap;
    }
    const QRect rest(int(x) + 6, 0, width() - int(x) - 6, height());
    painter.setFont(uiFont(12));
    painter.setPen(m_hasFailed ? theme.bad : theme.muted);
    painter.drawText(rest, Qt::AlignRight | Qt::AlignVCenter | Qt::TextSingleLine,
                     painter.fontMetrics().elidedText(m_status, Qt::ElideRight, rest.width()));
}

} // namespace twintrace
