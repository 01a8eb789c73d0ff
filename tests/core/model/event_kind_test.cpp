// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/event_kind.h"

#include <gtest/gtest.h>

namespace twintrace
{
namespace
{

TEST(EventKind, KnowsTheSpellingsOfAllYears)
{
    EXPECT_EQ(eventKindOf("kernel"), EventKind::Kernel);
    EXPECT_EQ(eventKindOf("Kernel"), EventKind::Kernel);
    EXPECT_EQ(eventKindOf("Operator"), EventKind::CpuOp);
    EXPECT_EQ(eventKindOf("Runtime"), EventKind::RuntimeCall);
    EXPECT_EQ(eventKindOf("cuda_driver"), EventKind::DriverCall);
    EXPECT_EQ(eventKindOf("gpu_memset"), EventKind::Memset);
    EXPECT_EQ(eventKindOf("hip_runtime"), EventKind::RuntimeCall);
    EXPECT_EQ(eventKindOf("xpu_runtime"), EventKind::RuntimeCall);
    EXPECT_EQ(eventKindOf("mtia_runtime"), EventKind::RuntimeCall);
}

TEST(EventKind, OnlyTheExactWordTraceIsTheProfilersOwnWindow)
{
    EXPECT_EQ(eventKindOf("Trace"), EventKind::ProfilerSpan);
    EXPECT_EQ(eventKindOf("trace"), EventKind::Other);
}

TEST(EventKind, AnythingElseIsOther)
{
    EXPECT_EQ(eventKindOf(""), EventKind::Other);
    EXPECT_EQ(eventKindOf("kernel "), EventKind::Other);
    EXPECT_EQ(eventKindOf(std::string(5000, 'k')), EventKind::Other);
}

} // namespace
} // namespace twintrace
