// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/gzip_source.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <random>
#include <string>

namespace twintrace
{
namespace
{

// Text that compresses about as well as a trace.
std::string sampleText(std::size_t bytes)
{
    std::mt19937 random(7);
    std::string text;
    while (text.size() < bytes)
        text += R"({"ph":"X","name":"op)" + std::to_string(random() % 500) + R"(","ts":)" +
                std::to_string(text.size()) + R"(,"dur":)" + std::to_string(random() % 1000) + "},\n";
    return text;
}

std::string gzipped(std::string_view text)
{
    z_stream stream{};
    EXPECT_EQ(deflateInit2(&stream, 1, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
    std::string bytes(deflateBound(&stream, static_cast<uLong>(text.size())), '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef*>(bytes.data());
    stream.avail_out = static_cast<uInt>(bytes.size());
    EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
    bytes.resize(stream.total_out);
    deflateEnd(&stream);
    return bytes;
}

std::string readAll(ByteSource& source, std::size_t step = 1 << 20)
{
    std::string text;
    for (;;) {
        const std::size_t have = text.size();
        text.resize(have + step);
        const auto got = source.read(text.data() + have, step);
        EXPECT_TRUE(got);
        text.resize(have + got.value_or(0));
        if (got.value_or(0) < step)
            return text;
    }
}

TEST(GzipSource, ReadsMembersOfAnySize)
{
    const std::string text = sampleText(40 << 20); // beyond what is inflated at once
    std::string bytes;
    std::size_t at = 0;
    std::uint32_t members = 0;
    for (const std::size_t size : {std::size_t{1000}, std::size_t{0}, std::size_t{3} << 20,
                                   std::size_t{34} << 20, std::size_t{1} << 20, text.size()}) {
        bytes += gzipped(std::string_view(text).substr(at, size));
        at = std::min(at + size, text.size());
        ++members;
    }
    for (const std::size_t step : {std::size_t{70'001}, std::size_t{1} << 20}) {
        GzipSource source(memoryBytes(bytes));
        EXPECT_TRUE(readAll(source, step) == text) << step;
        EXPECT_EQ(source.gzipMembers(), members);
        EXPECT_EQ(source.fileBytesRead(), bytes.size());
        EXPECT_EQ(source.oddities().count(Oddity::GzipCorrupt), 0U);
    }
}

TEST(GzipSource, KeepsWhatStandsBeforeTheDamage)
{
    const std::string text = sampleText(2 << 20);
    const std::string good = gzipped(text);
    GzipSource cut(memoryBytes(std::string_view(good).substr(0, good.size() / 2)));
    const std::string begin = readAll(cut);
    EXPECT_GT(begin.size(), text.size() / 3);
    EXPECT_TRUE(text.starts_with(begin));
    EXPECT_EQ(cut.oddities().count(Oddity::GzipTruncated), 1U);

    std::string damaged = good + good;
    damaged[good.size() + good.size() / 2] ^= 0x55;
    damaged[good.size() + good.size() / 2 + 1] ^= 0x55;
    GzipSource corrupt(memoryBytes(damaged));
    EXPECT_TRUE(readAll(corrupt).starts_with(text));
    EXPECT_EQ(corrupt.oddities().count(Oddity::GzipCorrupt), 1U);

    const std::string longer = good + "rubbish";
    GzipSource trailing(memoryBytes(longer));
    EXPECT_TRUE(readAll(trailing) == text);
    EXPECT_EQ(trailing.oddities().count(Oddity::GzipTrailingBytes), 1U);
}

TEST(GzipSource, GoesBackToAKeptPlace)
{
    const std::string text = sampleText(6 << 20);
    const std::string bytes = gzipped(text.substr(0, 4 << 20)) + gzipped(text.substr(4 << 20));
    constexpr std::uint64_t kInterval = 1 << 20;
    GzipSource source(memoryBytes(bytes));
    source.keepPlaces(kInterval);
    EXPECT_FALSE(source.moveBefore(0)) << "nothing was read yet";
    EXPECT_TRUE(readAll(source) == text);
    for (const std::uint64_t wanted :
         {std::uint64_t{5'500'000}, std::uint64_t{100}, std::uint64_t{4'300'000}}) {
        const auto place = source.moveBefore(wanted);
        ASSERT_TRUE(place) << wanted;
        EXPECT_LE(*place, wanted);
        EXPECT_LT(wanted - *place, 2 * kInterval);
        std::string found(text.size() - *place, '\0');
        EXPECT_EQ(source.read(found.data(), found.size()).value_or(0), found.size());
        EXPECT_TRUE(found == text.substr(*place)) << wanted;
    }
    (void)source.moveBefore(100);
    std::string some(1000, '\0');
    EXPECT_EQ(source.read(some.data(), some.size()).value_or(0), some.size());
    EXPECT_FALSE(source.moveBefore(2000)) << "going on is nearer";
}

} // namespace
} // namespace twintrace
