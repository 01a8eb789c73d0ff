// SPDX-License-Identifier: MIT
// The real libcupti on a machine without a driver: opens, answers, and says what is missing.
#include "capture/cupti/capture_session.h"
#include "capture/cupti/cuda_driver.h"
#include "capture/cupti/cupti_api.h"
#include "capture/cupti/cupti_probe.h"
#include "capture/cupti/record_decoder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>

namespace twintrace
{
namespace
{

using ::testing::HasSubstr;

std::string libraryPath()
{
    const std::string folder = TWINTRACE_CUPTI_LIBRARY_DIR;
    return folder.empty() ? folder : folder + "/" + cuptiSoname();
}

TEST(RealCupti, OpensAndTellsItsVersion)
{
    if (!std::filesystem::exists(libraryPath()))
        GTEST_SKIP() << "There is no libcupti beside the CUPTI headers of this build.";
    const auto api = openCuptiFile(libraryPath());
    ASSERT_TRUE(api.has_value()) << api.error().message << api.error().detail;
    EXPECT_GE((*api)->version, 130000U);
    EXPECT_THAT((*api)->path, HasSubstr("libcupti"));
}

TEST(RealCupti, WithoutADriverTheSentenceSaysSo)
{
    if (!std::filesystem::exists(libraryPath()))
        GTEST_SKIP() << "There is no libcupti beside the CUPTI headers of this build.";
    if (openCudaDriver())
        GTEST_SKIP() << "This machine has an NVIDIA driver.";
    const auto api = openCuptiFile(libraryPath());
    ASSERT_TRUE(api.has_value());
    auto session = CaptureSession::open(*api, nullptr, {});
    const Result<void> begun =
        session ? (*session)->begin() : Result<void>(tl::unexpected<Error>(session.error()));
    ASSERT_FALSE(begun.has_value());
    EXPECT_THAT(begun.error().message, HasSubstr("No NVIDIA driver answers on this machine"));
    EXPECT_THAT(begun.error().message, HasSubstr("999"));
    EXPECT_EQ(begun.error().code, ErrorCode::Unsupported);
}

TEST(RealCupti, WalksHandMadeBuffersAsWeLayThemOut)
{
    if (!std::filesystem::exists(libraryPath()))
        GTEST_SKIP() << "There is no libcupti beside the CUPTI headers of this build.";
    const auto api = openCuptiFile(libraryPath());
    ASSERT_TRUE(api.has_value());
    alignas(8) std::array<std::uint8_t, 4096> buffer{};
    std::size_t used = 0;
    const auto put = [&](const auto& record) {
        std::memcpy(buffer.data() + used, &record, sizeof(record));
        used += sizeof(record);
    };
    CUpti_ActivityKernel10 kernel{};
    kernel.kind = CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL;
    kernel.correlationId = 1;
    kernel.name = "k";
    CUpti_ActivityAPI call{};
    call.kind = CUPTI_ACTIVITY_KIND_RUNTIME;
    call.cbid = CUPTI_RUNTIME_TRACE_CBID_cudaLaunchKernel_v7000;
    call.correlationId = 1;
    CUpti_ActivityMemcpy6 copy{};
    copy.kind = CUPTI_ACTIVITY_KIND_MEMCPY;
    CUpti_ActivitySynchronization2 sync{};
    sync.kind = CUPTI_ACTIVITY_KIND_SYNCHRONIZATION;
    put(call);
    put(kernel);
    put(copy);
    put(sync);
    put(kernel);
    RecordDecoder decoder(*api, {});
    GpuRecords records;
    decoder.decode(buffer.data(), used, records);
    EXPECT_EQ(records.kernels.size(), 2U);
    EXPECT_EQ(records.copies.size(), 1U);
    EXPECT_EQ(records.syncs.size(), 1U);
    ASSERT_EQ(records.calls.size(), 1U);
    EXPECT_EQ(records.names.text(records.calls[0].name), "cudaLaunchKernel");
    EXPECT_EQ(records.calls[0].role, CallRole::KernelLaunch);
}

TEST(RealCupti, TheProbeListsWhatIsMissing)
{
    if (openCudaDriver())
        GTEST_SKIP() << "This machine has an NVIDIA driver.";
    const CuptiProbe probe = probeCupti();
    EXPECT_TRUE(probe.isBuiltIn);
    EXPECT_FALSE(probe.canRecord);
    ASSERT_FALSE(probe.problems.empty());
    EXPECT_EQ(probe.problems[0].code, "no_driver");
    EXPECT_THAT(probe.problems[0].message, HasSubstr("NVIDIA"));
    EXPECT_TRUE(probe.devices.empty());
}

} // namespace
} // namespace twintrace
