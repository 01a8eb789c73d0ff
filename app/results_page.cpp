// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/results_page.h"

#include "app/chip_row.h"
#include "app/figure_card.h"
#include "app/results_figure.h"
#include "app/save_picture_dialog.h"
#include "app/trace_analysis.h"
#include "app/trace_store.h"
#include "app/twin_view.h"
#include "core/base/format.h"
#include "core/compare/session_verdict.h"
#include "core/import/session_reader.h"
#include "views/charts/break_even_chart.h"
#include "views/charts/cold_warm_chart.h"
#include "views/charts/iteration_chart.h"
#include "views/charts/session_rows.h"
#include "views/models/check_table_model.h"
#include "views/models/figure_text.h"
#include "views/models/variant_table_model.h"
#include "views/panels/figure_table.h"
#include "views/panels/session_chips.h"
#include "views/style/fonts.h"
#include "views/style/spacing.h"

#include <QDir>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QStackedWidget>
#include <QTabWidget>
#include <QVBoxLayout>

namespace twintrace
{
namespace
{

constexpr int kChartHeight = 196;
constexpr int kTwinHeight = 560;

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
    Session session;
    QString folder;
    std::string baseline, candidate;
    TraceStore store;

    QLabel* sentence = nullptr;
    ChipRow* chips = nullptr;
    QLabel* banner = nullptr;
    FigureTable* table = nullptr;
    VariantTableModel* model = nullptr;
    ColdWarmChart* cold = nullptr;
    StackedBarsChart* kernels = nullptr;
    StackedBarsChart* gaps = nullptr;
    BreakEvenChart* breakEven = nullptr;
    StackedBarsChart* firstCall = nullptr;
    IterationChart* calls = nullptr;
    CheckTableModel* checks = nullptr;
    QStackedWidget* lower = nullptr;
    QLabel* waiting = nullptr;
    TwinView* twins = nullptr;

    [[nodiscard]] const SessionVariant* variant(const std::string& id) const
    {
        for (const SessionVariant& each : session.variants) {
            if (each.id == id)
                return &each;
        }
        return nullptr;
    }
    [[nodiscard]] QString label(const std::string& id) const
    {
        const SessionVariant* found = variant(id);
        return found == nullptr || found->label.empty() ? textOf(id) : textOf(found->label);
    }
    [[nodiscard]] QString traceFile(const std::string& id) const
    {
        const SessionVariant* found = variant(id);
        return found == nullptr || found->trace.empty() ? QString()
                                                        : QDir(folder).filePath(textOf(found->trace));
    }
    [[nodiscard]] ResultsFigure figure()
    {
        const auto trace = [this](const std::string& id) {
            const auto analysis = store.analysis(traceFile(id));
            return analysis ? analysis->trace : nullptr;
        };
        return {session, baseline, candidate, trace(baseline), trace(candidate)};
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
    my.banner = makeLabel(uiFont(13), "banner");
    my.banner->hide();
    my.table = new FigureTable(tr("Variants"));
    my.table->setObjectName(QStringLiteral("variantTable"));
    my.model = new VariantTableModel(this);
    my.table->showModel(my.model);
    my.table->setStretchColumn(VariantTableModel::Variant, 210);
    my.table->setFitsRows(true);
    my.cold = new ColdWarmChart;
    my.kernels = new StackedBarsChart(QStringLiteral("kernels-a-forward"), tr("Kernels a forward"),
                                      kernelFamilyColour);
    my.kernels->setSubtitle(tr("by family"));
    my.kernels->setEmptyText(tr("No variant was recorded."));
    my.gaps = new StackedBarsChart(QStringLiteral("gaps-a-forward"), tr("Gaps a forward"), gapCauseColour);
    my.gaps->setSubtitle(tr("by cause"));
    my.breakEven = new BreakEvenChart;
    auto* charts = new QHBoxLayout;
    charts->setSpacing(kSpace);
    for (Chart* chart : {static_cast<Chart*>(my.cold), static_cast<Chart*>(my.kernels),
                         static_cast<Chart*>(my.gaps), static_cast<Chart*>(my.breakEven)}) {
        auto* card = new FigureCard(chart, captionSource);
        card->setFixedHeight(kChartHeight);
        charts->addWidget(card, 1);
    }
    my.twins = new TwinView;
    my.firstCall = new StackedBarsChart(QStringLiteral("first-call"),
                                        tr("What the uncached first call is made of"), firstCallColour);
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
    my.waiting = makeLabel(uiFont(13), "muted");
    my.waiting->setAlignment(Qt::AlignCenter);
    my.lower = new QStackedWidget;
    my.lower->addWidget(my.waiting);
    my.lower->addWidget(my.twins);
    my.lower->setMinimumHeight(kTwinHeight);

    auto* head = new QVBoxLayout;
    head->setContentsMargins(kPageMargin, kWideSpace, kPageMargin, kSpace);
    head->setSpacing(kSmallSpace);
    head->addWidget(my.sentence);
    head->addWidget(my.chips);
    head->addWidget(my.banner);
    head->addWidget(my.table);
    head->addSpacing(2);
    head->addLayout(charts);
    auto* content = new QWidget;
    content->setProperty("look", QStringLiteral("page"));
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(head);
    column->addWidget(my.lower, 1);
    auto* scroll = new QScrollArea;
    scroll->setObjectName(QStringLiteral("resultsScroll"));
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(content);
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->addWidget(scroll);

    connect(my.table, &FigureTable::rowActivated, this, [this](int row) {
        const std::string id = m_impl->model->row(row).variant.id;
        if (id != m_impl->baseline)
            choose(baseline(), textOf(id));
        Q_EMIT choiceChanged();
    });
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

Result<void> ResultsPage::openSession(const QString& folder)
{
    Result<Session> session = readSession(folder.toStdString());
    if (!session)
        return tl::unexpected<Error>(session.error());
    Impl& my = *m_impl;
    my.session = std::move(*session);
    my.folder = QFileInfo(folder).isDir() ? folder : QFileInfo(folder).absolutePath();
    my.baseline.clear();
    my.candidate.clear();
    if (const SessionComparison* main = mainComparison(my.session)) {
        my.baseline = main->baseline;
        my.candidate = main->candidate;
    }
    for (const SessionVariant& variant : my.session.variants) {
        if (variant.status != VariantStatus::Ok)
            continue;
        if (my.baseline.empty())
            my.baseline = variant.id;
        else if (my.candidate.empty() && variant.id != my.baseline)
            my.candidate = variant.id;
    }
    if (my.candidate.empty())
        my.candidate = my.baseline;
    showFigures();
    requestTraces();
    return {};
}

void ResultsPage::choose(const QString& baseline, const QString& candidate)
{
    Impl& my = *m_impl;
    const bool isNewBaseline = my.baseline != baseline.toStdString();
    my.baseline = baseline.toStdString();
    my.candidate = candidate.toStdString();
    if (isNewBaseline)
        judge(my.session, my.baseline);
    showFigures();
    requestTraces();
}

void ResultsPage::showFigures()
{
    Impl& my = *m_impl;
    const auto chosen = std::find_if(
        my.session.comparisons.begin(), my.session.comparisons.end(), [&my](const SessionComparison& each) {
            return each.baseline == my.baseline && each.candidate == my.candidate;
        });
    my.sentence->setText(textOf(chosen == my.session.comparisons.end()
                                    ? verdictSentence(my.session)
                                    : verdictSentence(my.session, *chosen)));
    my.chips->showChips(sessionChips(my.session, my.baseline, my.candidate));
    QStringList failures;
    for (const SessionVariant& variant : my.session.variants) {
        if (variant.status == VariantStatus::Failed)
            failures << textOf(variant.label) + QStringLiteral(": ") + textOf(variant.error);
        if (variant.droppedRecords > 0)
            failures
                << tr("%1: %2 records were dropped while recording, so its kernels and gaps are incomplete.")
                       .arg(textOf(variant.label), countText(variant.droppedRecords));
    }
    my.banner->setText(failures.join(QLatin1Char('\n')));
    my.banner->setVisible(!failures.isEmpty());
    my.model->setSession(my.session, my.baseline);
    my.table->setFitsRows(true);
    for (int row = 0; row < my.model->rowCount(); ++row) {
        if (my.model->row(row).variant.id == my.candidate)
            my.table->selectSourceRow(row);
    }
    my.cold->setVariants(my.session.variants);
    const bool isCpu = my.session.environment.device.rfind("cuda", 0) != 0;
    my.kernels->setTitle(isCpu ? tr("CPU kernels a forward") : tr("Kernels a forward"));
    my.kernels->setRows(kernelFamilyRows(my.session.variants));
    my.gaps->setEmptyText(isCpu ? tr("No gaps on CPU: there is no device that waits.")
                                : tr("No gap over 1 µs."));
    my.gaps->setRows(gapCauseRows(my.session.variants));
    my.breakEven->setSession(my.session, textOf(my.baseline));
    my.firstCall->setRows(firstCallRows(my.session.variants));
    my.calls->setSeries(callSeries(my.session));
    my.checks->setRows(my.session.checks);
}

void ResultsPage::requestTraces()
{
    Impl& my = *m_impl;
    const QStringList files{my.traceFile(my.baseline), my.traceFile(my.candidate)};
    my.lower->setCurrentWidget(my.waiting);
    if (files.contains(QString())) {
        my.waiting->setText(
            tr("%1 was not recorded, so there is no timeline to show.")
                .arg(files.front().isEmpty() ? my.label(my.baseline) : my.label(my.candidate)));
        return;
    }
    my.waiting->setText(tr("Reading the traces…"));
    my.store.request(files);
}

void ResultsPage::showTraces()
{
    Impl& my = *m_impl;
    const auto baselineTrace = my.store.analysis(my.traceFile(my.baseline));
    const auto candidateTrace = my.store.analysis(my.traceFile(my.candidate));
    if (!baselineTrace || !candidateTrace)
        return;
    my.twins->setTitles(my.label(my.baseline), my.label(my.candidate), caption());
    my.twins->setTraces(baselineTrace, candidateTrace);
    my.lower->setCurrentWidget(my.twins);
    Q_EMIT tracesShown();
}

const Session& ResultsPage::session() const
{
    return m_impl->session;
}

QString ResultsPage::folder() const
{
    return m_impl->folder;
}

QString ResultsPage::baseline() const
{
    return textOf(m_impl->baseline);
}

QString ResultsPage::candidate() const
{
    return textOf(m_impl->candidate);
}

QString ResultsPage::sentence() const
{
    return m_impl->sentence->text();
}

QString ResultsPage::caption() const
{
    return sessionCaption(m_impl->session);
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

void ResultsPage::copyPicture()
{
    ResultsFigure figure = m_impl->figure();
    twintrace::copyPicture(figure, {QSize(), 2, caption(), false});
}

} // namespace twintrace
