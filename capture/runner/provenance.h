// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace twintrace
{

/// Where in the user's Python an op comes from.
struct Provenance {
    std::string
        sourceFile; ///< of the innermost line that is the user's (not torch's own), as Python wrote it
    int sourceLine = 0;
    std::string sourceText;  ///< the line itself
    std::string modulePath;  ///< "encoder.layer.0.attention", empty at the top
    std::string moduleClass; ///< "torch.nn.modules.linear.Linear"
    std::string node;        ///< the graph's own name of the value: "linear_3"

    /// "model.py:12", or empty when it is not known.
    [[nodiscard]] std::string place() const;
};

/// Reads a Python stack trace (`File "…", line N, in f` and the line's text beneath), innermost frame last.
void readStackTrace(const std::string& stackTrace, Provenance& provenance);
/// Reads torch.export's nn_module_stack ("key,path,class;…"), innermost last.
void readModuleStack(const std::string& moduleStack, Provenance& provenance);

} // namespace twintrace
