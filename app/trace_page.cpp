// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/trace_page.h"

#include "app/chip_row.h"
#include "app/recent_items.h"
#include "app/save_picture_dialog.h"
#include "app/single_view.h"
#include "app/timeline_figures.h"
#include "app/trace_analysis.h"
#include "app/twin_view.h"
#include "core/base/format.h"
#include "views/models/figure_text.h"
#include "views/style/fonts.h"
#include "views/style/spacing.h"
#include "views/timeline/timeline_view.h"
#include "views/timeline/twin_timelines.h"

#include <QLabel>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace twintrace
{
namespace
{

void addDoubts(std::vector<Chip>& chips, const TraceAnalysis& analysis)
{
    std::size_t losses = 0;
    std::size_t doubts = 0;
    QStringList lines;
    for (const ImportProblem& problem : analysis.problems) {
        losses += problem.severity == Severity::DataLoss ? 1 : 0;
        doubts += problem.severity == Severity::Warning ? 1 : 0;
        if (problem.severity != Severity::Notice)
            lines << textOf(problem.message);
    }
    if (losses > 0)
        chips.push_back({TracePage::tr("the file is damaged: see the import report"),
                         lines.join(QLatin1Char('\n')), Chip::Tone::Bad});
    else if (doubts > 0)
        chips.push_back(
            {TracePage::tr("some figures are doubtful"), lines.join(QLatin1Char('\n')), Chip::Tone::Warning});
    else
        chips.push_back({TracePage::tr("✓ nothing odd in the file"), QString(), Chip::Tone::Good});
}

QString deviceText(const Trace& trace)
{
    QStringList names;
    for (const std::string& name : trace.metadata.deviceNames) {
        const QString device = textOf(name);
        if (!names.contains(device))
            names << device;
    }
    return names.join(QStringLiteral(", "));
}

std::vector<Chip> chipsOf(const TraceAnalysis& analysis)
{
    std::vector<Chip> chips;
    const auto add = [&chips](const QString& text, const QString& why = {}) {
        if (!text.isEmpty())
            chips.push_back({text, why, Chip::Tone::Plain});
    };
    const TraceFigures& figures = analysis.figures;
    const Trace::Span span = analysis.trace->span();
    add(TracePage::tr("%1 events").arg(countText(std::int64_t(analysis.trace->report.events))));
    add(durationText(span.end - span.begin));
    const std::int64_t kernels = figures.kernels > 0 ? figures.kernels : figures.cpuKernels;
    if (kernels > 0)
        add(figures.kernels > 0 ? TracePage::tr("%1 kernels").arg(countText(kernels))
                                : TracePage::tr("%1 CPU kernels").arg(countText(kernels)));
    if (!analysis.iterations.list.empty())
        add((analysis.iterations.list.size() == 1 ? TracePage::tr("%1 iteration%2")
                                                  : TracePage::tr("%1 iterations%2"))
                .arg(analysis.iterations.list.size())
                .arg(analysis.iterations.isEstimated ? TracePage::tr(", estimated") : QString()),
            textOf(sourceTitle(analysis.iterations.source)));
    if (analysis.forward.kernels > 0)
        add(TracePage::tr("%1 kernels a forward").arg(meanCountText(analysis.forward.kernels)));
    if (figures.gaps.total.count > 0)
        add((figures.gaps.total.count == 1 ? TracePage::tr("%1 gap > 1 µs · %2")
                                           : TracePage::tr("%1 gaps > 1 µs · %2"))
                .arg(countText(figures.gaps.total.count), durationText(figures.gaps.total.time)));
    add(deviceText(*analysis.trace));
    addDoubts(chips, analysis);
    return chips;
}

} // namespace

struct TracePage::Impl {
    QLabel* title = nullptr;
    ChipRow* chips = nullptr;
    QStackedWidget* views = nullptr;
    SingleView* single = nullptr;
    TwinView* twins = nullptr;
    QString caption;
    QString file; // of the one trace
};

TracePage::TracePage(QWidget* parent) : QWidget(parent), m_impl(std::make_unique<Impl>())
{
    Impl& my = *m_impl;
    setProperty("look", QStringLiteral("page"));
    my.title = new QLabel;
    my.title->setTextFormat(Qt::PlainText);
    my.title->setFont(uiFont(17, QFont::Bold));
    my.title->setWordWrap(true);
    my.title->setObjectName(QStringLiteral("traceTitle"));
    my.chips = new ChipRow;
    my.single = new SingleView;
    my.twins = new TwinView;
    my.views = new QStackedWidget;
    my.views->addWidget(my.single);
    my.views->addWidget(my.twins);
    auto* head = new QVBoxLayout;
    head->setContentsMargins(kPageMargin, kSpace, kPageMargin, kSmallSpace);
    head->setSpacing(6);
    head->addWidget(my.title);
    head->addWidget(my.chips);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(head);
    layout->addWidget(my.views, 1);
    connect(my.single, &SingleView::iterationsRequested, this,
            [this] { Q_EMIT iterationsRequested(m_impl->file); });
    connect(my.twins, &TwinView::compared, this,
            [this] { m_impl->title->setText(m_impl->twins->sentence()); });
}

TracePage::~TracePage() = default;

QString TracePage::describe(const TraceAnalysis& analysis)
{
    QStringList parts;
    if (analysis.figures.kernels > 0)
        parts << tr("%1 kernels").arg(countText(analysis.figures.kernels));
    else if (analysis.figures.cpuKernels > 0)
        parts << tr("%1 CPU kernels").arg(countText(analysis.figures.cpuKernels));
    if (!analysis.iterations.list.empty())
        parts << (analysis.iterations.list.size() == 1
                      ? tr("1 iteration")
                      : tr("%1 iterations").arg(analysis.iterations.list.size()));
    return parts.isEmpty() ? tr("no kernels") : parts.join(QStringLiteral(", "));
}

void TracePage::showOne(const QString& file, const std::shared_ptr<const TraceAnalysis>& analysis)
{
    Impl& my = *m_impl;
    const QString title = titleOfPaths({file});
    my.file = file;
    my.title->setText(title);
    my.chips->showChips(chipsOf(*analysis));
    const QString device = deviceText(*analysis->trace);
    my.caption = device.isEmpty() ? title : title + QStringLiteral(" · ") + device;
    my.single->showTrace(analysis, title, my.caption);
    my.views->setCurrentWidget(my.single);
}

void TracePage::showTwo(const QStringList& files, const std::shared_ptr<const TraceAnalysis>& baseline,
                        const std::shared_ptr<const TraceAnalysis>& candidate)
{
    Impl& my = *m_impl;
    const QString first = titleOfPaths({files.value(0)});
    const QString second = titleOfPaths({files.value(1)});
    my.title->setText(first + QStringLiteral(" ↔ ") + second);
    std::vector<Chip> chips;
    for (const auto& [name, side] : {std::pair{first, baseline}, std::pair{second, candidate}}) {
        chips.push_back({name + QStringLiteral(": ") + describe(*side), QString(), Chip::Tone::Plain});
        addDoubts(chips, *side);
    }
    my.chips->showChips(chips);
    QStringList caption{first + QStringLiteral(" ↔ ") + second};
    const QString device = deviceText(*baseline->trace);
    if (!device.isEmpty())
        caption << device;
    my.caption = caption.join(QStringLiteral(" · "));
    my.twins->setTitles(first, second, my.caption);
    my.twins->setTraces(baseline, candidate);
    my.views->setCurrentWidget(my.twins);
}

bool TracePage::isTwo() const
{
    return m_impl->views->currentWidget() == m_impl->twins;
}

SingleView& TracePage::single()
{
    return *m_impl->single;
}

TwinView& TracePage::twins()
{
    return *m_impl->twins;
}

QString TracePage::caption() const
{
    return m_impl->caption;
}

std::unique_ptr<Figure> TracePage::figure()
{
    if (isTwo())
        return std::make_unique<TwinFigure>(m_impl->twins->timelines());
    return std::make_unique<TimelineFigure>(m_impl->single->timeline());
}

void TracePage::savePicture()
{
    const std::unique_ptr<Figure> shown = figure();
    SavePictureDialog(*shown, m_impl->caption, this).exec();
}

void TracePage::copyPicture()
{
    const std::unique_ptr<Figure> shown = figure();
    twintrace::copyPicture(*shown, {QSize(), 2, m_impl->caption, false});
}

void TracePage::showKeys()
{
    TimelineView& view =
        isTwo() ? m_impl->twins->timelines().view(TwinSide::Baseline) : m_impl->single->timeline();
    view.showKeys();
}

} // namespace twintrace
