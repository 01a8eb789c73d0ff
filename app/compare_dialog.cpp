// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/compare_dialog.h"

#include "app/compare_form.h"
#include "app/consent.h"
#include "app/progress_row.h"
#include "capture/client/variant_catalog.h"
#include "views/models/figure_text.h"
#include "views/style/fonts.h"
#include "views/style/spacing.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScreen>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>

namespace twintrace
{
namespace
{

constexpr int kClockMilliseconds = 200;
constexpr int kWidth = 880;
constexpr int kFrameRoom = 60; // of the screen, for the window's own frame and a panel

QLabel* makeLabel(const char* look)
{
    auto* label = new QLabel;
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setProperty("look", QString::fromLatin1(look));
    return label;
}

} // namespace

CompareDialog::CompareDialog(QWidget* parent) : QDialog(parent)
{
    setWindowTitle(tr("Compare eager vs compiled"));
    setObjectName(QStringLiteral("compareDialog"));
    setMinimumWidth(kWidth);
    auto* heading = new QLabel(tr("Compare eager vs compiled"));
    heading->setFont(uiFont(18, QFont::Bold));
    m_form = new CompareForm;
    m_rowsBox = new QWidget;
    m_rowsLayout = new QVBoxLayout(m_rowsBox);
    m_rowsLayout->setContentsMargins(0, 0, 0, 0);
    m_rowsLayout->setSpacing(0);
    m_problem = makeLabel("banner");
    m_problem->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_detail = new QPlainTextEdit;
    m_detail->setReadOnly(true);
    m_detail->setFont(monoFont(11));
    m_detail->setMinimumHeight(120);
    m_detail->setAccessibleName(tr("Details of the problem"));
    m_note = makeLabel("muted");
    m_start = new QPushButton(tr("Start"));
    m_start->setObjectName(QStringLiteral("startButton"));
    m_start->setProperty("look", QStringLiteral("primary"));
    m_start->setDefault(true);
    m_cancel = new QPushButton(tr("Cancel"));
    m_cancel->setObjectName(QStringLiteral("cancelButton"));
    m_show = new QPushButton(tr("Show what was finished"));
    m_show->setObjectName(QStringLiteral("showButton"));
    connect(m_start, &QPushButton::clicked, this, &CompareDialog::start);
    connect(m_cancel, &QPushButton::clicked, this, &CompareDialog::reject);
    connect(m_show, &QPushButton::clicked, this, [this] {
        Q_EMIT sessionReady(m_folder);
        accept();
    });
    for (QWidget* hidden : {static_cast<QWidget*>(m_rowsBox), static_cast<QWidget*>(m_problem),
                            static_cast<QWidget*>(m_detail), static_cast<QWidget*>(m_show)})
        hidden->hide();

    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_note, 1);
    buttons->addWidget(m_show);
    buttons->addWidget(m_cancel);
    buttons->addWidget(m_start);
    m_content = new QWidget;
    m_content->setProperty("look", QStringLiteral("page"));
    auto* column = new QVBoxLayout(m_content);
    column->setContentsMargins(0, 0, 2, 0);
    column->setSpacing(kWideSpace);
    column->addWidget(m_form);
    column->addWidget(m_rowsBox);
    column->addWidget(m_problem);
    column->addWidget(m_detail, 1);
    m_scroll = new QScrollArea;
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setWidgetResizable(true);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    m_scroll->setWidget(m_content);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(24, 20, 22, 18);
    layout->setSpacing(kWideSpace);
    layout->addWidget(heading);
    layout->addWidget(m_scroll, 1);
    layout->addLayout(buttons);
    m_clock.setInterval(kClockMilliseconds);
    connect(&m_clock, &QTimer::timeout, this, &CompareDialog::showElapsed);
}

CompareDialog::~CompareDialog() = default;

// As high as what it shows, and never higher than the screen: what does not fit there is scrolled.
void CompareDialog::fitHeight()
{
    layout()->activate();
    m_content->layout()->activate();
    const int content = m_content->hasHeightForWidth()
                            ? m_content->heightForWidth(m_scroll->viewport()->width())
                            : m_content->sizeHint().height();
    const int around = height() - m_scroll->height();
    const int wanted = std::min(content + around, screen()->availableSize().height() - kFrameRoom);
    if (wanted <= height())
        return;
    resize(width(), wanted);
    const int below = pos().y() + wanted - screen()->availableGeometry().bottom();
    if (isVisible() && below > 0)
        move(pos().x(), std::max(screen()->availableGeometry().top(), pos().y() - below));
}

void CompareDialog::showEvent(QShowEvent* event)
{
    QDialog::showEvent(event);
    fitHeight();
}

void CompareDialog::setMachine(const MachineReport& report)
{
    m_form->setMachine(report);
    if (!report.canCompare() && !isRunning()) {
        const auto missing =
            std::find_if(report.capabilities.begin(), report.capabilities.end(),
                         [](const Capability& each) { return !each.isOk && !each.isOptional; });
        if (missing != report.capabilities.end())
            showProblem(textOf(missing->problem) + QStringLiteral(" ") + textOf(missing->remedy));
    }
}

void CompareDialog::setModel(const QString& model)
{
    m_form->setModel(model);
}

bool CompareDialog::isRunning() const
{
    return m_job != nullptr && m_job->isRunning();
}

void CompareDialog::start()
{
    const Result<CompareOptions> options = m_form->options();
    if (!options) {
        showProblem(textOf(options.error().message));
        return;
    }
    if (!askConsent(m_form->model(), this))
        return;
    m_form->remember();
    begin(*options);
}

void CompareDialog::begin(const CompareOptions& options)
{
    m_problem->hide();
    m_detail->hide();
    m_show->hide();
    for (ProgressRow* row : m_rows)
        row->deleteLater();
    m_rows.clear();
    for (const std::string& id : options.variants) {
        const VariantKind* kind = findVariantKind(id);
        auto* row = new ProgressRow(QString::fromStdString(id),
                                    kind != nullptr ? textOf(kind->label) : QString::fromStdString(id));
        m_rowsLayout->addWidget(row);
        m_rows.push_back(row);
    }
    m_rowsBox->show();
    fitHeight();
    m_scroll->ensureWidgetVisible(m_rowsBox);
    m_form->setEnabled(false);
    m_start->setEnabled(false);
    m_cancel->setFocus();
    m_noteText.clear();
    m_isStopping = false;
    m_wantsClose = false;
    m_job = std::make_unique<CompareJob>(options);
    connect(m_job.get(), &CompareJob::progressed, this, &CompareDialog::showProgress);
    connect(m_job.get(), &CompareJob::variantEnded, this, &CompareDialog::endVariant);
    connect(m_job.get(), &CompareJob::finished, this, &CompareDialog::finish);
    m_elapsed.start();
    m_clock.start();
    m_job->start();
}

void CompareDialog::showProgress(const PhaseProgress& progress)
{
    for (ProgressRow* row : m_rows) {
        if (progress.variant.isEmpty() || row->id() == progress.variant)
            row->setProgress(progress);
    }
    if (!progress.note.isEmpty())
        m_noteText = progress.note;
}

void CompareDialog::endVariant(const QString& variant, VariantStatus status, const QString& sentence)
{
    for (ProgressRow* row : m_rows) {
        if (row->id() == variant)
            row->setEnded(status, sentence);
    }
}

void CompareDialog::finish(const CompareOutcome& outcome)
{
    m_clock.stop();
    showElapsed();
    m_form->setEnabled(true);
    m_start->setEnabled(true);
    for (ProgressRow* row : m_rows)
        row->setStopped();
    m_folder = QString::fromStdString(outcome.folder.string());
    const bool hasResult =
        std::any_of(outcome.session.variants.begin(), outcome.session.variants.end(),
                    [](const SessionVariant& each) { return each.status == VariantStatus::Ok; });
    const bool allGood =
        std::none_of(outcome.session.variants.begin(), outcome.session.variants.end(),
                     [](const SessionVariant& each) { return each.status == VariantStatus::Failed; });
    if (m_wantsClose) {
        QDialog::reject();
        return;
    }
    if (!outcome.error && hasResult && allGood && !m_folder.isEmpty()) {
        Q_EMIT sessionReady(m_folder);
        accept();
        return;
    }
    m_cancel->setText(tr("Close"));
    m_show->setVisible(hasResult && !m_folder.isEmpty());
    if (outcome.error) {
        showProblem(textOf(outcome.error->message), textOf(outcome.error->detail));
        return;
    }
    const auto failed =
        std::find_if(outcome.session.variants.begin(), outcome.session.variants.end(),
                     [](const SessionVariant& each) { return each.status != VariantStatus::Ok; });
    if (failed != outcome.session.variants.end())
        showProblem(tr("%1: %2").arg(textOf(failed->label), textOf(failed->error)),
                    textOf(failed->errorDetail));
}

void CompareDialog::showProblem(const QString& sentence, const QString& detail)
{
    m_problem->setText(sentence);
    m_problem->show();
    m_detail->setPlainText(detail);
    m_detail->setVisible(!detail.isEmpty());
    fitHeight();
    m_scroll->ensureWidgetVisible(m_problem);
}

void CompareDialog::showElapsed()
{
    const QString elapsed = tr("%1 s").arg(m_elapsed.elapsed() / 1000);
    m_note->setText(m_noteText.isEmpty() ? elapsed : elapsed + QStringLiteral(" · ") + m_noteText);
}

void CompareDialog::reject()
{
    if (!isRunning()) {
        QDialog::reject();
        return;
    }
    // The job ends its children within a second and then reports: the first Cancel stays to show what was
    // done, a second one closes.
    if (m_isStopping) {
        m_wantsClose = true;
        return;
    }
    m_isStopping = true;
    m_noteText = tr("Stopping…");
    m_job->cancel();
}

} // namespace twintrace
