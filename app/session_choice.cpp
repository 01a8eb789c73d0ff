// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session_choice.h"

#include "app/session_batches.h"
#include "core/compare/session_verdict.h"
#include "core/import/session_reader.h"
#include "views/models/figure_text.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>

namespace twintrace
{

Result<void> SessionChoice::open(const QString& folder)
{
    Result<Session> session = readSession(folder.toStdString());
    if (!session)
        return tl::unexpected<Error>(session.error());
    m_whole = std::move(*session);
    m_folder = QFileInfo(folder).isDir() ? folder : QFileInfo(folder).absolutePath();
    const std::vector<std::int64_t> batches = batchesOf(m_whole);
    m_session = sessionOfBatch(m_whole, batches.empty() ? 0 : batches.front());
    chooseMain();
    return {};
}

void SessionChoice::chooseBatch(std::int64_t batch)
{
    m_session = sessionOfBatch(m_whole, batch);
    if (variant(m_baseline) == nullptr || variant(m_candidate) == nullptr)
        chooseMain();
    judge(m_session, m_baseline);
}

void SessionChoice::choosePair(const std::string& baseline, const std::string& candidate)
{
    const bool isNewBaseline = m_baseline != baseline;
    m_baseline = baseline;
    m_candidate = candidate;
    if (isNewBaseline)
        judge(m_session, m_baseline);
}

void SessionChoice::chooseMain()
{
    m_baseline.clear();
    m_candidate.clear();
    if (const SessionComparison* main = mainComparison(m_session)) {
        m_baseline = main->baseline;
        m_candidate = main->candidate;
    }
    for (const SessionVariant& each : m_session.variants) {
        if (each.status != VariantStatus::Ok)
            continue;
        if (m_baseline.empty())
            m_baseline = each.id;
        else if (m_candidate.empty() && each.id != m_baseline)
            m_candidate = each.id;
    }
    if (m_candidate.empty())
        m_candidate = m_baseline;
}

const SessionVariant* SessionChoice::variant(const std::string& id) const
{
    const auto found = std::find_if(m_session.variants.begin(), m_session.variants.end(),
                                    [&id](const SessionVariant& each) { return each.id == id; });
    return found == m_session.variants.end() ? nullptr : &*found;
}

QString SessionChoice::label(const std::string& id) const
{
    const SessionVariant* found = variant(id);
    return found == nullptr || found->label.empty() ? textOf(id) : textOf(found->label);
}

QString SessionChoice::traceFile(const std::string& id) const
{
    const SessionVariant* found = variant(id);
    return found == nullptr || found->trace.empty() ? QString()
                                                    : QDir(m_folder).filePath(textOf(found->trace));
}

QString SessionChoice::sentence() const
{
    for (const SessionComparison& each : m_session.comparisons) {
        if (each.baseline == m_baseline && each.candidate == m_candidate)
            return textOf(verdictSentence(m_session, each));
    }
    return textOf(verdictSentence(m_session));
}

} // namespace twintrace
