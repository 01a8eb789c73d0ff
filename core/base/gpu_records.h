// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/string_pool.h"
#include "core/base/time.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace twintrace
{

/// What a GPU recorder hands to whoever writes it down: plain records, times on CLOCK_MONOTONIC in ns, names
/// interned. No CUPTI type stands here, so that writing and testing need no CUDA.

/// Where and when something ran on a device. begin == end == 0: the device could not time it.
struct GpuWork {
    Nanoseconds begin = 0;
    Nanoseconds end = 0;
    std::uint32_t device = 0;
    std::uint32_t context = 0;
    std::uint32_t stream = 0;
    std::uint32_t correlation = 0; ///< of the launch; all nodes of one graph launch share it
    std::uint32_t graphId = 0;     ///< 0 = not from a CUDA graph
    std::uint64_t graphNodeId = 0;
    [[nodiscard]] bool isTimed() const { return begin != 0 || end != 0; }
};

struct KernelRecord {
    GpuWork work;
    StringId name; ///< mangled, as the device code has it
    std::array<std::int64_t, 3> grid{};
    std::array<std::int64_t, 3> block{};
    std::uint32_t registersPerThread = 0;
    std::uint32_t staticSharedBytes = 0;
    std::uint32_t dynamicSharedBytes = 0;
    float occupancyRatio = -1; ///< estimated from the launch shape, 0..1; -1 = unknown
};

struct CopyRecord {
    GpuWork work;
    StringId name; ///< "Memcpy HtoD (Pageable -> Device)", "Memset (Device)"
    std::uint64_t bytes = 0;
    bool isFill = false;
};

/// What a runtime or driver call does to the device.
enum class CallRole : std::uint8_t { Other, KernelLaunch, GraphLaunch, Copy, Fill, Synchronization };

struct CallRecord {
    Nanoseconds begin = 0;
    Nanoseconds end = 0;
    std::uint32_t thread = 0;
    std::uint32_t correlation = 0;
    std::uint32_t callbackId = 0;
    std::uint32_t returnValue = 0;
    StringId name;
    CallRole role = CallRole::Other;
    bool isDriver = false;
};

struct SyncRecord {
    Nanoseconds begin = 0;
    Nanoseconds end = 0;
    std::uint32_t context = 0;
    std::uint32_t stream = 0; ///< kEveryStream when the whole context was waited for
    std::uint32_t correlation = 0;
    std::uint32_t eventId = 0;
    StringId name;
};
inline constexpr std::uint32_t kEveryStream = 0xFFFFFFFF;

/// Time the recorder or the driver itself caused.
struct OverheadRecord {
    Nanoseconds begin = 0;
    Nanoseconds end = 0;
    std::uint32_t thread = 0;
    StringId name;
};

/// A range that the program marked on one of its threads (NVTX, record_function).
struct RangeRecord {
    Nanoseconds begin = 0;
    Nanoseconds end = 0;
    std::uint32_t thread = 0;
    StringId name;
};

/// Ties a call (by its correlation id) to the operator that made it.
struct ExternalRecord {
    std::uint32_t correlation = 0;
    std::uint64_t externalId = 0;
};

struct GpuRecords {
    StringPool names;
    std::vector<KernelRecord> kernels;
    std::vector<CopyRecord> copies;
    std::vector<CallRecord> calls;
    std::vector<SyncRecord> syncs;
    std::vector<OverheadRecord> overheads;
    std::vector<RangeRecord> ranges;
    std::vector<ExternalRecord> externals;

    [[nodiscard]] std::size_t size() const
    {
        return kernels.size() + copies.size() + calls.size() + syncs.size() + overheads.size() +
               ranges.size() + externals.size();
    }
};

/// What a device is, under the names of Kineto's deviceProperties.
struct GpuDevice {
    std::uint32_t id = 0;
    std::string name;
    std::uint64_t totalMemoryBytes = 0;
    int computeMajor = 0;
    int computeMinor = 0;
    int maxThreadsPerBlock = 0;
    int maxThreadsPerMultiprocessor = 0;
    int registersPerBlock = 0;
    int registersPerMultiprocessor = 0;
    int warpSize = 32;
    int sharedBytesPerBlock = 0;
    int sharedBytesPerBlockOptin = 0;
    int sharedBytesPerMultiprocessor = 0;
    int reservedSharedBytesPerBlock = 0;
    int multiprocessors = 0;
};

} // namespace twintrace
