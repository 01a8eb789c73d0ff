// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>

namespace twintrace
{

/// How long each phase of a model took the last time on this machine: the only honest base of an estimate.
/// Kept in the user's cache folder; a missing or broken file means no estimates.
class PhaseTimes
{
  public:
    /// Of one model on one device ("mlp", "cpu").
    PhaseTimes(std::filesystem::path file, const std::string& model, const std::string& device);

    [[nodiscard]] std::optional<double> expected(const std::string& variant, const std::string& phase) const;
    void note(const std::string& variant, const std::string& phase, double ms);
    /// Writes what was noted; a failure is no harm.
    void save() const;

    [[nodiscard]] static std::filesystem::path defaultFile();

  private:
    std::filesystem::path m_file;
    std::string m_subject;
    std::map<std::string, double> m_knownMs; ///< of this subject: "variant/phase"
    std::map<std::string, double> m_notedMs;
};

} // namespace twintrace
