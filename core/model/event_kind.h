// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

namespace twintrace
{

/// What an event is, found once from its category (and for Kineto's older spellings too).
/// The numbers are stable: they are written into caches and never reused.
enum class EventKind : std::uint8_t {
    Other = 0,
    CpuOp = 1,           ///< cpu_op, Operator: an operator on the CPU side
    UserAnnotation = 2,  ///< user_annotation: record_function, ProfilerStep#N, our iteration marks
    GpuAnnotation = 3,   ///< gpu_user_annotation: the device-side shadow of an annotation; an envelope
    Kernel = 4,          ///< kernel, Kernel: one execution of a function on the device
    Memcpy = 5,          ///< gpu_memcpy, Memcpy
    Memset = 6,          ///< gpu_memset, Memset
    RuntimeCall = 7,     ///< cuda_runtime, Runtime, hip_runtime, xpu_runtime …: a call that may launch work
    DriverCall = 8,      ///< cuda_driver
    Synchronization = 9, ///< cuda_sync: a record of waiting, never work
    Overhead = 10,       ///< overhead: time the profiler itself causes
    PythonFunction = 11, ///< python_function
    ProfilerSpan = 12,   ///< category "Trace" of pseudo process "Spans": the profiler's own window
};

/// The kind for a category text as it stands in the file (case matters only for "Trace").
[[nodiscard]] EventKind eventKindOf(std::string_view category);

/// Kernels, copies and fills: what occupies a device.
[[nodiscard]] constexpr bool isDeviceWork(EventKind kind)
{
    return kind == EventKind::Kernel || kind == EventKind::Memcpy || kind == EventKind::Memset;
}

/// Runtime and driver calls: the CPU side that may launch device work.
[[nodiscard]] constexpr bool isLaunchSide(EventKind kind)
{
    return kind == EventKind::RuntimeCall || kind == EventKind::DriverCall;
}

} // namespace twintrace
