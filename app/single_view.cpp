// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/single_view.h"

#include "app/figure_card.h"
#include "app/flat_button.h"
#include "app/remembered_splitter.h"
#include "app/timeline_figures.h"
#include "app/trace_analysis.h"
#include "views/charts/iteration_chart.h"
#include "views/charts/session_rows.h"
#include "views/charts/trace_rows.h"
#include "views/models/figure_text.h"
#include "views/models/kernel_table_model.h"
#include "views/panels/figure_table.h"
#include "views/panels/filter_table.h"
#include "views/panels/import_report_panel.h"
#include "views/style/spacing.h"
#include "views/timeline/selection_panel.h"
#include "views/timeline/timeline_view.h"

#include <QHBoxLayout>
#include <QSplitter>
#include <QTabBar>
#include <QTabWidget>
#include <QToolButton>
#include <QVBoxLayout>

namespace twintrace
{
namespace
{

QWidget* makeRow(const QList<QWidget*>& widgets)
{
    auto* row = new QWidget;
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, kSmallSpace, 0, 0);
    layout->setSpacing(kSpace);
    for (QWidget* widget : widgets)
        layout->addWidget(widget, 1);
    return row;
}

} // namespace

struct SingleView::Impl {
    TimelineView* timeline = nullptr;
    SelectionPanel* selection = nullptr;
    QTabWidget* tabs = nullptr;
    FilterTable* kernels = nullptr;
    KernelTableModel* kernelModel = nullptr;
    StackedBarsChart* top = nullptr;
    StackedBarsChart* histogram = nullptr;
    IterationChart* iterations = nullptr;
    QToolButton* twoIterations = nullptr;
    ImportReportPanel* report = nullptr;
    std::shared_ptr<const TraceAnalysis> analysis;
    QString caption;

    void jumpTo(EventId event) const
    {
        if (event)
            timeline->selectEvent(event);
    }
};

SingleView::SingleView(QWidget* parent) : QWidget(parent), m_impl(std::make_unique<Impl>())
{
    Impl& my = *m_impl;
    const auto captionSource = [this] { return m_impl->caption; };
    my.timeline = new TimelineView;
    my.timeline->setMinimumHeight(220);
    my.selection = new SelectionPanel;
    my.selection->setMinimumWidth(220);
    my.selection->setProperty("look", QStringLiteral("side"));
    my.selection->follow(my.timeline);
    my.kernels = new FilterTable(tr("Kernels"));
    my.kernelModel = new KernelTableModel(this);
    my.kernels->table().showModel(my.kernelModel);
    my.kernels->table().setStretchColumn(KernelTableModel::Name, 240);
    my.top =
        new StackedBarsChart(QStringLiteral("top-kernels"), tr("Top kernels by time"), kernelFamilyColour);
    my.top->setEmptyText(tr("This trace holds no kernels."));
    my.histogram =
        new StackedBarsChart(QStringLiteral("gap-lengths"), tr("How long the gaps are"), gapCauseColour);
    my.histogram->setSubtitle(tr("number of device gaps over 1 µs"));
    my.histogram->setEmptyText(tr("No device gap over 1 µs."));
    my.iterations = new IterationChart;
    my.iterations->setTitle(tr("Duration of each iteration"));
    my.report = new ImportReportPanel;
    my.tabs = new QTabWidget;
    my.tabs->setDocumentMode(true);
    my.tabs->tabBar()->setDrawBase(false);
    my.tabs->addTab(my.kernels, tr("Kernels"));
    my.tabs->addTab(
        makeRow({new FigureCard(my.top, captionSource), new FigureCard(my.histogram, captionSource),
                 new FigureCard(my.iterations, captionSource)}),
        tr("Charts"));
    my.tabs->addTab(my.report, tr("Import report"));

    auto* search = flatButton(tr("Search"), tr("Search names (/)"));
    auto* picture = flatButton(tr("Picture"), tr("Save or copy this timeline"));
    picture->setObjectName(QStringLiteral("save-timeline"));
    my.twoIterations = flatButton(tr("Two iterations"), tr("Two iterations of this trace above each other"));
    my.twoIterations->setObjectName(QStringLiteral("two-iterations"));
    auto* keys = flatButton(QStringLiteral("?"), tr("All keys"));
    auto* bar = new QWidget;
    bar->setProperty("look", QStringLiteral("bar"));
    bar->setAttribute(Qt::WA_StyledBackground);
    auto* barLayout = new QHBoxLayout(bar);
    barLayout->setContentsMargins(kSmallSpace, 3, kSmallSpace, 3);
    barLayout->addStretch(1);
    for (QToolButton* button : {my.twoIterations, search, picture, keys})
        barLayout->addWidget(button);
    auto* left = new QWidget;
    auto* leftLayout = new QVBoxLayout(left);
    leftLayout->setContentsMargins(0, 0, 0, 0);
    leftLayout->setSpacing(0);
    leftLayout->addWidget(bar);
    leftLayout->addWidget(my.timeline, 1);
    auto* upper = new QSplitter(Qt::Horizontal);
    upper->setHandleWidth(1);
    upper->setChildrenCollapsible(false);
    upper->addWidget(left);
    upper->addWidget(my.selection);
    upper->setStretchFactor(0, 1);
    upper->setSizes({1200, 300});
    auto* below = new QWidget;
    auto* belowLayout = new QVBoxLayout(below);
    belowLayout->setContentsMargins(kPageMargin, kSmallSpace, kPageMargin, kSmallSpace);
    belowLayout->addWidget(my.tabs);
    auto* both = new QSplitter(Qt::Vertical);
    both->setHandleWidth(1);
    both->setChildrenCollapsible(false);
    both->addWidget(upper);
    both->addWidget(below);
    both->setStretchFactor(0, 3);
    both->setStretchFactor(1, 2);
    rememberSplitter(*upper, QStringLiteral("trace-side"));
    rememberSplitter(*both, QStringLiteral("trace-tabs"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(both);

    connect(search, &QToolButton::clicked, my.timeline, &TimelineView::startSearch);
    connect(my.twoIterations, &QToolButton::clicked, this, &SingleView::iterationsRequested);
    connect(keys, &QToolButton::clicked, my.timeline, &TimelineView::showKeys);
    connect(picture, &QToolButton::clicked, this, [this, picture] {
        TimelineFigure figure(*m_impl->timeline);
        showPictureMenu(this, figure, m_impl->caption, picture->mapToGlobal(QPoint(0, picture->height())));
    });
    connect(&my.kernels->table(), &FigureTable::rowChosen, this,
            [this](int row) { m_impl->jumpTo(m_impl->kernelModel->row(row).first); });
    connect(my.top, &Chart::valueClicked, this, [this](const QString& row) {
        const int index = row.toInt();
        if (index < m_impl->kernelModel->rowCount())
            m_impl->jumpTo(m_impl->kernelModel->row(index).first);
    });
    connect(my.iterations, &Chart::valueClicked, this, [this](const QString&, const QString& call) {
        const std::size_t index = call.toULongLong();
        if (index >= 1 && m_impl->analysis && index <= m_impl->analysis->iterations.list.size()) {
            const Iteration& iteration = m_impl->analysis->iterations.list[index - 1];
            m_impl->timeline->zoomTo(iteration.begin, iteration.begin + iteration.endToEnd());
        }
    });
    connect(my.report, &ImportReportPanel::jumpRequested, this,
            [this](EventId event) { m_impl->jumpTo(event); });
}

SingleView::~SingleView() = default;

void SingleView::showTrace(const std::shared_ptr<const TraceAnalysis>& analysis, const QString& title,
                           const QString& caption)
{
    Impl& my = *m_impl;
    my.analysis = analysis;
    my.caption = caption;
    my.timeline->setTrace(analysis->trace, title);
    my.selection->follow(my.timeline);
    my.kernelModel->setTrace(analysis->trace, analysis->kernels);
    const bool isCpu = analysis->iterations.isCpu();
    my.kernels->setNote(analysis->kernels.empty()
                            ? tr("This trace holds no kernels: it shows the host side alone.")
                            : tr("%1 names%2. A row jumps to the first execution; Ctrl+C copies rows.")
                                  .arg(countText(std::int64_t(analysis->kernels.size())),
                                       isCpu ? tr(" of CPU kernels") : QString()));
    my.top->setRows(topKernelRows(analysis->kernels));
    my.histogram->setRows(gapHistogramRows(gapHistogram(analysis->gaps)));
    my.iterations->setSeries({iterationSeries(title, title, analysis->iterations)});
    my.twoIterations->setEnabled(analysis->iterations.list.size() > 1);
    my.iterations->setSubtitle(analysis->iterations.isEstimated ? tr("estimated") : QString());
    my.report->showReport(analysis->trace, analysis->problems, title);
    my.tabs->setTabText(2, analysis->problems.empty()
                               ? tr("Import report")
                               : tr("Import report (%1)").arg(analysis->problems.size()));
}

TimelineView& SingleView::timeline()
{
    return *m_impl->timeline;
}

} // namespace twintrace
