// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/results_page.h"

#include "app/chip_row.h"
#include "app/figure_card.h"
#include "app/generated_code_view.h"
#include "app/results_charts.h"
#include "app/results_figure.h"
#include "app/save_picture_dialog.h"
#include "app/session_batches.h"
#include "app/session_choice.h"
#include "app/sweep_panel.h"
#include "app/trace_analysis.h"
#include "app/trace_store.h"
#include "app/twin_view.h"
#include "core/base/format.h"
#include "views/charts/iteration_chart.h"
#include "views/charts/phase_rows.h"
#include "views/charts/session_rows.h"
#include "views/models/check_table_model.h"
#include "views/models/figure_text.h"
#include "views/models/variant_table_model.h"
#include "views/panels/figure_table.h"
#include "views/panels/session_chips.h"
#include "views/style/fonts.h"
#include "views/style/spacing.h"
#include "views/timeline/timeline_view.h"
#include "views/timeline/twin_timelines.h"

#include <QComboBox>
#include <QDir>
#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QTabWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <functional>
#include <utility>

namespace twintrace
{
namespace
{

constexpr int kLeastLowerHeight = 640;

QLabel* makeLabel(const QFont& font, const char* look = "")
{
    auto* label = new QLabel;
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setFont(font);
    label->setProperty("look", QString::fromLatin1(look));
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

} // namespace

struct ResultsPage::Impl {
    SessionChoice choice;
    TraceStore store;

    QScrollArea* scroll = nullptr;
    QLabel* sentence = nullptr;
    QComboBox* batch = nullptr;
    ChipRow* chips = nullptr;
    QLabel* banner = nullptr;
    FigureTable* table = nullptr;
    VariantTableModel* model = nullptr;
    ResultsCharts* charts = nullptr;
    StackedBarsChart* firstCall = nullptr;
    IterationChart* calls = nullptr;
    CheckTableModel* checks = nullptr;
    SweepPanel* sweep = nullptr;
    GeneratedCodeView* code = nullptr;
    QStackedWidget* lower = nullptr;
    QLabel* waiting = nullptr;
    TwinView* twins = nullptr;
    std::function<void()> pending; // to be done when the traces of a new choice are on screen

    [[nodiscard]] ResultsFigure figure()
    {
        const auto trace = [this](const std::string& id) {
            const auto analysis = store.analysis(choice.traceFile(id));
            return analysis ? analysis->trace : nullptr;
        };
        return {choice.shown(), choice.baseline(), choice.candidate(), trace(choice.baseline()),
                trace(choice.candidate())};
    }
};

ResultsPage::ResultsPage(QWidget* parent) : QWidget(parent), m_impl(std::make_unique<Impl>())
{
    Impl& my = *m_impl;
    setProperty("look", QStringLiteral("page"));
    const auto captionSource = [this] { return caption(); };
    my.sentence = makeLabel(uiFont(21, QFont::Bold));
    my.sentence->setObjectName(QStringLiteral("verdict"));
    my.chips = new ChipRow;
    my.batch = new QComboBox;
    my.batch->setAccessibleName(tr("Batch size on screen"));
    my.batch->setObjectName(QStringLiteral("batch"));
    my.banner = makeLabel(uiFont(13), "banner");
    my.banner->hide();
    my.table = new FigureTable(tr("Variants"));
    my.table->setObjectName(QStringLiteral("variantTable"));
    my.model = new VariantTableModel(this);
    my.table->showModel(my.model);
    my.table->setStretchColumn(VariantTableModel::Variant, 210);
    my.table->setFitsRows(true);
    my.charts = new ResultsCharts(captionSource);
    my.twins = new TwinView;
    my.firstCall = new StackedBarsChart(QStringLiteral("first-call"),
                                        tr("What the uncached first call is made of"), firstCallColour);
    my.firstCall->setKeyOrder(phaseOrder());
    my.firstCall->setEmptyText(tr("No first call was measured."));
    my.calls = new IterationChart;
    my.calls->setTitle(tr("Duration of each measured call"));
    my.checks = new CheckTableModel(this);
    auto* checkTable = new FigureTable(tr("Checks"));
    checkTable->showModel(my.checks);
    checkTable->setStretchColumn(CheckTableModel::Sentence, 260);
    my.twins->tabs().addTab(new FigureCard(my.firstCall, captionSource), tr("First call"));
    my.twins->tabs().addTab(new FigureCard(my.calls, captionSource), tr("Each call"));
    my.twins->tabs().addTab(checkTable, tr("Checks"));
    my.sweep = new SweepPanel(captionSource);
    my.twins->tabs().addTab(my.sweep, tr("Batch sizes"));
    my.code = new GeneratedCodeView;
    my.twins->tabs().addTab(my.code, tr("Generated code"));
    connect(my.code, &GeneratedCodeView::kernelChosen, this,
            [this](const QString& kernel) { m_impl->twins->showKernel(kernel); });
    connect(my.twins, &TwinView::candidateKernelSelected, my.code, &GeneratedCodeView::chooseKernel);
    my.waiting = makeLabel(uiFont(13), "muted");
    my.waiting->setAlignment(Qt::AlignCenter);
    my.lower = new QStackedWidget;
    my.lower->addWidget(my.waiting);
    my.lower->addWidget(my.twins);
    my.lower->setMinimumHeight(kLeastLowerHeight);

    auto* head = new QVBoxLayout;
    head->setContentsMargins(kPageMargin, kWideSpace, kPageMargin, kSpace);
    head->setSpacing(kSmallSpace);
    head->addWidget(my.sentence);
    auto* facts = new QHBoxLayout;
    facts->setSpacing(kSmallSpace);
    facts->addWidget(my.batch, 0, Qt::AlignTop);
    facts->addWidget(my.chips, 1);
    head->addLayout(facts);
    head->addWidget(my.banner);
    head->addWidget(my.table);
    head->addSpacing(2);
    head->addWidget(my.charts);
    auto* content = new QWidget;
    content->setProperty("look", QStringLiteral("page"));
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(head);
    column->addWidget(my.lower, 1);
    auto* scroll = my.scroll = new QScrollArea;
    scroll->setObjectName(QStringLiteral("resultsScroll"));
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(content);
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->addWidget(scroll);

    connect(my.batch, &QComboBox::activated, this, [this] {
        m_impl->choice.chooseBatch(m_impl->batch->currentData().toLongLong());
        showFigures();
        requestTraces();
        Q_EMIT choiceChanged();
    });
    connect(my.table, &FigureTable::rowActivated, this, [this](int row) {
        const std::string id = m_impl->model->row(row).variant.id;
        if (id != m_impl->choice.baseline())
            choose(baseline(), textOf(id));
        Q_EMIT choiceChanged();
    });
    connect(my.charts, &ResultsCharts::familyClicked, this,
            [this](const QString& variant, const QString& family) {
                showOn(variant,
                       [this, family](bool isCandidate) { m_impl->twins->showFamily(isCandidate, family); });
            });
    connect(
        my.charts, &ResultsCharts::causeClicked, this, [this](const QString& variant, const QString& cause) {
            showOn(variant,
                   [this, cause](bool isCandidate) { m_impl->twins->showLongestGap(isCandidate, cause); });
        });
    connect(my.charts, &ResultsCharts::variantClicked, this,
            [this](const QString& variant) { showOn(variant, [](bool) {}); });
    connect(&my.store, &TraceStore::ready, this, &ResultsPage::showTraces);
    connect(&my.store, &TraceStore::progressed, this, [this](quint64 done, quint64 total) {
        m_impl->waiting->setText(
            tr("Reading the traces: %1 of %2").arg(textOf(formatBytes(done)), textOf(formatBytes(total))));
    });
    connect(&my.store, &TraceStore::failed, this, [this](const Error& error) {
        m_impl->waiting->setText(textOf(error.message));
        m_impl->lower->setCurrentWidget(m_impl->waiting);
    });
}

ResultsPage::~ResultsPage() = default;

// Scrolled down, timelines and tables have the whole window.
void ResultsPage::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    m_impl->lower->setMinimumHeight(std::max(kLeastLowerHeight, height()));
}

Result<void> ResultsPage::openSession(const QString& folder)
{
    Impl& my = *m_impl;
    if (Result<void> opened = my.choice.open(folder); !opened)
        return opened;
    const std::vector<std::int64_t> batches = batchesOf(my.choice.whole());
    {
        const QSignalBlocker blocker(my.batch);
        my.batch->clear();
        for (const std::int64_t batch : batches)
            my.batch->addItem(tr("batch %1").arg(countText(batch)), qlonglong(batch));
    }
    my.batch->setVisible(batches.size() > 1);
    my.twins->tabs().setTabVisible(my.twins->tabs().indexOf(my.sweep), batches.size() > 1);
    showFigures();
    requestTraces();
    return {};
}

void ResultsPage::choose(const QString& baseline, const QString& candidate)
{
    m_impl->choice.choosePair(baseline.toStdString(), candidate.toStdString());
    showFigures();
    requestTraces();
}

// A click in a chart: that variant becomes the candidate unless it is on screen already, the timelines come
// into view, and what was clicked is shown there.
void ResultsPage::showOn(const QString& variant, std::function<void(bool isCandidate)> show)
{
    Impl& my = *m_impl;
    const std::string id = variant.toStdString();
    const SessionVariant* found = my.choice.variant(id);
    if (found == nullptr || found->status != VariantStatus::Ok)
        return;
    const bool isCandidate = id != my.choice.baseline();
    my.pending = [this, isCandidate, show = std::move(show)] {
        m_impl->scroll->ensureWidgetVisible(m_impl->lower, 0, m_impl->lower->height());
        show(isCandidate);
    };
    if (isCandidate && id != my.choice.candidate()) {
        choose(baseline(), variant);
        Q_EMIT choiceChanged();
    } else if (my.lower->currentWidget() == my.twins) {
        std::exchange(my.pending, {})();
    }
}

// Failures and dropped records: what makes the figures below incomplete.
QString ResultsPage::complaints() const
{
    QStringList lines;
    for (const SessionVariant& variant : m_impl->choice.shown().variants) {
        if (variant.status == VariantStatus::Failed)
            lines << textOf(variant.label) + QStringLiteral(": ") + textOf(variant.error);
        if (variant.droppedRecords > 0)
            lines
                << tr("%1: %2 records were dropped while recording, so its kernels and gaps are incomplete.")
                       .arg(textOf(variant.label), countText(variant.droppedRecords));
    }
    return lines.join(QLatin1Char('\n'));
}

void ResultsPage::showFigures()
{
    Impl& my = *m_impl;
    const Session& session = my.choice.shown();
    my.sentence->setText(my.choice.sentence());
    my.chips->showChips(sessionChips(session, my.choice.baseline(), my.choice.candidate()));
    const QString problems = complaints();
    my.banner->setText(problems);
    my.banner->setVisible(!problems.isEmpty());
    my.model->setSession(session, my.choice.baseline());
    my.table->setFitsRows(true);
    for (int row = 0; row < my.model->rowCount(); ++row) {
        if (my.model->row(row).variant.id == my.choice.candidate())
            my.table->selectSourceRow(row);
    }
    my.charts->showSession(session, baseline());
    my.firstCall->setRows(firstCallRows(session.variants));
    my.calls->setSeries(callSeries(session));
    my.checks->setRows(session.checks);
    my.sweep->showPoints(sweepOf(my.choice.whole(), my.choice.baseline(), my.choice.candidate()),
                         my.choice.label(my.choice.candidate()));
}

void ResultsPage::requestTraces()
{
    Impl& my = *m_impl;
    my.lower->setCurrentWidget(my.waiting);
    QStringList files;
    for (const std::string& id : {my.choice.baseline(), my.choice.candidate()}) {
        files << my.choice.traceFile(id);
        if (files.back().isEmpty()) {
            my.waiting->setText(
                tr("%1 was not recorded, so there is no timeline to show.").arg(my.choice.label(id)));
            return;
        }
    }
    my.waiting->setText(tr("Reading the traces…"));
    my.store.request(files);
}

void ResultsPage::showTraces()
{
    Impl& my = *m_impl;
    const auto baselineTrace = my.store.analysis(my.choice.traceFile(my.choice.baseline()));
    const auto candidateTrace = my.store.analysis(my.choice.traceFile(my.choice.candidate()));
    if (!baselineTrace || !candidateTrace)
        return;
    const bool hasCode =
        my.code->showFile(QDir(folder()).filePath(candidate() + QStringLiteral(".generated.json")));
    my.twins->tabs().setTabVisible(my.twins->tabs().indexOf(my.code), hasCode);
    my.twins->setTitles(my.choice.label(my.choice.baseline()), my.choice.label(my.choice.candidate()),
                        caption());
    my.twins->setTraces(baselineTrace, candidateTrace);
    my.lower->setCurrentWidget(my.twins);
    Q_EMIT tracesShown();
    if (my.pending)
        std::exchange(my.pending, {})();
}

const Session& ResultsPage::session() const
{
    return m_impl->choice.shown();
}

QString ResultsPage::folder() const
{
    return m_impl->choice.folder();
}

QString ResultsPage::baseline() const
{
    return textOf(m_impl->choice.baseline());
}

QString ResultsPage::candidate() const
{
    return textOf(m_impl->choice.candidate());
}

QString ResultsPage::sentence() const
{
    return m_impl->sentence->text();
}

QString ResultsPage::caption() const
{
    return sessionCaption(m_impl->choice.shown());
}

TwinView& ResultsPage::twins()
{
    return *m_impl->twins;
}

void ResultsPage::savePicture()
{
    ResultsFigure figure = m_impl->figure();
    SavePictureDialog(figure, caption(), this).exec();
}

void ResultsPage::showKeys()
{
    m_impl->twins->timelines().view(TwinSide::Baseline).showKeys();
}

void ResultsPage::copyPicture()
{
    ResultsFigure figure = m_impl->figure();
    twintrace::copyPicture(figure, {QSize(), 2, caption(), false});
}

} // namespace twintrace
