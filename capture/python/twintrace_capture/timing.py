# SPDX-License-Identifier: MIT
"""Warm-up and rounds, the same rules as the runner's: every call is timed alone, synchronised inside the timed region."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

WINDOW = 5  # calls in each of the two windows that warm-up compares


def timed_us(call: Callable[[], Any]) -> float:
    begin = time.perf_counter_ns()
    call()
    return (time.perf_counter_ns() - begin) / 1e3


def median(values: list[float]) -> float:
    ordered = sorted(values)
    middle = len(ordered) // 2
    return ordered[middle] if len(ordered) % 2 else (ordered[middle - 1] + ordered[middle]) / 2


def has_settled(durations: list[float], drift: float) -> bool:
    """Whether the medians of the last two windows differ by no more than `drift` of the earlier one."""
    if len(durations) < 2 * WINDOW:
        return False
    earlier, later = median(durations[-2 * WINDOW:-WINDOW]), median(durations[-WINDOW:])
    return abs(later - earlier) <= drift * earlier


def warm_up(call: Callable[[], Any], least_calls: int, most_seconds: float, drift: float) -> tuple[list[float], bool]:
    """Calls until the durations no longer drift; durations in µs and whether that point was reached."""
    durations: list[float] = []
    until = time.monotonic() + most_seconds
    while True:
        durations.append(timed_us(call))
        if len(durations) >= least_calls and has_settled(durations, drift):
            return durations, True
        if time.monotonic() >= until and len(durations) >= min(least_calls, 1):
            return durations, False


def measure(call: Callable[[], Any], least_calls: int, seconds: float) -> list[float]:
    """One round in µs: at least `least_calls` and `seconds`, after one call that settles the caches and does not count."""
    call()
    durations: list[float] = []
    until = time.monotonic() + seconds
    while len(durations) < least_calls or time.monotonic() < until:
        durations.append(timed_us(call))
    return durations


def measure_on_device(call: Callable[[], Any], calls: int) -> list[float]:
    """What the GPU took for each of some calls in µs, between two CUDA events on the current stream."""
    import torch

    durations: list[float] = []
    for _ in range(calls):
        begin, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        begin.record()
        outputs = call()
        end.record()
        end.synchronize()
        durations.append(begin.elapsed_time(end) * 1e3)
        del outputs
    return durations
