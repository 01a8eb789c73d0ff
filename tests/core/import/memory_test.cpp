// SPDX-License-Identifier: GPL-3.0-or-later
// What happens when memory is short: a sentence, never an end by the system.
#include "core/import/load_trace.h"
#include "core/import/memory_guard.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define TWINTRACE_IS_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define TWINTRACE_IS_SANITIZED 1
#endif
#endif

namespace twintrace
{
namespace
{

constexpr std::size_t kMegabyte = std::size_t{1} << 20;

// Small events, so that the memory for them is large for the size of the file.
class ShortMemory : public testing::Test
{
  protected:
    void SetUp() override
    {
#ifdef TWINTRACE_IS_SANITIZED
        GTEST_SKIP() << "A sanitizer reserves more address space than these limits leave.";
#endif
        std::ofstream file(m_file, std::ios::binary);
        std::string events = "[";
        for (int i = 0; i < 20000; ++i)
            events += R"({"ph":"X","name":"n","pid":1,"tid":1,"ts":1,"dur":1},)";
        for (int i = 0; i < 80; ++i) {
            file << events;
            events[0] = ' ';
        }
    }
    void TearDown() override
    {
        std::filesystem::remove(m_file);
    }

    // Loads the file with so much address space left; ends the program with 0 when it was told so in a
    // sentence that holds `words`.
    [[noreturn]] void loadWith(std::size_t spareBytes, const std::string& words) const
    {
        std::ifstream usage("/proc/self/statm");
        std::size_t pages = 0;
        usage >> pages;
        const rlim_t bytes = pages * 4096 + spareBytes;
        const rlimit limit{bytes, bytes};
        if (::setrlimit(RLIMIT_AS, &limit) != 0)
            std::_Exit(2);
        Progress progress;
        const auto trace = loadTrace(m_file, progress, {1});
        if (trace)
            std::_Exit(3);
        std::fprintf(stderr, "%s\n", trace.error().message.c_str());
        const bool isGood = trace.error().code == ErrorCode::OutOfMemory &&
                            trace.error().message.find(words) != std::string::npos;
        std::_Exit(isGood ? 0 : 4);
    }

    std::filesystem::path m_file =
        std::filesystem::temp_directory_path() / ("twintrace-memory-test-" + std::to_string(::getpid()));
};

TEST_F(ShortMemory, IsForeseenWhileThereIsSome)
{
    EXPECT_EXIT(loadWith(200 * kMegabyte, "more are needed"), testing::ExitedWithCode(0),
                "not enough memory");
}

TEST_F(ShortMemory, EndsInASentenceWhenNothingIsLeft)
{
    EXPECT_EXIT(loadWith(20 * kMegabyte, "close other programs"), testing::ExitedWithCode(0),
                "not enough memory");
}

TEST(MemoryGuard, SaysHowMuchIsLeft)
{
    ASSERT_TRUE(availableMemoryBytes());
    EXPECT_GT(*availableMemoryBytes(), 0U);
}

} // namespace
} // namespace twintrace
