// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace twintrace
{

/// Calls work(0) … work(count - 1) on up to `threads` threads, this one included, and waits for all of them.
/// The first exception is thrown again here.
template <class Work> void parallelFor(std::size_t count, unsigned threads, const Work& work)
{
    std::atomic<std::size_t> next{0};
    std::exception_ptr failure;
    std::mutex failureMutex;
    const auto loop = [&] {
        try {
            for (std::size_t i = next++; i < count; i = next++)
                work(i);
        } catch (...) {
            next = count;
            const std::lock_guard lock(failureMutex);
            failure = std::current_exception();
        }
    };
    std::vector<std::thread> others;
    for (std::size_t i = 1; i < std::min<std::size_t>(threads, count); ++i) {
        try {
            others.emplace_back(loop);
        } catch (const std::exception&) {
            break; // no more threads: the ones there do it all
        }
    }
    loop();
    for (std::thread& other : others)
        other.join();
    if (failure)
        std::rethrow_exception(failure);
}

} // namespace twintrace
