// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/session.h"

#include <QString>

#include <string>
#include <vector>

namespace twintrace
{

/// A short fact about a session, shown as a chip under the verdict.
struct Chip {
    enum class Tone { Plain, Good, Warning, Bad };
    QString text;
    QString explanation;
    Tone tone = Tone::Plain;
};

/// Outputs, steadiness, checks, the recorder's cost, dropped records, and what it ran on; in this order.
[[nodiscard]] std::vector<Chip> sessionChips(const Session& session, const std::string& baseline,
                                             const std::string& candidate);

/// "NVIDIA H200 · torch 2.11.0 · bfloat16 · 16×1024": the last chip, and the caption of pictures.
[[nodiscard]] QString environmentText(const Session& session);
/// Runs, device, torch version: the caption line of every picture of a session.
[[nodiscard]] QString sessionCaption(const Session& session);

} // namespace twintrace
