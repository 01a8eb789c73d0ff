// SPDX-License-Identifier: MIT
#include "capture/client/program_recording.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <zlib.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <thread>
#include <unistd.h>

namespace twintrace
{
namespace
{

namespace fs = std::filesystem;
using nlohmann::json;
using ::testing::HasSubstr;

class RecordProgram : public ::testing::Test
{
  protected:
    void SetUp() override
    {
        m_folder = fs::temp_directory_path() / ("twintrace-record-test-" + std::to_string(::getpid()));
        fs::create_directories(m_folder);
        ::setenv("TWINTRACE_INJECT", INJECT_LIBRARY, 1);
        ::setenv("FAKE_CUDA_FOLDER", FAKE_CUDA_FOLDER, 1);
        ::unsetenv("TWINTRACE_CUPTI_PATH");
    }
    void TearDown() override { fs::remove_all(m_folder); }

    ProgramToRecord program(int count, const std::string& how, int code = 0)
    {
        ProgramToRecord asked;
        asked.command = {PRETEND_PROGRAM, std::to_string(count), how, std::to_string(code)};
        asked.output = (m_folder / "out.json.gz").string();
        return asked;
    }
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
    static int kernelsIn(const json& trace)
    {
        int kernels = 0;
        for (const json& event : trace["traceEvents"])
            kernels += event.value("cat", "") == "kernel" ? 1 : 0;
        return kernels;
    }

    fs::path m_folder;
};

TEST_F(RecordProgram, WritesWhatTheProgramLaunchedAndGivesItsCode)
{
    const auto recording = recordProgram(program(500, "end", 3));
    ASSERT_TRUE(recording.has_value()) << recording.error().message;
    EXPECT_EQ(recording->exitCode, 3);
    EXPECT_TRUE(recording->isRecorded) << recording->whyNot;
    ASSERT_EQ(recording->files.size(), 1U);
    EXPECT_EQ(fs::path(recording->files[0]).filename(), "out.json.gz");
    EXPECT_EQ(recording->kernels, 500U);
    EXPECT_EQ(recording->launches, 500U);
    EXPECT_EQ(recording->droppedRecords, 0U);
    const json trace = json::parse(unpacked(recording->files[0]));
    EXPECT_EQ(kernelsIn(trace), 500);
    EXPECT_EQ(trace["twintrace"]["kernels"], 500);
    EXPECT_EQ(trace["twintrace"]["dropped_records"], 0);
    EXPECT_TRUE(trace["twintrace"]["warnings"].empty());
}

TEST_F(RecordProgram, AKilledProgramLeavesWhatWasFlushed)
{
    const auto recording = recordProgram(program(400, "kill"));
    ASSERT_TRUE(recording.has_value());
    EXPECT_EQ(recording->exitCode, 128 + SIGKILL);
    ASSERT_EQ(recording->files.size(), 1U);
    const json trace = json::parse(unpacked(recording->files[0]) + "]}");
    EXPECT_EQ(kernelsIn(trace), 400);
}

TEST_F(RecordProgram, LeavingWithoutExitHandlersLosesNothingOld)
{
    const auto recording = recordProgram(program(300, "_exit", 4));
    ASSERT_TRUE(recording.has_value());
    EXPECT_EQ(recording->exitCode, 4);
    ASSERT_EQ(recording->files.size(), 1U);
    EXPECT_EQ(kernelsIn(json::parse(unpacked(recording->files[0]) + "]}")), 300);
}

TEST_F(RecordProgram, AForkedChildTouchesNothing)
{
    const auto recording = recordProgram(program(50, "fork"));
    ASSERT_TRUE(recording.has_value());
    EXPECT_EQ(recording->exitCode, 0);
    ASSERT_EQ(recording->files.size(), 1U);
    EXPECT_EQ(kernelsIn(json::parse(unpacked(recording->files[0]))), 100);
}

TEST_F(RecordProgram, EachProcessHasAFileOfItsOwn)
{
    const auto recording = recordProgram(program(20, "child"));
    ASSERT_TRUE(recording.has_value());
    ASSERT_EQ(recording->files.size(), 2U);
    EXPECT_EQ(fs::path(recording->files[0]).filename(), "out.json.gz");
    EXPECT_EQ(kernelsIn(json::parse(unpacked(recording->files[0]))), 20);
    EXPECT_EQ(kernelsIn(json::parse(unpacked(recording->files[1]))), 3);
    EXPECT_EQ(recording->kernels, 23U);
}

TEST_F(RecordProgram, AProcessThatNeverMakesAContextLeavesNoFile)
{
    const auto recording = recordProgram(program(20, "idlechild"));
    ASSERT_TRUE(recording.has_value());
    ASSERT_EQ(recording->files.size(), 1U);
    EXPECT_EQ(kernelsIn(json::parse(unpacked(recording->files[0]))), 20);
    const auto alone = recordProgram(program(0, "end", 5));
    ASSERT_TRUE(alone.has_value());
    EXPECT_EQ(alone->exitCode, 5);
    EXPECT_TRUE(alone->isRecorded);
    EXPECT_TRUE(alone->files.empty());
    ASSERT_EQ(alone->notes.size(), 1U);
    EXPECT_THAT(alone->notes[0], HasSubstr("made no CUDA context"));
    EXPECT_TRUE(fs::is_empty(m_folder));
}

TEST_F(RecordProgram, AWindowEndsAloneAndTheProgramGoesOn)
{
    ProgramToRecord asked = program(10, "long", 6);
    asked.seconds = 0.5;
    const auto begin = std::chrono::steady_clock::now();
    const auto recording = recordProgram(asked);
    ASSERT_TRUE(recording.has_value());
    EXPECT_GT(std::chrono::steady_clock::now() - begin, std::chrono::milliseconds(1900));
    EXPECT_EQ(recording->exitCode, 6);
    ASSERT_EQ(recording->files.size(), 1U);
    const int kernels = kernelsIn(json::parse(unpacked(recording->files[0])));
    EXPECT_GE(kernels, 10);
    EXPECT_LT(kernels, 40);
}

TEST_F(RecordProgram, WaitsForTheStartAndObeysTheStop)
{
    ProgramToRecord asked = program(10, "long");
    asked.isWaiting = true;
    std::atomic<std::uint32_t> wish{RecordControl::kWait};
    std::thread hand([&wish] {
        std::this_thread::sleep_for(std::chrono::milliseconds(600));
        wish = RecordControl::kRecord;
        std::this_thread::sleep_for(std::chrono::milliseconds(600));
        wish = RecordControl::kStop;
    });
    const auto recording = recordProgram(asked, &wish);
    hand.join();
    ASSERT_TRUE(recording.has_value());
    ASSERT_EQ(recording->files.size(), 1U);
    const int kernels = kernelsIn(json::parse(unpacked(recording->files[0])));
    EXPECT_GT(kernels, 2);
    EXPECT_LT(kernels, 25); // the ten at the beginning and those after the stop are not there
}

TEST_F(RecordProgram, WithoutCudaTheReasonIsTold)
{
    const auto recording = recordProgram(program(1, "nocuda", 9));
    ASSERT_TRUE(recording.has_value());
    EXPECT_EQ(recording->exitCode, 9);
    EXPECT_FALSE(recording->isRecorded);
    EXPECT_THAT(recording->whyNot, HasSubstr("Nothing was recorded because"));
    EXPECT_TRUE(recording->files.empty());
}

TEST_F(RecordProgram, ARecorderThatCannotStartSaysWhyAndTheProgramRuns)
{
    ::unsetenv("FAKE_CUDA_FOLDER");
    ::setenv("TWINTRACE_CUPTI_PATH", "/nonexistent", 1);
    const auto recording = recordProgram(program(1, "end", 2));
    ASSERT_TRUE(recording.has_value());
    EXPECT_EQ(recording->exitCode, 2);
    if (recording->isRecorded)
        GTEST_SKIP() << "This machine has a libcupti and a GPU.";
    EXPECT_TRUE(recording->whyNot.find("libcupti") != std::string::npos ||
                recording->whyNot.find("NVIDIA driver") != std::string::npos)
        << recording->whyNot;
}

TEST_F(RecordProgram, AProgramThatIsNotThereIsTold)
{
    ProgramToRecord asked = program(1, "end");
    asked.command = {"/no/such/program"};
    const auto recording = recordProgram(asked);
    ASSERT_FALSE(recording.has_value());
    EXPECT_EQ(recording.error().code, ErrorCode::Usage);
    EXPECT_THAT(recording.error().message, HasSubstr("/no/such/program"));
}

TEST_F(RecordProgram, AFolderThatIsNotThereIsToldBeforeTheProgramRuns)
{
    ProgramToRecord asked = program(1, "end");
    asked.output = (m_folder / "no" / "out.json").string();
    const auto recording = recordProgram(asked);
    ASSERT_FALSE(recording.has_value());
    EXPECT_EQ(recording.error().code, ErrorCode::Unwritable);
}

} // namespace
} // namespace twintrace
