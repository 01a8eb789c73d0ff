// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/session_writer.h"
#include "core/import/session_reader.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <string>

namespace twintrace
{
namespace
{

const std::filesystem::path kGolden = std::filesystem::path(TWINTRACE_GOLDEN_DIR) / "sessions";

std::string contentOf(const std::filesystem::path& file)
{
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

TEST(GoldenSession, FullOneIsReadWhole)
{
    const Result<Session> session = readSession(kGolden / "full.twintrace");
    ASSERT_TRUE(session) << session.error().message;
    EXPECT_EQ(session->created, "2026-11-29T20:15:00Z");
    EXPECT_EQ(session->model.name, "mlp");
    EXPECT_EQ(session->model.parameters, 25178112);
    ASSERT_EQ(session->model.inputs.size(), 1u);
    EXPECT_EQ(session->model.inputs[0].shape, (std::vector<std::int64_t>{16, 1024}));
    EXPECT_EQ(session->environment.threads, 2);
    EXPECT_EQ(session->environment.gpu, "");

    ASSERT_EQ(session->variants.size(), 3u);
    const SessionVariant& aot = session->variants[1];
    EXPECT_EQ(aot.status, VariantStatus::Ok);
    EXPECT_EQ(aot.uncached->compileMs, 6100.25);
    EXPECT_EQ(aot.uncached->toolchainMs, 61000.0);
    EXPECT_EQ(aot.uncached->phasesMs.at("cpp compile"), 4200.0);
    EXPECT_EQ(aot.cached->totalMs, 66.75);
    EXPECT_EQ(aot.steady->ciLowUs, 11480.125);
    EXPECT_TRUE(aot.steady->isSteady);
    EXPECT_EQ(aot.steady->roundsUs, (std::vector<std::vector<double>>{{11500.5, 11510}, {11490.125}}));
    EXPECT_EQ(aot.perForward->kernels, 5);
    EXPECT_EQ(aot.perForward->gapCauses.at("host_wait").count, 4);
    EXPECT_EQ(aot.perForward->kernelsByFamily.at("gemm").us, 11000.5);
    EXPECT_EQ(aot.numerics->maxAbs, 1.19e-7);
    EXPECT_EQ(aot.batch, 16);
    EXPECT_EQ(aot.steady->deviceMedianUs, 11460.25);
    EXPECT_EQ(aot.peakMemoryBytes, 310000000);
    EXPECT_EQ(aot.peakDeviceBytes, 126000128);

    const SessionVariant& failed = session->variants[2];
    EXPECT_EQ(failed.status, VariantStatus::Failed);
    EXPECT_EQ(failed.error, "The variant's process was ended by signal 11 (segmentation fault).");
    EXPECT_FALSE(failed.steady);
    EXPECT_EQ(session->comparisons.at(0).speedupHigh, 1.012);
    EXPECT_FALSE(session->comparisons.at(0).breakEvenCalls);
    EXPECT_EQ(session->comparisons.at(0).breakEvenLowCalls, 50500.5);
    EXPECT_FALSE(session->comparisons.at(0).breakEvenHighCalls);
    EXPECT_EQ(session->comparisons.at(0).batch, 16);
    EXPECT_EQ(session->checks.at(0).id, "compiled_at_least_0_90x_eager");
}

TEST(GoldenSession, WritingWhatWasReadGivesTheSameBytes)
{
    const Result<Session> session = readSession(kGolden / "full.twintrace");
    ASSERT_TRUE(session) << session.error().message;
    EXPECT_EQ(sessionText(*session), contentOf(kGolden / "full.twintrace" / "session.json"));
}

TEST(GoldenSession, OneOfAnOlderVersionOpens)
{
    // Only the keys of the first contract, no rounds, no batch, and one key that nobody knows.
    const Result<Session> session = readSession(kGolden / "older.twintrace" / "session.json");
    ASSERT_TRUE(session) << session.error().message;
    ASSERT_EQ(session->variants.size(), 2u);
    EXPECT_EQ(session->variants[0].steady->medianUs, 520.5);
    EXPECT_EQ(session->variants[0].steady->roundsUs.size(), 0u);
    EXPECT_EQ(session->variants[1].status, VariantStatus::Skipped);
    EXPECT_EQ(sessionText(*session).find("of_tomorrow"), std::string::npos);
}

TEST(GoldenSession, FileAndFolderNameTheSame)
{
    EXPECT_TRUE(isSession(kGolden / "full.twintrace"));
    EXPECT_TRUE(isSession(kGolden / "full.twintrace" / "session.json"));
    EXPECT_FALSE(isSession(kGolden));
    EXPECT_FALSE(isSession(kGolden / "nobody"));
}

TEST(SessionReader, RefusesWhatIsNoSession)
{
    for (const char* text : {"", "{", "[]", "null", "{}", R"({"schema": "twintrace.stats/1"})",
                             R"({"schema": "twintrace.session/2"})", R"({"schema": "twintrace.session/"})",
                             R"({"schema": "twintrace.session/99999999999"})", R"({"schema": 1})"}) {
        const Result<Session> session = parseSession(text, "x.json");
        ASSERT_FALSE(session) << text;
        EXPECT_EQ(session.error().code, ErrorCode::Unreadable);
        EXPECT_NE(session.error().message.find("x.json"), std::string::npos);
    }
    EXPECT_FALSE(readSession(kGolden / "nobody"));
    EXPECT_FALSE(readSession(kGolden));
}

TEST(SessionReader, OddTypesHideNothingElse)
{
    const Result<Session> session =
        parseSession(R"({"schema": "twintrace.session/1", "created": 7, "model": [],
        "environment": {"threads": 99999999999, "cpu": "x"}, "checks": {}, "comparisons": [{"speedup": "fast",
        "speedup_ci95": [1]}], "variants": [3, {"id": "eager", "status": "strange", "trace": "../../etc/passwd",
        "steady": {"median_us": "many", "ci95_us": "wide", "rounds_us": [1, [2, "x"]]}, "batch": 1.5}]})",
                     "x.json");
    ASSERT_TRUE(session);
    EXPECT_EQ(session->environment.threads, 0);
    EXPECT_EQ(session->environment.cpu, "x");
    ASSERT_EQ(session->variants.size(), 1u);
    EXPECT_EQ(session->variants[0].status, VariantStatus::Failed);
    EXPECT_EQ(session->variants[0].trace, ""); // a trace outside the folder is not followed
    EXPECT_EQ(session->variants[0].steady->roundsUs.size(), 2u);
    EXPECT_FALSE(session->comparisons.at(0).speedup);
}

TEST(SessionWriter, TimesHaveAtMostThreeDecimalsAndNothingIsNaN)
{
    Session session;
    SessionVariant variant;
    variant.steady.emplace();
    variant.steady->medianUs = 1234.56789;
    variant.steady->madUs = std::numeric_limits<double>::quiet_NaN();
    variant.steady->ciLowUs = -0.00001;
    variant.steady->ciHighUs = std::numeric_limits<double>::infinity();
    variant.numerics.emplace();
    variant.numerics->maxAbs = 1.5e-9;
    variant.errorDetail = "broken \xff text";
    session.variants.push_back(variant);
    const std::string text = sessionText(session);
    EXPECT_NE(text.find("\"median_us\": 1234.568"), std::string::npos);
    EXPECT_NE(text.find("\"mad_us\": null"), std::string::npos);
    EXPECT_NE(text.find("\"max_abs\": 1.5e-09"), std::string::npos);
    EXPECT_EQ(text.find("-0.0"), std::string::npos);
    EXPECT_EQ(text.find("NaN"), std::string::npos);
    EXPECT_EQ(text.find("nan"), std::string::npos);
    EXPECT_EQ(text.find("inf"), std::string::npos);
    EXPECT_TRUE(parseSession(text, "x"));
}

} // namespace
} // namespace twintrace
