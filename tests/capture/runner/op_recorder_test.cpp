// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runner/op_recorder.h"

#include "capture/runner/op_arguments.h"
#include "core/base/clock_bridge.h"

#include <ATen/ops/add.h>
#include <ATen/ops/linear.h>
#include <ATen/ops/ones.h>
#include <ATen/ops/relu.h>

#include <gtest/gtest.h>

#include <string>
#include <thread>

namespace twintrace
{
namespace
{

class OpRecorderTest : public ::testing::Test
{
  protected:
    std::string nameOf(const OpRecord& record) { return std::string(m_ops.names().text(record.name)); }
    const OpRecord* find(const std::string& name, std::size_t nth = 0)
    {
        for (const OpRecord& record : m_ops.records())
            if (nameOf(record) == name && nth-- == 0)
                return &record;
        return nullptr;
    }
    void forward() { m_out = at::relu(at::linear(m_input, m_weight, m_bias)); }
    void lookAtForward()
    {
        m_ops.start();
        m_ops.startArguments();
        forward();
        m_ops.stopArguments();
        m_ops.clear();
    }

    OpRecorder m_ops;
    at::Tensor m_input = at::ones({4, 8}), m_weight = at::ones({16, 8}), m_bias = at::ones({16}), m_out;
};

TEST_F(OpRecorderTest, KeepsNestedOpsInTheirOrderOnTheSystemsClock)
{
    m_ops.start();
    const Nanoseconds before = monotonicNow();
    forward();
    const Nanoseconds after = monotonicNow();
    m_ops.stop();
    forward(); // off again
    const OpRecord* linear = find("aten::linear");
    const OpRecord* relu = find("aten::relu");
    const OpRecord* inner = find("aten::addmm");
    ASSERT_TRUE(linear != nullptr && relu != nullptr && inner != nullptr);
    EXPECT_EQ(find("aten::linear", 1), nullptr);
    constexpr Nanoseconds kClocksApart = 2'000;
    EXPECT_GE(linear->begin, before - kClocksApart);
    EXPECT_LE(relu->end, after + kClocksApart);
    EXPECT_LT(linear->begin, inner->begin);
    EXPECT_LE(inner->end, linear->end);
    EXPECT_LE(linear->end, relu->begin);
    EXPECT_GT(inner->end, inner->begin);
    EXPECT_NE(linear->handle, relu->handle);
    EXPECT_EQ(m_ops.dropped(), 0);
}

TEST_F(OpRecorderTest, GivesEveryForwardTheArgumentsOfTheOneThatWasLookedAt)
{
    lookAtForward();
    EXPECT_TRUE(m_ops.records().empty());
    for (int at = 0; at < 2; ++at) {
        m_ops.nextForward();
        forward();
    }
    m_ops.stop();
    for (const std::size_t nth : {0U, 1U}) {
        const OpRecord* linear = find("aten::linear", nth);
        ASSERT_NE(linear, nullptr);
        JsonFields fields;
        writeArguments(m_ops.argumentsOf(*linear), fields);
        EXPECT_NE(std::string(fields.object()).find("[[4, 8], [16, 8], [16]]"), std::string::npos)
            << fields.object();
    }
}

TEST_F(OpRecorderTest, GivesNoArgumentsToAForwardThatGoesAnotherWay)
{
    lookAtForward();
    m_ops.nextForward();
    m_out = at::relu(m_input);
    m_out = at::linear(m_input, m_weight, m_bias);
    m_ops.nextForward();
    forward();
    m_ops.stop();
    EXPECT_TRUE(m_ops.argumentsOf(*find("aten::relu")).empty());
    EXPECT_TRUE(m_ops.argumentsOf(*find("aten::linear")).empty());
    EXPECT_FALSE(m_ops.argumentsOf(*find("aten::linear", 1)).empty());
}

TEST_F(OpRecorderTest, OpsOfAnotherThreadCarryItsIdAndNoArguments)
{
    lookAtForward();
    m_ops.nextForward();
    std::thread([this] { (void)at::add(m_input, m_input); }).join();
    forward();
    m_ops.stop();
    const OpRecord* add = find("aten::add");
    const OpRecord* linear = find("aten::linear");
    ASSERT_TRUE(add != nullptr && linear != nullptr);
    EXPECT_NE(add->thread, linear->thread);
    EXPECT_TRUE(m_ops.argumentsOf(*add).empty());
    EXPECT_FALSE(m_ops.argumentsOf(*linear).empty());
}

TEST_F(OpRecorderTest, KeepsNamesThatOutliveNothing)
{
    m_ops.start();
    for (int at = 0; at < 3; ++at) {
        const std::string name = "a name that is longer than a short string, number " + std::to_string(at);
        at::RecordFunction guard(at::RecordScope::USER_SCOPE);
        ASSERT_TRUE(guard.isActive());
        guard.before(std::string_view(name));
    }
    m_ops.stop();
    ASSERT_EQ(m_ops.records().size(), 3U);
    for (int at = 0; at < 3; ++at)
        EXPECT_EQ(nameOf(m_ops.records()[static_cast<std::size_t>(at)]),
                  "a name that is longer than a short string, number " + std::to_string(at));
}

TEST_F(OpRecorderTest, TakesNoTextWithInputsForTheNameOfASchema)
{
    m_ops.start();
    const c10::IValue input(m_input);
    for (const char* name : {"first", "second", "third"}) { // short: each lies in the guard, at one address
        at::RecordFunction guard(at::RecordScope::USER_SCOPE);
        guard.before(std::string_view(std::string(name)), c10::ArrayRef<const c10::IValue>(&input, 1));
    }
    m_ops.stop();
    ASSERT_EQ(m_ops.records().size(), 3U);
    EXPECT_EQ(nameOf(m_ops.records()[0]), "first");
    EXPECT_EQ(nameOf(m_ops.records()[1]), "second");
    EXPECT_EQ(nameOf(m_ops.records()[2]), "third");
}

TEST_F(OpRecorderTest, ClearForgetsOpsThatAreStillRunning)
{
    m_ops.start();
    {
        at::RecordFunction early(at::RecordScope::USER_SCOPE);
        early.before(std::string_view("early"));
        m_ops.clear();
        at::RecordFunction late(at::RecordScope::USER_SCOPE);
        late.before(std::string_view("late"));
    } // early ends here, after late
    at::RecordFunction open(at::RecordScope::USER_SCOPE);
    open.before(std::string_view("open"));
    m_ops.stop();
    ASSERT_EQ(m_ops.records().size(), 2U);
    EXPECT_EQ(nameOf(m_ops.records()[0]), "late");
    EXPECT_GT(m_ops.records()[0].end, m_ops.records()[0].begin);
    EXPECT_EQ(nameOf(m_ops.records()[1]), "open");
    EXPECT_EQ(m_ops.records()[1].end, 0);
}

} // namespace
} // namespace twintrace
