// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/audit_view.h"

#include "app/audit_report.h"
#include "app/figure_card.h"
#include "app/generated_code_view.h"
#include "app/graph_break_view.h"
#include "app/sweep_view.h"
#include "views/charts/phase_rows.h"
#include "views/models/check_table_model.h"
#include "views/models/figure_text.h"
#include "views/panels/figure_table.h"
#include "views/style/spacing.h"

#include <QTabBar>
#include <QVBoxLayout>

namespace twintrace
{
namespace
{

enum Tab { Breaks, Sweep, FirstCall, Code, Checks };

QString counted(const QString& title, std::size_t count)
{
    return count == 0 ? title : QStringLiteral("%1 (%2)").arg(title).arg(count);
}

} // namespace

struct AuditView::Impl {
    GraphBreakView* breaks = nullptr;
    SweepView* sweep = nullptr;
    StackedBarsChart* phases = nullptr;
    CompileTimelineChart* timeline = nullptr;
    GeneratedCodeView* code = nullptr;
    CheckTableModel* checks = nullptr;
};

AuditView::AuditView(std::function<QString()> caption, QWidget* parent)
    : QTabWidget(parent), m_impl(std::make_unique<Impl>())
{
    Impl& my = *m_impl;
    my.breaks = new GraphBreakView;
    my.sweep = new SweepView(caption);
    my.phases = new StackedBarsChart(QStringLiteral("compile-phases"), tr("What the first call was spent on"),
                                     firstCallColour);
    my.phases->setKeyOrder(phaseOrder());
    my.phases->setEmptyText(tr("The compile phases are not known."));
    my.code = new GeneratedCodeView;
    my.checks = new CheckTableModel(this);
    auto* checkTable = new FigureTable(tr("Checks"));
    checkTable->showModel(my.checks);
    checkTable->setStretchColumn(CheckTableModel::Sentence);
    setDocumentMode(true);
    tabBar()->setDrawBase(false);
    addTab(my.breaks, tr("Graph breaks"));
    addTab(my.sweep, tr("Batch sizes and recompiles"));
    my.timeline = new CompileTimelineChart;
    auto* firstCall = new QWidget;
    auto* column = new QVBoxLayout(firstCall);
    column->setContentsMargins(0, kSmallSpace, 0, 0);
    column->setSpacing(kSpace);
    column->addWidget(new FigureCard(my.phases, caption), 2);
    column->addWidget(new FigureCard(my.timeline, std::move(caption)), 3);
    addTab(firstCall, tr("First call"));
    addTab(my.code, tr("Generated code"));
    addTab(checkTable, tr("Checks"));
}

AuditView::~AuditView() = default;

void AuditView::showReport(const AuditReport& report)
{
    Impl& my = *m_impl;
    my.breaks->showBreaks(report.breaks);
    my.sweep->showSweeps(report);
    my.phases->setRows(phaseRows(report.phasesMs));
    my.timeline->setSteps(report.timeline);
    my.code->showKernels(report.generated);
    my.checks->setRows(report.checks);
    setTabText(Breaks, counted(tr("Graph breaks"), report.breaks.size()));
    setTabText(Code, counted(tr("Generated code"), report.generated.size()));
    setTabText(Checks, counted(tr("Checks"), report.checks.size()));
}

} // namespace twintrace
