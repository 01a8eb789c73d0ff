// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/client/phase_times.h"

#include <QTemporaryDir>
#include <gtest/gtest.h>

#include <fstream>

namespace twintrace
{
namespace
{

TEST(PhaseTimes, RemembersAModelOnADevice)
{
    const QTemporaryDir folder;
    const std::filesystem::path file =
        std::filesystem::path(folder.path().toStdString()) / "a" / "times.json";
    {
        PhaseTimes times(file, "mlp", "cpu");
        EXPECT_FALSE(times.expected("aot", "compile"));
        times.note("aot", "compile", 6123.4);
        times.save();
    }
    EXPECT_EQ(PhaseTimes(file, "mlp", "cpu").expected("aot", "compile"), 6123.0);
    EXPECT_FALSE(PhaseTimes(file, "mlp", "cuda").expected("aot", "compile"));
    PhaseTimes(file, "gpt", "cpu").save(); // nothing noted: the file stays
    EXPECT_TRUE(PhaseTimes(file, "mlp", "cpu").expected("aot", "compile"));
}

TEST(PhaseTimes, ABrokenFileMeansNoEstimates)
{
    const QTemporaryDir folder;
    const std::filesystem::path file = std::filesystem::path(folder.path().toStdString()) / "times.json";
    std::ofstream(file) << "{\"mlp on cpu\": 7, ";
    PhaseTimes times(file, "mlp", "cpu");
    EXPECT_FALSE(times.expected("aot", "compile"));
    times.note("aot", "compile", 5);
    times.save();
    EXPECT_EQ(PhaseTimes(file, "mlp", "cpu").expected("aot", "compile"), 5.0);
}

} // namespace
} // namespace twintrace
