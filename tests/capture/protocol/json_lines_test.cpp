// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/protocol/json_lines.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace twintrace::protocol
{
namespace
{

using testing::ElementsAre;
using testing::HasSubstr;

TEST(JsonLines, WritesAnEventAsOneLineWithItsName)
{
    RoundEvent round;
    round.durations = {1'234'567, 1, 9'000'000'000'000'123};
    const std::string line = toLine(Event(round));
    EXPECT_EQ(line, R"({"device_durations_us":[],"device_peak_bytes":null,)"
                    R"("durations_us":[1234.567,0.001,9000000000000.123],"event":"round"})");
}

TEST(JsonLines, DurationsSurviveExactlyToTheNanosecond)
{
    RoundEvent round;
    for (Nanoseconds value = 1; value < 4'000'000'000'000; value = value * 3 + 1)
        round.durations.push_back(value);
    const auto back = parseEvent(toLine(Event(round)));
    ASSERT_TRUE(back);
    EXPECT_EQ(std::get<RoundEvent>(*back).durations, round.durations);
}

TEST(JsonLines, FirstKeepsNumericsAndItsAbsence)
{
    FirstEvent first;
    first.firstMs = 12.5;
    auto back = parseEvent(toLine(Event(first)));
    ASSERT_TRUE(back);
    EXPECT_FALSE(std::get<FirstEvent>(*back).numerics.has_value());

    first.numerics = Numerics{1e-6, std::nullopt, 1e-4, true, "python", ""};
    back = parseEvent(toLine(Event(first)));
    ASSERT_TRUE(back);
    const auto& numerics = std::get<FirstEvent>(*back).numerics;
    ASSERT_TRUE(numerics.has_value());
    EXPECT_EQ(numerics->maxAbsolute, 1e-6);
    EXPECT_EQ(numerics->maxRelative, std::nullopt);
    EXPECT_TRUE(numerics->isOk);
    EXPECT_EQ(numerics->against, "python");
}

TEST(JsonLines, ADifferenceThatIsNotFiniteBecomesNull)
{
    FirstEvent first;
    first.numerics.emplace().maxAbsolute = std::numeric_limits<double>::infinity();
    const std::string line = toLine(Event(first));
    EXPECT_THAT(line, HasSubstr(R"("max_abs":null)"));
    const auto back = parseEvent(line);
    ASSERT_TRUE(back);
    EXPECT_FALSE(std::get<FirstEvent>(*back).numerics->maxAbsolute.has_value());
}

TEST(JsonLines, UnknownKeysAreIgnoredAndMissingOnesKeepTheirDefault)
{
    const auto back = parseCommand(R"({"do":"record","file":"t.json.gz","colour":"blue","ops":null})");
    ASSERT_TRUE(back);
    const auto& record = std::get<RecordCommand>(*back);
    EXPECT_EQ(record.file, "t.json.gz");
    EXPECT_EQ(record.iterations, 5);
    EXPECT_TRUE(record.wantsOps);
}

TEST(JsonLines, AWrongTypeNamesTheKeyWithItsPath)
{
    auto back = parseCommand(R"({"do":"round","seconds":"long"})");
    ASSERT_FALSE(back);
    EXPECT_THAT(back.error().message, HasSubstr("\"seconds\""));
    back = parseCommand(R"({"do":"compile","options":{"max_autotune":1}})");
    ASSERT_FALSE(back);
    EXPECT_THAT(back.error().message, HasSubstr("\"options.max_autotune\""));
    EXPECT_FALSE(parseEvent(R"({"event":"loaded","inputs":[3]})"));
    EXPECT_FALSE(parseEvent(R"({"event":"loaded","inputs":{"name":"x"}})"));
}

TEST(JsonLines, UnknownEventsAreKeptWholeAndUnknownCommandsRefused)
{
    const auto event = parseEvent(R"({"event":"audited","graphs":2})");
    ASSERT_TRUE(event);
    EXPECT_EQ(std::get<OtherEvent>(*event).name, "audited");
    EXPECT_EQ(std::get<OtherEvent>(*event).body["graphs"], 2);
    EXPECT_THAT(toLine(*event), HasSubstr(R"("event":"audited")"));
    const auto command = parseCommand(R"({"do":"dance"})");
    ASSERT_FALSE(command);
    EXPECT_EQ(command.error().code, ErrorCode::Usage);
    EXPECT_THAT(command.error().message, HasSubstr("dance"));
}

TEST(JsonLines, RubbishIsAnErrorAndNeverAnException)
{
    for (const char* text :
         {"", "x", "[1,2]", "{", "null", "{}", R"({"event":3})", "\xff\xfe", R"({"do":"quit"})"})
        EXPECT_FALSE(parseEvent(text)) << text;
}

TEST(JsonLines, BrokenUtf8OfAModelStaysOneReadableLine)
{
    const std::string line = toLine(Event(ErrorEvent{FailureKind::Failed, "bad \xff byte\nnext", ""}));
    EXPECT_EQ(line.find('\n'), std::string::npos);
    const auto back = parseEvent(line);
    ASSERT_TRUE(back);
    EXPECT_THAT(std::get<ErrorEvent>(*back).message, HasSubstr("byte\nnext"));
}

TEST(JsonLines, ErrorKindsTravelByNameAndUnknownOnesMeanFailed)
{
    for (const FailureKind kind : {FailureKind::Usage, FailureKind::Unreadable, FailureKind::Failed,
                                   FailureKind::Unsupported, FailureKind::Skipped}) {
        const auto back = parseEvent(toLine(Event(ErrorEvent{kind, "m", "d"})));
        ASSERT_TRUE(back);
        EXPECT_EQ(std::get<ErrorEvent>(*back).kind, kind);
    }
    const auto later = parseEvent(R"({"event":"error","code":"tired"})");
    ASSERT_TRUE(later);
    EXPECT_EQ(std::get<ErrorEvent>(*later).kind, FailureKind::Failed);
}

TEST(JsonLines, PreparedCarriesTheModelAndItsFiles)
{
    PreparedEvent prepared;
    prepared.model = {"MLP", "mlp", 25'175'040, {{"x", "float32", {16, 1024}, "cpu"}}};
    prepared.files = {"m.pt2", "ref.pt", "m.py"};
    prepared.exportMs = 321.5;
    const std::string line = toLine(Event(prepared));
    EXPECT_THAT(line, HasSubstr(R"("export":"m.pt2")"));
    const auto back = parseEvent(line);
    ASSERT_TRUE(back);
    const auto& read = std::get<PreparedEvent>(*back);
    ASSERT_EQ(read.model.inputs.size(), 1U);
    EXPECT_THAT(read.model.inputs[0].shape, ElementsAre(16, 1024));
    EXPECT_EQ(read.files.reference, "ref.pt");
    EXPECT_EQ(read.exportMs, 321.5);
}

TEST(JsonLines, EveryCommandComesBackUnderItsOwnName)
{
    const Command commands[] = {PrepareCommand{}, CompileCommand{}, LoadCommand{},
                                FirstCommand{},   WarmUpCommand{},  RoundCommand{},
                                RecordCommand{},  AuditCommand{},   QuitCommand{}};
    for (const Command& command : commands) {
        const std::string line = toLine(command);
        const auto back = parseCommand(line);
        ASSERT_TRUE(back) << line;
        EXPECT_EQ(back->index(), command.index());
        EXPECT_EQ(toLine(*back), line);
    }
}

TEST(JsonLines, PhaseStatesTravelByName)
{
    const auto back = parseEvent(R"({"event":"phase","phase":"export","state":"end","ms":12.25})");
    ASSERT_TRUE(back);
    EXPECT_EQ(std::get<PhaseEvent>(*back).state, PhaseState::End);
    EXPECT_EQ(std::get<PhaseEvent>(*back).ms, 12.25);
    EXPECT_THAT(toLine(Event(PhaseEvent{"load", PhaseState::Begin, std::nullopt, ""})),
                HasSubstr(R"("state":"begin")"));
}

} // namespace
} // namespace twintrace::protocol
