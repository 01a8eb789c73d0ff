// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/results_charts.h"

#include "app/figure_card.h"
#include "views/charts/break_even_chart.h"
#include "views/charts/cold_warm_chart.h"
#include "views/charts/session_rows.h"
#include "views/style/spacing.h"

#include <QHBoxLayout>

#include <algorithm>

namespace twintrace
{
namespace
{

// Four variants fit into the height of the cards; each further one needs a bar of its own.
constexpr int kChartHeight = 196;
constexpr int kVariantsInHeight = 4;
constexpr int kHeightOfVariant = 15;

} // namespace

ResultsCharts::ResultsCharts(std::function<QString()> caption, QWidget* parent)
    : QWidget(parent), m_cold(new ColdWarmChart),
      m_kernels(new StackedBarsChart(QStringLiteral("kernels-a-forward"), tr("Kernels a forward"),
                                     kernelFamilyColour)),
      m_gaps(new StackedBarsChart(QStringLiteral("gaps-a-forward"), tr("Gaps a forward"), gapCauseColour)),
      m_breakEven(new BreakEvenChart)
{
    m_kernels->setSubtitle(tr("by family"));
    m_kernels->setEmptyText(tr("No variant was recorded."));
    m_gaps->setSubtitle(tr("by cause"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(kSpace);
    for (Chart* chart : {static_cast<Chart*>(m_cold), static_cast<Chart*>(m_kernels),
                         static_cast<Chart*>(m_gaps), static_cast<Chart*>(m_breakEven)}) {
        auto* card = new FigureCard(chart, caption);
        card->setFixedHeight(kChartHeight);
        layout->addWidget(card, 1);
        m_cards.push_back(card);
    }
    connect(m_cold, &Chart::valueClicked, this,
            [this](const QString& variant) { Q_EMIT variantClicked(variant); });
    connect(m_breakEven, &Chart::valueClicked, this,
            [this](const QString& variant) { Q_EMIT variantClicked(variant); });
    connect(m_kernels, &Chart::valueClicked, this, &ResultsCharts::familyClicked);
    connect(m_gaps, &Chart::valueClicked, this, &ResultsCharts::causeClicked);
}

void ResultsCharts::showSession(const Session& session, const QString& baseline)
{
    const bool isCpu = !session.environment.isOnGpu();
    const int more = std::max(0, int(session.variants.size()) - kVariantsInHeight);
    for (FigureCard* card : m_cards)
        card->setFixedHeight(kChartHeight + more * kHeightOfVariant);
    m_cold->setVariants(session.variants);
    m_kernels->setTitle(isCpu ? tr("CPU kernels a forward") : tr("Kernels a forward"));
    m_kernels->setRows(kernelFamilyRows(session.variants));
    m_gaps->setEmptyText(isCpu ? tr("No gaps on CPU: there is no device that waits.")
                               : tr("No gap over 1 µs."));
    m_gaps->setRows(gapCauseRows(session.variants));
    m_breakEven->setSession(session, baseline);
}

} // namespace twintrace
