// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/selection_panel.h"

#include "core/import/args_reader.h"
#include "core/timeline/event_summary.h"
#include "core/timeline/range_summary.h"
#include "views/style/fonts.h"
#include "views/timeline/event_text.h"
#include "views/timeline/timeline_state.h"
#include "views/timeline/timeline_view.h"

#include <QFutureWatcher>
#include <QPlainTextEdit>
#include <QPointer>
#include <QTimer>
#include <QVBoxLayout>
#include <QtConcurrentRun>

#include <nlohmann/json.hpp>

#include <memory>

namespace twintrace
{
namespace
{

QString jsonText(const nlohmann::ordered_json& value)
{
    if (value.is_string())
        return QString::fromStdString(value.get<std::string>());
    return QString::fromStdString(
        value.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
}

QString argsText(const Result<nlohmann::ordered_json>& args)
{
    if (!args)
        return QString::fromStdString(args.error().message);
    if (args->empty())
        return QObject::tr("none");
    QString lines;
    for (const auto& [key, value] : args->items())
        lines += QStringLiteral("  ") + QString::fromStdString(key) + QStringLiteral(": ") + jsonText(value) +
                 QLatin1Char('\n');
    return lines;
}

} // namespace

struct SelectionPanel::Impl {
    SelectionPanel* panel = nullptr;
    QPlainTextEdit* text = nullptr;
    QPointer<TimelineView> view;
    TracePtr readerTrace;
    std::shared_ptr<ArgsReader> reader;
    QFutureWatcher<QString> argsWatcher;
    QFutureWatcher<QString> rangeWatcher;
    std::shared_ptr<Progress> rangeProgress;
    QTimer rangeTimer; // ranges change with every move of the mouse
    QString summary;

    void show();
    void showEvent(const TracePtr& trace, EventId event);
    void showRange();
};

SelectionPanel::SelectionPanel(QWidget* parent) : QWidget(parent), m_impl(std::make_unique<Impl>())
{
    Impl& impl = *m_impl;
    impl.panel = this;
    impl.text = new QPlainTextEdit;
    impl.text->setReadOnly(true);
    impl.text->setFont(uiFont(12));
    impl.text->setAccessibleName(tr("Selection"));
    impl.text->setPlaceholderText(
        tr("Click an event, or drag over a stretch of time, to see its figures here."));
    impl.text->setFrameShape(QFrame::NoFrame);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(impl.text);
    setAccessibleName(tr("Selection"));
    impl.rangeTimer.setSingleShot(true);
    impl.rangeTimer.setInterval(60);
    connect(&impl.rangeTimer, &QTimer::timeout, this, [this] { m_impl->showRange(); });
    // A watcher given an empty future finishes too, without a result.
    connect(&impl.argsWatcher, &QFutureWatcher<QString>::finished, this, [this] {
        if (m_impl->argsWatcher.future().resultCount() == 0)
            return;
        m_impl->text->setPlainText(m_impl->summary + tr("\nargs\n") + m_impl->argsWatcher.result());
    });
    connect(&impl.rangeWatcher, &QFutureWatcher<QString>::finished, this, [this] {
        if (m_impl->rangeWatcher.future().resultCount() == 0)
            return;
        if (!m_impl->rangeProgress || !m_impl->rangeProgress->isCancelled())
            m_impl->text->setPlainText(m_impl->rangeWatcher.result());
    });
}

SelectionPanel::~SelectionPanel()
{
    if (m_impl->rangeProgress)
        m_impl->rangeProgress->cancel();
    m_impl->argsWatcher.disconnect(this);
    m_impl->rangeWatcher.disconnect(this);
    m_impl->argsWatcher.waitForFinished();
    m_impl->rangeWatcher.waitForFinished();
}

void SelectionPanel::follow(TimelineView* view)
{
    if (m_impl->view)
        m_impl->view->state().disconnect(this);
    m_impl->view = view;
    if (view != nullptr) {
        connect(&view->state(), &TimelineState::selectionChanged, this, [this] { m_impl->show(); });
        connect(&view->state(), &TimelineState::rangeChanged, this, [this] { m_impl->show(); });
    }
    m_impl->show();
}

QString SelectionPanel::plainText() const
{
    return m_impl->text->toPlainText();
}

void SelectionPanel::Impl::show()
{
    argsWatcher.setFuture({});
    if (rangeProgress)
        rangeProgress->cancel();
    const TracePtr trace = view && view->isReady() ? view->trace() : nullptr;
    if (trace && view->state().selectedEvent())
        showEvent(trace, view->state().selectedEvent());
    else if (trace && view->state().range())
        rangeTimer.start();
    else
        text->clear();
}

void SelectionPanel::Impl::showEvent(const TracePtr& trace, EventId event)
{
    summary = summaryText(*trace, summarizeEvent(*trace, event));
    text->setPlainText(summary);
    if (trace->file.empty())
        return;
    if (readerTrace != trace) {
        readerTrace = trace;
        reader = std::make_shared<ArgsReader>(trace);
    }
    // Compressed files take a moment to find their place.
    argsWatcher.setFuture(
        QtConcurrent::run([reader = reader, event] { return argsText(reader->args(event)); }));
}

void SelectionPanel::Impl::showRange()
{
    const TracePtr trace = view && view->isReady() ? view->trace() : nullptr;
    if (!trace || !view->state().range() || view->state().selectedEvent())
        return;
    rangeProgress = std::make_shared<Progress>();
    rangeWatcher.setFuture(QtConcurrent::run(
        [trace, marks = view->marks(), range = *view->state().range(), progress = rangeProgress] {
            return summaryText(*trace, summarizeRange(*trace, marks, range, {}, *progress));
        }));
}

} // namespace twintrace
