# SPDX-License-Identifier: MIT
"""Where compile time went: torch's own nested compile events, made into parts that do not overlap.

Torch reports every timed step of Dynamo, AOTAutograd and Inductor to its chromium event logger. We listen there, nest the
intervals of the compiling thread, give each step its own time only, and add that up under the names people know.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any


@dataclass
class CompileEvent:
    name: str
    begin_ns: int
    end_ns: int
    compile_id: str | None
    thread: int


@dataclass
class CompileEvents:
    events: list[CompileEvent] = field(default_factory=list)
    known: bool = False

    def add(self, name: str, begin_ns: int, end_ns: int) -> None:
        """An interval that torch does not report itself."""
        self.events.append(CompileEvent(name, begin_ns, end_ns, None, threading.get_ident()))

    def timeline(self) -> list[dict[str, Any]]:
        """Steps of at least 1 ms for drawing: name, part, begin after the first step and duration in µs, compile id."""
        origin = min((event.begin_ns for event in self.events), default=0)
        return [{"name": event.name, "part": part_of(event.name), "begin_us": (event.begin_ns - origin) / 1e3,
                 "duration_us": (event.end_ns - event.begin_ns) / 1e3, "compile_id": event.compile_id}
                for event in sorted(self.events, key=lambda event: (event.begin_ns, -event.end_ns))
                if event.end_ns - event.begin_ns >= _LEAST_DRAWN_NS]

    def parts_ms(self) -> dict[str, float]:
        """Own time of each part in ms; parts do not overlap, so they add up to the covered time."""
        parts: dict[str, float] = {}
        for event, own_ns in own_times(without_nested(self.events, "toolchain")):
            part = part_of(event.name)
            parts[part] = parts.get(part, 0.0) + own_ns / 1e6
        return {part: ms for part, ms in parts.items() if ms > 0}


# What is drawn on the compile timeline; shorter steps are specks there and stay in their parent.
_LEAST_DRAWN_NS = 1_000_000


# First match wins; names as torch 2.11 to 2.14 give them to dynamo_timed.
_PARTS = (
    ("toolchain", ("toolchain",)),
    ("inductor", ("pass.", "triton_key", "tritonbundler", "inductor_codecache_torch_key")),
    ("autotuning", ("autotun", "benchmark", "_template_precompiling", "coordinate_descent")),
    ("triton", ("cachingautotuner", "async_compile", "generate_kernel_code_from_nodes", "fatbin")),
    ("cpp_compile", ("compile_file", "aotcodecompiler", "precompile_header")),
    ("inductor", ("inductor", "codegen", "code_gen", "graphlowering", "scheduler", "pycodecache", "compile_fx",
                  "fxgraph", "fx_graph", "cppwrapper", "_recursive", "bucketing", "fw_compiler", "bw_compiler",
                  "serialize_constants", "channels_last")),
    ("aot_autograd", ("aot", "backend_compile", "call_user_compiler", "min_cut")),
    ("guards", ("guard",)),
    ("dynamo", ("",)),
)
# Dynamo's own generation of bytecode has Inductor's name for its code.
_EXACT = {"code_gen": "dynamo"}


def part_of(name: str) -> str:
    lowered = name.lower()
    return _EXACT.get(name) or next(part for part, words in _PARTS if any(word in lowered for word in words))


def without_nested(events: list[CompileEvent], outer: str) -> list[CompileEvent]:
    """The events less those that happened within an event called `outer`, which takes their time."""
    spans = [(event.begin_ns, event.end_ns) for event in events if event.name == outer]
    return [event for event in events if event.name == outer
            or not any(begin <= event.begin_ns and event.end_ns <= end for begin, end in spans)]


def own_times(events: list[CompileEvent]) -> list[tuple[CompileEvent, int]]:
    """Each event with its duration less that of the events nested in it, on the thread with the most time."""
    if not events:
        return []
    threads: dict[int, int] = {}
    for event in events:
        threads[event.thread] = threads.get(event.thread, 0) + event.end_ns - event.begin_ns
    main = max(threads, key=lambda thread: threads[thread])
    ordered = sorted((event for event in events if event.thread == main),
                     key=lambda event: (event.begin_ns, -event.end_ns))
    own = [event.end_ns - event.begin_ns for event in ordered]
    open_events: list[int] = []
    for index, event in enumerate(ordered):
        while open_events and ordered[open_events[-1]].end_ns <= event.begin_ns:
            open_events.pop()
        if open_events:
            parent = ordered[open_events[-1]]
            own[open_events[-1]] -= min(event.end_ns, parent.end_ns) - event.begin_ns
        open_events.append(index)
    return [(event, max(ns, 0)) for event, ns in zip(ordered, own)]


@contextlib.contextmanager
def listening() -> Iterator[CompileEvents]:
    """Collects the compile events of everything compiled within it."""
    found = CompileEvents()
    try:
        from torch._dynamo import utils
        logger = type(utils.get_chromium_event_logger())
        start, end = logger.log_event_start, logger.log_event_end
    except (ImportError, AttributeError):
        yield found
        return
    begins: dict[tuple[int, str], list[int]] = {}

    def log_start(self: Any, event_name: str, time_ns: int, *args: Any, **kwargs: Any) -> Any:
        begins.setdefault((threading.get_ident(), event_name), []).append(time.perf_counter_ns())
        return start(self, event_name, time_ns, *args, **kwargs)

    def log_end(self: Any, event_name: str, time_ns: int, *args: Any, **kwargs: Any) -> Any:
        stack = begins.get((threading.get_ident(), event_name))
        if stack:
            found.events.append(CompileEvent(event_name, stack.pop(), time.perf_counter_ns(), _compile_id(),
                                             threading.get_ident()))
        return end(self, event_name, time_ns, *args, **kwargs)

    logger.log_event_start, logger.log_event_end = log_start, log_end
    found.known = True
    try:
        yield found
    finally:
        logger.log_event_start, logger.log_event_end = start, end


def _compile_id() -> str | None:
    from torch._guards import CompileContext
    found = CompileContext.current_compile_id()
    return str(found) if found is not None else None
