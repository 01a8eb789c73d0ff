// SPDX-License-Identifier: MIT
#include "capture/cupti/cupti_probe.h"

#include <gtest/gtest.h>

namespace twintrace
{
namespace
{

TEST(DriverFacts, TheDriversVersionIsTheFirstDottedNumber)
{
    EXPECT_EQ(
        driverVersionIn("NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  580.159.04  Release Build\n"
                        "GCC version:  gcc version 13.3.0\n"),
        "580.159.04");
    EXPECT_EQ(driverVersionIn(""), "");
}

TEST(DriverFacts, TheRestrictionIsReadOrUnknown)
{
    EXPECT_EQ(profilingRestriction("Mobile: 4294967295\nRmProfilingAdminOnly: 1\nOther: 0\n"), true);
    EXPECT_EQ(profilingRestriction("RmProfilingAdminOnly: 0\nOther: 1\n"), false);
    EXPECT_EQ(profilingRestriction("Other: 1\n"), std::nullopt);
}

} // namespace
} // namespace twintrace
