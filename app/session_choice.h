// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/model/session.h"

#include <QString>

#include <cstdint>
#include <string>

namespace twintrace
{

/// An opened session and what of it is on screen: one batch size, a baseline and a candidate.
class SessionChoice
{
  public:
    /// Reads the folder; the sentence's own comparison is chosen first.
    [[nodiscard]] Result<void> open(const QString& folder);
    /// Another batch size; the pair stays where both ran with it.
    void chooseBatch(std::int64_t batch);
    void choosePair(const std::string& baseline, const std::string& candidate);

    [[nodiscard]] const Session& whole() const { return m_whole; }   ///< every batch size
    [[nodiscard]] const Session& shown() const { return m_session; } ///< the chosen one
    [[nodiscard]] const QString& folder() const { return m_folder; }
    [[nodiscard]] const std::string& baseline() const { return m_baseline; }
    [[nodiscard]] const std::string& candidate() const { return m_candidate; }
    /// Of the chosen batch size; null when there is none of that id.
    [[nodiscard]] const SessionVariant* variant(const std::string& id) const;
    /// What people read for an id.
    [[nodiscard]] QString label(const std::string& id) const;
    /// The path of a variant's trace, "" when nothing was recorded.
    [[nodiscard]] QString traceFile(const std::string& id) const;
    /// The verdict about the pair, or about the session where the pair has none.
    [[nodiscard]] QString sentence() const;

  private:
    void chooseMain();

    Session m_whole, m_session;
    QString m_folder;
    std::string m_baseline, m_candidate;
};

} // namespace twintrace
