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
    row.label = QString::fromStdString(variant.label);
    return row;
}

bool hasForward(const SessionVariant& variant)
{
    return variant.status == VariantStatus::Ok && variant.perForward.has_value();
}

} // namespace

QString gapCauseTitle(const std::string& cause)
{
    return QString::fromStdString(cause).replace(QLatin1Char('_'), QLatin1Char(' '));
}

std::vector<BarRow> kernelFamilyRows(const std::vector<SessionVariant>& variants)
{
    std::vector<BarRow> rows;
    for (const SessionVariant& variant : variants) {
        if (!hasForward(variant))
            continue;
        BarRow row = rowOf(variant);
        std::vector<std::pair<std::string, GapCauseTotals>> families(
            variant.perForward->kernelsByFamily.begin(), variant.perForward->kernelsByFamily.end());
        std::stable_sort(families.begin(), families.end(), [](const auto& first, const auto& second) {
            return colorFamilyNamed(first.first) < colorFamilyNamed(second.first);
        });
        for (const auto& [family, totals] : families) {
            const QString name = QString::fromStdString(family);
            const QString count = countText(double(totals.count));
            row.parts.push_back({name, double(totals.count), count,
                                 tr("%1: %2 a forward, %3").arg(name, count, microsecondsLabel(totals.us))});
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
            const QString name = gapCauseTitle(cause);
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

std::vector<BarRow> firstCallRows(const std::vector<SessionVariant>& variants)
{
    std::vector<BarRow> rows;
    for (const SessionVariant& variant : variants) {
        if (variant.status != VariantStatus::Ok || !variant.uncached || !variant.uncached->totalMs)
            continue;
        const UncachedFirstCall& first = *variant.uncached;
        BarRow row = rowOf(variant);
        const auto add = [&row](const QString& name, std::optional<double> ms) {
            if (ms && *ms > 0)
                row.parts.push_back({name, *ms, millisecondsText(*ms), name + ": " + millisecondsText(*ms)});
        };
        add(tr("export"), first.exportMs);
        double phased = 0;
        for (const auto& [name, ms] : first.phasesMs) {
            add(QString::fromStdString(name), ms);
            phased += ms;
        }
        if (first.compileMs)
            add(first.phasesMs.empty() ? tr("compile") : tr("compile, rest"), *first.compileMs - phased);
        add(tr("load"), first.loadMs);
        add(tr("first run"), first.firstMs);
        row.total = millisecondsText(*first.totalMs);
        rows.push_back(std::move(row));
    }
    return rows;
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

QColor firstCallColour(const QString& phase, const Theme& theme)
{
    if (phase == tr("export"))
        return theme.coldCached;
    if (phase == tr("first run"))
        return theme.steady;
    if (phase == tr("load"))
        return familyColor(ColorFamily::Attention, theme);
    if (phase.startsWith(tr("compile")))
        return theme.coldUncached;
    static constexpr std::array kPhases{
        ColorFamily::Gemm, ColorFamily::Elementwise, ColorFamily::Reduction, ColorFamily::Triton,
        ColorFamily::Copy, ColorFamily::Softmax,     ColorFamily::Overhead};
    // A phase keeps its colour from session to session: the name decides.
    std::size_t sum = 0;
    for (const QChar letter : phase)
        sum = sum * 31 + letter.unicode();
    return familyColor(kPhases[sum % kPhases.size()], theme);
}

} // namespace twintrace
