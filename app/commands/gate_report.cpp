// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/gate_report.h"

#include "app/commands/report_error.h"
#include "core/compare/gate.h"

#include <algorithm>
#include <iostream>

namespace twintrace
{

int reportGates(const std::vector<std::string>& gates, const std::string& documentText)
{
    int exitCode = 0;
    for (const std::string& gate : gates) {
        const Result<GateOutcome> outcome = judgeGate(gate, documentText);
        if (!outcome) {
            exitCode = std::max(exitCode, reportError(outcome.error()));
            continue;
        }
        std::cerr << "twintrace: " << outcome->sentence << '\n';
        if (!outcome->passed)
            exitCode = std::max(exitCode, 1);
    }
    return exitCode;
}

} // namespace twintrace
