// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runner/aot_runner.h"

#include "capture/runner/device_sync.h"
#include "capture/runner/input_check.h"
#include "capture/runner/tensor_traits.h"
#include "capture/runner/torch_errors.h"

#include <ATen/ops/empty_strided.h>
#include <ATen/ops/randn.h>
#include <ATen/ops/zeros.h>
#include <torch/csrc/inductor/aoti_package/model_package_loader.h>

#include <algorithm>
#include <regex>

namespace twintrace
{
namespace
{

// For a package alone: some tensor that the compiled code accepts. Numbers from a normal distribution, whole
// numbers 0, which is a good index into anything.
Result<at::Tensor> makeUpInput(const std::string& name, const ExpectedTensor& expected, at::Device device)
{
    if (!expected.dtype || !expected.sizes)
        return fail(ErrorCode::Unsupported,
                    "The package does not say what its input \"" + name +
                        "\" looks like; give the torch.export .pt2 that it was compiled from too.");
    std::vector<std::int64_t> sizes;
    for (const SizeLimit& limit : *expected.sizes) {
        const std::int64_t least = std::max<std::int64_t>(limit.least.value_or(1), 1);
        sizes.push_back(
            limit.fixed.value_or(std::min(std::max<std::int64_t>(least, 8), limit.most.value_or(8))));
    }
    const auto options = at::TensorOptions().device(device);
    at::Tensor tensor = c10::isFloatingType(*expected.dtype) || c10::isComplexType(*expected.dtype)
                            ? at::randn(sizes, options).to(*expected.dtype)
                            : at::zeros(sizes, options.dtype(*expected.dtype));
    std::vector<std::int64_t> strides = tensor.strides().vec();
    for (std::size_t at = 0; at < expected.strides.size() && at < strides.size(); ++at)
        strides[at] = expected.strides[at].value_or(strides[at]);
    if (strides == tensor.strides().vec())
        return tensor;
    at::Tensor strided = at::empty_strided(sizes, strides, tensor.options());
    strided.copy_(tensor);
    return strided;
}

at::ScalarType exportedType(std::int32_t number)
{
    return static_cast<at::ScalarType>(number); // the container speaks c10's numbers
}

} // namespace

AotRunner::~AotRunner() = default;

Result<std::unique_ptr<AotRunner>> AotRunner::load(Request request)
{
    TWINTRACE_TRY(checkMachine(request.package, request.device));
    std::unique_ptr<AotRunner> runner(new AotRunner);
    runner->m_path = request.package.path;
    runner->m_device = request.device;
    runner->m_errors = request.errors;
    runner->m_provenance.kernels = std::move(request.package.source.kernels);
    TWINTRACE_TRY(runner->prepareInputs(request));
    TWINTRACE_TRY(runner->loadCode(request));
    return runner;
}

Result<void> AotRunner::prepareInputs(const Request& request)
{
    const std::vector<ExpectedTensor>& expected = request.package.source.inputs;
    if (request.examples) {
        std::size_t example = 0;
        for (const GraphInput& input : request.examples->inputs) {
            if (input.kind == GraphInput::Kind::Weight || example >= request.examples->exampleInputs.size())
                continue;
            const c10::IValue& value = request.examples->exampleInputs[example++];
            if (!value.isTensor()) // numbers were specialised away
                continue;
            m_described.push_back(describeInput(input.value, value));
            m_inputs.push_back(value.toTensor());
        }
    } else {
        for (std::size_t at = 0; at < expected.size(); ++at) {
            const std::string name = "input " + std::to_string(at);
            auto tensor = makeUpInput(name, expected[at], m_device);
            if (!tensor)
                return tl::unexpected(tensor.error());
            m_described.push_back(describeInput(name, *tensor));
            m_inputs.push_back(std::move(*tensor));
        }
    }
    if (!expected.empty() && expected.size() != m_inputs.size())
        return fail(ErrorCode::Usage, m_path + " takes " + std::to_string(expected.size()) + " tensors and " +
                                          std::to_string(m_inputs.size()) +
                                          " are given; compile the package from this export.");
    for (std::size_t at = 0; at < expected.size(); ++at)
        TWINTRACE_TRY(checkTensor(m_described[at].name, expected[at], m_inputs[at]));
    m_precision = coarsestType(m_inputs);
    return {};
}

Result<void> AotRunner::loadCode(const Request& request)
{
    if (m_errors != nullptr)
        m_errors->clear();
    try {
        m_loader = std::make_unique<torch::inductor::AOTIModelPackageLoader>(
            m_path, request.package.model, request.isSingleThreaded, 1,
            m_device.is_cuda() ? m_device.index() : c10::DeviceIndex(-1));
        for (const auto& [name, type] : m_loader->get_runner()->getConstantNamesToDtypes())
            m_precision = coarserOf(m_precision, exportedType(type));
        return {};
    } catch (const std::exception& exception) {
        return tl::unexpected(explain("The compiled package " + m_path + " cannot be loaded", exception));
    }
}

Result<Outputs> AotRunner::run()
{
    if (m_errors == nullptr)
        return fail(ErrorCode::Failed, "The compiled package was not loaded.");
    try {
        std::vector<at::Tensor> results = m_loader->run(m_inputs);
        return Outputs(std::make_move_iterator(results.begin()), std::make_move_iterator(results.end()));
    } catch (const std::exception& exception) {
        return tl::unexpected(explain("The compiled model failed", exception));
    }
}

std::vector<at::Tensor> AotRunner::runUnchecked(const std::vector<at::Tensor>& inputs)
{
    return m_loader->run(inputs);
}

Result<void> AotRunner::synchronize()
{
    return synchronizeDevice(m_device);
}

Error AotRunner::explain(const std::string& what, const std::exception& exception)
{
    const std::string said = exception.what();
    const std::string printed = m_errors == nullptr ? std::string() : m_errors->take();
    const std::string detail = said + (printed.empty() ? "" : "\n" + printed);
    std::smatch match;
    if (std::regex_search(detail, match, std::regex("undefined symbol: *([A-Za-z0-9_.]+)")))
        return {ErrorCode::Failed,
                what +
                    ": it was compiled with another version of torch than " TWINTRACE_TORCH_VERSION
                    " (missing symbol " +
                    match[1].str() + "); compile the model with this one.",
                detail};
    if (detail.find("cannot enable executable stack") != std::string::npos)
        return {
            ErrorCode::Unsupported,
            what +
                ": this system's C library refuses code that asks for an executable stack, as AOTInductor's "
                "does; set GLIBC_TUNABLES=glibc.rtld.execstack=2 and try again.",
            detail};
    // The exception names the failing call of the C interface; what went wrong was printed before it was
    // thrown.
    std::string reason = firstLine(exception);
    if (std::regex_search(printed, match, std::regex("(?:Error: |Exception[^:\\n]*: |error: )([^\\n]+)")))
        reason = firstLine(match[1].str());
    return {ErrorCode::Failed, what + ": " + reason + ".", detail};
}

} // namespace twintrace
