// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session_batches.h"

#include "core/compare/session_verdict.h"

#include <algorithm>

namespace twintrace
{
namespace
{

template <class Entry> void keepBatch(std::vector<Entry>& entries, std::int64_t batch)
{
    entries.erase(std::remove_if(entries.begin(), entries.end(),
                                 [batch](const Entry& each) { return each.batch != batch; }),
                  entries.end());
}

std::optional<double> kernelTime(const SessionVariant& variant)
{
    return variant.perForward && variant.perForward->kernels > 0
               ? std::optional<double>(variant.perForward->busyUs)
               : std::nullopt;
}

} // namespace

std::vector<std::int64_t> batchesOf(const Session& session)
{
    std::vector<std::int64_t> batches;
    for (const SessionVariant& variant : session.variants) {
        if (std::find(batches.begin(), batches.end(), variant.batch) == batches.end())
            batches.push_back(variant.batch);
    }
    return batches;
}

Session sessionOfBatch(const Session& session, std::int64_t batch)
{
    Session part = session;
    keepBatch(part.variants, batch);
    keepBatch(part.comparisons, batch);
    return part;
}

std::vector<SweepPoint> sweepOf(const Session& session, const std::string& baseline,
                                const std::string& candidate)
{
    std::vector<SweepPoint> points;
    for (const std::int64_t batch : batchesOf(session)) {
        const SessionVariant* before = findVariant(session, baseline, batch);
        const SessionVariant* after = findVariant(session, candidate, batch);
        if (before == nullptr || after == nullptr || !before->steady || !after->steady)
            continue;
        points.push_back({batch, before->steady->medianUs, after->steady->medianUs, kernelTime(*before),
                          kernelTime(*after)});
    }
    return points;
}

} // namespace twintrace
