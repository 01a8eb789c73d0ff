// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/runner/aot_package.h"
#include "capture/runner/exported_program.h"
#include "capture/runner/model_runner.h"
#include "capture/runner/stderr_tail.h"

#include <memory>
#include <optional>
#include <vector>

namespace torch::inductor
{
class AOTIModelPackageLoader;
}

namespace twintrace
{

/// Runs a package of AOTInductor.
class AotRunner : public ModelRunner
{
  public:
    struct Request {
        AotPackage package;
        /// The program it was compiled from, for its example inputs; without one, inputs are made up from
        /// what the package demands.
        std::optional<ExportedProgram> examples;
        at::Device device = at::kCPU;
        /// Needed inside a CUDA graph; otherwise torch's own default (tech notes 3).
        bool isSingleThreaded = false;
        StderrTail* errors = nullptr; ///< where AOTInductor's real reasons arrive; outlives the runner
    };

    /// Checks machine and inputs first, then loads the code.
    [[nodiscard]] static Result<std::unique_ptr<AotRunner>> load(Request request);
    ~AotRunner() override;

    [[nodiscard]] Result<Outputs> run() override;
    [[nodiscard]] Result<void> synchronize() override;
    [[nodiscard]] std::vector<protocol::ModelInput> inputs() const override { return m_described; }
    [[nodiscard]] at::ScalarType precision() const override { return m_precision; }
    [[nodiscard]] const ProvenanceTable& provenance() const override { return m_provenance; }

    /// One forward on the current stream with the given inputs; exceptions pass. For the CUDA graph.
    [[nodiscard]] std::vector<at::Tensor> runUnchecked(const std::vector<at::Tensor>& inputs);
    [[nodiscard]] const std::vector<at::Tensor>& tensors() const { return m_inputs; }
    [[nodiscard]] at::Device device() const { return m_device; }
    [[nodiscard]] Error explain(const std::string& what, const std::exception& exception);

  private:
    AotRunner() = default;
    [[nodiscard]] Result<void> prepareInputs(const Request& request);
    [[nodiscard]] Result<void> loadCode(const Request& request);

    std::string m_path;
    std::unique_ptr<torch::inductor::AOTIModelPackageLoader> m_loader;
    std::vector<at::Tensor> m_inputs;
    std::vector<protocol::ModelInput> m_described;
    ProvenanceTable m_provenance;
    at::ScalarType m_precision = at::ScalarType::Float;
    at::Device m_device = at::kCPU;
    StderrTail* m_errors = nullptr;
};

} // namespace twintrace
