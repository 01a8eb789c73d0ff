// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/runner/eager_plan.h"
#include "capture/runner/model_runner.h"

#include <memory>
#include <string>
#include <vector>

namespace twintrace
{

inline constexpr std::uint32_t kNoNode = 0xFFFFFFFFU;
/// The graph node whose op this thread is running; the recorder reads it to know an op's source line.
inline constinit thread_local std::uint32_t t_currentNode = kNoNode;

/// Runs an exported program op by op through the c10 dispatcher, as Python's eager mode does, without Python.
class EagerExecutor final : public ModelRunner
{
  public:
    [[nodiscard]] static Result<std::unique_ptr<ModelRunner>> load(ExportedProgram program,
                                                                   at::Device device);

    [[nodiscard]] Result<Outputs> run() override;
    [[nodiscard]] Result<void> synchronize() override;
    [[nodiscard]] std::vector<protocol::ModelInput> inputs() const override { return m_inputs; }
    [[nodiscard]] at::ScalarType precision() const override { return m_precision; }
    [[nodiscard]] const ProvenanceTable& provenance() const override { return m_provenance; }

  private:
    EagerExecutor() = default;
    void push(Operand& operand);
    void runStep(Step& step);
    void storeOutputs(const Step& step);

    EagerPlan m_plan;
    std::vector<c10::IValue> m_values; ///< the slots
    std::vector<c10::IValue> m_stack;
    std::vector<protocol::ModelInput> m_inputs;
    std::vector<std::string> m_targets; ///< of the nodes, for errors
    ProvenanceTable m_provenance;
    at::ScalarType m_precision = at::ScalarType::Float;
    at::Device m_device = at::kCPU;
};

} // namespace twintrace
