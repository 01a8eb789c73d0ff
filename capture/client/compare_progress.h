// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/client/phase_times.h"
#include "core/model/session.h"

#include <chrono>
#include <functional>
#include <optional>
#include <string>

namespace twintrace
{

/// Told while a comparison runs, in its thread.
struct CompareListener {
    struct Phase {
        std::string variant; ///< "" for what all share
        std::string phase;
        std::string note;
        double elapsedMs = 0;
        std::optional<double> estimateMs;
        bool isOver = false;
    };
    std::function<void(const Phase&)> progressed;
    std::function<void(const std::string& variant, VariantStatus status, const std::string& sentence)>
        variantEnded;
    std::function<void(const std::string& folder)> sessionWritten;
};

/// A phase that is told when it begins and, in the destructor, when it ends; remembered for the next
/// estimate.
class PhaseScope
{
  public:
    PhaseScope(const CompareListener& listener, PhaseTimes& times, std::string variant, std::string phase,
               std::optional<double> plannedMs = {}, std::string note = {});
    ~PhaseScope();
    PhaseScope(const PhaseScope&) = delete;
    PhaseScope& operator=(const PhaseScope&) = delete;

    /// The phase did not come to its end: its time says nothing about the next run.
    void spoil() { m_isSpoilt = true; }
    [[nodiscard]] double elapsedMs() const;

  private:
    const CompareListener& m_listener;
    PhaseTimes& m_times;
    CompareListener::Phase m_phase;
    std::chrono::steady_clock::time_point m_begin = std::chrono::steady_clock::now();
    bool m_isSpoilt = false;
};

} // namespace twintrace
