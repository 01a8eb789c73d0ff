// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/models/variant_table_model.h"

#include "views/models/figure_text.h"
#include "views/style/fonts.h"
#include "views/style/theme.h"

#include <QCoreApplication>
#include <QFont>

#include <algorithm>
#include <cmath>

namespace twintrace
{
namespace
{

const QString kNothing = QStringLiteral("—");

QString tr(const char* text)
{
    return QCoreApplication::translate("VariantTableModel", text);
}

QString intervalText(const SteadyLatency& steady)
{
    const double half = (steady.ciHighUs - steady.ciLowUs) / 2;
    return QStringLiteral("± ") + microsecondText(half) +
           (steady.isSteady ? QString() : QStringLiteral(" ⚠"));
}

QString speedupText(const VariantRow& row)
{
    if (row.isBaseline)
        return ratioText(1);
    return row.comparison && row.comparison->speedup ? ratioText(*row.comparison->speedup) : kNothing;
}

QString paysBackText(const VariantRow& row)
{
    if (row.isBaseline || !row.comparison || !row.comparison->addedFirstCallMs)
        return kNothing;
    if (!row.comparison->breakEvenCalls)
        return tr("never");
    const auto calls = std::llround(std::ceil(*row.comparison->breakEvenCalls));
    return calls <= 0 ? tr("at once") : tr("%1 calls").arg(countText(calls));
}

QString outputsText(const SessionVariant& variant)
{
    if (!variant.numerics)
        return kNothing;
    if (!variant.numerics->ok)
        return tr("wrong");
    return variant.numerics->maxAbs && *variant.numerics->maxAbs == 0 ? tr("exact") : tr("ok");
}

QString gapsText(const PerForward& forward)
{
    return meanCountText(forward.gapsOver1us) + QStringLiteral(" · ") + microsecondText(forward.gapUs);
}

QString displayText(const VariantRow& row, int column)
{
    const SessionVariant& variant = row.variant;
    if (column == VariantTableModel::Variant)
        return textOf(variant.label.empty() ? variant.id : variant.label);
    if (variant.status != VariantStatus::Ok)
        return {};
    const auto forward = [&variant](double PerForward::*member) {
        return variant.perForward ? meanCountText((*variant.perForward).*member) : kNothing;
    };
    switch (column) {
    case VariantTableModel::Uncached:
        return millisecondText(variant.uncached ? variant.uncached->totalMs : std::nullopt);
    case VariantTableModel::Cached:
        return millisecondText(variant.cached ? variant.cached->totalMs : std::nullopt);
    case VariantTableModel::Steady:
        return variant.steady ? microsecondText(variant.steady->medianUs) : kNothing;
    case VariantTableModel::Interval:
        return variant.steady ? intervalText(*variant.steady) : kNothing;
    case VariantTableModel::Speedup:
        return speedupText(row);
    case VariantTableModel::Throughput:
        return variant.steady && variant.steady->medianUs > 0 ? meanCountText(1e6 / variant.steady->medianUs)
                                                              : kNothing;
    case VariantTableModel::Kernels:
        return forward(&PerForward::kernels);
    case VariantTableModel::Launches:
        return forward(&PerForward::launches);
    case VariantTableModel::Gaps:
        return variant.perForward ? gapsText(*variant.perForward) : kNothing;
    case VariantTableModel::Busy:
        return variant.perForward ? microsecondText(variant.perForward->busyUs) : kNothing;
    case VariantTableModel::PaysBack:
        return paysBackText(row);
    case VariantTableModel::Memory:
        return row.peakBytes ? byteText(*row.peakBytes) : kNothing;
    case VariantTableModel::Outputs:
        return outputsText(variant);
    default:
        return {};
    }
}

QString suffixText(const VariantRow& row)
{
    switch (row.variant.status) {
    case VariantStatus::Failed:
        return tr("failed: %1").arg(textOf(row.variant.error));
    case VariantStatus::Skipped:
        return tr("skipped: %1").arg(textOf(row.variant.error));
    case VariantStatus::Ok:
        break;
    }
    if (row.isBaseline)
        return tr("baseline");
    return row.isBest ? tr("best") : QString();
}

QString toolTip(const VariantRow& row, int column)
{
    const SessionVariant& variant = row.variant;
    if (variant.status != VariantStatus::Ok)
        return textOf(variant.error);
    QStringList lines;
    const auto part = [&lines](const QString& name, std::optional<double> ms) {
        if (ms)
            lines << name + QStringLiteral(": ") + millisecondText(ms);
    };
    if (column == VariantTableModel::Uncached && variant.uncached) {
        part(tr("export"), variant.uncached->exportMs);
        part(tr("compile"), variant.uncached->compileMs);
        part(tr("load"), variant.uncached->loadMs);
        part(tr("first run"), variant.uncached->firstMs);
        part(tr("precompiled headers, once a machine, in no total"), variant.uncached->toolchainMs);
    } else if (column == VariantTableModel::Cached && variant.cached) {
        part(tr("load"), variant.cached->loadMs);
        part(tr("first run"), variant.cached->firstMs);
    } else if ((column == VariantTableModel::Steady || column == VariantTableModel::Interval) &&
               variant.steady) {
        if (!variant.steady->isSteady)
            lines << tr("⚠ not steady: the latencies still drifted");
        lines << tr("95 %: %1 – %2")
                     .arg(microsecondText(variant.steady->ciLowUs),
                          microsecondText(variant.steady->ciHighUs));
        lines << tr("spread (MAD): %1").arg(microsecondText(variant.steady->madUs));
        if (variant.steady->deviceMedianUs)
            lines << tr("by the GPU's own clock, first to last work of a call: %1")
                         .arg(microsecondText(variant.steady->deviceMedianUs));
        lines << tr("%1 calls in %2 rounds after %3 to warm up")
                     .arg(countText(variant.steady->samples), countText(variant.steady->rounds),
                          countText(variant.steady->warmupCalls));
    } else if (column == VariantTableModel::Speedup && row.comparison && row.comparison->speedupLow) {
        lines << tr("95 %: %1 – %2")
                     .arg(ratioText(*row.comparison->speedupLow), ratioText(*row.comparison->speedupHigh));
    } else if (column == VariantTableModel::Gaps && variant.perForward) {
        for (const auto& [cause, totals] : variant.perForward->gapCauses)
            lines << tr("%1: %2 gaps, %3")
                         .arg(textOf(cause).replace(QLatin1Char('_'), QLatin1Char(' ')),
                              countText(totals.count), microsecondText(totals.us));
    } else if (column == VariantTableModel::PaysBack && row.comparison && row.comparison->breakEvenLowCalls) {
        lines << tr("between %1 and %2 calls, from the speed-up's interval")
                     .arg(countText(std::llround(*row.comparison->breakEvenLowCalls)),
                          row.comparison->breakEvenHighCalls
                              ? countText(std::llround(*row.comparison->breakEvenHighCalls))
                              : tr("never"));
    } else if (column == VariantTableModel::Memory) {
        if (variant.peakDeviceBytes)
            lines << tr("peak on the GPU: %1, tensors and the package's constants")
                         .arg(byteText(*variant.peakDeviceBytes));
        if (variant.peakMemoryBytes)
            lines << tr("peak of the process on the host: %1, libraries included")
                         .arg(byteText(*variant.peakMemoryBytes));
    } else if (column == VariantTableModel::Outputs && variant.numerics) {
        if (variant.numerics->maxAbs)
            lines << tr("largest difference %1 against %2, tolerance %3")
                         .arg(*variant.numerics->maxAbs, 0, 'g', 3)
                         .arg(textOf(variant.numerics->against))
                         .arg(variant.numerics->tolerance, 0, 'g', 3);
    }
    return lines.join(QLatin1Char('\n'));
}

double sortValue(const VariantRow& row, int column)
{
    const SessionVariant& variant = row.variant;
    switch (column) {
    case VariantTableModel::Uncached:
        return variant.uncached ? variant.uncached->totalMs.value_or(0) : 0;
    case VariantTableModel::Cached:
        return variant.cached ? variant.cached->totalMs.value_or(0) : 0;
    case VariantTableModel::Speedup:
        return row.isBaseline ? 1 : row.comparison ? row.comparison->speedup.value_or(0) : 0;
    case VariantTableModel::Kernels:
        return variant.perForward ? variant.perForward->kernels : 0;
    case VariantTableModel::Launches:
        return variant.perForward ? variant.perForward->launches : 0;
    case VariantTableModel::Gaps:
        return variant.perForward ? variant.perForward->gapUs : 0;
    case VariantTableModel::Busy:
        return variant.perForward ? variant.perForward->busyUs : 0;
    case VariantTableModel::PaysBack:
        return row.comparison ? row.comparison->breakEvenCalls.value_or(1e300) : 0;
    case VariantTableModel::Memory:
        return static_cast<double>(row.peakBytes.value_or(0));
    default:
        return variant.steady ? variant.steady->medianUs : 0;
    }
}

bool isWrong(const SessionVariant& variant)
{
    return variant.status == VariantStatus::Failed || (variant.numerics && !variant.numerics->ok);
}

} // namespace

std::vector<VariantRow> variantRows(const Session& session, const std::string& baseline)
{
    std::vector<VariantRow> rows;
    double best = 0;
    for (const SessionVariant& variant : session.variants) {
        VariantRow row{variant, std::nullopt, variant.id == baseline, false, std::nullopt};
        for (const SessionComparison& comparison : session.comparisons) {
            if (comparison.baseline == baseline && comparison.candidate == variant.id &&
                comparison.batch == variant.batch)
                row.comparison = comparison;
        }
        if (row.comparison && row.comparison->speedup &&
            row.comparison->speedupLow.value_or(*row.comparison->speedup) > 1)
            best = std::max(best, *row.comparison->speedup);
        row.peakBytes = session.environment.isOnGpu() ? variant.peakDeviceBytes : variant.peakMemoryBytes;
        rows.push_back(std::move(row));
    }
    for (VariantRow& row : rows)
        row.isBest = best > 0 && row.comparison && row.comparison->speedup == best;
    return rows;
}

void VariantTableModel::setSession(const Session& session, const std::string& baseline)
{
    m_isCpu = !session.environment.isOnGpu();
    setRows(variantRows(session, baseline));
}

QVariant VariantTableModel::header(int column, int role) const
{
    if (role != Qt::DisplayRole)
        return {};
    static const char* const kTitles[ColumnCount] = {
        QT_TRANSLATE_NOOP("VariantTableModel", "variant"),
        QT_TRANSLATE_NOOP("VariantTableModel", "first, uncached"),
        QT_TRANSLATE_NOOP("VariantTableModel", "first, cached"),
        QT_TRANSLATE_NOOP("VariantTableModel", "steady"),
        QT_TRANSLATE_NOOP("VariantTableModel", "95 %"),
        QT_TRANSLATE_NOOP("VariantTableModel", "speed-up"),
        QT_TRANSLATE_NOOP("VariantTableModel", "calls/s"),
        QT_TRANSLATE_NOOP("VariantTableModel", "kernels"),
        QT_TRANSLATE_NOOP("VariantTableModel", "launches"),
        QT_TRANSLATE_NOOP("VariantTableModel", "gaps > 1 µs"),
        QT_TRANSLATE_NOOP("VariantTableModel", "GPU busy"),
        QT_TRANSLATE_NOOP("VariantTableModel", "pays back"),
        QT_TRANSLATE_NOOP("VariantTableModel", "GPU memory"),
        QT_TRANSLATE_NOOP("VariantTableModel", "outputs")};
    if (m_isCpu && column == Kernels)
        return twintrace::tr("CPU kernels");
    if (m_isCpu && column == Busy)
        return twintrace::tr("kernel time");
    if (m_isCpu && column == Memory)
        return twintrace::tr("memory");
    return twintrace::tr(kTitles[column]);
}

QVariant VariantTableModel::cell(const VariantRow& row, int column, int role) const
{
    switch (role) {
    case Qt::DisplayRole:
        return displayText(row, column);
    case kSuffixRole:
        return column == Variant ? suffixText(row) : QString();
    case kSortRole:
        return column == Variant || column == Outputs ? QVariant(displayText(row, column))
                                                      : QVariant(sortValue(row, column));
    case Qt::ToolTipRole:
        return toolTip(row, column);
    case Qt::FontRole:
        return column == Variant || (column == Speedup && row.isBest) ? QVariant(uiFont(13, QFont::DemiBold))
                                                                      : QVariant();
    case Qt::ForegroundRole:
        return isWrong(row.variant) && (column == Variant || column == Outputs) ? QVariant(currentTheme().bad)
                                                                                : QVariant();
    default:
        return {};
    }
}

} // namespace twintrace
