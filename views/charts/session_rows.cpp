// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/charts/session_rows.h"

#include "core/base/format.h"
#include "views/charts/duration_ticker.h"
#include "views/style/palette.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>

namespace twintrace
{
namespace
{

QString tr(const char* text)
{
    return QCoreApplication::translate("SessionRows", text);
}

// Means over iterations are whole where every forward does the same; else one decimal says that they are not.
QString countText(double count)
{
    if (std::abs(count - std::round(count)) < 0.05)
        return QString::fromStdString(formatCount(std::llround(count)));
    return QString::number(count, 'f', 1);
}

BarRow rowOf(const SessionVariant& variant)
{
    BarRow row;
    row.id = QString::fromStdString(variant.id);
    row.label = QString::fromStdString(variant.id);
    return row;
}

bool hasForward(const SessionVariant& variant)
{
    return variant.status == VariantStatus::Ok && variant.perForward.has_value();
}

} // namespace

QString causeTitleOfKey(const std::string& cause)
{
    return QString::fromStdString(cause).replace(QLatin1Char('_'), QLatin1Char(' '));
}

QString familyGroupTitle(const std::string& familyKey)
{
    switch (colorFamilyNamed(familyKey)) {
    case ColorFamily::Gemm:
        return familyKey.find("conv") != std::string::npos ? tr("conv") : tr("gemm");
    case ColorFamily::Attention:
        return tr("attention");
    case ColorFamily::Elementwise:
        return tr("elementwise");
    case ColorFamily::Reduction:
        return tr("reduction");
    case ColorFamily::Softmax:
        return tr("softmax");
    case ColorFamily::Triton:
        return tr("fused");
    case ColorFamily::Copy:
        return tr("copy");
    default:
        return tr("other");
    }
}

std::vector<BarRow> kernelFamilyRows(const std::vector<SessionVariant>& variants)
{
    // The order of the stack, the same in every session.
    const std::array order{tr("gemm"),    tr("conv"),  tr("attention"), tr("elementwise"), tr("reduction"),
                           tr("softmax"), tr("fused"), tr("copy"),      tr("other")};
    std::vector<BarRow> rows;
    for (const SessionVariant& variant : variants) {
        if (!hasForward(variant))
            continue;
        BarRow row = rowOf(variant);
        for (const QString& group : order) {
            GapCauseTotals totals;
            for (const auto& [family, each] : variant.perForward->kernelsByFamily) {
                if (familyGroupTitle(family) == group) {
                    totals.count += each.count;
                    totals.us += each.us;
                }
            }
            if (totals.count == 0)
                continue;
            const QString count = countText(double(totals.count));
            row.parts.push_back({group, double(totals.count), count,
                                 tr("%1: %2 a forward, %3").arg(group, count, microsecondsLabel(totals.us))});
        }
        row.total = countText(variant.perForward->kernels);
        if (variant.perForward->graphLaunches > 0)
            row.total += tr(" · %1 graph launch").arg(countText(variant.perForward->graphLaunches));
        rows.push_back(std::move(row));
    }
    return rows;
}

std::vector<BarRow> gapCauseRows(const std::vector<SessionVariant>& variants)
{
    static constexpr std::array kOrder{"host_wait", "kernel_wait", "sync", "copy", "other"};
    std::vector<BarRow> rows;
    for (const SessionVariant& variant : variants) {
        if (!hasForward(variant))
            continue;
        BarRow row = rowOf(variant);
        for (const char* cause : kOrder) {
            const auto found = variant.perForward->gapCauses.find(cause);
            if (found == variant.perForward->gapCauses.end() || found->second.count == 0)
                continue;
            const QString name = causeTitleOfKey(cause);
            const QString length = microsecondsLabel(found->second.us);
            row.parts.push_back({name, found->second.us, QString(),
                                 tr("%1: %2 in %3 gaps").arg(name, length).arg(found->second.count)});
        }
        row.total = microsecondsLabel(variant.perForward->gapUs) +
                    tr(" · %1 gaps").arg(countText(variant.perForward->gapsOver1us));
        rows.push_back(std::move(row));
    }
    return rows;
}

std::vector<IterationSeries> callSeries(const Session& session)
{
    std::vector<IterationSeries> all;
    for (const SessionVariant& variant : session.variants) {
        if (variant.status != VariantStatus::Ok || !variant.steady)
            continue;
        IterationSeries series{QString::fromStdString(variant.id), QString::fromStdString(variant.id), {}, 0};
        for (const std::vector<double>& round : variant.steady->roundsUs)
            series.durationsUs.insert(series.durationsUs.end(), round.begin(), round.end());
        all.push_back(std::move(series));
    }
    return all;
}

QColor kernelFamilyColour(const QString& family, const Theme& theme)
{
    return familyColor(colorFamilyNamed(family.toStdString()), theme);
}

QColor gapCauseColour(const QString& causeTitle, const Theme& theme)
{
    return gapCauseColor(QString(causeTitle).replace(QLatin1Char(' '), QLatin1Char('_')).toStdString(),
                         theme);
}

} // namespace twintrace
