// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace_builder.h"

#include <string>

namespace twintrace
{

/// Makes small traces in tests: one CPU thread, one device, times in µs.
class HandMade
{
  public:
    HandMade() : m_thread(m_builder.track("100", "100")) {}

    HandMade& annotation(std::string_view name, std::int64_t beginUs, std::int64_t lengthUs)
    {
        m_builder.slice(m_thread, "user_annotation", name, beginUs * 1000, lengthUs * 1000);
        return *this;
    }
    HandMade& op(std::string_view name, std::int64_t beginUs, std::int64_t lengthUs)
    {
        m_builder.slice(m_thread, "cpu_op", name, beginUs * 1000, lengthUs * 1000);
        return *this;
    }
    HandMade& call(std::string_view name, std::int64_t beginUs, std::int64_t lengthUs,
                   std::int64_t correlation = kNoCorrelation)
    {
        m_builder.launch(m_thread, "cuda_runtime", name, beginUs * 1000, lengthUs * 1000, correlation);
        return *this;
    }
    HandMade& kernel(std::string_view name, std::int64_t beginUs, std::int64_t lengthUs,
                     std::int64_t correlation = kNoCorrelation, std::string_view category = "kernel",
                     const std::string& stream = "7")
    {
        m_builder.kernel(m_builder.track("0", stream), name, beginUs * 1000, lengthUs * 1000,
                         m_builder.stream("0", stream), correlation, category);
        return *this;
    }
    /// A launch of one microsecond and its kernel.
    HandMade& launched(std::string_view name, std::int64_t launchUs, std::int64_t beginUs,
                       std::int64_t lengthUs)
    {
        ++m_correlation;
        return call("cudaLaunchKernel", launchUs, 1, m_correlation)
            .kernel(name, beginUs, lengthUs, m_correlation);
    }
    TracePtr trace() { return m_builder.freeze(); }
    TraceBuilder& builder() { return m_builder; }

  private:
    TraceBuilder m_builder;
    TrackId m_thread;
    std::int64_t m_correlation = 0;
};

} // namespace twintrace
