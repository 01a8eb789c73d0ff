// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/args_reader.h"

#include "core/import/load_trace.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <zlib.h>

#include <ctime>
#include <filesystem>
#include <fstream>

namespace twintrace
{
namespace
{

const std::filesystem::path kCases = std::filesystem::path(TWINTRACE_GOLDEN_DIR) / "cases";

TracePtr load(const std::filesystem::path& file)
{
    Progress progress;
    auto trace = loadTrace(file, progress);
    EXPECT_TRUE(trace) << (trace ? "" : trace.error().message);
    return trace ? *trace : nullptr;
}

EventId findSlice(const Trace& trace, std::string_view name)
{
    for (std::uint32_t i = 0; i < trace.events.size(); ++i) {
        if (trace.name(EventId(i)) == name)
            return EventId(i);
    }
    return {};
}

TEST(ArgsReader, NumbersBeyond64BitsStayExact)
{
    const TracePtr trace = load(kCases / "16-huge-integers.json");
    ArgsReader reader(trace);
    std::string all;
    for (std::uint32_t i = 0; i < trace->events.size(); ++i) {
        const auto args = reader.args(EventId(i));
        ASSERT_TRUE(args) << args.error().message;
        all += args->dump();
    }
    EXPECT_NE(all.find("13000000000000000007"), std::string::npos);
    EXPECT_NE(all.find("17777777777777777777"), std::string::npos);
}

TEST(ArgsReader, DamagedEventsComeMended)
{
    const TracePtr trace = load(kCases / "05-inf-nan.json");
    ArgsReader reader(trace);
    bool hasInfinity = false;
    for (std::uint32_t i = 0; i < trace->events.size(); ++i) {
        const auto args = reader.args(EventId(i));
        ASSERT_TRUE(args);
        hasInfinity |= args->dump().find("\"inf\"") != std::string::npos;
    }
    EXPECT_TRUE(hasInfinity);
}

TEST(ArgsReader, CompressedTextIsReadAgainInAnyOrder)
{
    const TracePtr trace = load(kCases / "11-multi-member.json.gz");
    ArgsReader reader(trace);
    for (const char* name : {"part_6", "part_1", "part_3"}) {
        const EventId id = findSlice(*trace, name);
        ASSERT_TRUE(id);
        const auto event = reader.event(id);
        ASSERT_TRUE(event) << event.error().message;
        EXPECT_EQ(event->at("name"), name);
    }
}

TEST(ArgsReader, CompressedTextIsInflatedOnceForEventsInOrder)
{
    // What a search in args does. Going back to a kept place for each event took 10 ms an event: minutes
    // here.
    constexpr std::uint32_t kEvents = 20'000;
    std::string text = R"({"traceEvents":[)";
    for (std::uint32_t i = 0; i < kEvents; ++i)
        text += (i == 0 ? "" : ",") + std::string(R"({"ph":"X","pid":1,"tid":1,"name":"op","ts":)") +
                std::to_string(i * 10) + R"(,"dur":5,"args":{"number":)" + std::to_string(i) +
                R"(,"fill":")" + std::string(400, char('a' + i % 26)) + R"("}})";
    text += "]}";
    const std::filesystem::path file =
        std::filesystem::temp_directory_path() / "twintrace-args-in-order-test.json.gz";
    const gzFile out = gzopen(file.c_str(), "wb1");
    ASSERT_EQ(gzwrite(out, text.data(), unsigned(text.size())), int(text.size()));
    ASSERT_EQ(gzclose(out), Z_OK);
    const TracePtr trace = load(file);
    ASSERT_TRUE(trace);
    ASSERT_EQ(trace->events.size(), kEvents);
    ArgsReader reader(trace);
    const auto numberOf = [&](std::uint32_t i) {
        const auto args = reader.args(EventId(i));
        EXPECT_TRUE(args) << args.error().message;
        return args ? args->at("number").get<std::uint32_t>() : ~0U;
    };
    const std::clock_t before = std::clock();
    for (std::uint32_t i = 0; i < kEvents; ++i)
        ASSERT_EQ(numberOf(i), i);
    EXPECT_LT(double(std::clock() - before) / CLOCKS_PER_SEC, 20.0);
    for (const std::uint32_t i : {19'999U, 0U, 10'000U, 9'999U, 12'345U, 1U})
        EXPECT_EQ(numberOf(i), i);
    std::filesystem::remove(file);
}

TEST(ArgsReader, AFileThatChangedIsNoticed)
{
    const std::filesystem::path copy =
        std::filesystem::temp_directory_path() / "twintrace-args-reader-test.json";
    std::filesystem::copy_file(kCases / "06-trailing-comma.json", copy,
                               std::filesystem::copy_options::overwrite_existing);
    const TracePtr trace = load(copy);
    std::ofstream(copy) << "[]";
    const auto event = ArgsReader(trace).event(EventId(0));
    ASSERT_FALSE(event);
    EXPECT_NE(event.error().message.find("changed"), std::string::npos);
    std::filesystem::remove(copy);
}

} // namespace
} // namespace twintrace
