# SPDX-License-Identifier: MIT
"""Warm-up ends when durations stop drifting, and says so when they do not."""

import itertools

from twintrace_capture import timing


def test_median_by_hand():
    assert timing.median([3.0]) == 3.0 and timing.median([4.0, 1.0, 3.0, 2.0]) == 2.5


def test_drift_is_seen_and_its_end_too():
    falling = [100.0 - index for index in range(10)]
    assert not timing.has_settled(falling, 0.02)
    assert timing.has_settled(falling + [90.0] * 10, 0.02)
    assert not timing.has_settled([90.0] * 9, 0.02)


def test_warm_up_stops_at_the_first_quiet_windows(monkeypatch):
    durations = itertools.chain([500.0, 300.0, 200.0], itertools.repeat(100.0))
    monkeypatch.setattr(timing, "timed_us", lambda call: next(durations))
    found, is_steady = timing.warm_up(lambda: None, 5, 60.0, 0.02)
    # Windows of five: the earlier one's median is 100 once it holds three of the quiet calls.
    assert is_steady and len(found) == 11


def test_warm_up_gives_up_in_time(monkeypatch):
    doubling = (1.5 ** index for index in range(1000))
    monkeypatch.setattr(timing, "timed_us", lambda call: next(doubling))
    moments = iter(range(100))
    monkeypatch.setattr(timing.time, "monotonic", lambda: next(moments))  # a second a call
    found, is_steady = timing.warm_up(lambda: None, 5, 20.0, 0.02)
    assert is_steady is False and len(found) == 20


def test_round_has_both_least_calls_and_least_seconds():
    calls = []
    assert len(timing.measure(lambda: calls.append(1), 7, 0.0)) == 7
    assert len(calls) == 8  # the settling call is not counted
