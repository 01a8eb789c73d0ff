// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/client/exit_sentence.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace twintrace
{
namespace
{

using testing::HasSubstr;

TEST(ExitSentence, NamesSignalAndRemedy)
{
    EXPECT_THAT(signalSentence(11, ""), HasSubstr("signal 11 (segmentation fault)"));
    EXPECT_THAT(signalSentence(4, ""), HasSubstr("another CPU"));
    EXPECT_THAT(signalSentence(9, ""), HasSubstr("memory"));
    EXPECT_THAT(signalSentence(6, "terminate called after throwing an instance of 'std::bad_alloc'"),
                HasSubstr("memory"));
    EXPECT_THAT(signalSentence(6, ""), HasSubstr("details"));
    EXPECT_THAT(signalSentence(63, ""), HasSubstr("signal 63;"));
}

TEST(ExitSentence, TellsWhatIsMissing)
{
    EXPECT_THAT(exitSentence(127, "x: error while loading shared libraries: libtorch.so: cannot open"),
                HasSubstr("libraries"));
    EXPECT_THAT(exitSentence(1, "/usr/bin/python3: No module named twintrace_capture"),
                HasSubstr("Python module"));
    EXPECT_THAT(exitSentence(127, ""), HasSubstr("could not be started"));
    EXPECT_THAT(exitSentence(3, ""), HasSubstr("code 3"));
}

} // namespace
} // namespace twintrace
