// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/twin_tabs.h"

#include "app/figure_card.h"
#include "app/side_by_side.h"
#include "app/timeline_jumps.h"
#include "app/trace_analysis.h"
#include "core/base/format.h"
#include "views/charts/iteration_chart.h"
#include "views/charts/session_rows.h"
#include "views/charts/trace_rows.h"
#include "views/charts/waterfall_chart.h"
#include "views/models/delta_table_model.h"
#include "views/models/figure_text.h"
#include "views/models/kernel_map_model.h"
#include "views/models/kernel_table_model.h"
#include "views/panels/figure_table.h"
#include "views/panels/filter_table.h"
#include "views/panels/import_report_panel.h"
#include "views/style/fonts.h"
#include "views/style/spacing.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QTabBar>
#include <QTabWidget>
#include <QVBoxLayout>

#include <array>

namespace twintrace
{
namespace
{

QLabel* makeParagraph()
{
    auto* label = new QLabel;
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    return label;
}

StackedBarsChart* makeHistogram()
{
    auto* chart = new StackedBarsChart(QStringLiteral("gap-lengths"), TwinTabs::tr("How long the gaps are"),
                                       gapCauseColour);
    chart->setSubtitle(TwinTabs::tr("number of gaps"));
    chart->setEmptyText(TwinTabs::tr("No gap over 1 µs."));
    return chart;
}

// What the gaps are between, and what bounds each side where that is known: on a CPU it is not.
QString gapText(const TraceComparison& comparison, const QString& baselineTitle,
                const QString& candidateTitle)
{
    const bool isCpu = comparison.iterations.baseline.isCpu() && comparison.iterations.candidate.isCpu();
    QString text =
        isCpu ? TwinTabs::tr("Gaps over 1 µs a forward between CPU kernels.")
              : TwinTabs::tr("Device gaps over 1 µs a forward, all streams together; copies and fills "
                             "count as busy.");
    const auto addBound = [&text](const QString& title, Bottleneck bottleneck) {
        if (bottleneck != Bottleneck::Unknown)
            text += QStringLiteral(" %1: %2.").arg(title, textOf(bottleneckTitle(bottleneck)));
    };
    addBound(baselineTitle, comparison.bottleneck.baseline);
    addBound(candidateTitle, comparison.bottleneck.candidate);
    return text;
}

// From a launch call's start to its kernel's, as means in three parts; "" where nothing was launched.
QString delayText(const QString& title, const LaunchSummary& launches)
{
    const LaunchDelay& delay = launches.delay;
    if (delay.launches == 0)
        return {};
    const auto mean = [&delay](Nanoseconds time) { return durationText(time / delay.launches); };
    return TwinTabs::tr("\n%1: launch to start %2 = %3 in the call + %4 queued + %5 delay; deepest queue %6.")
        .arg(title, mean(delay.total()), mean(delay.api), mean(delay.queue), mean(delay.delay),
             countText(launches.deepestQueue));
}

} // namespace

struct TwinTabs::Impl {
    QTabWidget* tabs = nullptr;
    QString caption;
    FilterTable* map = nullptr;
    KernelMapModel* mapModel = nullptr;
    std::array<FilterTable*, 2> kernels{};
    std::array<KernelTableModel*, 2> kernelModels{};
    DeltaTableModel* gapModel = nullptr;
    DeltaTableModel* launchModel = nullptr;
    QLabel* gapNote = nullptr;
    QLabel* launchNote = nullptr;
    std::array<StackedBarsChart*, 2> histograms{};
    std::array<StackedBarsChart*, 2> top{};
    IterationChart* forwards = nullptr;
    std::vector<GapDelta> gaps;
    QWidget* gapPage = nullptr;
    QWidget* reportPage = nullptr;
    WaterfallChart* waterfall = nullptr;
    QLabel* advice = nullptr;
    std::array<ImportReportPanel*, 2> reports{};
    std::array<std::shared_ptr<const TraceAnalysis>, 2> analyses;

    FigureCard::Caption captionSource()
    {
        return [this] { return caption; };
    }
};

TwinTabs::TwinTabs(QWidget* parent) : QWidget(parent), m_impl(std::make_unique<Impl>())
{
    Impl& my = *m_impl;
    my.tabs = new QTabWidget;
    my.tabs->setDocumentMode(true);
    my.tabs->tabBar()->setDrawBase(false);
    my.tabs->setObjectName(QStringLiteral("twinTabs"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(kPageMargin, kSmallSpace, kPageMargin, kSmallSpace);
    layout->addWidget(my.tabs);

    my.map = new FilterTable(tr("Kernel map"));
    my.mapModel = new KernelMapModel(this);
    my.map->table().showModel(my.mapModel);
    my.map->table().setStretchColumn(KernelMapModel::Candidate, 240);
    my.map->setNote(tr("Matching kernels…"));
    const auto ofKind = [this](GroupKind kind) {
        return [this, kind](int row) { return m_impl->mapModel->row(row).kind == kind; };
    };
    my.map->setChoices(tr("Which kernels are listed"), {{tr("all kernels"), {}},
                                                        {tr("fused"), ofKind(GroupKind::Fused)},
                                                        {tr("changed"), ofKind(GroupKind::Changed)},
                                                        {tr("the same"), ofKind(GroupKind::Same)},
                                                        {tr("only in baseline"), ofKind(GroupKind::Removed)},
                                                        {tr("only in candidate"), ofKind(GroupKind::Added)}});
    my.tabs->addTab(my.map, tr("Kernel map"));
    connect(&my.map->table(), &FigureTable::rowChosen, this, &TwinTabs::groupChosen);

    for (std::size_t i = 0; i < 2; ++i) {
        my.kernels[i] =
            new FilterTable(i == 0 ? tr("Kernels of the baseline") : tr("Kernels of the candidate"));
        my.kernelModels[i] = new KernelTableModel(this);
        my.kernels[i]->table().showModel(my.kernelModels[i]);
        my.kernels[i]->table().setStretchColumn(KernelTableModel::Name, 180);
        for (const int column : {KernelTableModel::Shortest, KernelTableModel::Longest})
            my.kernels[i]->table().setColumnHidden(column, true); // two tables share the width
        connect(&my.kernels[i]->table(), &FigureTable::rowChosen, this, [this, i](int row) {
            Q_EMIT eventsChosen(i == 1, {m_impl->kernelModels[i]->row(row).first});
        });
        my.histograms[i] = makeHistogram();
        connect(my.histograms[i], &Chart::valueClicked, this,
                [this, i](const QString& bin, const QString& cause) { chooseGap(i == 1, bin, cause); });
        my.top[i] = new StackedBarsChart(i == 0 ? QStringLiteral("top-kernels-baseline")
                                                : QStringLiteral("top-kernels-candidate"),
                                         QString(), kernelFamilyColour);
        my.top[i]->setEmptyText(tr("This trace holds no kernels."));
        connect(my.top[i], &Chart::valueClicked, this, [this, i](const QString& row) {
            const int index = row.toInt();
            if (index < m_impl->kernelModels[i]->rowCount())
                Q_EMIT eventsChosen(i == 1, {m_impl->kernelModels[i]->row(index).first});
        });
        my.reports[i] = new ImportReportPanel;
        connect(my.reports[i], &ImportReportPanel::jumpRequested, this,
                [this, i](EventId event) { Q_EMIT eventsChosen(i == 1, {event}); });
    }
    my.tabs->addTab(sideBySide(my.kernels[0], my.kernels[1]), tr("Kernels"));
    my.forwards = new IterationChart;
    my.forwards->setTitle(tr("Duration of each recorded forward"));
    connect(my.forwards, &Chart::valueClicked, this, [this](const QString& run, const QString& call) {
        Q_EMIT forwardChosen(run == QLatin1String("candidate"), call.toInt() - 1);
    });
    auto* charts = new QWidget;
    auto* chartLayout = new QHBoxLayout(charts);
    chartLayout->setContentsMargins(0, kSmallSpace, 0, 0);
    chartLayout->setSpacing(kSpace);
    for (Chart* chart :
         {static_cast<Chart*>(my.top[0]), static_cast<Chart*>(my.top[1]), static_cast<Chart*>(my.forwards)})
        chartLayout->addWidget(new FigureCard(chart, my.captionSource()), 1);
    my.tabs->addTab(charts, tr("Top kernels"));

    my.gapModel = new DeltaTableModel(tr("cause"), tr("gaps"), tr("time"), true, this);
    my.launchModel = new DeltaTableModel(tr("API call"), tr("calls"), tr("kernels"), false, this);
    const auto makeDelta = [this](DeltaTableModel* model, QLabel*& note, const QString& name) {
        auto* page = new QWidget;
        auto* column = new QVBoxLayout(page);
        column->setContentsMargins(0, kSmallSpace, 0, 0);
        note = makeParagraph();
        note->setProperty("look", QStringLiteral("small"));
        auto* table = new FigureTable(name);
        table->showModel(model);
        table->setStretchColumn(DeltaTableModel::Title, 124);
        connect(table, &FigureTable::rowChosen, this, [this, model](int row) { chooseDelta(model, row); });
        column->addWidget(note);
        column->addWidget(table, 1);
        return page;
    };
    auto* gaps = new QWidget;
    auto* gapLayout = new QHBoxLayout(gaps);
    gapLayout->setContentsMargins(0, 0, 0, 0);
    // The table is cut last: its columns are the figures, the charts repeat them.
    gapLayout->addWidget(makeDelta(my.gapModel, my.gapNote, tr("Gaps by cause")), 4);
    gapLayout->addWidget(new FigureCard(my.histograms[0], my.captionSource()), 1);
    gapLayout->addWidget(new FigureCard(my.histograms[1], my.captionSource()), 1);
    my.gapPage = gaps;
    my.tabs->addTab(gaps, tr("Gaps"));
    my.tabs->addTab(makeDelta(my.launchModel, my.launchNote, tr("Launches by API")), tr("Launches"));

    my.waterfall = new WaterfallChart;
    my.waterfall->setMinimumHeight(200);
    connect(my.waterfall, &Chart::valueClicked, this, [this](const QString&, const QString& key) {
        const bool isKernels = key.contains(QLatin1String("kernel_time"));
        m_impl->tabs->setCurrentWidget(isKernels ? static_cast<QWidget*>(m_impl->map) : m_impl->gapPage);
    });
    my.advice = makeParagraph();
    my.advice->setAlignment(Qt::AlignTop);
    auto* adviceArea = new QScrollArea;
    adviceArea->setFrameShape(QFrame::NoFrame);
    adviceArea->setWidgetResizable(true);
    adviceArea->setWidget(my.advice);
    auto* why = new QWidget;
    auto* whyLayout = new QHBoxLayout(why);
    whyLayout->setContentsMargins(0, kSmallSpace, 0, 0);
    whyLayout->setSpacing(kWideSpace);
    whyLayout->addWidget(new FigureCard(my.waterfall, my.captionSource()), 3);
    whyLayout->addWidget(adviceArea, 2);
    my.tabs->addTab(why, tr("Where it comes from"));
    my.reportPage = sideBySide(my.reports[0], my.reports[1]);
    my.tabs->addTab(my.reportPage, tr("Import report"));
}

TwinTabs::~TwinTabs() = default;

void TwinTabs::setCaption(const QString& caption)
{
    m_impl->caption = caption;
}

void TwinTabs::showTraces(const std::shared_ptr<const TraceAnalysis>& baseline,
                          const std::shared_ptr<const TraceAnalysis>& candidate, const QString& baselineTitle,
                          const QString& candidateTitle)
{
    Impl& my = *m_impl;
    my.analyses = {baseline, candidate};
    const std::array<QString, 2> titles{baselineTitle, candidateTitle};
    for (std::size_t i = 0; i < 2; ++i) {
        const TraceAnalysis& side = *my.analyses[i];
        my.kernelModels[i]->setTrace(side.trace, side.kernels);
        my.kernels[i]->setNote(
            tr("%1: %2 names").arg(titles[i], countText(std::int64_t(side.kernels.size()))));
        my.histograms[i]->setTitle(i == 0 ? tr("Gaps, baseline") : tr("Gaps, candidate"));
        my.histograms[i]->setRows(gapHistogramRows(gapHistogram(side.gaps)));
        my.top[i]->setTitle(tr("Top kernels, %1").arg(titles[i]));
        my.top[i]->setRows(topKernelRows(side.kernels));
        my.reports[i]->showReport(side.trace, side.problems, titles[i]);
    }
    my.forwards->setSeries(
        {iterationSeries(QStringLiteral("baseline"), baselineTitle, baseline->iterations),
         iterationSeries(QStringLiteral("candidate"), candidateTitle, candidate->iterations)});
    my.mapModel->setRows({});
    my.map->setNote(tr("Matching kernels…"));
    const std::size_t problems = baseline->problems.size() + candidate->problems.size();
    my.tabs->setTabText(my.tabs->indexOf(my.reportPage),
                        problems == 0 ? tr("Import report") : tr("Import report (%1)").arg(problems));
}

void TwinTabs::showComparison(const TraceComparison& comparison, const QString& baselineTitle,
                              const QString& candidateTitle)
{
    Impl& my = *m_impl;
    const MapTotals& before = comparison.map.totals.baseline;
    const MapTotals& after = comparison.map.totals.candidate;
    my.mapModel->setMap(comparison.map);
    QString note =
        tr("Matched by time: %1 of the baseline, %2 of the candidate; every kernel is in exactly one row.")
            .arg(textOf(formatPercent(before.coverageByTime())),
                 textOf(formatPercent(after.coverageByTime())));
    if (comparison.iterations.baseline.isEstimated || comparison.iterations.candidate.isEstimated)
        note += tr(" Forwards are estimated: the trace does not mark them.");
    my.map->setNote(note);
    my.gaps = comparison.gaps;
    my.gapModel->setGaps(comparison.gaps);
    my.gapNote->setText(gapText(comparison, baselineTitle, candidateTitle));
    my.launchModel->setLaunches(comparison.launches);
    my.launchNote->setText(
        tr("Calls that launch kernels, a forward: one graph launch may start many kernels.") +
        delayText(baselineTitle, comparison.launchSummary.baseline) +
        delayText(candidateTitle, comparison.launchSummary.candidate));
    my.waterfall->setWaterfall(comparison.waterfall, baselineTitle, candidateTitle);
    QStringList lines{textOf(comparison.sentence)};
    for (const std::string& advice : comparison.advice)
        lines << QStringLiteral("→ ") + textOf(advice);
    for (const Difference& difference : comparison.comparable.differences)
        lines << (difference.isSerious ? QStringLiteral("⚠ ") : QStringLiteral("· ")) +
                     textOf(difference.sentence);
    my.advice->setText(lines.join(QStringLiteral("\n\n")));
}

void TwinTabs::chooseGap(bool isCandidate, const QString& bin, const QString& cause)
{
    const TraceAnalysis& side = *m_impl->analyses[isCandidate ? 1 : 0];
    const std::vector<GapBin> bins = gapHistogram(side.gaps);
    const std::size_t index = bin.toULongLong();
    if (index >= bins.size())
        return;
    const auto gap = longestGap(side, [&range = bins[index], &cause](const Gap& each) {
        return each.length() >= range.from && each.length() < range.to &&
               (cause.isEmpty() || textOf(gapCauseTitle(each.cause)) == cause);
    });
    if (gap)
        Q_EMIT gapChosen(isCandidate, *gap);
}

void TwinTabs::chooseDelta(const DeltaTableModel* model, int row)
{
    if (model == m_impl->launchModel)
        Q_EMIT apiChosen(model->row(row).title);
    else if (std::size_t(row) < m_impl->gaps.size())
        Q_EMIT causeChosen(m_impl->gaps[std::size_t(row)].cause);
}

QTabWidget& TwinTabs::tabs()
{
    return *m_impl->tabs;
}

} // namespace twintrace
