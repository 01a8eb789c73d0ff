// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/string_pool.h"
#include "core/base/time.h"

#include <ATen/record_function.h>

#include <cstdint>
#include <mutex>
#include <span>
#include <vector>

namespace twintrace
{

/// One op as at::RecordFunction told it. Times on CLOCK_MONOTONIC.
struct OpRecord {
    Nanoseconds begin = 0;
    Nanoseconds end = 0; ///< 0: still running when recording stopped
    StringId name;
    std::uint32_t thread = 0;
    std::uint32_t node = 0; ///< graph node of the eager executor, or kNoNode
    std::uint64_t handle = 0;
    std::uint32_t argumentsBegin = 0; ///< into the word pool, see OpArguments
    std::uint32_t argumentsEnd = 0;
};

/// The callback of at::RecordFunction, registered once at program start (LibTorch allows no other time) and
/// switched on and off without registering again: while it is off it costs nothing. Everything it fills is
/// allocated and touched beforehand; when that is full, further ops are counted, not kept.
class OpRecorder
{
  public:
    OpRecorder();
    OpRecorder(const OpRecorder&) = delete;
    OpRecorder& operator=(const OpRecorder&) = delete;
    ~OpRecorder();

    /// Allocates on the first call.
    void start();
    void stop();
    /// Forgets the records; the names stay.
    void clear();

    [[nodiscard]] std::span<const OpRecord> records() const { return {m_records.data(), m_count}; }
    [[nodiscard]] std::span<const std::int64_t> argumentsOf(const OpRecord& record) const;
    [[nodiscard]] const StringPool& names() const { return m_names; }
    [[nodiscard]] std::int64_t dropped() const { return m_dropped; }

  private:
    struct Context;
    static std::unique_ptr<at::ObserverContext> onBegin(const at::RecordFunction& function);
    static void onEnd(const at::RecordFunction& function, at::ObserverContext* context);
    std::size_t add(const at::RecordFunction& function);

    at::CallbackHandle m_handle = 0;
    std::mutex m_mutex; ///< ops come from one thread almost always; never contended in practice
    std::vector<OpRecord> m_records;
    std::vector<std::int64_t> m_words;
    StringPool m_names;
    std::size_t m_count = 0, m_wordCount = 0;
    std::int64_t m_dropped = 0;
    std::uint64_t m_generation =
        0; ///< an op that began before clear() must not end in a record made after it
};

} // namespace twintrace
