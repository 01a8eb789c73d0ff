// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/panels/session_chips.h"

#include "core/base/format.h"
#include "views/models/figure_text.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

namespace twintrace
{
namespace
{

QString tr(const char* text)
{
    return QCoreApplication::translate("SessionChips", text);
}

std::vector<const SessionVariant*> measuredVariants(const Session& session)
{
    std::vector<const SessionVariant*> variants;
    for (const SessionVariant& variant : session.variants) {
        if (variant.status == VariantStatus::Ok)
            variants.push_back(&variant);
    }
    return variants;
}

Chip outputsChip(const std::vector<const SessionVariant*>& variants)
{
    QStringList lines;
    QStringList wrong;
    bool isAnyCompared = false;
    for (const SessionVariant* variant : variants) {
        if (!variant->numerics)
            continue;
        isAnyCompared = true;
        const Numerics& numerics = *variant->numerics;
        QString line = textOf(variant->id) + tr(" against %1: ").arg(textOf(numerics.against));
        line += numerics.maxAbs ? tr("largest difference %1").arg(*numerics.maxAbs, 0, 'g', 3)
                                : tr("no common shape");
        line += tr(", tolerance %1").arg(numerics.tolerance, 0, 'g', 3);
        lines << line;
        if (!numerics.ok)
            wrong << textOf(variant->id);
    }
    if (!isAnyCompared)
        return {tr("outputs not compared"), QString(), Chip::Tone::Warning};
    if (wrong.isEmpty())
        return {tr("✓ outputs agree"), lines.join(QLatin1Char('\n')), Chip::Tone::Good};
    return {tr("✗ wrong outputs: %1").arg(wrong.join(QStringLiteral(", "))), lines.join(QLatin1Char('\n')),
            Chip::Tone::Bad};
}

Chip steadyChip(const std::vector<const SessionVariant*>& variants)
{
    QStringList unsteady;
    int warmup = 0;
    for (const SessionVariant* variant : variants) {
        if (!variant->steady)
            continue;
        warmup = std::max(warmup, variant->steady->warmupCalls);
        if (!variant->steady->isSteady)
            unsteady << textOf(variant->id);
    }
    if (unsteady.isEmpty())
        return {tr("✓ steady after %1 calls").arg(countText(warmup)),
                tr("The durations no longer drifted when measuring began."), Chip::Tone::Good};
    return {tr("not steady: %1").arg(unsteady.join(QStringLiteral(", "))),
            tr("The durations still drifted at the end of the warm-up: read these figures with care."),
            Chip::Tone::Warning};
}

Chip checksChip(const Session& session)
{
    QStringList lines;
    std::ptrdiff_t passed = 0;
    for (const SessionCheck& check : session.checks) {
        passed += check.ok ? 1 : 0;
        lines << (check.ok ? QStringLiteral("✓ ") : QStringLiteral("✗ ")) + textOf(check.sentence);
    }
    const bool allPassed = passed == std::ptrdiff_t(session.checks.size());
    return {tr("%1 %2 of %3 checks")
                .arg(allPassed ? QStringLiteral("✓") : QStringLiteral("✗"))
                .arg(passed)
                .arg(session.checks.size()),
            lines.join(QLatin1Char('\n')), allPassed ? Chip::Tone::Good : Chip::Tone::Warning};
}

QString shapeText(const TensorSpec& input)
{
    QStringList sides;
    for (const std::int64_t side : input.shape)
        sides << QString::number(side);
    return sides.join(QStringLiteral("×"));
}

} // namespace

QString environmentText(const Session& session)
{
    const SessionEnvironment& environment = session.environment;
    const bool isGpu = environment.isOnGpu();
    QStringList parts;
    const std::string& machine = isGpu ? environment.gpu : environment.cpu;
    if (!machine.empty())
        parts << textOf(machine);
    if (!environment.torch.empty())
        parts << QStringLiteral("torch ") + textOf(environment.torch);
    if (!environment.dtype.empty())
        parts << textOf(environment.dtype);
    else if (!session.model.inputs.empty())
        parts << textOf(session.model.inputs.front().dtype);
    if (!session.model.inputs.empty())
        parts << shapeText(session.model.inputs.front());
    if (!isGpu && environment.threads > 0)
        parts << tr("%1 threads").arg(environment.threads);
    return parts.join(QStringLiteral(" · "));
}

QString sessionCaption(const Session& session)
{
    QStringList runs;
    for (const SessionVariant& variant : session.variants)
        runs << textOf(variant.id);
    QStringList parts{textOf(session.model.name.empty() ? session.model.source : session.model.name)};
    parts << runs.join(QStringLiteral(", ")) << environmentText(session);
    return parts.join(QStringLiteral(" · "));
}

std::vector<Chip> sessionChips(const Session& session, const std::string&, const std::string& candidate)
{
    const std::vector<const SessionVariant*> variants = measuredVariants(session);
    std::vector<Chip> chips{outputsChip(variants), steadyChip(variants)};
    if (!session.checks.empty())
        chips.push_back(checksChip(session));
    std::int64_t dropped = 0;
    double recorder = 0;
    bool isRecorded = false;
    for (const SessionVariant* variant : variants) {
        dropped += variant->droppedRecords;
        isRecorded = isRecorded || !variant->trace.empty();
        if (variant->recordedOverUnrecorded && variant->id == candidate)
            recorder = *variant->recordedOverUnrecorded;
    }
    if (recorder > 0)
        chips.push_back({tr("recorder adds %1").arg(textOf(formatPercent(std::max(0.0, recorder - 1)))),
                         tr("Recorded ÷ unrecorded steady time of the candidate; the latencies were measured "
                            "without it."),
                         Chip::Tone::Plain});
    if (isRecorded)
        chips.push_back({tr("%1 records dropped").arg(countText(dropped)),
                         dropped == 0
                             ? tr("Everything that ran in the recorded pass is in the traces.")
                             : tr("Buffers were full: kernels and gaps of the recorded pass are incomplete."),
                         dropped == 0 ? Chip::Tone::Plain : Chip::Tone::Bad});
    const QString environment = environmentText(session);
    if (!environment.isEmpty())
        chips.push_back({environment, QString(), Chip::Tone::Plain});
    return chips;
}

} // namespace twintrace
