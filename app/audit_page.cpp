// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/audit_page.h"

#include "app/audit_report.h"
#include "app/audit_view.h"
#include "app/chip_row.h"
#include "app/consent.h"
#include "capture/client/audit_run.h"
#include "views/models/figure_text.h"
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
#include <QTime>
#include <QVBoxLayout>
#include <QtConcurrent>

namespace twintrace
{
namespace
{

const QString kModelKey = QStringLiteral("audit/model");

std::vector<Chip> chipsOf(const AuditReport& report)
{
    std::vector<Chip> chips;
    const auto chip = [&chips](const QString& text) {
        chips.push_back({text, QString(), Chip::Tone::Plain});
    };
    chip(report.model);
    chip(QStringLiteral("torch ") + report.torch);
    if (report.compileMs)
        chip(AuditPage::tr("compiling took %1").arg(millisecondText(report.compileMs)));
    if (report.eagerSteadyUs && report.compiledSteadyUs)
        chip(AuditPage::tr("steady: eager %1, compiled %2")
                 .arg(microsecondText(report.eagerSteadyUs), microsecondText(report.compiledSteadyUs)));
    if (report.cacheHits)
        chip(AuditPage::tr("caches: %1 hits, %2 misses, %3 bypassed")
                 .arg(meanCountText(*report.cacheHits), meanCountText(report.cacheMisses.value_or(0)),
                      meanCountText(report.cacheBypassed.value_or(0))));
    return chips;
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
    QLabel* hint = nullptr;
    ChipRow* chips = nullptr;
    AuditView* view = nullptr;

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
    my.batches->setFixedWidth(200);
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

    my.view = new AuditView([this] { return m_impl->runTitle; });
    my.view->hide();
    my.results->hide();
    my.results->setFixedWidth(260);
    my.hint = new QLabel(
        tr("Name a function that returns (module, example inputs) and press Audit. It is compiled as "
           "torch.compile would: you see each graph break with its line and remedy, what makes it "
           "compile again, where the first call's time goes, the generated code, and from which "
           "batch size on compiling wins."));
    my.hint->setWordWrap(true);
    my.hint->setAlignment(Qt::AlignTop);
    my.hint->setProperty("look", QStringLiteral("muted"));

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(kPageMargin, kWideSpace, kPageMargin, kSpace);
    layout->setSpacing(kSmallSpace);
    layout->addLayout(line);
    layout->addWidget(my.sentence);
    layout->addWidget(my.chips);
    layout->addWidget(my.problem);
    layout->addWidget(my.hint, 1);
    layout->addWidget(my.view, 1);

    connect(my.start, &QPushButton::clicked, this, &AuditPage::start);
    connect(my.model, &QLineEdit::returnPressed, this, &AuditPage::start);
    connect(my.cancel, &QPushButton::clicked, this, [this] { m_impl->token.cancel(); });
    connect(my.results, &QComboBox::activated, this, &AuditPage::showResult);
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
    my.runTitle = QStringLiteral("%1, %2").arg(QTime::currentTime().toString(QStringLiteral("HH:mm:ss")),
                                               QFileInfo(model).fileName());
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
    my.hint->hide();
    my.view->show();
    my.results->show();
    my.sentence->setText(report->sentence());
    my.problem->setText(report->problem);
    my.problem->setVisible(!report->problem.isEmpty());
    my.chips->showChips(chipsOf(*report));
    my.view->showReport(*report);
}

} // namespace twintrace
