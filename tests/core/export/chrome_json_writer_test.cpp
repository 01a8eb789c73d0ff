// SPDX-License-Identifier: MIT
#include "core/export/chrome_json_writer.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <zlib.h>

#include <array>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <limits>
#include <random>
#include <sstream>
#include <sys/wait.h>
#include <unistd.h>

namespace twintrace
{
namespace
{

namespace fs = std::filesystem;

class ChromeJsonWriterTest : public ::testing::Test
{
  protected:
    void SetUp() override
    {
        m_folder = fs::temp_directory_path() / ("twintrace-writer-" + std::to_string(::getpid()));
        fs::create_directories(m_folder);
    }
    void TearDown() override { fs::remove_all(m_folder); }
    [[nodiscard]] std::string path(const std::string& name) const { return (m_folder / name).string(); }

    static std::string bytesOf(const std::string& file)
    {
        std::ifstream in(file, std::ios::binary);
        return {std::istreambuf_iterator<char>(in), {}};
    }
    // Decompresses all members, as a reader of a cut file does: keeps what came out before the end.
    static std::string unpacked(const std::string& file)
    {
        std::string text;
        gzFile in = gzopen(file.c_str(), "rb");
        std::array<char, 4096> room{};
        for (int got = 0; (got = gzread(in, room.data(), room.size())) > 0;)
            text.append(room.data(), static_cast<std::size_t>(got));
        gzclose(in);
        return text;
    }
    static int memberCount(const std::string& file)
    {
        const std::string bytes = bytesOf(file);
        int members = 0;
        z_stream stream{};
        std::array<unsigned char, 4096> room{};
        stream.next_in = reinterpret_cast<unsigned char*>(const_cast<char*>(bytes.data()));
        stream.avail_in = static_cast<unsigned>(bytes.size());
        while (stream.avail_in > 0) {
            EXPECT_EQ(inflateInit2(&stream, 15 + 16), Z_OK);
            int state = Z_OK;
            while (state == Z_OK) {
                stream.next_out = room.data();
                stream.avail_out = room.size();
                state = inflate(&stream, Z_NO_FLUSH);
            }
            EXPECT_EQ(state, Z_STREAM_END);
            inflateEnd(&stream);
            ++members;
        }
        return members;
    }

    fs::path m_folder;
};

TEST_F(ChromeJsonWriterTest, MicrosecondsAreExactOverTheWholeRange)
{
    const auto text = [](Nanoseconds time) {
        std::string out;
        appendMicroseconds(out, time);
        return out;
    };
    EXPECT_EQ(text(0), "0.000");
    EXPECT_EQ(text(1), "0.001");
    EXPECT_EQ(text(1500), "1.500");
    EXPECT_EQ(text(-1), "-0.001");
    EXPECT_EQ(text(1790857026123456789), "1790857026123456.789");
    EXPECT_EQ(text(std::numeric_limits<Nanoseconds>::max()), "9223372036854775.807");
    EXPECT_EQ(text(std::numeric_limits<Nanoseconds>::min()), "-9223372036854775.808");
}

TEST_F(ChromeJsonWriterTest, WritesWhatKinetoReadersExpect)
{
    TraceHeader header;
    header.traceName = "eager.json";
    header.baseTimeNanoseconds = 1'000'000'000'000;
    header.deviceProperties.push_back(JsonFields().number("id", 0).text("name", "A GPU"));
    header.other.text("cupti_version", "130001");
    auto writer = ChromeJsonWriter::create(path("a.json"), header);
    ASSERT_TRUE(writer.has_value()) << writer.error().message;
    ChromeJsonWriter& out = **writer;
    out.processName(7, "python");
    out.threadName({7, 9}, "thread 9");
    const Nanoseconds base = header.baseTimeNanoseconds;
    out.slice({7, 9}, "cuda_runtime", "cudaLaunchKernel", base + 1'234, 5'001,
              JsonFields().number("correlation", 42));
    const std::array<std::int64_t, 3> grid{1, 2, 3};
    out.slice({0, 7}, "kernel", "void f<\"x\">(int)", base + 9'000, 17, JsonFields().numbers("grid", grid));
    out.flowBegin({7, 9}, "ac2g", 42, base + 1'234);
    out.flowEnd({0, 7}, "ac2g", 42, base + 9'000);
    out.instant({7, 9}, "mark", "here", base + 5);
    out.counter(0, "memory", base + 6,
                JsonFields().number("bytes", std::uint64_t{18'000'000'000'000'000'000U}));
    ASSERT_TRUE(out.close(JsonFields().number("dropped", 3)).has_value());

    const auto trace = nlohmann::json::parse(bytesOf(path("a.json")));
    EXPECT_EQ(trace["schemaVersion"], 1);
    EXPECT_EQ(trace["deviceProperties"][0]["name"], "A GPU");
    EXPECT_EQ(trace["baseTimeNanoseconds"], 1'000'000'000'000);
    EXPECT_EQ(trace["cupti_version"], "130001");
    EXPECT_EQ(trace["dropped"], 3);
    EXPECT_EQ(trace["traceName"], "eager.json");
    const auto& events = trace["traceEvents"];
    ASSERT_EQ(events.size(), 8U);
    EXPECT_EQ(events[0]["args"]["name"], "python");
    EXPECT_EQ(events[2]["ts"], 1.234);
    EXPECT_EQ(events[2]["dur"], 5.001);
    EXPECT_EQ(events[2]["args"]["correlation"], 42);
    EXPECT_EQ(events[3]["name"], "void f<\"x\">(int)");
    EXPECT_EQ(events[3]["args"]["grid"], nlohmann::json::array({1, 2, 3}));
    EXPECT_EQ(events[4]["ph"], "s");
    EXPECT_EQ(events[5]["bp"], "e");
    EXPECT_EQ(events[4]["id"], events[5]["id"]);
    EXPECT_EQ(events[7]["args"]["bytes"], 18'000'000'000'000'000'000U);
    // The exact text, not only the double.
    EXPECT_NE(bytesOf(path("a.json")).find("\"ts\":1.234,\"dur\":5.001"), std::string::npos);
}

TEST_F(ChromeJsonWriterTest, AnyBytesBecomeValidUtf8)
{
    std::string out;
    appendJsonText(out, "kern_\xff\xfe\x80_x \xC3\xA9 \xE2\x82\xAC \xF0\x9F\x99\x82 \"q\" \\ \n\t\x01");
    EXPECT_EQ(nlohmann::json::parse(out).get<std::string>(),
              "kern_\uFFFD\uFFFD\uFFFD_x é € \U0001F642 \"q\" \\ \n\t\x01");
    std::mt19937 random(7);
    for (int round = 0; round < 2000; ++round) {
        std::string bytes;
        for (int i = 0; i < 12; ++i)
            bytes += static_cast<char>(random());
        std::string text;
        appendJsonText(text, bytes);
        EXPECT_TRUE(nlohmann::json::accept(text)) << text;
    }
}

TEST_F(ChromeJsonWriterTest, FieldsSkipWhatJsonCannotSay)
{
    JsonFields fields;
    fields.decimal("a", 0.1)
        .decimal("b", std::numeric_limits<double>::infinity())
        .flag("c", true)
        .text("d", "");
    EXPECT_EQ(fields.object(), R"({"a":0.1,"c":true,"d":""})");
}

TEST_F(ChromeJsonWriterTest, KilledAfterAFlushLeavesAllEventsUpToIt)
{
    const std::string file = path("killed.json.gz");
    const pid_t child = ::fork();
    if (child == 0) {
        auto writer = ChromeJsonWriter::create(file, {});
        for (int i = 0; i < 20'000; ++i)
            (*writer)->slice({1, 1}, "kernel", "before", i * 1000, 500);
        (void)(*writer)->flush();
        (*writer)->slice({1, 1}, "kernel", "after", 0, 1);
        ::kill(::getpid(), SIGKILL);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    ASSERT_TRUE(WIFSIGNALED(status));
    const auto trace = nlohmann::json::parse(unpacked(file) + "]}");
    ASSERT_EQ(trace["traceEvents"].size(), 20'000U);
    EXPECT_EQ(trace["traceEvents"].back()["ts"], 19'999);
}

TEST_F(ChromeJsonWriterTest, FlushesMakeMembersThatReadAsOneFile)
{
    const std::string file = path("members.json.gz");
    auto writer = ChromeJsonWriter::create(file, {});
    for (int part = 0; part < 3; ++part) {
        for (int i = 0; i < 5'000; ++i)
            (*writer)->slice({1, 1}, "kernel", "k" + std::to_string(i), i, 1);
        ASSERT_TRUE((*writer)->flush().has_value());
        ASSERT_TRUE((*writer)->flush().has_value()); // nothing new: no empty member
    }
    ASSERT_TRUE((*writer)->close().has_value());
    EXPECT_EQ(memberCount(file), 4);
    EXPECT_EQ(nlohmann::json::parse(unpacked(file))["traceEvents"].size(), 15'000U);
    EXPECT_EQ((*writer)->eventCount(), 15'000U);
}

TEST_F(ChromeJsonWriterTest, AFullDiskIsTold)
{
    if (!fs::exists("/dev/full"))
        GTEST_SKIP() << "This system has no /dev/full.";
    auto writer = ChromeJsonWriter::create("/dev/full", {});
    ASSERT_TRUE(writer.has_value());
    (*writer)->slice({1, 1}, "kernel", "k", 0, 1);
    const auto flushed = (*writer)->flush();
    ASSERT_FALSE(flushed.has_value());
    EXPECT_EQ(flushed.error().code, ErrorCode::Unwritable);
    EXPECT_NE(flushed.error().message.find("/dev/full"), std::string::npos);
    EXPECT_FALSE((*writer)->close().has_value()); // told again at the end
}

TEST_F(ChromeJsonWriterTest, AFolderThatIsNotThereIsTold)
{
    const auto writer = ChromeJsonWriter::create(path("no/such/folder.json"), {});
    ASSERT_FALSE(writer.has_value());
    EXPECT_NE(writer.error().message.find("No such file"), std::string::npos);
}

} // namespace
} // namespace twintrace
