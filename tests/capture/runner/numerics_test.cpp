// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runner/numerics.h"

#include <ATen/ops/empty.h>
#include <ATen/ops/full.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace twintrace
{
namespace
{

using testing::HasSubstr;

at::Tensor tensorOf(std::vector<double> values, at::ScalarType type = at::kFloat)
{
    at::Tensor tensor = at::empty({static_cast<std::int64_t>(values.size())}, at::kDouble);
    std::copy(values.begin(), values.end(), tensor.mutable_data_ptr<double>());
    return tensor.to(type);
}

protocol::Numerics compare(const at::Tensor& output, const at::Tensor& reference, double tolerance = 1e-4)
{
    return compareOutputs({output}, {reference}, tolerance, "eager");
}

TEST(Numerics, ReportsTheLargestDifferences)
{
    const auto numerics =
        compare(tensorOf({1.0, 2.5, -4.0}, at::kDouble), tensorOf({1.0, 2.0, -4.0}, at::kDouble));
    EXPECT_DOUBLE_EQ(*numerics.maxAbsolute, 0.5);
    EXPECT_DOUBLE_EQ(*numerics.maxRelative, 0.125); // of the largest value, 4
    EXPECT_FALSE(numerics.isOk);
    EXPECT_THAT(numerics.note, HasSubstr("Output 0"));
    EXPECT_EQ(numerics.against, "eager");
}

TEST(Numerics, ToleranceGrowsWithTheValueAndWithTheTensor)
{
    EXPECT_TRUE(compare(tensorOf({1000.05}), tensorOf({1000.0})).isOk);
    EXPECT_FALSE(compare(tensorOf({1000.2}), tensorOf({1000.0})).isOk);
    // Nearly zero beside a one: noise of the sum it came from.
    EXPECT_TRUE(compare(tensorOf({1.0, 5e-5}), tensorOf({1.0, 0.0})).isOk);
    // The same distance where everything is small is a wrong answer.
    EXPECT_FALSE(compare(tensorOf({2e-5, 5e-5}), tensorOf({2e-5, 0.0})).isOk);
}

TEST(Numerics, NanAndInfinityMustMeetThemselves)
{
    const double nan = std::numeric_limits<double>::quiet_NaN(),
                 infinity = std::numeric_limits<double>::infinity();
    EXPECT_TRUE(compare(tensorOf({nan, infinity, 1}), tensorOf({nan, infinity, 1})).isOk);
    for (const auto& wrong :
         {tensorOf({1, infinity, 1}), tensorOf({nan, -infinity, 1}), tensorOf({nan, infinity, nan})}) {
        const auto numerics = compare(wrong, tensorOf({nan, infinity, 1}));
        EXPECT_FALSE(numerics.isOk);
        EXPECT_FALSE(numerics.maxAbsolute.has_value());
        EXPECT_THAT(numerics.note, HasSubstr("NaN or infinity"));
    }
}

TEST(Numerics, WholeNumbersAndBooleansAreExact)
{
    EXPECT_TRUE(compare(tensorOf({1, 2}, at::kLong), tensorOf({1, 2}, at::kLong)).isOk);
    EXPECT_FALSE(compare(tensorOf({1, 1'000'001}, at::kLong), tensorOf({1, 1'000'000}, at::kLong), 1.0).isOk);
    EXPECT_FALSE(compare(tensorOf({1}, at::kBool), tensorOf({0}, at::kBool), 1.0).isOk);
}

TEST(Numerics, OtherShapesTypesAndCountsAreNotOk)
{
    EXPECT_FALSE(compare(tensorOf({1, 2}), tensorOf({1, 2}).reshape({2, 1})).isOk);
    EXPECT_THAT(compare(tensorOf({1}, at::kDouble), tensorOf({1})).note, HasSubstr("float64"));
    EXPECT_FALSE(compareOutputs({tensorOf({1})}, {tensorOf({1}), tensorOf({1})}, 1, "eager").isOk);
}

TEST(Numerics, NumbersMayComeAsTensorsAndNonesMayBeLeftOut)
{
    EXPECT_TRUE(
        compareOutputs({at::full({}, 16, at::kLong)}, {std::int64_t{16}, c10::IValue()}, 1e-4, "eager").isOk);
    EXPECT_FALSE(compareOutputs({at::full({}, 17, at::kLong)}, {std::int64_t{16}}, 1e-4, "eager").isOk);
    EXPECT_TRUE(
        compareOutputs({std::string("a"), 2.5, true}, {std::string("a"), 2.5, true}, 0, "python").isOk);
}

TEST(Numerics, EmptyTensorsAgree)
{
    EXPECT_TRUE(compare(at::empty({0, 3}), at::empty({0, 3})).isOk);
}

TEST(Numerics, CoarserTypesAllowMore)
{
    for (const bool isSame : {true, false}) {
        EXPECT_LT(toleranceFor(at::kDouble, isSame), toleranceFor(at::kFloat, isSame));
        EXPECT_LT(toleranceFor(at::kFloat, isSame), toleranceFor(at::kHalf, isSame));
        EXPECT_LT(toleranceFor(at::kHalf, isSame), toleranceFor(at::kBFloat16, isSame));
    }
    EXPECT_EQ(toleranceFor(at::kFloat, true), 1e-5);
}

} // namespace
} // namespace twintrace
