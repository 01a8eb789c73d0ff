// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/models/kernel_map_model.h"

#include "core/compare/trace_comparison.h"
#include "views/models/figure_text.h"
#include "views/style/fonts.h"
#include "views/style/theme.h"

#include <cmath>

namespace twintrace
{
namespace
{

constexpr double kNanosecondsPerMicrosecond = 1e3;
constexpr int kShownNames = 12;
constexpr double kSmallDeltaUs = 0.05; // below the table's precision

QString namesOf(const std::vector<GroupKernel>& kernels, bool isWhole)
{
    QStringList names;
    for (const GroupKernel& kernel : kernels) {
        if (!isWhole && names.size() == kShownNames) {
            names << QStringLiteral("…");
            break;
        }
        names << textOf(isWhole ? kernel.name : kernel.shortName);
    }
    return names.join(isWhole ? QStringLiteral("\n") : QStringLiteral(" · "));
}

// What people call a fused group: its operators, "pow · mean · rsqrt"; kernel names where no operator is
// known.
QString baselineText(const KernelGroup& group)
{
    QStringList ops;
    for (const GroupKernel& kernel : group.baseline) {
        const QString op = textOf(kernel.op).section(QLatin1String("::"), -1);
        if (op.isEmpty())
            return namesOf(group.baseline, false);
        if (ops.size() == kShownNames) {
            ops << QStringLiteral("…");
            break;
        }
        ops << op;
    }
    return group.baseline.size() < 2 ? namesOf(group.baseline, false) : ops.join(QStringLiteral(" · "));
}

/// Source lines of a group, each once, the baseline's first: that is where the model says what is done.
QStringList sourcesOf(const KernelGroup& group)
{
    QStringList sources;
    for (const auto* side : {&group.baseline, &group.candidate}) {
        for (const GroupKernel& kernel : *side) {
            const QString source = textOf(kernel.source);
            if (!source.isEmpty() && !sources.contains(source))
                sources << source;
        }
    }
    return sources;
}

/// "model.py:38", and how many more there are.
QString sourceText(const KernelGroup& group)
{
    const QStringList sources = sourcesOf(group);
    if (sources.isEmpty())
        return {};
    const QString first = sources.front().section(QLatin1Char('\n'), 0, 0).section(QLatin1Char('/'), -1);
    return sources.size() == 1 ? first : first + QStringLiteral(" +%1").arg(sources.size() - 1);
}

QString layerTitle(const KernelGroup& group)
{
    if (group.kind == GroupKind::Added || group.kind == GroupKind::Removed)
        return {};
    return textOf(layerKey(group.layer));
}

} // namespace

QString fateText(const KernelGroup& group, const Paired<std::int64_t>& forwards)
{
    if (group.kind == GroupKind::Added)
        return KernelMapModel::tr("added");
    if (group.kind == GroupKind::Removed)
        return KernelMapModel::tr("gone");
    const auto positions = double(std::max<std::int64_t>(group.positions, 1));
    const double before = aForward(group.baselineCount, forwards.baseline) / positions;
    const double after = aForward(group.candidateCount, forwards.candidate) / positions;
    return meanCountText(before) + QStringLiteral("→") + meanCountText(after);
}

void KernelMapModel::setMap(const KernelMap& map)
{
    m_forwards = map.forwards;
    setRows(map.groups);
}

double KernelMapModel::baselineUs(const KernelGroup& row) const
{
    return aForward(row.baselineTime, m_forwards.baseline) / kNanosecondsPerMicrosecond;
}

double KernelMapModel::candidateUs(const KernelGroup& row) const
{
    return aForward(row.candidateTime, m_forwards.candidate) / kNanosecondsPerMicrosecond;
}

QVariant KernelMapModel::header(int column, int role) const
{
    if (role == Qt::ToolTipRole && column == MatchedBy)
        return tr("What tied the two sides together: provenance of our own recordings, the operator that "
                  "launched them, "
                  "the ops in a generated kernel's name, their order between anchors, or the name itself.");
    if (role != Qt::DisplayRole)
        return {};
    switch (column) {
    case Baseline:
        return tr("baseline kernels");
    case Fate:
        return tr("fused");
    case Candidate:
        return tr("candidate kernels");
    case AForward:
        return tr("a forward");
    case BaselineTime:
        return tr("baseline");
    case CandidateTime:
        return tr("candidate");
    case Delta:
        return tr("Δ a forward");
    case MatchedBy:
        return tr("matched by");
    default:
        return tr("source");
    }
}

QVariant KernelMapModel::cell(const KernelGroup& row, int column, int role) const
{
    const double delta = candidateUs(row) - baselineUs(row);
    if (role == kSortRole) {
        switch (column) {
        case AForward:
            return qlonglong(row.positions);
        case BaselineTime:
            return baselineUs(row);
        case CandidateTime:
            return candidateUs(row);
        case Delta:
            return delta;
        case Fate:
            return qlonglong(row.candidateCount - row.baselineCount);
        default:
            role = Qt::DisplayRole;
        }
    }
    if (role == Qt::FontRole) {
        if (column == Delta)
            return uiFont(13, QFont::DemiBold);
        // Inter would draw the x of 64x8 as a multiplication sign, in kernel names of either side.
        return column == Baseline || column == Candidate || column == Source ? QVariant(monoFont(12))
                                                                             : QVariant();
    }
    if (role == Qt::ForegroundRole && column == Delta && std::abs(delta) >= kSmallDeltaUs)
        return delta < 0 ? currentTheme().good : currentTheme().bad;
    if (role == kTagRole)
        return column == MatchedBy;
    if (role == Qt::ToolTipRole || role == kWholeTextRole) {
        if (column == Baseline || column == Candidate)
            return namesOf(column == Baseline ? row.baseline : row.candidate, true);
        if (column == Source)
            return sourcesOf(row).join(QLatin1Char('\n'));
        if (column == MatchedBy && role == Qt::ToolTipRole)
            return tr("confidence %1 %").arg(std::lround(row.confidence * 100));
        return {};
    }
    if (role != Qt::DisplayRole)
        return {};
    switch (column) {
    case Baseline:
        return baselineText(row);
    case Fate:
        return fateText(row, m_forwards);
    case Candidate:
        return namesOf(row.candidate, false);
    case AForward:
        return row.isOutside ? tr("outside") : tr("%1×").arg(countText(row.positions));
    case BaselineTime:
        return row.baselineCount == 0 ? QStringLiteral("—") : microsecondText(baselineUs(row));
    case CandidateTime:
        return row.candidateCount == 0 ? QStringLiteral("—") : microsecondText(candidateUs(row));
    case Delta:
        return deltaText(delta);
    case MatchedBy:
        return layerTitle(row);
    default:
        return sourceText(row);
    }
}

} // namespace twintrace
