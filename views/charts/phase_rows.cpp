// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/charts/phase_rows.h"

#include "views/charts/duration_ticker.h"
#include "views/style/palette.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <optional>

namespace twintrace
{
namespace
{

/// A phase with its colour: a hue of its own, or one of the three of the cold and warm bars.
struct Phase {
    const char* name; ///< as the Python helper says
    const char* title;
    std::optional<ColorFamily> hue;
    QColor Theme::*shade = nullptr;
};

// In the order in which they happen.
constexpr std::array kPhases{
    Phase{"export", QT_TRANSLATE_NOOP("PhaseRows", "export"), {}, &Theme::coldCached},
    Phase{"dynamo", QT_TRANSLATE_NOOP("PhaseRows", "Dynamo"), ColorFamily::Gemm},
    Phase{"guards", QT_TRANSLATE_NOOP("PhaseRows", "guards"), ColorFamily::Overhead},
    Phase{"aot_autograd", QT_TRANSLATE_NOOP("PhaseRows", "AOTAutograd"), ColorFamily::Copy},
    Phase{"inductor", QT_TRANSLATE_NOOP("PhaseRows", "Inductor"), ColorFamily::Elementwise},
    Phase{"triton", QT_TRANSLATE_NOOP("PhaseRows", "Triton"), ColorFamily::Triton},
    Phase{"autotuning", QT_TRANSLATE_NOOP("PhaseRows", "autotuning"), ColorFamily::Reduction},
    Phase{"cpp_compile", QT_TRANSLATE_NOOP("PhaseRows", "C++ compile"), ColorFamily::Softmax},
    Phase{"compile", QT_TRANSLATE_NOOP("PhaseRows", "compile"), {}, &Theme::coldUncached},
    Phase{"other", QT_TRANSLATE_NOOP("PhaseRows", "compile, rest"), {}, &Theme::coldUncached},
    Phase{"load", QT_TRANSLATE_NOOP("PhaseRows", "load"), ColorFamily::Attention},
    Phase{"run", QT_TRANSLATE_NOOP("PhaseRows", "first run"), {}, &Theme::steady},
};

QString titleOf(const Phase& phase)
{
    return QCoreApplication::translate("PhaseRows", phase.title);
}

void addPart(BarRow& row, const char* name, std::optional<double> ms)
{
    if (!ms || !(*ms > 0))
        return;
    const QString title = phaseTitle(QString::fromLatin1(name));
    for (BarPart& part : row.parts) {
        if (part.key != title)
            continue;
        part.value += *ms;
        part.text = millisecondsText(part.value);
        part.hover = title + QStringLiteral(": ") + part.text;
        return;
    }
    row.parts.push_back(
        {title, *ms, millisecondsText(*ms), title + QStringLiteral(": ") + millisecondsText(*ms)});
}

} // namespace

QString phaseTitle(const QString& name)
{
    for (const Phase& phase : kPhases) {
        if (name == QLatin1String(phase.name))
            return titleOf(phase);
    }
    return QString(name).replace(QLatin1Char('_'), QLatin1Char(' '));
}

QStringList phaseOrder()
{
    QStringList titles;
    for (const Phase& phase : kPhases)
        titles << titleOf(phase);
    return titles;
}

QColor firstCallColour(const QString& title, const Theme& theme)
{
    for (const Phase& phase : kPhases) {
        if (title == titleOf(phase))
            return phase.hue ? familyColor(*phase.hue, theme) : theme.*phase.shade;
    }
    return theme.muted;
}

std::vector<BarRow> firstCallRows(const std::vector<SessionVariant>& variants)
{
    std::vector<BarRow> rows;
    for (const SessionVariant& variant : variants) {
        if (variant.status != VariantStatus::Ok || !variant.uncached || !variant.uncached->totalMs)
            continue;
        const UncachedFirstCall& first = *variant.uncached;
        BarRow row;
        row.id = row.label = QString::fromStdString(variant.id);
        addPart(row, "export", first.exportMs);
        double phased = 0;
        for (const auto& [name, ms] : first.phasesMs) {
            addPart(row, name.c_str(), ms);
            phased += ms;
        }
        if (first.compileMs)
            addPart(row, first.phasesMs.empty() ? "compile" : "other", *first.compileMs - phased);
        addPart(row, "load", first.loadMs);
        addPart(row, "run", first.firstMs);
        row.total = millisecondsText(*first.totalMs);
        rows.push_back(std::move(row));
    }
    return rows;
}

std::vector<BarRow> phaseRows(const std::vector<std::pair<QString, double>>& phasesMs)
{
    BarRow row;
    row.label = QCoreApplication::translate("PhaseRows", "first call");
    double sum = 0;
    for (const auto& [name, ms] : phasesMs) {
        addPart(row, name.toLatin1().constData(), ms);
        sum += ms;
    }
    row.total = millisecondsText(sum);
    return row.parts.empty() ? std::vector<BarRow>() : std::vector<BarRow>{row};
}

} // namespace twintrace
