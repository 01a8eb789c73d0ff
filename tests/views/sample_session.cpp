// SPDX-License-Identifier: GPL-3.0-or-later
#include "sample_session.h"

namespace twintrace
{
namespace
{

SessionVariant variant(const char* id, const char* label, double uncachedMs, double cachedMs, double medianUs)
{
    SessionVariant made;
    made.id = id;
    made.label = label;
    made.batch = 1;
    made.uncached = UncachedFirstCall{};
    made.uncached->totalMs = uncachedMs;
    made.cached = CachedFirstCall{};
    made.cached->totalMs = cachedMs;
    made.steady = SteadyLatency{};
    made.steady->medianUs = medianUs;
    made.steady->ciLowUs = medianUs - 10;
    made.steady->ciHighUs = medianUs + 10;
    made.steady->samples = 6;
    made.steady->rounds = 2;
    made.steady->isSteady = true;
    made.steady->roundsUs = {{medianUs, medianUs + 1, medianUs - 1}, {medianUs, medianUs, medianUs}};
    made.numerics = Numerics{0.0, 0.0, 1e-5, true, "python"};
    return made;
}

} // namespace

Session sampleSession()
{
    Session session;
    session.model = {"mlp", "mlp", 25178112, {{"x", "float32", {16, 1024}}}};
    session.environment.device = "cuda:0";
    session.environment.gpu = "NVIDIA H200";
    session.environment.torch = "2.11.0";
    SessionVariant eager = variant("eager", "eager (LibTorch)", 330, 329, 1610);
    eager.perForward = PerForward{};
    eager.perForward->kernels = 174;
    eager.perForward->launches = 174;
    eager.perForward->gapsOver1us = 173;
    eager.perForward->gapUs = 1319;
    eager.perForward->gapCauses = {{"host_wait", {165, 1240}}, {"kernel_wait", {8, 79}}};
    eager.perForward->kernelsByFamily = {{"gemm", {54, 180}}, {"elementwise", {120, 209}}};
    SessionVariant aot = variant("aot", "AOTInductor", 13300, 588, 650);
    aot.perForward = PerForward{};
    aot.perForward->kernels = 67;
    aot.perForward->launches = 67;
    aot.perForward->gapsOver1us = 66;
    aot.perForward->gapUs = 444;
    aot.perForward->gapCauses = {{"host_wait", {66, 444}}};
    aot.perForward->kernelsByFamily = {
        {"gemm", {42, 150}}, {"triton_poi", {12, 20}}, {"triton_per", {13, 36}}};
    aot.numerics = Numerics{0.004, 0.01, 0.02, true, "eager"};
    SessionVariant failed;
    failed.id = "py-default";
    failed.label = "torch.compile";
    failed.status = VariantStatus::Failed;
    failed.error = "The child <b>crashed</b> & left.";
    failed.batch = 1;
    session.variants = {eager, aot, failed};
    SessionComparison comparison;
    comparison.baseline = "eager";
    comparison.candidate = "aot";
    comparison.batch = 1;
    comparison.speedup = 1610.0 / 650;
    comparison.speedupLow = 2.4;
    comparison.speedupHigh = 2.5;
    comparison.addedFirstCallMs = 12970;
    comparison.breakEvenCalls = 13510.4;
    session.comparisons = {comparison};
    session.checks = {
        {"compiled_at_least_0_90x_eager", true, 2.477, 0.9, "aot runs at 2.48× eager's speed."}};
    return session;
}

} // namespace twintrace
