// SPDX-License-Identifier: MIT
#pragma once

#include "capture/cupti/api_calls.h"
#include "capture/cupti/cupti_api.h"
#include "core/base/gpu_records.h"

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

namespace twintrace
{

/// Turns CUPTI's buffers into GpuRecords. Keeps the ranges that are open between buffers. Not thread-safe.
class RecordDecoder
{
  public:
    RecordDecoder(std::shared_ptr<const CuptiApi> api, std::vector<GpuDevice> devices);

    /// Appends every record of one buffer. Kinds that nobody asked for are counted.
    void decode(std::uint8_t* buffer, std::size_t validBytes, GpuRecords& into);
    [[nodiscard]] std::uint64_t recordCount() const { return m_records; } ///< all kinds
    [[nodiscard]] std::uint64_t unknownCount() const { return m_unknown; }
    /// Gives a call that a callback told of its name and role.
    void describe(CallRecord& call, GpuRecords& into) const;
    void setDevices(std::vector<GpuDevice> devices) { m_devices = std::move(devices); }

  private:
    struct OpenRange {
        Nanoseconds begin = 0;
        std::string name;
        std::uint32_t thread = 0;
    };

    void decodeOne(const CUpti_Activity* record, GpuRecords& into);
    void addKernel(const CUpti_ActivityKernel10& record, GpuRecords& into) const;
    void addCall(const CUpti_ActivityAPI& record, bool isDriver, GpuRecords& into) const;
    void addMarker(const CUpti_ActivityMarker2& record, GpuRecords& into);
    [[nodiscard]] const GpuDevice* deviceOf(std::uint32_t index) const;

    std::shared_ptr<const CuptiApi> m_api;
    std::vector<GpuDevice> m_devices;
    std::unordered_map<std::uint32_t, ApiCall> m_runtimeCalls;
    std::unordered_map<std::uint32_t, ApiCall> m_driverCalls;
    std::unordered_map<std::uint32_t, OpenRange> m_openRanges;
    std::uint64_t m_records = 0;
    std::uint64_t m_unknown = 0;
};

} // namespace twintrace
