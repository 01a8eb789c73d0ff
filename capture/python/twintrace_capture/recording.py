# SPDX-License-Identifier: MIT
"""The recorded pass of a Python variant: torch.profiler, iterations marked ProfilerStep#N, written as json.gz."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import torch
from torch.profiler import ProfilerActivity, profile, record_function

from .errors import CaptureError
from .timing import timed_us

# The first profiled call holds the profiler's own buffer requests (about 2 ms on a GPU), so it is not recorded.
SETTLING_CALLS = 2


def record(call: Callable[[], Any], command: dict[str, Any], device: str) -> dict[str, Any]:
    iterations = int(command.get("iterations") or 3)
    path = command["file"]
    if not path.endswith(".json.gz"):
        raise CaptureError("usage", f"The trace file {path} must end in .json.gz.")
    activities = [ProfilerActivity.CPU] if command.get("ops", True) else []
    if device.startswith("cuda") and (command.get("kernels", True) or command.get("launches", True)):
        activities.append(ProfilerActivity.CUDA)
    durations: list[float] = []
    schedule = torch.profiler.schedule(wait=0, warmup=SETTLING_CALLS, active=iterations, repeat=1)
    events = 0

    def finished(profiler: Any) -> None:
        nonlocal events
        # Kineto writes in place; the file takes its name only when it is whole.
        partial = path.removesuffix(".json.gz") + ".partial.json.gz"
        profiler.export_chrome_trace(partial)
        os.replace(partial, path)
        events = len(profiler.events() or [])

    with profile(activities=activities or [ProfilerActivity.CPU], schedule=schedule, record_shapes=True,
                 with_stack=bool(command.get("stacks")), on_trace_ready=finished) as profiler:
        for index in range(SETTLING_CALLS + iterations):
            duration = timed_us(call)
            if index >= SETTLING_CALLS:
                durations.append(duration)
            profiler.step()
    return {"file": path, "iterations": iterations, "durations_us": durations, "dropped": 0, "events": events,
            "recorder": {"name": "torch.profiler", "torch": torch.__version__}}
