// SPDX-License-Identifier: MIT
#include "core/export/gpu_trace_writer.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <unistd.h>

namespace twintrace
{
namespace
{

using nlohmann::json;

class GpuTraceWriterTest : public ::testing::Test
{
  protected:
    void SetUp() override
    {
        m_path = std::filesystem::temp_directory_path() /
                 ("twintrace-gpu-" + std::to_string(::getpid()) + ".json");
        m_records.names.intern("");
        CallRecord call;
        call.begin = 1'000;
        call.end = 4'000;
        call.thread = 33;
        call.correlation = 9;
        call.callbackId = 211;
        call.name = m_records.names.intern("cudaLaunchKernel");
        call.role = CallRole::KernelLaunch;
        m_records.calls.push_back(call);
        KernelRecord kernel;
        kernel.work = {10'000, 12'500, 0, 1, 7, 9, 0, 0};
        kernel.name = m_records.names.intern("_ZN2at6native3addEPfi");
        kernel.grid = {264, 1, 1};
        kernel.block = {128, 2, 1};
        kernel.registersPerThread = 40;
        kernel.staticSharedBytes = 16;
        kernel.occupancyRatio = 0.25F;
        m_records.kernels.push_back(kernel);
        m_device.id = 0;
        m_device.name = "NVIDIA H200";
        m_device.multiprocessors = 132;
    }
    void TearDown() override { std::filesystem::remove(m_path); }

    json written(const std::vector<RangeRecord>& shadows = {})
    {
        TraceHeader header;
        header.deviceProperties.push_back(deviceProperties(m_device));
        auto out = ChromeJsonWriter::create(m_path.string(), std::move(header));
        GpuTraceWriter writer(**out, ClockBridge({0, 0}), {m_device}, 500, "python");
        writer.nameThread(33, "thread 33 (main)");
        writer.write(m_records);
        writer.writeShadows(m_records, shadows, m_records.names);
        EXPECT_TRUE((*out)->close().has_value());
        std::ifstream in(m_path);
        return json::parse(in);
    }
    static std::vector<json> eventsOf(const json& trace, const std::string& key, const std::string& value)
    {
        std::vector<json> found;
        for (const json& event : trace["traceEvents"]) {
            if (event.value(key, "") == value)
                found.push_back(event);
        }
        return found;
    }

    std::filesystem::path m_path;
    GpuRecords m_records;
    GpuDevice m_device;
};

TEST_F(GpuTraceWriterTest, AKernelReadsAsKinetoWritesIt)
{
    const json trace = written();
    EXPECT_EQ(trace["deviceProperties"][0]["name"], "NVIDIA H200");
    EXPECT_EQ(trace["deviceProperties"][0]["numSms"], 132);
    const auto kernels = eventsOf(trace, "cat", "kernel");
    ASSERT_EQ(kernels.size(), 1U);
    const json& kernel = kernels[0];
    EXPECT_EQ(kernel["name"], "at::native::add(float*, int)");
    EXPECT_EQ(kernel["pid"], 0);
    EXPECT_EQ(kernel["tid"], 7);
    EXPECT_EQ(kernel["ts"], 10.0);
    EXPECT_EQ(kernel["dur"], 2.5);
    const json& args = kernel["args"];
    EXPECT_EQ(args["correlation"], 9);
    EXPECT_EQ(args["stream"], 7);
    EXPECT_EQ(args["grid"], json::array({264, 1, 1}));
    EXPECT_EQ(args["block"], json::array({128, 2, 1}));
    EXPECT_EQ(args["registers per thread"], 40);
    EXPECT_EQ(args["shared memory"], 16);
    EXPECT_EQ(args["blocks per SM"], 2);
    EXPECT_EQ(args["warps per SM"], 16);
    EXPECT_EQ(args["est. achieved occupancy %"], 25);
    EXPECT_FALSE(args.contains("graph id"));
}

TEST_F(GpuTraceWriterTest, TheArrowGoesFromTheCallToTheKernel)
{
    const json trace = written();
    const auto begins = eventsOf(trace, "ph", "s");
    const auto ends = eventsOf(trace, "ph", "f");
    ASSERT_EQ(begins.size(), 1U);
    ASSERT_EQ(ends.size(), 1U);
    EXPECT_EQ(begins[0]["id"], ends[0]["id"]);
    EXPECT_EQ(begins[0]["pid"], 500);
    EXPECT_EQ(begins[0]["tid"], 33);
    EXPECT_EQ(begins[0]["ts"], 1.0);
    EXPECT_EQ(ends[0]["ts"], 10.0);
    EXPECT_EQ(ends[0]["bp"], "e");
    EXPECT_EQ(begins[0]["cat"], "ac2g");
}

TEST_F(GpuTraceWriterTest, GraphNodesShareTheirLaunchAndCarryTheirNode)
{
    m_records.kernels[0].work.graphId = 2;
    m_records.kernels[0].work.graphNodeId = 0x200000003;
    m_records.kernels.push_back(m_records.kernels[0]);
    const json trace = written();
    EXPECT_EQ(eventsOf(trace, "ph", "s").size(), 1U);
    EXPECT_EQ(eventsOf(trace, "ph", "f").size(), 2U);
    EXPECT_EQ(eventsOf(trace, "cat", "kernel")[1]["args"]["graph node id"], 0x200000003);
}

TEST_F(GpuTraceWriterTest, AnOperatorsIdStandsOnTheCallAndOnItsWork)
{
    m_records.externals.push_back({9, 1234});
    const json trace = written();
    EXPECT_EQ(eventsOf(trace, "cat", "cuda_runtime")[0]["args"]["External id"], 1234);
    EXPECT_EQ(eventsOf(trace, "cat", "kernel")[0]["args"]["External id"], 1234);
}

TEST_F(GpuTraceWriterTest, AnAnnotationHasAShadowAroundItsWork)
{
    const RangeRecord inside{500, 5'000, 33, m_records.names.intern("ProfilerStep#3")};
    const RangeRecord elsewhere{500, 5'000, 34, m_records.names.intern("other thread")};
    const auto shadows = eventsOf(written({inside, elsewhere}), "cat", "gpu_user_annotation");
    ASSERT_EQ(shadows.size(), 1U);
    EXPECT_EQ(shadows[0]["name"], "ProfilerStep#3");
    EXPECT_EQ(shadows[0]["ts"], 9.999);
    EXPECT_EQ(shadows[0]["dur"], 2.502);
    EXPECT_EQ(shadows[0]["tid"], 7);
}

TEST_F(GpuTraceWriterTest, UntimedWorkHasZeroTimesAndNoArrow)
{
    m_records.kernels[0].work.begin = m_records.kernels[0].work.end = 0;
    const json trace = written();
    const auto kernels = eventsOf(trace, "cat", "kernel");
    ASSERT_EQ(kernels.size(), 1U);
    EXPECT_EQ(kernels[0]["ts"], 0.0);
    EXPECT_EQ(kernels[0]["dur"], 0.0);
    EXPECT_TRUE(eventsOf(trace, "ph", "f").empty());
}

TEST_F(GpuTraceWriterTest, RowsAreNamedOnce)
{
    m_records.kernels.push_back(m_records.kernels[0]);
    m_records.syncs.push_back(
        {13'000, 14'000, 1, kEveryStream, 11, 0, m_records.names.intern("Context Sync")});
    m_records.overheads.push_back({1, 2, 33, m_records.names.intern("Buffer Flush")});
    const json trace = written();
    std::map<std::string, int> names;
    for (const json& event : trace["traceEvents"]) {
        if (event["ph"] == "M" && event["name"] == "thread_name")
            ++names[event["args"]["name"].get<std::string>()];
    }
    EXPECT_EQ(names, (std::map<std::string, int>{
                         {"thread 33 (main)", 1}, {"stream 7", 1}, {"all streams (sync)", 1}}));
    EXPECT_EQ(eventsOf(trace, "cat", "overhead").size(), 1U);
    EXPECT_EQ(eventsOf(trace, "cat", "cuda_sync")[0]["args"]["stream"], -1);
}

TEST(Demangled, LeavesOtherNamesAlone)
{
    EXPECT_EQ(demangled("triton_poi_fused_add_0"), "triton_poi_fused_add_0");
    EXPECT_EQ(demangled("_Z3addi"), "add(int)");
    EXPECT_EQ(demangled("_Znonsense"), "_Znonsense");
    EXPECT_EQ(demangled("_Z" + std::string(9000, 'x')), "_Z" + std::string(9000, 'x'));
}

} // namespace
} // namespace twintrace
