// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runner/cudagraph_runner.h"

#include "capture/runner/torch_errors.h"

#ifdef TWINTRACE_CUDA
#include <ATen/cuda/CUDAGraph.h>
#include <c10/cuda/CUDAGuard.h>
#include <c10/cuda/CUDAStream.h>
#endif

#include <regex>

namespace twintrace
{

Error captureRefusal(const Error& cause)
{
    if (cause.detail.find("stream is capturing") == std::string::npos &&
        cause.message.find("stream is capturing") == std::string::npos)
        return cause;
    std::string op;
    std::smatch match;
    if (std::regex_search(cause.detail, match,
                          std::regex("aoti_torch_(?:cuda_)?(\\w+)\\([^\\n]*API call failed")))
        op = ", in the op " + match[1].str();
    return {ErrorCode::Unsupported,
            "The model cannot be captured into a CUDA graph: its forward waits for the GPU or reads a value "
            "back" +
                op + ", which a capture forbids; use the variant aot.",
            cause.detail};
}

#ifdef TWINTRACE_CUDA
namespace
{

// Handles of cuBLAS, lazily loaded modules and constant folding must all have happened before the capture:
// three runs and a wait were enough (tech notes 3).
constexpr int kWarmUpRuns = 3;

class CudaGraphRunner final : public ModelRunner
{
  public:
    explicit CudaGraphRunner(std::unique_ptr<AotRunner> package) : m_package(std::move(package)) {}

    Result<Outputs> run() override
    {
        try {
            if (!m_isCaptured)
                TWINTRACE_TRY(capture());
            const std::vector<at::Tensor>& inputs = m_package->tensors();
            for (std::size_t at = 0; at < inputs.size(); ++at)
                m_staticInputs[at].copy_(inputs[at], /*non_blocking=*/true);
            m_graph.replay();
            return Outputs(m_outputs.begin(), m_outputs.end());
        } catch (const std::exception& exception) {
            const Error error = m_package->explain("The CUDA graph of the compiled model failed", exception);
            return tl::unexpected(m_isCaptured ? error : captureRefusal(error));
        }
    }
    Result<void> synchronize() override { return m_package->synchronize(); }
    std::vector<protocol::ModelInput> inputs() const override { return m_package->inputs(); }
    at::ScalarType precision() const override { return m_package->precision(); }
    const ProvenanceTable& provenance() const override { return m_package->provenance(); }

  private:
    Result<void> capture()
    {
        for (const at::Tensor& input : m_package->tensors()) // strides as exported, memory of its own
            m_staticInputs.push_back(input.clone(at::MemoryFormat::Preserve));
        TWINTRACE_TRY(m_package->synchronize());
        const c10::cuda::CUDAStream stream = c10::cuda::getStreamFromPool(false, m_package->device().index());
        const c10::cuda::CUDAStreamGuard guard(stream);
        for (int at = 0; at < kWarmUpRuns; ++at)
            (void)m_package->runUnchecked(m_staticInputs);
        stream.synchronize();
        m_graph.capture_begin();
        std::exception_ptr failure;
        try {
            m_outputs = m_package->runUnchecked(m_staticInputs);
        } catch (...) { // kept, and thrown again once the capture is closed: an open capture makes
                        // destructors end the process
            failure = std::current_exception();
        }
        try {
            m_graph.capture_end();
        } catch (const std::exception& exception) {
            if (!failure)
                throw;
            (void)exception; // a consequence of the first failure, which says more
        }
        if (failure)
            std::rethrow_exception(failure);
        m_isCaptured = true;
        return {};
    }

    std::unique_ptr<AotRunner> m_package; ///< before the graph: its memory must outlive the graph's kernels
    at::cuda::CUDAGraph m_graph;
    std::vector<at::Tensor> m_staticInputs, m_outputs;
    bool m_isCaptured = false;
};

} // namespace

Result<std::unique_ptr<ModelRunner>> makeCudaGraphRunner(std::unique_ptr<AotRunner> package)
{
    if (!package->device().is_cuda())
        return fail(ErrorCode::Unsupported,
                    "CUDA graphs exist on CUDA only; use the variant aot on the CPU.");
    return std::unique_ptr<ModelRunner>(new CudaGraphRunner(std::move(package)));
}

#else

Result<std::unique_ptr<ModelRunner>> makeCudaGraphRunner(std::unique_ptr<AotRunner>)
{
    return fail(
        ErrorCode::Unsupported,
        "CUDA graphs need a twintrace-runner built against a LibTorch with CUDA, and a GPU; use the variant "
        "aot on the CPU.");
}

#endif

} // namespace twintrace
