// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/charts/trace_rows.h"

#include "core/base/format.h"
#include "views/charts/session_rows.h"

#include <QCoreApplication>
#include <QStringList>

namespace twintrace
{
namespace
{

QString text(std::string_view value)
{
    return QString::fromUtf8(value.data(), qsizetype(value.size()));
}

QString trRows(const char* words)
{
    return QCoreApplication::translate("TraceRows", words);
}

/// "10–30 µs": the borders are round, so neither has decimals, and one unit is enough where both have it.
QString binText(const GapBin& bin)
{
    struct Border {
        QString number, unit;
        explicit Border(Nanoseconds time)
        {
            const QStringList parts = text(formatDuration(time)).split(QLatin1Char(' '));
            number = QString::number(parts.value(0).toDouble());
            unit = parts.value(1);
        }
    };
    const Border from(bin.from);
    const Border to(bin.to);
    return from.unit == to.unit
               ? QStringLiteral("%1–%2 %3").arg(from.number, to.number, to.unit)
               : QStringLiteral("%1 %2–%3 %4").arg(from.number, from.unit, to.number, to.unit);
}

} // namespace

std::vector<BarRow> topKernelRows(const std::vector<KernelRow>& kernels, std::size_t most)
{
    std::vector<BarRow> rows;
    for (std::size_t i = 0; i < std::min(most, kernels.size()); ++i) {
        const KernelRow& kernel = kernels[i];
        if (kernel.total <= 0)
            continue;
        const QString time = text(formatDuration(kernel.total));
        const QString count = text(formatCount(kernel.count));
        BarRow row;
        row.id = QString::number(i);
        row.label = text(kernel.shortName);
        row.parts.push_back({familyGroupTitle(std::string(familyKey(kernel.family))),
                             double(kernel.total) / 1e3, QString(),
                             trRows("%1 in %2 executions").arg(time, count)});
        row.total = time + QStringLiteral(" · %1×").arg(count);
        rows.push_back(std::move(row));
    }
    return rows;
}

std::vector<BarRow> gapHistogramRows(const std::vector<GapBin>& bins)
{
    std::vector<BarRow> rows;
    for (const GapBin& bin : bins) {
        BarRow row;
        row.label = binText(bin);
        row.id = QString::number(rows.size());
        for (const GapCause cause : kGapCauses) {
            const std::int64_t count = bin.byCause[std::size_t(cause)];
            const QString title = text(gapCauseTitle(cause));
            if (count > 0)
                row.parts.push_back({title, double(count), text(formatCount(count)),
                                     trRows("%1: %2 gaps").arg(title, text(formatCount(count)))});
        }
        row.total = text(formatCount(bin.count));
        rows.push_back(std::move(row));
    }
    return rows;
}

IterationSeries iterationSeries(const QString& id, const QString& label, const Iterations& iterations)
{
    IterationSeries series{id, label, {}, 0};
    for (const Iteration& iteration : iterations.list) {
        series.durationsUs.push_back(double(iteration.endToEnd()) / 1e3);
        if (iteration.phase != IterationPhase::Steady && series.warmupCalls + 1 == series.durationsUs.size())
            ++series.warmupCalls;
    }
    return series;
}

} // namespace twintrace
