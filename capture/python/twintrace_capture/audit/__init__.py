# SPDX-License-Identifier: MIT
"""`audit`: what torch.compile does with one function, as the document of schema twintrace.audit/1."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from ..compile import phases_of, set_up
from ..errors import CaptureError, first_line, traceback_of
from ..protocol import Channel, milliseconds_since

SCHEMA = "twintrace.audit/1"
MODES = ("default", "reduce-overhead", "max-autotune", "max-autotune-no-cudagraphs")


def audit(channel: Channel, command: dict[str, Any]) -> dict[str, Any]:
    options = command.get("options") or {}
    device = options.get("device") or "cpu"
    mode = (command.get("mode") or "default").removeprefix("py-")
    if mode not in MODES:
        raise CaptureError("usage", f"The mode {mode} is not known; known are {', '.join(MODES)}.")
    if mode == "max-autotune" and not device.startswith("cuda"):
        mode = "max-autotune-no-cudagraphs"
    set_up(device)

    import torch

    from ..models import resolve
    from .checks import checks
    from .graphs import count_graphs, with_break

    with channel.phase("model"):
        model = resolve(command["model"], device, options.get("dtype"), options.get("batch"))
    document: dict[str, Any] = {"schema": SCHEMA, "model": model.describe(), "torch": torch.__version__,
                                "device": device, "mode": mode, "notes": model.notes}
    timer = Timer(model.target, model.args, model.kwargs, device)
    with channel.phase("eager"):
        try:
            eager = timer.timings(model.target)
        except Exception as error:
            raise CaptureError("failed", f"{model.name} raised {first_line(error)} when it ran eagerly; correct it, then "
                               "audit it again.", traceback_of(error)) from error
    with channel.phase("graphs"):
        graphs = count_graphs(model.target, model.args, model.kwargs)
        broken = count_graphs(with_break(model.target), model.args, model.kwargs)
    document.update({key: graphs[key] for key in ("graphs", "graph_breaks", "breaks", "ops_per_graph", "ops", "frames")})
    compiled, parts = compile_once(channel, timer, model, mode)
    document.update(parts)
    if graphs["problem"] and not document["problem"]:
        document["problem"] = graphs["problem"]
    document["eager"] = eager
    document["compiled"] = compiled
    document["broken"] = {key: broken[key] for key in ("graphs", "graph_breaks", "breaks", "ops_per_graph")}
    document.update(sweeps(channel, timer, model, command, options, mode) if compiled else
                    {"batches": [], "recompiles": [], "recompile_limits": []})
    document["checks"] = checks(graphs, broken, eager, compiled)
    return document


class Timer:
    """Times calls of one model's inputs under no_grad, synchronised inside the timed region."""

    def __init__(self, target: Callable[..., Any], args: tuple, kwargs: dict[str, Any], device: str):
        self.target, self.args, self.kwargs = target, args, kwargs
        self.is_cuda = device.startswith("cuda")

    def synchronize(self) -> None:
        if self.is_cuda:
            import torch
            torch.cuda.synchronize()

    def steady(self, call: Callable[[], Any]) -> float:
        from .sweep import steady_us
        return steady_us(call, self.synchronize)

    def timings(self, function: Callable[..., Any]) -> dict[str, Any]:
        """First call, the lesson's warm-up and throughput, and the steady median."""
        import torch

        from .checks import THROUGHPUT_CALLS, WARM_UP_CALLS

        def call() -> None:
            function(*self.args, **self.kwargs)
            self.synchronize()

        with torch.no_grad():
            first = [self._ms(call) for _ in range(WARM_UP_CALLS)]
            begin = time.perf_counter()
            for _ in range(THROUGHPUT_CALLS):
                call()
            throughput = THROUGHPUT_CALLS / (time.perf_counter() - begin)
            steady = self.steady(call)
        return {"first_ms": first[0], "steady_us": steady, "warmup_ms": sum(first), "calls_per_second": throughput}

    def _ms(self, call: Callable[[], None]) -> float:
        begin = time.perf_counter()
        call()
        return milliseconds_since(begin)


def compile_once(channel: Channel, timer: Timer, model: Any, mode: str) -> tuple[dict[str, Any] | None, dict[str, Any]]:
    """The compiled side with cold caches: timings, phases, caches and generated code; None when it cannot be compiled."""
    import torch

    from ..compile_events import listening
    from ..generated_code import capturing, kernels
    from ..python_variant import cache_counts
    from ..toolchain import apart
    from . import recompiles

    torch._dynamo.reset()
    torch._dynamo.utils.counters.clear()
    recompiles.clear()
    compiled: dict[str, Any] | None = None
    problem = None
    with channel.phase("compile"), listening() as events, apart(channel, events) as toolchain, capturing() as captured:
        try:
            compiled = timer.timings(torch.compile(model.target, mode=mode))
        except Exception as error:
            problem = first_line(error)
    total_ms = None
    phases: dict[str, float] = {}
    if compiled:
        for key in ("first_ms", "warmup_ms"):
            compiled[key] -= toolchain.ms
        total_ms = compiled["first_ms"]
        phases = phases_of(events, total_ms, "run")
    timeline = events.timeline() if compiled else []
    return compiled, {"compile_ms": total_ms, "toolchain_ms": toolchain.ms if toolchain.known else None,
                      "phases": [{"name": name, "ms": ms} for name, ms in phases.items()], "timeline": timeline,
                      "caches": cache_counts(), "generated": kernels(captured), "problem": problem}


def sweeps(channel: Channel, timer: Timer, model: Any, command: dict[str, Any], options: dict[str, Any],
           mode: str) -> dict[str, Any]:
    from ..toolchain import apart
    from .sweep import default_batches, sweep

    batches = [int(batch) for batch in command.get("batches") or []] or default_batches(model)
    names = options.get("sweeps") or (["dynamic"] if command.get("dynamic") else ["automatic", "dynamic"])
    result: dict[str, Any] = {"batches": [], "recompiles": [], "recompile_limits": []}
    with apart(channel):
        for name in names:
            rows, found, limits = sweep(channel, model, name, batches, mode, timer.steady)
            result["batches"] += rows
            result["recompiles"] += found
            result["recompile_limits"] += limits
    return result
