# SPDX-License-Identifier: MIT
"""The child of one Python variant: the module itself, eagerly or through torch.compile in one of its modes."""

from __future__ import annotations

import contextlib
import json
import os
import tempfile
import time
from collections.abc import Iterator
from typing import Any

import torch
from torch.utils import _pytree as pytree

from . import python_model
from .compile import phases_of, set_up
from .compile_events import CompileEvents, listening
from .errors import CaptureError, describe, first_line, traceback_of
from .generated_code import Graph, capturing, kernels
from .protocol import Channel, milliseconds_since
from .recording import record
from .tensors import compare, flat, load_list, save_list, specification
from .timing import measure, measure_on_device, warm_up
from .toolchain import Toolchain, apart

# What torch.compile gets; None runs the module as it is.
MODES = {"py-eager": None, "py-default": "default", "py-reduce-overhead": "reduce-overhead",
         "py-max-autotune": "max-autotune"}


def mode_of(variant: str, device: str) -> tuple[str | None, str]:
    """torch.compile's mode for a variant on a device, and a note when it is not the one its name promises."""
    if variant not in MODES:
        raise CaptureError("usage", f"The Python variant {variant} is not known; known are {', '.join(MODES)}.")
    mode = MODES[variant]
    if mode == "max-autotune" and not device.startswith("cuda"):
        return "max-autotune-no-cudagraphs", "max-autotune-no-cudagraphs: there are no CUDA graphs on the CPU"
    if mode == "reduce-overhead" and not device.startswith("cuda"):
        return mode, "reduce-overhead is the default mode on the CPU: there are no CUDA graphs"
    return mode, ""


class PythonVariant:
    """One variant of one model in this process. Methods answer the commands of the same name."""

    def __init__(self, channel: Channel, command: dict[str, Any]):
        self.channel = channel
        self.command = command
        self.variant = command["variant"]
        self.device = command.get("device") or "cpu"
        self.mode, note = mode_of(self.variant, self.device)
        if command.get("threads"):
            torch.set_num_threads(int(command["threads"]))
        with channel.phase("load"):
            begin = time.perf_counter()
            if self.mode is not None:
                self._import_compiler()
            self.model = python_model.load(command["python_model"], self.device)
            self._use_inputs(command.get("inputs"))
            self.function = self.model.module if self.mode is None else torch.compile(self.model.target, mode=self.mode)
            self._synchronize()
            self.load_ms = milliseconds_since(begin)
        self.notes = self.model.notes + ([note] if note else [])

    def _import_compiler(self) -> None:
        """Seconds of imports that only compiled variants pay; part of their load, not of the first call."""
        set_up(self.device, provenance=False)  # nobody reads it here, so nobody pays for it
        import torch._dynamo
        import torch._inductor.codecache
        import torch._inductor.compile_fx
        if self.device == "cpu":
            # Fused CPU kernels are invisible to the profiler otherwise; what it costs is in BENCHMARKS.md.
            torch._inductor.config.cpp.enable_kernel_profile = True

    def _use_inputs(self, path: str | None) -> None:
        """Another batch's inputs in the place of the stored ones."""
        if not path:
            return
        _, structure = pytree.tree_flatten((self.model.args, self.model.kwargs))
        leaves = [leaf.to(self.device) if isinstance(leaf, torch.Tensor) else leaf for leaf in load_list(path)]
        if len(leaves) != structure.num_leaves:
            raise CaptureError("unreadable", f"{path} holds {len(leaves)} inputs and the model takes "
                               f"{structure.num_leaves}; prepare the model again.")
        self.model.args, self.model.kwargs = pytree.tree_unflatten(leaves, structure)

    def loaded(self) -> dict[str, Any]:
        inputs = flat((self.model.args, self.model.kwargs))
        return {"load_ms": self.load_ms, "mode": self.mode, "notes": self.notes,
                "inputs": [specification(f"input{index}", tensor) for index, tensor in enumerate(inputs)]}

    def first(self, command: dict[str, Any]) -> dict[str, Any]:
        """The first call, compilation included; precompiled headers of the machine are told apart."""
        with self.channel.phase("first"), self._watched() as (events, toolchain, graphs):
            begin = time.perf_counter()
            try:
                outputs = self._call()
            except Exception as error:
                raise self._told(error) from error
            total_ms = milliseconds_since(begin)
        first_ms = total_ms - toolchain.ms
        outputs = pytree.tree_map_only(torch.Tensor, torch.clone, outputs)
        if self.command.get("outputs"):
            save_list(flat(outputs), self.command["outputs"])
        numerics = None
        if self.command.get("reference"):
            numerics = compare(flat(outputs), flat(load_list(self.command["reference"])),
                               self.command.get("against") or "python", is_same_arithmetic=self.mode is None)
        return {"first_ms": first_ms, "toolchain_ms": toolchain.ms if toolchain.known else None,
                "phases": phases_of(events, first_ms, "run"), "caches": cache_counts() if self.mode else None,
                "generated": write_generated(kernels(graphs)) if graphs else None, "numerics": numerics}

    @contextlib.contextmanager
    def _watched(self) -> Iterator[tuple[CompileEvents, Toolchain, list[Graph]]]:
        if self.mode is None:  # nothing is compiled, and the hooks would import the compiler
            yield CompileEvents(), Toolchain(known=True), []
            return
        with listening() as events, apart(self.channel, events) as toolchain, capturing() as graphs:
            yield events, toolchain, graphs

    def warm_up(self, command: dict[str, Any]) -> dict[str, Any]:
        durations, is_steady = warm_up(self._call, int(given(command, "least_calls", 10)),
                                       float(given(command, "most_seconds", 5.0)), float(given(command, "drift", 0.02)))
        return {"calls": len(durations), "is_steady": is_steady, "durations_us": durations}

    def round(self, command: dict[str, Any]) -> dict[str, Any]:
        durations = measure(self._call, int(given(command, "least_calls", 1)), float(given(command, "seconds", 0.1)))
        if not self.device.startswith("cuda"):
            return {"durations_us": durations}
        on_device = measure_on_device(self._queue, max(1, min(50, len(durations) // 10)))
        return {"durations_us": durations, "device_durations_us": on_device,
                "device_peak_bytes": torch.cuda.max_memory_allocated()}

    def record(self, command: dict[str, Any]) -> dict[str, Any]:
        with self.channel.phase("record"):
            return record(self._call, command, self.device)

    def _call(self) -> Any:
        outputs = self._queue()
        self._synchronize()
        return outputs

    def _queue(self) -> Any:
        """One forward, not waited for."""
        with torch.inference_mode():
            if self.mode == "reduce-overhead" or self.mode == "max-autotune":
                torch.compiler.cudagraph_mark_step_begin()
            return self.function(*self.model.args, **self.model.kwargs)

    def _synchronize(self) -> None:
        if self.device.startswith("cuda"):
            torch.cuda.synchronize()

    def _told(self, error: Exception) -> CaptureError:
        told = describe(error)
        if told.code != "failed" or "failed with" not in told.message:
            return told
        what = "The model" if self.mode is None else f"torch.compile (mode {self.mode}) of the model"
        return CaptureError("failed", f"{what} raised {first_line(error)} in its first call; the traceback is in the "
                            "details, and the other variants are not affected.", traceback_of(error))


def write_generated(found: list[dict[str, Any]]) -> str:
    """The kernels in a JSON file of the run's own temporary folder; gives its path. The app copies what it wants to keep."""
    with tempfile.NamedTemporaryFile("w", suffix=".generated.json", delete=False, encoding="utf-8") as file:
        json.dump(found, file)
    return file.name


def given(command: dict[str, Any], key: str, default: float) -> float:
    """The command's value; a missing or null one is the default, 0 is 0."""
    value = command.get(key)
    return default if value is None else value


def cache_counts() -> dict[str, int]:
    """Hits, misses and bypasses of Inductor's and AOTAutograd's caches so far in this process."""
    result = {"hits": 0, "misses": 0, "bypassed": 0}
    with contextlib.suppress(ImportError, AttributeError):
        from torch._dynamo.utils import counters
        for group, names in (("inductor", ("fxgraph_cache_hit", "fxgraph_cache_miss", "fxgraph_cache_bypass")),
                             ("aot_autograd", ("autograd_cache_hit", "autograd_cache_miss", "autograd_cache_bypass"))):
            for key, name in zip(result, names):
                result[key] += counters[group][name]
    return result
