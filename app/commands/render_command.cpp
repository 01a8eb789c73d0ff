// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/render_command.h"

#include "app/commands/report_error.h"
#include "app/recent_items.h"
#include "app/results_figure.h"
#include "app/session_charts.h"
#include "app/trace_analysis.h"
#include "core/compare/session_verdict.h"
#include "core/import/load_trace.h"
#include "core/import/session_reader.h"
#include "views/export/figure_exporter.h"
#include "views/panels/session_chips.h"
#include "views/timeline/timeline_picture.h"

#include <CLI/CLI.hpp>
#include <QPainter>
#include <QRegularExpression>

#include <cmath>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace twintrace
{
namespace
{

struct RenderRequest {
    std::vector<std::string> files;
    std::string output;
    std::string view;
    std::string range;
    std::string size;
    std::string caption;
    int scale = 1;
    bool isDark = false;
};

/// A trace, or two, drawn by the timeline's painter without a widget.
class TracesFigure : public Figure
{
  public:
    TracesFigure(TracePtr baseline, TracePtr candidate, TimelinePictureOptions options)
        : m_baseline(std::move(baseline)), m_candidate(std::move(candidate)), m_options(std::move(options))
    {
    }
    [[nodiscard]] QString figureName() const override { return QStringLiteral("timeline"); }
    [[nodiscard]] QSize figureSize() const override
    {
        const double height =
            naturalPictureHeight(m_baseline) + (m_candidate ? naturalPictureHeight(m_candidate) : 0);
        return {1600, int(std::clamp(height, 240.0, 2400.0))};
    }
    void paintFigure(QPainter& painter, const QRectF& area, const Theme& theme) override
    {
        m_options.theme = &theme;
        painter.translate(area.topLeft());
        if (m_candidate)
            paintTwinPicture(painter, area.size(), m_baseline, m_candidate, m_options);
        else
            paintTimelinePicture(painter, area.size(), m_baseline, m_options);
    }

  private:
    TracePtr m_baseline, m_candidate;
    TimelinePictureOptions m_options;
};

/// "250", "1.5ms", "2s": microseconds where no unit is given.
std::optional<Nanoseconds> parseTime(const QString& text)
{
    static const QRegularExpression form(QStringLiteral("^(-?[0-9.]+)\\s*(ns|us|µs|ms|s)?$"));
    const QRegularExpressionMatch match = form.match(text.trimmed());
    bool isNumber = false;
    const double value = match.captured(1).toDouble(&isNumber);
    if (!match.hasMatch() || !isNumber)
        return std::nullopt;
    const QString unit = match.captured(2);
    const double factor = unit == QLatin1String("ns")   ? 1
                          : unit == QLatin1String("ms") ? 1e6
                          : unit == QLatin1String("s")  ? 1e9
                                                        : 1e3;
    return std::llround(value * factor);
}

Result<std::optional<TimeWindow>> parseRange(const std::string& text)
{
    if (text.empty())
        return std::optional<TimeWindow>();
    const QStringList ends = QString::fromStdString(text).split(QStringLiteral(".."));
    const auto begin = parseTime(ends.value(0));
    const auto end = parseTime(ends.value(1));
    if (ends.size() != 2 || !begin || !end || *end <= *begin)
        return fail(ErrorCode::Usage,
                    "'" + text +
                        "' is no range of time: write it as 250..900 (µs) or 1.5ms..3ms, the end "
                        "after the begin.");
    return std::optional<TimeWindow>(TimeWindow{*begin, *end});
}

Result<QSize> parseSize(const std::string& text)
{
    if (text.empty())
        return QSize();
    const QStringList sides = QString::fromStdString(text).split(QLatin1Char('x'));
    const QSize size(sides.value(0).toInt(), sides.value(1).toInt());
    constexpr int kMost = 16000;
    if (sides.size() != 2 || size.width() < 80 || size.height() < 60 || size.width() > kMost ||
        size.height() > kMost)
        return fail(ErrorCode::Usage,
                    "'" + text +
                        "' is no size of a picture: write WIDTHxHEIGHT in pixels, 80x60 to 16000x16000.");
    return size;
}

Result<TracePtr> load(const std::filesystem::path& file)
{
    Progress progress;
    return loadTrace(file, progress);
}

/// What is to be drawn, and the caption under it.
struct Drawing {
    std::unique_ptr<Figure> figure;
    QString caption;
};

Result<TracePtr> traceOf(const Session& session, const std::filesystem::path& folder, const std::string& id)
{
    for (const SessionVariant& variant : session.variants) {
        if (variant.id == id && !variant.trace.empty())
            return load(folder / variant.trace);
    }
    return fail(ErrorCode::Unreadable, "The session holds no trace of '" + id + "': it was not recorded.");
}

Result<Drawing> drawingOfSession(const RenderRequest& request, const TimelinePictureOptions& options)
{
    const std::filesystem::path path = request.files.front();
    Result<Session> session = readSession(path);
    if (!session)
        return tl::unexpected<Error>(session.error());
    const std::filesystem::path folder = std::filesystem::is_directory(path) ? path : path.parent_path();
    const SessionComparison* main = mainComparison(*session);
    const std::string first = session->variants.empty() ? std::string() : session->variants.front().id;
    const std::string baseline = main != nullptr ? main->baseline : first;
    const std::string candidate = main != nullptr ? main->candidate : first;
    const QString caption = sessionCaption(*session);
    if (request.view == "charts")
        return Drawing{std::make_unique<ChartGrid>(sessionCharts(*session, baseline, true), 2), caption};
    Result<TracePtr> before = traceOf(*session, folder, baseline);
    Result<TracePtr> after = traceOf(*session, folder, candidate);
    if (request.view == "timeline") {
        if (!before)
            return tl::unexpected<Error>(before.error());
        TimelinePictureOptions named = options;
        named.title = QString::fromStdString(baseline);
        named.candidateTitle = QString::fromStdString(candidate);
        return Drawing{
            std::make_unique<TracesFigure>(*before, after && candidate != baseline ? *after : nullptr, named),
            caption};
    }
    // The results page without timelines is still the results page.
    return Drawing{std::make_unique<ResultsFigure>(*session, baseline, candidate, before ? *before : nullptr,
                                                   after ? *after : nullptr),
                   caption};
}

Result<Drawing> drawingOfTraces(const RenderRequest& request, TimelinePictureOptions options)
{
    if (request.view == "results")
        return fail(ErrorCode::Usage,
                    "Only a session has results to draw; use --view timeline or --view charts for a trace.");
    std::vector<TracePtr> traces;
    QStringList names;
    for (const std::string& file : request.files) {
        Result<TracePtr> trace = load(file);
        if (!trace)
            return tl::unexpected<Error>(trace.error());
        traces.push_back(*trace);
        names << titleOfPaths({QString::fromStdString(file)});
    }
    QString caption = names.join(QStringLiteral(" ↔ "));
    const std::vector<std::string>& devices = traces.front()->metadata.deviceNames;
    if (!devices.empty())
        caption += QStringLiteral(" · ") + QString::fromStdString(devices.front());
    if (request.view == "charts")
        return Drawing{std::make_unique<ChartGrid>(traceCharts(*analyseTrace(traces.front())), 2), caption};
    options.title = names.value(0);
    options.candidateTitle = names.value(1);
    return Drawing{
        std::make_unique<TracesFigure>(traces.front(), traces.size() > 1 ? traces[1] : nullptr, options),
        caption};
}

Result<void> render(const RenderRequest& request)
{
    const QString output = QString::fromStdString(request.output);
    if (const Result<PictureFormat> format = pictureFormatOf(output); !format)
        return tl::unexpected<Error>(format.error());
    const Result<QSize> size = parseSize(request.size);
    if (!size)
        return tl::unexpected<Error>(size.error());
    const Result<std::optional<TimeWindow>> range = parseRange(request.range);
    if (!range)
        return tl::unexpected<Error>(range.error());
    TimelinePictureOptions timeline;
    timeline.window = *range;
    const bool isOfSession = request.files.size() == 1 && isSession(request.files.front());
    Result<Drawing> drawing =
        isOfSession ? drawingOfSession(request, timeline) : drawingOfTraces(request, timeline);
    if (!drawing)
        return tl::unexpected<Error>(drawing.error());
    const QString caption =
        request.caption.empty() ? drawing->caption : QString::fromStdString(request.caption);
    return savePicture(*drawing->figure, output, {*size, request.scale, caption, request.isDark});
}

} // namespace

void addRenderCommand(CLI::App& app, int& exitCode)
{
    auto request = std::make_shared<RenderRequest>();
    CLI::App* command =
        app.add_subcommand("render", "Draw a trace, two traces or a session into a PNG, SVG or PDF file");
    command->add_option("file", request->files, "A trace, two traces, or a session folder")
        ->required()
        ->expected(1, 2)
        ->type_name("FILE|SESSION");
    command->add_option("-o,--output", request->output, "The file to write; its ending says the format")
        ->required()
        ->type_name("OUT.png|svg|pdf");
    command
        ->add_option("--view", request->view,
                     "timeline, charts or results (default: results of a session, else timeline)")
        ->check(CLI::IsMember({"timeline", "charts", "results"}));
    command
        ->add_option("--range", request->range,
                     "Part of the time line, from its start: 250..900 (µs) or 1.5ms..3ms")
        ->type_name("A..B");
    command->add_option("--size", request->size, "Size in pixels")->type_name("WxH");
    command->add_option("--scale", request->scale, "Pixels of a PNG for one pixel of the picture")
        ->check(CLI::Range(1, 3))
        ->type_name("N");
    command->add_option("--caption", request->caption,
                        "The line under the picture instead of runs, device and torch version");
    command->add_flag("--dark", request->isDark, "Dark colours instead of those for print");
    command->callback([request, &exitCode] {
        const Result<void> done = render(*request);
        exitCode = done ? 0 : reportError(done.error());
    });
}

} // namespace twintrace
