// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/audit_page.h"

#include "app/audit_report.h"
#include "app/chip_row.h"
#include "app/consent.h"
#include "app/figure_card.h"
#include "capture/client/audit_run.h"
#include "views/charts/session_rows.h"
#include "views/models/check_table_model.h"
#include "views/models/figure_text.h"
#include "views/models/text_table_model.h"
#include "views/panels/code_view.h"
#include "views/panels/figure_table.h"
#include "views/style/fonts.h"
#include "views/style/spacing.h"

#include <QComboBox>
#include <QFileInfo>
#include <QFutureWatcher>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QSettings>
#include <QSplitter>
#include <QTabWidget>
#include <QTime>
#include <QVBoxLayout>
#include <QtConcurrent>

namespace twintrace
{
namespace
{

const QString kModelKey = QStringLiteral("audit/model");

QWidget* splitOf(QWidget* first, QWidget* second)
{
    auto* splitter = new QSplitter(Qt::Horizontal);
    splitter->setHandleWidth(9);
    splitter->setStyleSheet(QStringLiteral("QSplitter::handle { background: transparent; }"));
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(first);
    splitter->addWidget(second);
    splitter->setSizes({1000, 1000});
    return splitter;
}

QString placeText(const CodeLine& place)
{
    return place.file.isEmpty()
               ? AuditPage::tr("line not known")
               : QStringLiteral("%1:%2").arg(QFileInfo(place.file).fileName()).arg(place.line);
}

TextCell figureCell(const QString& text, std::optional<double> value)
{
    return {text, value.value_or(-1), QString()};
}

QString linesText(const std::vector<CodeLine>& lines, int marked)
{
    QString text;
    for (const CodeLine& line : lines)
        text += QStringLiteral("%1 %2  %3\n")
                    .arg(line.line == marked ? QStringLiteral("→") : QStringLiteral(" "))
                    .arg(line.line, 4)
                    .arg(line.code);
    return text;
}

} // namespace

struct AuditPage::Impl {
    QLineEdit* model = nullptr;
    QLineEdit* batches = nullptr;
    QComboBox* results = nullptr;
    QPushButton* start = nullptr;
    QPushButton* cancel = nullptr;
    QLabel* sentence = nullptr;
    QLabel* problem = nullptr;
    ChipRow* chips = nullptr;
    TextTableModel* breaks = nullptr;
    FigureTable* breakTable = nullptr;
    CodeView* breakText = nullptr;
    TextTableModel* recompiles = nullptr;
    TextTableModel* batchRows = nullptr;
    StackedBarsChart* phases = nullptr;
    TextTableModel* kernels = nullptr;
    FigureTable* kernelTable = nullptr;
    CodeView* code = nullptr;
    QLabel* codeOrigin = nullptr;
    CheckTableModel* checks = nullptr;
    QTabWidget* tabs = nullptr;

    std::vector<std::pair<QString, AuditReport>> kept;
    int shown = -1;
    CancelToken token;
    QFutureWatcher<std::shared_ptr<Result<std::string>>> watcher;
    QString runTitle;

    [[nodiscard]] const AuditReport* report() const
    {
        return shown < 0 || std::size_t(shown) >= kept.size() ? nullptr : &kept[std::size_t(shown)].second;
    }
};

AuditPage::AuditPage(QWidget* parent) : QWidget(parent), m_impl(std::make_unique<Impl>())
{
    Impl& my = *m_impl;
    setProperty("look", QStringLiteral("page"));
    my.model = new QLineEdit(QSettings().value(kModelKey, QStringLiteral("mlp")).toString());
    my.model->setPlaceholderText(tr("file.py:function, mlp or transformer"));
    my.model->setAccessibleName(tr("Function to audit"));
    my.model->setObjectName(QStringLiteral("auditModel"));
    my.batches = new QLineEdit;
    my.batches->setPlaceholderText(tr("batch sizes (8, 16, 32)"));
    my.batches->setAccessibleName(tr("Batch sizes to sweep"));
    my.batches->setMaximumWidth(200);
    my.results = new QComboBox;
    my.results->setAccessibleName(tr("Results of this page"));
    my.results->setToolTip(tr("Earlier results stay here: edit the model, audit again, compare"));
    my.start = new QPushButton(tr("Audit"));
    my.start->setProperty("look", QStringLiteral("primary"));
    my.start->setObjectName(QStringLiteral("auditButton"));
    my.cancel = new QPushButton(tr("Cancel"));
    my.cancel->setEnabled(false);
    auto* line = new QHBoxLayout;
    line->setSpacing(kSmallSpace);
    line->addWidget(my.model, 1);
    line->addWidget(my.batches);
    line->addWidget(my.start);
    line->addWidget(my.cancel);
    line->addSpacing(kWideSpace);
    line->addWidget(my.results);
    my.sentence = new QLabel(tr("What does torch.compile make of a model?"));
    my.sentence->setTextFormat(Qt::PlainText);
    my.sentence->setFont(uiFont(20, QFont::Bold));
    my.sentence->setWordWrap(true);
    my.problem = new QLabel;
    my.problem->setTextFormat(Qt::PlainText);
    my.problem->setWordWrap(true);
    my.problem->setProperty("look", QStringLiteral("banner"));
    my.problem->setTextInteractionFlags(Qt::TextSelectableByMouse);
    my.problem->hide();
    my.chips = new ChipRow;

    my.breaks = new TextTableModel({tr("why the graph broke"), tr("where"), tr("code")}, {0, 1, 2}, this);
    my.breakTable = new FigureTable(tr("Graph breaks"));
    my.breakTable->showModel(my.breaks);
    my.breakText = new CodeView(tr("The graph break in full"));
    my.breakText->setLineWrapMode(QPlainTextEdit::WidgetWidth);
    my.recompiles =
        new TextTableModel({tr("function"), tr("guard that failed"), tr("reason"), tr("sweep"), tr("count")},
                           {0, 1, 2, 3}, this);
    auto* recompileTable = new FigureTable(tr("Recompiles"));
    recompileTable->showModel(my.recompiles);
    recompileTable->setStretchColumn(2);
    my.batchRows =
        new TextTableModel({tr("sweep"), tr("batch"), tr("graphs added"), tr("first call"),
                            tr("compiled, steady"), tr("eager, steady"), tr("speed-up"), tr("problem")},
                           {0, 7}, this);
    auto* batchTable = new FigureTable(tr("Batch sizes"));
    batchTable->showModel(my.batchRows);
    batchTable->setStretchColumn(7, 60);
    my.phases = new StackedBarsChart(QStringLiteral("compile-phases"), tr("What the first call was spent on"),
                                     firstCallColour);
    my.phases->setEmptyText(tr("The compile phases are not known."));
    my.kernels = new TextTableModel({tr("kernel"), tr("kind"), tr("ops")}, {0, 1, 2}, this);
    my.kernelTable = new FigureTable(tr("Generated kernels"));
    my.kernelTable->showModel(my.kernels);
    my.code = new CodeView(tr("Generated code"));
    my.codeOrigin = new QLabel;
    my.codeOrigin->setTextFormat(Qt::PlainText);
    my.codeOrigin->setWordWrap(true);
    my.codeOrigin->setProperty("look", QStringLiteral("small"));
    my.codeOrigin->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* codeBox = new QWidget;
    auto* codeLayout = new QVBoxLayout(codeBox);
    codeLayout->setContentsMargins(0, 0, 0, 0);
    codeLayout->addWidget(my.codeOrigin);
    codeLayout->addWidget(my.code, 1);
    my.checks = new CheckTableModel(this);
    auto* checkTable = new FigureTable(tr("Checks"));
    checkTable->showModel(my.checks);
    checkTable->setStretchColumn(CheckTableModel::Sentence);
    my.tabs = new QTabWidget;
    my.tabs->setDocumentMode(true);
    my.tabs->addTab(splitOf(my.breakTable, my.breakText), tr("Graph breaks"));
    my.tabs->addTab(splitOf(batchTable, recompileTable), tr("Batch sizes and recompiles"));
    my.tabs->addTab(new FigureCard(my.phases, [this] { return m_impl->runTitle; }), tr("First call"));
    my.tabs->addTab(splitOf(my.kernelTable, codeBox), tr("Generated code"));
    my.tabs->addTab(checkTable, tr("Checks"));

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(kPageMargin, kWideSpace, kPageMargin, kSpace);
    layout->setSpacing(kSmallSpace);
    layout->addLayout(line);
    layout->addWidget(my.sentence);
    layout->addWidget(my.chips);
    layout->addWidget(my.problem);
    layout->addWidget(my.tabs, 1);

    connect(my.start, &QPushButton::clicked, this, &AuditPage::start);
    connect(my.model, &QLineEdit::returnPressed, this, &AuditPage::start);
    connect(my.cancel, &QPushButton::clicked, this, [this] { m_impl->token.cancel(); });
    connect(my.results, &QComboBox::activated, this, &AuditPage::showResult);
    connect(my.breakTable, &FigureTable::rowChosen, this, &AuditPage::showBreak);
    connect(my.kernelTable, &FigureTable::rowChosen, this, &AuditPage::showKernel);
    connect(&my.watcher, &QFutureWatcherBase::finished, this, &AuditPage::finish);
}

AuditPage::~AuditPage()
{
    m_impl->token.cancel();
    m_impl->watcher.waitForFinished();
}

void AuditPage::setModel(const QString& model)
{
    m_impl->model->setText(model);
}

bool AuditPage::isRunning() const
{
    return m_impl->watcher.isRunning();
}

QString AuditPage::sentence() const
{
    return m_impl->sentence->text();
}

void AuditPage::start()
{
    Impl& my = *m_impl;
    const QString model = my.model->text().trimmed();
    if (model.isEmpty() || isRunning() || !askConsent(model, this))
        return;
    AuditOptions options;
    options.model = model.toStdString();
    static const QRegularExpression separators(QStringLiteral("[,;\\s]+"));
    for (const QString& word : my.batches->text().split(separators, Qt::SkipEmptyParts))
        options.batches.push_back(word.toLongLong());
    QSettings().setValue(kModelKey, model);
    my.token = CancelToken();
    my.runTitle =
        QStringLiteral("%1, %2").arg(model, QTime::currentTime().toString(QStringLiteral("HH:mm:ss")));
    my.start->setEnabled(false);
    my.cancel->setEnabled(true);
    my.problem->hide();
    my.sentence->setText(tr("Auditing %1…").arg(model));
    const CancelToken token = my.token;
    my.watcher.setFuture(QtConcurrent::run([this, options, token] {
        const auto told = [this](const protocol::PhaseEvent& phase) {
            const QString text = textOf(phase.phase) +
                                 (phase.note.empty() ? QString() : QStringLiteral(": ") + textOf(phase.note));
            QMetaObject::invokeMethod(this, [this, text] {
                if (isRunning())
                    m_impl->sentence->setText(tr("Auditing… %1").arg(text));
            });
        };
        return std::make_shared<Result<std::string>>(runAudit(options, told, token));
    }));
}

void AuditPage::finish()
{
    Impl& my = *m_impl;
    my.start->setEnabled(true);
    my.cancel->setEnabled(false);
    const Result<std::string>& result = *my.watcher.result();
    if (result) {
        showDocument(my.runTitle, *result);
    } else {
        my.sentence->setText(result.error().code == ErrorCode::Cancelled
                                 ? tr("Stopped.")
                                 : tr("The audit could not be made."));
        my.problem->setText(textOf(result.error().message) +
                            (result.error().detail.empty()
                                 ? QString()
                                 : QStringLiteral("\n\n") + textOf(result.error().detail)));
        my.problem->setVisible(result.error().code != ErrorCode::Cancelled);
    }
    Q_EMIT finished();
}

void AuditPage::showDocument(const QString& title, const std::string& document)
{
    Impl& my = *m_impl;
    my.runTitle = title;
    my.kept.emplace_back(title, parseAudit(document));
    const AuditReport& report = my.kept.back().second;
    my.results->addItem(QStringLiteral("%1 · %2").arg(title, report.sentence()));
    my.results->setCurrentIndex(my.results->count() - 1);
    showResult(my.results->count() - 1);
}

void AuditPage::showResult(int index)
{
    Impl& my = *m_impl;
    my.shown = index;
    const AuditReport* report = my.report();
    if (report == nullptr)
        return;
    my.sentence->setText(report->sentence());
    my.problem->setText(report->problem);
    my.problem->setVisible(!report->problem.isEmpty());
    std::vector<Chip> chips;
    const auto chip = [&chips](const QString& text) {
        chips.push_back({text, QString(), Chip::Tone::Plain});
    };
    chip(report->model);
    chip(QStringLiteral("torch ") + report->torch);
    if (report->compileMs)
        chip(tr("compiling took %1").arg(millisecondText(report->compileMs)));
    if (report->eagerSteadyUs && report->compiledSteadyUs)
        chip(tr("steady: eager %1, compiled %2")
                 .arg(microsecondText(report->eagerSteadyUs), microsecondText(report->compiledSteadyUs)));
    if (report->cacheHits)
        chip(tr("caches: %1 hits, %2 misses, %3 bypassed")
                 .arg(meanCountText(*report->cacheHits), meanCountText(report->cacheMisses.value_or(0)),
                      meanCountText(report->cacheBypassed.value_or(0))));
    my.chips->showChips(chips);

    std::vector<std::vector<TextCell>> rows;
    for (const AuditBreak& each : report->breaks)
        rows.push_back({{each.reason.section(QLatin1Char('\n'), 0, 0), {}, each.reason},
                        {placeText(each.place), {}, each.place.file},
                        {each.place.code}});
    my.breaks->setRows(std::move(rows));
    my.breakText->setPlainText(report->breaks.empty()
                                   ? tr("No graph break: the whole call is one piece of compiled code.")
                                   : QString());
    rows.clear();
    for (const AuditRecompile& each : report->recompiles)
        rows.push_back({{each.function},
                        {each.guard},
                        {each.reason.section(QLatin1Char('\n'), 0, 0), {}, each.reason},
                        {each.sweep},
                        figureCell(countText(each.count), double(each.count))});
    my.recompiles->setRows(std::move(rows));
    rows.clear();
    for (const AuditBatch& each : report->batches)
        rows.push_back(
            {{each.sweep},
             figureCell(countText(each.batch), double(each.batch)),
             figureCell(each.graphsAdded ? meanCountText(*each.graphsAdded) : QStringLiteral("—"),
                        each.graphsAdded),
             figureCell(millisecondText(each.firstMs), each.firstMs),
             figureCell(microsecondText(each.steadyUs), each.steadyUs),
             figureCell(microsecondText(each.eagerUs), each.eagerUs),
             figureCell(each.speedup ? ratioText(*each.speedup) : QStringLiteral("—"), each.speedup),
             {each.problem}});
    my.batchRows->setRows(std::move(rows));
    BarRow bar;
    bar.label = tr("first call");
    double sum = 0;
    for (const auto& [name, ms] : report->phasesMs) {
        bar.parts.push_back(
            {name, ms, millisecondText(ms), name + QStringLiteral(": ") + millisecondText(ms)});
        sum += ms;
    }
    bar.total = millisecondText(sum);
    my.phases->setRows(report->phasesMs.empty() ? std::vector<BarRow>() : std::vector<BarRow>{bar});
    rows.clear();
    for (const GeneratedKernel& each : report->generated)
        rows.push_back({{each.kernel}, {each.kind}, {each.ops.join(QStringLiteral(", "))}});
    my.kernels->setRows(std::move(rows));
    my.code->setPlainText(QString());
    my.codeOrigin->setText(report->generated.empty()
                               ? tr("No code was generated.")
                               : tr("Choose a kernel to see its code and where it comes from."));
    my.checks->setRows(report->checks);
    if (!report->breaks.empty())
        my.breakTable->selectSourceRow(0);
    if (!report->generated.empty())
        my.kernelTable->selectSourceRow(0);
}

void AuditPage::showBreak(int row)
{
    const AuditReport* report = m_impl->report();
    if (report == nullptr || row < 0 || std::size_t(row) >= report->breaks.size())
        return;
    const AuditBreak& chosen = report->breaks[std::size_t(row)];
    QString text = chosen.reason + QStringLiteral("\n\n");
    if (!chosen.place.file.isEmpty())
        text += chosen.place.file + QLatin1Char(':') + QString::number(chosen.place.line) +
                QLatin1Char('\n') + linesText(chosen.neighbours, chosen.place.line) + QLatin1Char('\n');
    if (!chosen.explanation.isEmpty())
        text += chosen.explanation + QStringLiteral("\n\n");
    for (const QString& hint : chosen.hints)
        text += QStringLiteral("→ ") + hint + QLatin1Char('\n');
    if (!chosen.link.isEmpty())
        text += QLatin1Char('\n') + chosen.link;
    m_impl->breakText->setPlainText(text);
}

void AuditPage::showKernel(int row)
{
    const AuditReport* report = m_impl->report();
    if (report == nullptr || row < 0 || std::size_t(row) >= report->generated.size())
        return;
    const GeneratedKernel& chosen = report->generated[std::size_t(row)];
    m_impl->code->setPlainText(chosen.source);
    QString origin =
        chosen.ops.isEmpty() ? QString() : tr("ops: %1").arg(chosen.ops.join(QStringLiteral(", ")));
    for (const CodeLine& line : chosen.lines)
        origin += QStringLiteral("\n%1  %2").arg(placeText(line), line.code);
    m_impl->codeOrigin->setText(origin);
}

} // namespace twintrace
