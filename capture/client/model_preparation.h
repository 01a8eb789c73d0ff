// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/client/children.h"
#include "capture/client/compare_options.h"
#include "capture/client/private_folder.h"
#include "capture/client/variant_run.h"
#include "capture/protocol/messages.h"
#include "core/base/result.h"
#include "core/model/session.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace twintrace
{

/// What the Python helper made of the model, or what there is without it.
struct Preparation {
    protocol::ModelDescription model;
    protocol::HelloEvent hello;
    std::string exported, package, pythonModel; ///< empty: there is none
    std::vector<protocol::PreparedBatch> batches;
    std::optional<double> exportMs;
    std::string gpu, cuda;
    std::optional<Error> noExport; ///< why there is no exported program
    std::optional<Error> noPython; ///< why there is no Python module
    std::optional<Error> noRunner; ///< why no runner fits this Python's torch

    /// Why a variant cannot run on this.
    [[nodiscard]] std::optional<Error> refusal(const VariantKind& kind) const;
};

/// Runs `prepare` in a Python process of its own. An AOTInductor package without the exported program and a
/// model that torch.export refuses are no errors: some variants can still run.
[[nodiscard]] Result<Preparation> prepareModel(const CompareOptions& options, const RunContext& context,
                                               const PrivateFolder& folder);

/// Writes what is known of the model, the Python and the GPU into the session.
void describe(const Preparation& preparation, Session& session);

/// Compiles in a fresh Python process with an empty cache: `started` when there is one already, else a new
/// one.
[[nodiscard]] Result<protocol::CompiledEvent>
compilePackage(const RunContext& context, const PrivateFolder& folder, const std::string& exported,
               bool isTuned, const std::string& variant, std::unique_ptr<ChildProcess> started);

} // namespace twintrace
