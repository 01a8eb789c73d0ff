// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/selection_panel.h"

#include "core/import/args_reader.h"
#include "views/style/fonts.h"
#include "views/timeline/selection_text.h"
#include "views/timeline/selection_writer.h"
#include "views/timeline/timeline_state.h"
#include "views/timeline/timeline_view.h"

#include <QEvent>
#include <QFutureWatcher>
#include <QPointer>
#include <QScrollBar>
#include <QTextBrowser>
#include <QTimer>
#include <QVBoxLayout>
#include <QtConcurrentRun>

#include <nlohmann/json.hpp>

#include <memory>

namespace twintrace
{
namespace
{

/// The args of one event, or why there are none.
struct ReadArgs {
    std::vector<ArgLine> lines;
    QString trouble;
};

QString jsonText(const nlohmann::ordered_json& value)
{
    if (value.is_string())
        return QString::fromStdString(value.get<std::string>());
    return QString::fromStdString(
        value.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
}

ReadArgs readArgs(ArgsReader& reader, EventId event)
{
    ReadArgs read;
    const Result<nlohmann::ordered_json> args = reader.args(event);
    if (!args)
        read.trouble = QString::fromStdString(args.error().message);
    else
        for (const auto& [key, value] : args->items())
            read.lines.emplace_back(QString::fromStdString(key), jsonText(value));
    return read;
}

} // namespace

struct SelectionPanel::Impl {
    SelectionPanel* panel = nullptr;
    QTextBrowser* text = nullptr;
    QPointer<TimelineView> view;
    TracePtr readerTrace;
    std::shared_ptr<ArgsReader> reader;
    QFutureWatcher<ReadArgs> argsWatcher;
    QFutureWatcher<RangeSummary> rangeWatcher;
    std::shared_ptr<Progress> rangeProgress;
    QTimer rangeTimer; // ranges change with every move of the mouse
    EventExtras extras;
    std::optional<RangeSummary> range;

    [[nodiscard]] TracePtr trace() const { return view && view->isReady() ? view->trace() : nullptr; }
    void show();
    void askArgs(const TracePtr& trace, EventId event);
    void askRange();
    void write();
    void open(const QString& link);
};

SelectionPanel::SelectionPanel(QWidget* parent) : QWidget(parent), m_impl(std::make_unique<Impl>())
{
    Impl& impl = *m_impl;
    impl.panel = this;
    impl.text = new QTextBrowser;
    impl.text->setOpenLinks(false);
    impl.text->setFont(uiFont(12));
    impl.text->setAccessibleName(tr("Selection"));
    impl.text->setFrameShape(QFrame::NoFrame);
    impl.text->setStyleSheet(
        QStringLiteral("QTextBrowser { border: none; border-radius: 0; background: transparent; }"));
    impl.text->setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(impl.text);
    setAccessibleName(tr("Selection"));
    impl.rangeTimer.setSingleShot(true);
    impl.rangeTimer.setInterval(60);
    connect(&impl.rangeTimer, &QTimer::timeout, this, [this] { m_impl->askRange(); });
    connect(impl.text, &QTextBrowser::anchorClicked, this,
            [this](const QUrl& link) { m_impl->open(link.toString()); });
    // A watcher given an empty future finishes too, without a result.
    connect(&impl.argsWatcher, &QFutureWatcher<ReadArgs>::finished, this, [this] {
        if (m_impl->argsWatcher.future().resultCount() == 0)
            return;
        const ReadArgs read = m_impl->argsWatcher.result();
        m_impl->extras.args = read.lines;
        m_impl->extras.argsTrouble = read.trouble;
        m_impl->write();
    });
    connect(&impl.rangeWatcher, &QFutureWatcher<RangeSummary>::finished, this, [this] {
        const bool isWanted = m_impl->rangeProgress && !m_impl->rangeProgress->isCancelled();
        if (m_impl->rangeWatcher.future().resultCount() == 0 || !isWanted)
            return;
        m_impl->range = m_impl->rangeWatcher.result();
        m_impl->write();
    });
    impl.write();
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
    m_impl->range.reset();
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

bool SelectionPanel::event(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        m_impl->write();
    return QWidget::event(event);
}

void SelectionPanel::Impl::show()
{
    argsWatcher.setFuture({});
    if (rangeProgress)
        rangeProgress->cancel();
    extras = {};
    const TracePtr shown = trace();
    const EventId event = shown ? view->state().selectedEvent() : EventId();
    if (event) {
        range.reset();
        askArgs(shown, event);
    } else if (shown && view->state().range()) {
        rangeTimer.start();
        if (range)
            return; // the figures before stand until the new ones are there
    } else {
        range.reset();
    }
    write();
    text->verticalScrollBar()->setValue(0);
}

void SelectionPanel::Impl::askArgs(const TracePtr& from, EventId event)
{
    if (from->file.empty()) {
        extras.args.emplace();
        return;
    }
    if (readerTrace != from) {
        readerTrace = from;
        reader = std::make_shared<ArgsReader>(from);
    }
    // Compressed files take a moment to find their place.
    argsWatcher.setFuture(QtConcurrent::run([reader = reader, event] { return readArgs(*reader, event); }));
}

void SelectionPanel::Impl::askRange()
{
    const TracePtr from = trace();
    if (!from || !view->state().range() || view->state().selectedEvent())
        return;
    rangeProgress = std::make_shared<Progress>();
    rangeWatcher.setFuture(QtConcurrent::run(
        [from, marks = view->marks(), window = *view->state().range(), progress = rangeProgress] {
            return summarizeRange(*from, marks, window, {}, *progress);
        }));
}

void SelectionPanel::Impl::write()
{
    const int scroll = text->verticalScrollBar()->value();
    SelectionWriter writer(*text->document(), currentTheme());
    const TracePtr shown = trace();
    const EventId event = shown ? view->state().selectedEvent() : EventId();
    if (event) {
        const std::vector<EventId>& selection = view->state().selection();
        extras.others.assign(selection.begin() + 1, selection.end());
        extras.marks.clear();
        for (const CompileMark& mark : view->marks().compileMarks) {
            if (mark.event == event)
                extras.marks.push_back(mark);
        }
        writeEvent(writer, *shown, summarizeEvent(*shown, event), extras);
    } else if (shown && range && view->state().range()) {
        writeRange(writer, *shown, *range);
    } else {
        writer.title(tr("Nothing selected"));
        writer.note(tr("Click an event to see its figures, its args and what launched it."));
        writer.note(tr("Drag over a stretch of time to add up what happened in it."));
        writer.note(tr("Click the hatched space between two kernels to see why the device was idle."));
    }
    text->verticalScrollBar()->setValue(scroll);
}

void SelectionPanel::Impl::open(const QString& link)
{
    const TracePtr shown = trace();
    if (!shown)
        return;
    if (const EventId event = eventOfLink(link); event && event.value() < shown->events.size()) {
        view->selectEvent(event);
    } else if (const StringId name = nameOfLink(link); name && name.value() < shown->strings.size()) {
        TimelineFilter filter = view->state().filter();
        filter.text = std::string(shown->text(name));
        view->startSearch();
        view->state().setFilter(filter);
    }
}

} // namespace twintrace
