// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/runner/tick_clock.h"
#include "core/base/string_pool.h"
#include "core/base/time.h"

#include <ATen/record_function.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <unordered_set>
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

/// The callbacks of at::RecordFunction, registered once at program start (LibTorch allows no other time) and
/// switched on and off without registering again: while they are off they cost nothing. Recording itself
/// takes two looks at the clock and one slot of memory made beforehand, no lock and no allocation; when that
/// memory is full, further ops are counted, not kept. Arguments are dear, and the same in every forward of a
/// graph: one forward outside the measured ones tells them.
class OpRecorder
{
  public:
    OpRecorder();
    OpRecorder(const OpRecorder&) = delete;
    OpRecorder& operator=(const OpRecorder&) = delete;
    ~OpRecorder();

    /// Records. Allocates on the first call.
    void start();
    /// In between, the ops of the calling thread are looked at for their arguments.
    void startArguments();
    void stopArguments();
    /// What follows on that thread is a new forward: the same arguments as long as its ops come in the same
    /// order.
    void nextForward();
    /// Switches off; records() are then complete.
    void stop();
    /// Forgets the records; names and arguments stay.
    void clear();

    [[nodiscard]] std::span<const OpRecord> records() const { return m_records; }
    [[nodiscard]] std::span<const std::int64_t> argumentsOf(const OpRecord& record) const;
    [[nodiscard]] const StringPool& names() const { return m_names; }
    [[nodiscard]] std::int64_t dropped() const;

  private:
    struct Slot {
        std::atomic<std::int64_t> begin{0}; ///< ticks; 0: not filled
        std::atomic<std::int64_t> end{0};
        const char* name = nullptr; ///< of the op's schema or of m_givenNames; both stay
        std::uint32_t thread = 0;
        std::uint32_t node = 0;
    };
    struct Arguments {
        StringId name;
        std::uint32_t begin = 0, end = 0; ///< into m_words
    };

    static std::unique_ptr<at::ObserverContext> onBegin(const at::RecordFunction& function);
    static void onEnd(const at::RecordFunction& function, at::ObserverContext* context);
    static std::unique_ptr<at::ObserverContext> onArguments(const at::RecordFunction& function);
    void noteArguments(const at::RecordFunction& function);
    [[nodiscard]] const char* nameOf(const at::RecordFunction& function);
    void collect();
    void giveArguments(std::size_t first, std::size_t last);

    at::CallbackHandle m_recording = 0, m_looking = 0;
    std::unique_ptr<Slot[]> m_slots;
    TickScale m_scale;
    std::atomic<std::size_t> m_count{0}; ///< slots asked for, also those that there are not
    std::atomic<std::uint64_t> m_generation{1};
    std::vector<std::size_t> m_forwards; ///< the slot that each begins with
    std::vector<OpRecord> m_records;
    std::vector<Arguments> m_arguments; ///< of one forward, in the order of its ops
    std::vector<std::int64_t> m_words;
    std::size_t m_wordCount = 0;
    std::uint32_t m_argumentsThread = 0;
    std::mutex m_mutex; ///< of the names and arguments
    StringPool m_names;
    std::unordered_set<std::string> m_givenNames; ///< of ops that have no schema; these texts stay in place
};

} // namespace twintrace
