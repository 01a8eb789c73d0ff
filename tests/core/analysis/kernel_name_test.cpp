// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/kernel_name.h"

#include <gtest/gtest.h>

namespace twintrace
{
namespace
{

constexpr std::string_view kSilu =
    "void at::native::vectorized_elementwise_kernel<4, at::native::(anonymous namespace)::silu_kernel("
    "at::TensorIteratorBase&)::{lambda()#1}::operator()() const::{lambda(float)#1}, std::array<char*, 2ul> >"
    "(int, at::native::(anonymous namespace)::silu_kernel(at::TensorIteratorBase&)::{lambda()#1}, "
    "std::array<char*, 2>)";
constexpr std::string_view kMean =
    "void at::native::reduce_kernel<512, 1, at::native::ReduceOp<c10::BFloat16, "
    "at::native::MeanOps<c10::BFloat16, "
    "float, float, c10::BFloat16>, unsigned int, c10::BFloat16, 4, 4> >(at::native::ReduceOp<c10::BFloat16>)";

TEST(KernelName, ShortNamesKeepTheFunctorOfAtensTemplates)
{
    EXPECT_EQ(shortName(kSilu), "vectorized_elementwise_kernel · silu");
    EXPECT_EQ(shortName(kMean), "reduce_kernel · MeanOps");
    EXPECT_EQ(
        shortName("void (anonymous namespace)::softmax_warp_forward<float, float, 7, false>(float*, int)"),
        "softmax_warp_forward");
    EXPECT_EQ(shortName("triton_poi_fused_add_0"), "triton_poi_fused_add_0");
    EXPECT_EQ(shortName("void f(int)"), "f");
    const std::string markup = R"(<script>x</script> & "q" &lt;)";
    EXPECT_EQ(shortName(markup), markup) << "no C++: shown whole";
}

TEST(KernelName, MangledNamesAreDemangled)
{
    EXPECT_EQ(demangled("_ZN2ns6kernelIfEEvPT_"), "void ns::kernel<float>(float*)");
    EXPECT_EQ(shortName("_ZN2ns6kernelIfEEvPT_"), "kernel");
    EXPECT_EQ(demangled("_Znonsense"), "_Znonsense");
    EXPECT_EQ(demangled(""), "");
    const std::string endless = "_Z" + std::string(9000, 'x');
    EXPECT_EQ(demangled(endless), endless);
}

struct FamilyRow {
    std::string_view name;
    KernelFamily family;
};
class KernelFamilies : public testing::TestWithParam<FamilyRow>
{
};
TEST_P(KernelFamilies, AreToldByTheName)
{
    EXPECT_EQ(familyKey(familyOf(GetParam().name)), familyKey(GetParam().family));
}
INSTANTIATE_TEST_SUITE_P(
    Names, KernelFamilies,
    testing::Values(
        FamilyRow{kSilu, KernelFamily::Elementwise}, FamilyRow{kMean, KernelFamily::Reduction},
        FamilyRow{"nvjet_sm90_tst_64x8_64x16_1x2_h_bz_TNT", KernelFamily::Gemm},
        FamilyRow{"sm80_xmma_gemm_f32f32_f32f32_f32_tn_n_tilesize32x32x8_stage3", KernelFamily::Gemm},
        FamilyRow{"void cutlass::Kernel2<cutlass_80_tensorop_bf16_s16816gemm_relu>(int)", KernelFamily::Gemm},
        FamilyRow{"Cijk_Ailk_Bljk_SB_MT128x64x8", KernelFamily::Gemm},
        FamilyRow{"void gemmSN_TN_kernel<float, 128, 16>(int)", KernelFamily::Gemm},
        FamilyRow{"cudnn_generated_fort_native_sdpa_sm90_flash_fprop_wgmma_f16", KernelFamily::Attention},
        FamilyRow{"void pytorch_flash::flash_fwd_kernel<Traits>(Params)", KernelFamily::Attention},
        FamilyRow{"fmha_cutlassF_f32_aligned_64x64_rf_sm80(Params)", KernelFamily::Attention},
        FamilyRow{"void cudnn::winograd_nonfused::winogradForwardFilter4x4<float>(int)", KernelFamily::Conv},
        FamilyRow{"sm80_xmma_fprop_implicit_gemm_f32f32_nhwc", KernelFamily::Conv},
        FamilyRow{"void (anonymous namespace)::softmax_warp_forward<float>(float*)", KernelFamily::Reduction},
        FamilyRow{"triton_poi_fused_add_gelu_3", KernelFamily::TritonPointwise},
        FamilyRow{"triton_red_fused_native_layer_norm_0", KernelFamily::TritonReduction},
        FamilyRow{"triton_per_fused_add_mean_mul_pow_rsqrt_0", KernelFamily::TritonPersistent},
        FamilyRow{"triton_tem_fused_mm_1", KernelFamily::TritonTemplate},
        FamilyRow{"triton_for_fused_0", KernelFamily::TritonForeach},
        FamilyRow{"graph_0_cpp_fused_add_mul_3", KernelFamily::CppFused},
        FamilyRow{"aten::addmm", KernelFamily::Gemm}, FamilyRow{"aoti_torch_cpu_mm_out", KernelFamily::Gemm},
        FamilyRow{"aoti_torch_cpu_convolution", KernelFamily::Conv},
        FamilyRow{"mkldnn::_linear_pointwise", KernelFamily::Gemm},
        FamilyRow{"aten::_scaled_dot_product_flash_attention_for_cpu", KernelFamily::Attention},
        FamilyRow{"aten::_softmax", KernelFamily::Reduction},
        FamilyRow{"aten::mul", KernelFamily::Elementwise},
        FamilyRow{"Memcpy HtoD (Pageable -> Device)", KernelFamily::Memcpy},
        FamilyRow{"Memset (Device)", KernelFamily::Memset},
        FamilyRow{"ncclDevKernel_AllReduce_Sum_f32_RING_LL(args)", KernelFamily::Nccl},
        FamilyRow{"my_own_kernel", KernelFamily::Other}));

TEST(KernelName, CanonicalNamesForgetNumbersHashesAndTemplates)
{
    EXPECT_EQ(canonicalName("triton_poi_fused_add_0"), canonicalName("triton_poi_fused_add_17"));
    EXPECT_EQ(canonicalName("nvjet_sm90_tst_64x8_64x16_1x2_h_bz_TNT"),
              canonicalName("nvjet_sm100_tst_128x64_64x16_4x2_h_bz_TNT"));
    EXPECT_EQ(canonicalName("void ns::f<1, float>(int)"), canonicalName("void ns::f<2, double>(long)"));
    EXPECT_EQ(canonicalName("kernel_0123abcd45ef"), canonicalName("kernel_fedcba98aa11"));
    EXPECT_NE(canonicalName("triton_poi_fused_add_0"), canonicalName("triton_poi_fused_mul_0"));
    EXPECT_EQ(canonicalName("123"), "123");
}

TEST(KernelName, FusedNamesListTheirOps)
{
    const std::string fused = fusedPart("triton_per_fused__unsafe_view_add_mean_mul_pow_rsqrt_1");
    EXPECT_EQ(fused, "__unsafe_view_add_mean_mul_pow_rsqrt_");
    EXPECT_TRUE(fusedPartHolds(fused, "aten::pow"));
    EXPECT_TRUE(fusedPartHolds(fused, "aten::_unsafe_view"));
    EXPECT_TRUE(fusedPartHolds(fused, "aten::add_"));
    EXPECT_FALSE(fusedPartHolds(fused, "aten::sqrt")); // rsqrt is another op
    EXPECT_FALSE(fusedPartHolds(fused, "aten::view_as"));
    EXPECT_FALSE(fusedPartHolds("", "aten::add"));
    EXPECT_EQ(fusedPart("nvjet_fused_x"), "");
    EXPECT_EQ(fusedPart("graph_2_cpp_fused_silu_4"), "_silu_");
}

} // namespace
} // namespace twintrace
