// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/args_reader.h"

#include "core/import/load_trace.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

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
