// SPDX-License-Identifier: MIT
#include "capture/cupti/occupancy.h"
#include "capture/cupti/record_decoder.h"
#include "fake_cupti.h"

#include <gtest/gtest.h>

#include <cstring>

namespace twintrace
{
namespace
{

using test::FakeCupti;

GpuDevice h200()
{
    GpuDevice device;
    device.name = "NVIDIA H200";
    device.computeMajor = 9;
    device.maxThreadsPerBlock = 1024;
    device.maxThreadsPerMultiprocessor = 2048;
    device.registersPerBlock = device.registersPerMultiprocessor = 65536;
    device.sharedBytesPerBlock = 49152;
    device.sharedBytesPerBlockOptin = 232448;
    device.sharedBytesPerMultiprocessor = 233472;
    device.reservedSharedBytesPerBlock = 1024;
    device.multiprocessors = 132;
    return device;
}

class RecordDecoderTest : public ::testing::Test
{
  protected:
    template <class Record> void put(const Record& record)
    {
        const std::size_t at = m_bytes.size();
        m_bytes.resize(at + sizeof(record));
        std::memcpy(m_bytes.data() + at, &record, sizeof(record));
    }
    GpuRecords decoded()
    {
        GpuRecords records;
        m_decoder.decode(m_bytes.data(), m_bytes.size(), records);
        m_bytes.clear();
        return records;
    }

    FakeCupti m_cupti;
    RecordDecoder m_decoder{m_cupti.api(), {h200()}};
    std::vector<std::uint8_t> m_bytes;
};

TEST_F(RecordDecoderTest, AKernelKeepsItsShapeAndPlace)
{
    CUpti_ActivityKernel10 record{};
    record.kind = CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL;
    record.start = 1'000;
    record.end = 3'000;
    record.contextId = 1;
    record.streamId = 13;
    record.correlationId = 77;
    record.gridX = 264;
    record.gridY = record.gridZ = 1;
    record.blockX = 256;
    record.blockY = record.blockZ = 1;
    record.registersPerThread = 32;
    record.staticSharedMemory = 100;
    record.dynamicSharedMemory = 28;
    record.graphId = 5;
    record.graphNodeId = 0x500000003;
    record.name = "_Z3addPfS_";
    put(record);
    const GpuRecords records = decoded();
    ASSERT_EQ(records.kernels.size(), 1U);
    const KernelRecord& kernel = records.kernels[0];
    EXPECT_EQ(kernel.work.begin, 1'000);
    EXPECT_EQ(kernel.work.end, 3'000);
    EXPECT_EQ(kernel.work.stream, 13U);
    EXPECT_EQ(kernel.work.correlation, 77U);
    EXPECT_EQ(kernel.work.graphNodeId, 0x500000003U);
    EXPECT_EQ(kernel.grid, (std::array<std::int64_t, 3>{264, 1, 1}));
    EXPECT_EQ(kernel.staticSharedBytes + kernel.dynamicSharedBytes, 128U);
    EXPECT_EQ(records.names.text(kernel.name), "_Z3addPfS_");
    EXPECT_FLOAT_EQ(kernel.occupancyRatio, 0.25F); // 2 of the 8 blocks that fit: 512 of 2048 threads
}

TEST(Occupancy, FollowsTheTightestLimit)
{
    KernelRecord kernel;
    kernel.grid = {132 * 100, 1, 1};
    kernel.block = {256, 1, 1};
    kernel.registersPerThread = 32;
    EXPECT_FLOAT_EQ(estimatedOccupancy(h200(), kernel), 1.0F); // 8 blocks of 256 threads
    kernel.registersPerThread = 255;
    EXPECT_FLOAT_EQ(estimatedOccupancy(h200(), kernel), 0.125F); // one block of 256 x 256 registers
    kernel.registersPerThread = 32;
    kernel.dynamicSharedBytes = 110 * 1024;
    EXPECT_FLOAT_EQ(estimatedOccupancy(h200(), kernel), 0.25F); // two blocks share 228 KB
    kernel.dynamicSharedBytes = 0;
    kernel.grid = {1, 1, 1};
    EXPECT_NEAR(estimatedOccupancy(h200(), kernel), 256.0 / 2048 / 132, 1e-6); // the grid is small
    EXPECT_LT(estimatedOccupancy(GpuDevice{}, kernel), 0);
}

TEST_F(RecordDecoderTest, CopiesBetweenDevicesAndFillsAreNamed)
{
    CUpti_ActivityMemcpyPtoP4 peer{};
    peer.kind = CUPTI_ACTIVITY_KIND_MEMCPY2;
    peer.copyKind = CUPTI_ACTIVITY_MEMCPY_KIND_PTOP;
    peer.srcKind = peer.dstKind = CUPTI_ACTIVITY_MEMORY_KIND_DEVICE;
    peer.bytes = 64;
    put(peer);
    CUpti_ActivityMemset4 fill{};
    fill.kind = CUPTI_ACTIVITY_KIND_MEMSET;
    fill.memoryKind = CUPTI_ACTIVITY_MEMORY_KIND_DEVICE;
    fill.bytes = 32;
    put(fill);
    const GpuRecords records = decoded();
    ASSERT_EQ(records.copies.size(), 2U);
    EXPECT_EQ(records.names.text(records.copies[0].name), "Memcpy PtoP (Device -> Device)");
    EXPECT_EQ(records.names.text(records.copies[1].name), "Memset (Device)");
    EXPECT_TRUE(records.copies[1].isFill);
}

TEST_F(RecordDecoderTest, CallsOfBothApisKnowTheirRole)
{
    CUpti_ActivityAPI call{};
    call.kind = CUPTI_ACTIVITY_KIND_DRIVER;
    call.cbid = test::kDriverLaunchKernelId;
    call.start = 10;
    call.end = 20;
    call.threadId = 99;
    call.correlationId = 3;
    put(call);
    call.kind = CUPTI_ACTIVITY_KIND_RUNTIME;
    call.cbid = 100'000; // of a newer CUPTI than the one asked for names
    put(call);
    const GpuRecords records = decoded();
    ASSERT_EQ(records.calls.size(), 2U);
    EXPECT_TRUE(records.calls[0].isDriver);
    EXPECT_EQ(records.calls[0].role, CallRole::KernelLaunch);
    EXPECT_EQ(records.names.text(records.calls[0].name), "cuLaunchKernel");
    EXPECT_EQ(records.names.text(records.calls[1].name), "runtime call 100000");
}

TEST_F(RecordDecoderTest, RangesAreJoinedAcrossBuffers)
{
    CUpti_ActivityMarker2 marker{};
    marker.kind = CUPTI_ACTIVITY_KIND_MARKER;
    marker.flags = CUPTI_ACTIVITY_FLAG_MARKER_START;
    marker.id = 8;
    marker.timestamp = 100;
    marker.objectKind = CUPTI_ACTIVITY_OBJECT_THREAD;
    marker.objectId.pt.threadId = 17;
    marker.name = "step";
    put(marker);
    EXPECT_TRUE(decoded().ranges.empty());
    marker.flags = CUPTI_ACTIVITY_FLAG_MARKER_END;
    marker.timestamp = 900;
    marker.name = nullptr;
    put(marker);
    put(marker); // an end without a begin
    const GpuRecords records = decoded();
    ASSERT_EQ(records.ranges.size(), 1U);
    EXPECT_EQ(records.ranges[0].begin, 100);
    EXPECT_EQ(records.ranges[0].end, 900);
    EXPECT_EQ(records.ranges[0].thread, 17U);
    EXPECT_EQ(records.names.text(records.ranges[0].name), "step");
}

TEST_F(RecordDecoderTest, WaitingOverheadAndOperatorsComeAlong)
{
    CUpti_ActivitySynchronization2 sync{};
    sync.kind = CUPTI_ACTIVITY_KIND_SYNCHRONIZATION;
    sync.type = CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_CONTEXT_SYNCHRONIZE;
    sync.start = 1;
    sync.end = 5;
    sync.streamId = kEveryStream;
    put(sync);
    CUpti_ActivityOverhead3 overhead{};
    overhead.kind = CUPTI_ACTIVITY_KIND_OVERHEAD;
    overhead.overheadKind = CUPTI_ACTIVITY_OVERHEAD_LAZY_FUNCTION_LOADING;
    overhead.objectKind = CUPTI_ACTIVITY_OBJECT_THREAD;
    overhead.objectId.pt.threadId = 17;
    put(overhead);
    CUpti_ActivityExternalCorrelation external{};
    external.kind = CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION;
    external.externalId = 1ULL << 40;
    external.correlationId = 6;
    put(external);
    CUpti_ActivityGraphTrace2 unasked{};
    unasked.kind = CUPTI_ACTIVITY_KIND_GRAPH_TRACE;
    put(unasked);
    const GpuRecords records = decoded();
    ASSERT_EQ(records.syncs.size(), 1U);
    EXPECT_EQ(records.names.text(records.syncs[0].name), "Context Sync");
    ASSERT_EQ(records.overheads.size(), 1U);
    EXPECT_EQ(records.names.text(records.overheads[0].name), "Lazy Function Loading");
    EXPECT_EQ(records.overheads[0].thread, 17U);
    ASSERT_EQ(records.externals.size(), 1U);
    EXPECT_EQ(records.externals[0].externalId, 1ULL << 40);
    EXPECT_EQ(m_decoder.unknownCount(), 1U);
    EXPECT_EQ(m_decoder.recordCount(), 4U);
}

} // namespace
} // namespace twintrace
