// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/session_verdict.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace twintrace
{
namespace
{

using testing::HasSubstr;

/// Three rounds around `medianUs`, ±1 %.
SteadyLatency steady(double medianUs)
{
    SteadyLatency latency;
    latency.medianUs = medianUs;
    latency.ciLowUs = medianUs * 0.99;
    latency.ciHighUs = medianUs * 1.01;
    latency.isSteady = true;
    for (int round = 0; round < 5; ++round) {
        latency.roundsUs.emplace_back();
        for (int call = -5; call <= 5; ++call)
            latency.roundsUs.back().push_back(medianUs * (1 + 0.002 * call + 0.001 * (round - 2)));
    }
    return latency;
}

SessionVariant variant(const char* id, double medianUs, double uncachedMs)
{
    SessionVariant result;
    result.id = id;
    result.steady = steady(medianUs);
    result.uncached.emplace();
    result.uncached->totalMs = uncachedMs;
    result.perForward.emplace();
    result.numerics = Numerics{0.0, 0.0, 1e-5, true, "eager"};
    return result;
}

Session twoVariants()
{
    Session session;
    session.variants = {variant("eager", 1000, 100), variant("aot", 400, 40100)};
    session.variants[0].perForward->kernels = 174;
    session.variants[1].perForward->kernels = 67;
    return session;
}

TEST(SessionVerdict, SpeedupCostAndBreakEvenByHand)
{
    Session session = twoVariants();
    judge(session, "eager");
    ASSERT_EQ(session.comparisons.size(), 1U);
    const SessionComparison& comparison = session.comparisons[0];
    EXPECT_NEAR(*comparison.speedup, 2.5, 1e-9);
    EXPECT_LT(*comparison.speedupLow, 2.5001);
    EXPECT_GT(*comparison.speedupHigh, 2.4999);
    EXPECT_NEAR(*comparison.addedFirstCallMs, 40000, 1e-9);
    EXPECT_NEAR(*comparison.breakEvenCalls, 40000e3 / 600, 1e-6);
    EXPECT_NEAR(*comparison.kernelsDelta, -107, 1e-9);
}

TEST(SessionVerdict, TheSentenceNamesSpeedCostAndPayBack)
{
    Session session = twoVariants();
    judge(session);
    const std::string sentence = verdictSentence(session);
    EXPECT_THAT(sentence, HasSubstr("2.50× faster than eager in steady state"));
    EXPECT_THAT(sentence, HasSubstr("the first call costs 40.0 s more"));
    EXPECT_THAT(sentence, HasSubstr("it pays back after 67,000 calls."));
}

TEST(SessionVerdict, ChecksAreNamedAndJudged)
{
    Session session = twoVariants();
    session.checks.push_back({"clean_at_most_one_graph", true, 1.0, 1.0, "kept"});
    judge(session);
    ASSERT_EQ(session.checks.size(), 3U);
    EXPECT_EQ(session.checks[0].sentence, "kept");
    EXPECT_EQ(session.checks[1].id, "compiled_at_least_0_90x_eager");
    EXPECT_TRUE(session.checks[1].ok);
    EXPECT_EQ(session.checks[2].id, "compile_warmup_at_least_eager");
    EXPECT_NEAR(*session.checks[2].measured, 401, 1e-9);
    judge(session);
    EXPECT_EQ(session.checks.size(), 3U);
}

TEST(SessionVerdict, ASlowCompiledModelFailsItsCheck)
{
    Session session;
    session.variants = {variant("eager", 400, 100), variant("aot", 1000, 90)};
    judge(session);
    EXPECT_FALSE(session.checks[0].ok);
    EXPECT_FALSE(session.checks[1].ok);
    EXPECT_FALSE(session.comparisons[0].breakEvenCalls);
    EXPECT_THAT(verdictSentence(session), HasSubstr("slower"));
}

TEST(SessionVerdict, TheSameVariantTwiceIsNoDifference)
{
    Session session;
    session.variants = {variant("eager", 1000, 100), variant("py-eager", 1000, 110)};
    judge(session);
    EXPECT_THAT(verdictSentence(session), HasSubstr("no difference"));
    EXPECT_TRUE(session.checks.empty()); // neither side is compiled
}

TEST(SessionVerdict, AFastWrongAnswerIsNoSpeedup)
{
    Session session = twoVariants();
    session.variants[1].numerics->ok = false;
    judge(session);
    EXPECT_FALSE(session.comparisons[0].speedup);
    EXPECT_THAT(verdictSentence(session), HasSubstr("gives other results than eager"));
    EXPECT_FALSE(session.checks[0].ok);
}

TEST(SessionVerdict, FailedAndSkippedVariantsAreNotCompared)
{
    Session session = twoVariants();
    session.variants[1].status = VariantStatus::Failed;
    session.variants[1].error = "The model crashed.";
    judge(session);
    EXPECT_TRUE(session.comparisons.empty());
    EXPECT_THAT(verdictSentence(session), HasSubstr("aot failed. The model crashed."));
}

TEST(SessionVerdict, EachBatchHasItsOwnBaseline)
{
    Session session = twoVariants();
    session.variants[0].batch = session.variants[1].batch = 1;
    SessionVariant eager8 = variant("eager", 2000, 100), aot8 = variant("aot", 1000, 40100);
    eager8.batch = aot8.batch = 8;
    session.variants.push_back(eager8);
    session.variants.push_back(aot8);
    judge(session);
    ASSERT_EQ(session.comparisons.size(), 2U);
    EXPECT_NEAR(*session.comparisons[0].speedup, 2.5, 1e-9);
    EXPECT_NEAR(*session.comparisons[1].speedup, 2.0, 1e-9);
    EXPECT_EQ(mainComparison(session)->batch, 1);
}

TEST(SessionVerdict, DriftIsSaid)
{
    Session session = twoVariants();
    session.variants[0].steady->isSteady = false;
    judge(session);
    EXPECT_THAT(verdictSentence(session), HasSubstr("Not steady"));
}

TEST(SessionVerdict, NothingMeasuredIsSaid)
{
    Session session;
    judge(session);
    EXPECT_EQ(verdictSentence(session), "Nothing was measured yet.");
}

} // namespace
} // namespace twintrace
