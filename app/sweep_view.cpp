// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sweep_view.h"

#include "app/side_by_side.h"
#include "app/sweep_panel.h"
#include "views/models/figure_text.h"
#include "views/models/text_table_model.h"
#include "views/panels/figure_table.h"
#include "views/style/spacing.h"

#include <QComboBox>
#include <QSignalBlocker>
#include <QVBoxLayout>

namespace twintrace
{
namespace
{

TextCell figureCell(const QString& text, std::optional<double> value)
{
    return {text, value.value_or(-1), QString()};
}

std::vector<TextCell> rowOf(const AuditBatch& each)
{
    return {{each.sweep},
            figureCell(countText(each.batch), double(each.batch)),
            figureCell(each.graphsAdded ? meanCountText(*each.graphsAdded) : QStringLiteral("—"),
                       each.graphsAdded),
            figureCell(millisecondText(each.firstMs), each.firstMs),
            figureCell(microsecondText(each.eagerUs), each.eagerUs),
            figureCell(microsecondText(each.steadyUs), each.steadyUs),
            figureCell(each.speedup ? ratioText(*each.speedup) : QStringLiteral("—"), each.speedup),
            {each.problem}};
}

std::vector<TextCell> rowOf(const AuditRecompile& each)
{
    return {{each.function},
            {each.guard},
            {each.reason.section(QLatin1Char('\n'), 0, 0), {}, each.reason},
            {each.sweep},
            figureCell(countText(each.count), double(each.count))};
}

} // namespace

struct SweepView::Impl {
    std::vector<AuditBatch> batches;
    QComboBox* choice = nullptr;
    SweepPanel* panel = nullptr;
    TextTableModel* batchRows = nullptr;
    TextTableModel* recompileRows = nullptr;
};

SweepView::SweepView(std::function<QString()> caption, QWidget* parent)
    : QWidget(parent), m_impl(std::make_unique<Impl>())
{
    Impl& my = *m_impl;
    my.choice = new QComboBox;
    my.choice->setAccessibleName(tr("Kind of shapes in the chart"));
    my.choice->setToolTip(tr("static compiles each size anew; dynamic compiles once for all"));
    my.panel = new SweepPanel(std::move(caption));
    auto* left = new QWidget;
    auto* leftColumn = new QVBoxLayout(left);
    leftColumn->setContentsMargins(0, kTinySpace, 0, 0);
    leftColumn->setSpacing(0);
    leftColumn->addWidget(my.choice, 0, Qt::AlignLeft);
    leftColumn->addWidget(my.panel, 1);

    my.batchRows = new TextTableModel({tr("shapes"), tr("batch"), tr("graphs added"), tr("first call"),
                                       tr("eager"), tr("compiled"), tr("speed-up"), tr("problem")},
                                      {0, 7}, this);
    auto* batchTable = new FigureTable(tr("Batch sizes"));
    batchTable->showModel(my.batchRows);
    batchTable->setStretchColumn(7, 60);
    my.recompileRows =
        new TextTableModel({tr("function"), tr("guard that failed"), tr("reason"), tr("shapes"), tr("count")},
                           {0, 1, 2, 3}, this);
    auto* recompileTable = new FigureTable(tr("Recompiles"));
    recompileTable->showModel(my.recompileRows);
    recompileTable->setStretchColumn(1, 200);
    auto* right = new QWidget;
    auto* rightColumn = new QVBoxLayout(right);
    rightColumn->setContentsMargins(0, 0, 0, 0);
    rightColumn->setSpacing(kSmallSpace);
    rightColumn->addWidget(batchTable, 3);
    rightColumn->addWidget(recompileTable, 2);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(sideBySide(left, right));
    connect(my.choice, &QComboBox::currentTextChanged, this, &SweepView::showSweep);
}

SweepView::~SweepView() = default;

void SweepView::showSweeps(const AuditReport& report)
{
    Impl& my = *m_impl;
    my.batches = report.batches;
    std::vector<std::vector<TextCell>> rows;
    QStringList sweeps;
    for (const AuditBatch& each : my.batches) {
        rows.push_back(rowOf(each));
        if (!sweeps.contains(each.sweep))
            sweeps << each.sweep;
    }
    my.batchRows->setRows(std::move(rows));
    rows.clear();
    for (const AuditRecompile& each : report.recompiles)
        rows.push_back(rowOf(each));
    my.recompileRows->setRows(std::move(rows));
    {
        const QSignalBlocker blocker(my.choice);
        my.choice->clear();
        my.choice->addItems(sweeps);
    }
    my.choice->setVisible(sweeps.size() > 1);
    showSweep(sweeps.value(0));
}

void SweepView::showSweep(const QString& sweep)
{
    Impl& my = *m_impl;
    std::vector<SweepPoint> points;
    for (const AuditBatch& each : my.batches) {
        if (each.sweep == sweep && each.eagerUs && each.steadyUs)
            points.push_back({each.batch, *each.eagerUs, *each.steadyUs, {}, {}});
    }
    my.panel->showPoints(std::move(points), tr("torch.compile, %1 shapes").arg(sweep));
}

} // namespace twintrace
