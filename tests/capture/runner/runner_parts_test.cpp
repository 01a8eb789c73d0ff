// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runner/cudagraph_runner.h"
#include "capture/runner/op_arguments.h"
#include "capture/runner/provenance.h"
#include "capture/runner/run_plan.h"
#include "capture/runner/symbolic_ops.h"
#include "capture/runner/wrapper_source.h"

#include <ATen/ops/empty.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace twintrace
{
namespace
{

using testing::ElementsAre;

c10::IValue compute(const char* target, std::vector<c10::IValue> operands)
{
    const SymbolicFunction function = findSymbolicFunction(target);
    return function == nullptr ? c10::IValue("no such function") : function(operands);
}

TEST(SymbolicOps, DivideAsPythonDoes)
{
    EXPECT_EQ(compute("_operator.floordiv", {7, 2}).toInt(), 3);
    EXPECT_EQ(compute("_operator.floordiv", {-7, 2}).toInt(), -4);
    EXPECT_EQ(compute("_operator.mod", {-7, 3}).toInt(), 2);
    EXPECT_EQ(compute("_operator.mod", {7, -3}).toInt(), -2);
    EXPECT_DOUBLE_EQ(compute("_operator.truediv", {7, 2}).toDouble(), 3.5);
    EXPECT_DOUBLE_EQ(compute("_operator.floordiv", {7.5, 2}).toDouble(), 3.0);
    EXPECT_THROW((void)compute("_operator.floordiv", {1, 0}), std::runtime_error);
}

TEST(SymbolicOps, KeepWholeNumbersWhole)
{
    EXPECT_EQ(compute("_operator.add", {1, true}).toInt(), 2);
    EXPECT_EQ(compute("_operator.pow", {3, 4}).toInt(), 81);
    EXPECT_DOUBLE_EQ(compute("_operator.pow", {2, -1}).toDouble(), 0.5);
    EXPECT_EQ(compute("torch.sym_max", {3, 5}).toInt(), 5);
    EXPECT_EQ(compute("torch.sym_int", {-2.7}).toInt(), -2);
    EXPECT_EQ(compute("math.ceil", {2.1}).toInt(), 3);
    EXPECT_DOUBLE_EQ(compute("torch.sym_float", {2}).toDouble(), 2.0);
    EXPECT_EQ(compute("torch.sym_ite", {true, 1, 2}).toInt(), 1);
    EXPECT_TRUE(compute("_operator.ge", {2, 2.0}).toBool());
    EXPECT_FALSE(compute("torch.sym_not", {true}).toBool());
    EXPECT_FALSE(compute("_operator.and_", {true, false}).toBool());
    EXPECT_EQ(compute("_operator.and_", {6, 3}).toInt(), 2);
}

TEST(SymbolicOps, AskTensorsForTheirSize)
{
    const at::Tensor tensor = at::empty({3, 4});
    EXPECT_EQ(compute("torch.ops.aten.sym_size.int", {tensor, -1}).toInt(), 4);
    EXPECT_EQ(compute("torch.ops.aten.sym_numel.default", {tensor}).toInt(), 12);
    EXPECT_EQ(findSymbolicFunction("torch.ops.aten.add.Tensor"), nullptr);
    EXPECT_TRUE(isExportArtefact("torch.ops.aten._assert_tensor_metadata.default"));
    EXPECT_FALSE(isExportArtefact("torch.ops.aten.add.Tensor"));
}

TEST(Provenance, TakesTheInnermostLineOfTheUser)
{
    Provenance provenance;
    readStackTrace("  File \"/home/u/train.py\", line 3, in <module>\n    main()\n"
                   "  File \"/home/u/model.py\", line 12, in forward\n    y = self.proj(x)\n"
                   "  File \"/v/site-packages/torch/nn/modules/linear.py\", line 134, in forward\n"
                   "    return F.linear(input, self.weight, self.bias)",
                   provenance);
    EXPECT_EQ(provenance.place(), "/home/u/model.py:12");
    EXPECT_EQ(provenance.sourceText, "y = self.proj(x)");
}

TEST(Provenance, TakesTorchsOwnLineWhenThereIsNoOther)
{
    Provenance provenance;
    readStackTrace(
        "File \"/v/torch/nn/modules/container.py\", line 250, in forward\n    input = module(input)",
        provenance);
    EXPECT_EQ(provenance.sourceLine, 250);
    readStackTrace("File \"broken", provenance);
    EXPECT_EQ(provenance.sourceLine, 250);
}

TEST(Provenance, TakesTheInnermostModule)
{
    Provenance provenance;
    readModuleStack(
        "L__self__,,model.Net;L['self'].layers.0.proj,layers.0.proj,torch.nn.modules.linear.Linear",
        provenance);
    EXPECT_EQ(provenance.modulePath, "layers.0.proj");
    EXPECT_EQ(provenance.moduleClass, "torch.nn.modules.linear.Linear");
}

TEST(WrapperSource, ReadsWhatInputsMustBe)
{
    const WrapperSource source =
        readWrapperSource("AOTI_NOINLINE static void check_input_0(\n"
                          ") {\n"
                          "    int32_t arg6_1_expected_dtype = aoti_torch_dtype_float32();\n"
                          "    if (arg6_1_size[0] < 2) {\n"
                          "    if (arg6_1_size[0] > 64) {\n"
                          "    if (32 != arg6_1_size[1]) {\n"
                          "    if (1 != arg6_1_stride[1]) {\n"
                          "    int32_t arg6_1_expected_device_type = 0;\n"
                          "}\n"
                          "    if (99 != arg6_1_size[0]) {\n");
    ASSERT_EQ(source.inputs.size(), 1U);
    const ExpectedTensor& input = source.inputs[0];
    EXPECT_EQ(input.dtype, at::kFloat);
    EXPECT_EQ(input.device, at::kCPU);
    ASSERT_EQ(input.sizes->size(), 2U);
    EXPECT_EQ((*input.sizes)[0].least, 2);
    EXPECT_EQ((*input.sizes)[0].most, 64);
    EXPECT_EQ((*input.sizes)[1].fixed, 32);
    ASSERT_EQ(input.strides.size(), 2U);
    EXPECT_EQ(input.strides[0], std::nullopt);
    EXPECT_EQ(input.strides[1], 1);
}

TEST(WrapperSource, TiesKernelsToSourceLines)
{
    const WrapperSource source = readWrapperSource(
        "    // Topologically Sorted Source Nodes: [linear, gelu], Original ATen: [aten.addmm, aten.gelu]\n"
        "    {\n"
        "    KernelContextGuard _ctx(\"aoti_torch_cpu_addmm_out\", R\"(\n"
        "File \"/u/m.py\", line 6, in forward\n    y = self.a(x)\n"
        "  File \"/v/torch/nn/modules/linear.py\", line 134, in forward\n    return F.linear(x)\n"
        "\n"
        "File \"/u/m.py\", line 7, in forward\n    z = gelu(y)\n"
        ")\");\n"
        "    // Topologically Sorted Source Nodes: [add], Original ATen: [aten.add]\n"
        "    call_triton_poi_fused_add_0(arg0_1, buf0, s0, stream);\n");
    const auto& guarded = source.kernels.at("aoti_torch_cpu_addmm_out");
    ASSERT_EQ(guarded.size(), 1U);
    EXPECT_THAT(guarded[0].sources, ElementsAre("/u/m.py:6", "/u/m.py:7"));
    EXPECT_THAT(guarded[0].sourceNodes, ElementsAre("linear", "gelu"));
    EXPECT_THAT(guarded[0].originalOps, ElementsAre("aten.addmm", "aten.gelu"));
    EXPECT_THAT(source.kernels.at("triton_poi_fused_add_0")[0].originalOps, ElementsAre("aten.add"));
}

TEST(WrapperSource, GoesOnAfterAGuardWithoutText)
{
    const WrapperSource source =
        readWrapperSource("    if (false) {\n"
                          "    KernelContextGuard _ctx(\"aoti_torch_cpu__flash\", R\"()\");\n"
                          "    }\n"
                          "    // Topologically Sorted Source Nodes: [add], Original ATen: [aten.add]\n"
                          "    cpp_fused_add_0(arg0_1, buf0);\n");
    ASSERT_EQ(source.kernels.at("aoti_torch_cpu__flash").size(), 1U);
    EXPECT_TRUE(source.kernels.at("aoti_torch_cpu__flash")[0].sources.empty());
    EXPECT_THAT(source.kernels.at("cpp_fused_add_0")[0].sourceNodes, ElementsAre("add"));
}

TEST(WrapperSource, CleansKernelNames)
{
    EXPECT_EQ(cleanKernelName("graph_12_cpp_fused_add_0"), "cpp_fused_add_0");
    EXPECT_EQ(cleanKernelName("kernels_.triton_poi_fused_add_0"), "triton_poi_fused_add_0");
    EXPECT_EQ(cleanKernelName("graph_convolution"), "graph_convolution");
    EXPECT_EQ(cleanKernelName("aten::add"), "aten::add");
    EXPECT_EQ(cleanKernelName("graph_1"), "graph_1");
}

TEST(RunPlan, IsSteadyOnlyWhenTheLastWindowsAgree)
{
    std::vector<Nanoseconds> durations(9, 100);
    EXPECT_FALSE(isSteady(durations, 0.02)); // two windows of five are not there yet
    durations.push_back(100);
    EXPECT_TRUE(isSteady(durations, 0.02));
    std::vector<Nanoseconds> falling;
    for (int at = 0; at < 10; ++at)
        falling.push_back(200 - 10 * at);
    EXPECT_FALSE(isSteady(falling, 0.02));
    durations[7] = 100'000; // one outlier moves no median
    EXPECT_TRUE(isSteady(durations, 0.02));
}

TEST(OpArguments, WritesShapesAsKinetoDoes)
{
    std::vector<std::int64_t> words(64);
    std::size_t used = 0;
    for (const c10::IValue& value :
         {c10::IValue(at::empty({2, 3})), c10::IValue(std::vector<at::Tensor>{at::empty({4}), at::empty({})}),
          c10::IValue(0.5), c10::IValue(c10::List<std::int64_t>({1, -1})), c10::IValue(), c10::IValue(true)})
        used += packArgument(value, std::span(words).subspan(used));
    JsonFields fields;
    writeArguments(std::span(words).first(used), fields);
    EXPECT_EQ(fields.object(),
              R"({"Input Dims":[[2, 3], [[4], []], [], [], [], []],)"
              R"("Input type":["float", "TensorList", "Scalar", "ScalarList", "", "Scalar"],)"
              R"("Concrete Inputs":["", "", "0.5", "[1, -1]", "", "True"]})");
    EXPECT_EQ(packArgument(at::empty({2, 3}), std::span(words).first(3)), 0U);
}

TEST(CudaGraph, ARefusedCaptureNamesTheOpAndTheWayOut)
{
    Error cause{ErrorCode::Failed, "The CUDA graph of the compiled model failed: x.", {}};
    EXPECT_EQ(captureRefusal(cause).message, cause.message);
    // As LibTorch 2.11 prints it on a GPU, between its backtraces.
    cause.detail =
        "run_func_( container_handle_, inputs) API call failed at runner.cpp, line 144\n"
        "Exception in aoti_torch: CUDA error: operation not permitted when stream is capturing\n"
        "Error: aoti_torch_cuda_nonzero(buf1, &buf3_handle) API call failed at model.cpp, line 923\n";
    const Error refusal = captureRefusal(cause);
    EXPECT_EQ(refusal.code, ErrorCode::Unsupported);
    EXPECT_EQ(
        refusal.message,
        "The model cannot be captured into a CUDA graph: its forward waits for the GPU or reads a value "
        "back, in the op nonzero, which a capture forbids; use the variant aot.");
    EXPECT_EQ(refusal.detail, cause.detail);
}

} // namespace
} // namespace twintrace
