// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/latency_comparison.h"

#include <gtest/gtest.h>

namespace twintrace
{
namespace
{

SessionVariant variant(const char* id, double medianUs)
{
    SessionVariant result;
    result.id = id;
    result.steady.emplace();
    result.steady->medianUs = medianUs;
    result.steady->isSteady = true;
    for (int round = 0; round < 4; ++round) {
        result.steady->roundsUs.emplace_back();
        for (int call = -4; call <= 4; ++call)
            result.steady->roundsUs.back().push_back(medianUs * (1 + 0.001 * call));
    }
    return result;
}

TEST(LatencyTable, HoldsEveryVariantAgainstAnyBaseline)
{
    Session session;
    session.variants = {variant("eager", 1000), variant("aot", 500), variant("aot-cudagraph", 250)};
    const auto againstEager = latencyTable(session, "eager");
    ASSERT_EQ(againstEager.size(), 3U);
    EXPECT_TRUE(againstEager[0].isBaseline);
    EXPECT_FALSE(againstEager[0].speedup);
    EXPECT_NEAR(againstEager[1].speedup->ratio, 2, 1e-9);
    EXPECT_NEAR(againstEager[2].speedup->ratio, 4, 1e-9);
    const auto againstAot = latencyTable(session, "aot");
    EXPECT_NEAR(againstAot[0].speedup->ratio, 0.5, 1e-9);
    EXPECT_NEAR(againstAot[2].speedup->ratio, 2, 1e-9);
    EXPECT_TRUE(session.comparisons.empty()); // the session itself is not touched
}

TEST(LatencyTable, OutliersAndFailuresAreShown)
{
    Session session;
    session.variants = {variant("eager", 1000), variant("aot", 500)};
    session.variants[0].steady->roundsUs[2][3] = 9000;
    session.variants[1].status = VariantStatus::Failed;
    session.variants[1].error = "It crashed.";
    const auto rows = latencyTable(session, "eager");
    EXPECT_EQ(rows[0].outliers, 1);
    EXPECT_EQ(rows[1].reason, "It crashed.");
    EXPECT_FALSE(rows[1].speedup);
}

} // namespace
} // namespace twintrace
