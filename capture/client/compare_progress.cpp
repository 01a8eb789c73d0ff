// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/client/compare_progress.h"

#include <utility>

namespace twintrace
{

PhaseScope::PhaseScope(const CompareListener& listener, PhaseTimes& times, std::string variant,
                       std::string phase, std::optional<double> plannedMs, std::string note)
    : m_listener(listener), m_times(times)
{
    m_phase.variant = std::move(variant);
    m_phase.phase = std::move(phase);
    m_phase.note = std::move(note);
    m_phase.estimateMs = plannedMs ? plannedMs : times.expected(m_phase.variant, m_phase.phase);
    if (m_listener.progressed)
        m_listener.progressed(m_phase);
}

PhaseScope::~PhaseScope()
{
    m_phase.elapsedMs = elapsedMs();
    m_phase.isOver = true;
    if (!m_isSpoilt)
        m_times.note(m_phase.variant, m_phase.phase, m_phase.elapsedMs);
    if (m_listener.progressed)
        m_listener.progressed(m_phase);
}

double PhaseScope::elapsedMs() const
{
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - m_begin).count();
}

} // namespace twintrace
