# SPDX-License-Identifier: MIT
"""One function over several batch sizes: when it compiles again, what that costs, and where compiling wins."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import torch

from ..errors import CaptureError, first_line
from ..export import batch_of, with_batch
from ..models import Model
from ..protocol import Channel, milliseconds_since
from ..timing import measure, median
from ..tensors import flat
from . import recompiles

# torch.compile's `dynamic`: None lets Dynamo go dynamic after the first size mismatch.
SWEEPS: dict[str, bool | None] = {"automatic": None, "static": False, "dynamic": True, "mark_dynamic": None}


def sweep(channel: Channel, model: Model, name: str, batches: list[int], mode: str | None,
          measured: Callable[[Callable[[], Any]], float], backend: str = "inductor",
          ) -> tuple[list[dict[str, Any]], list[dict[str, Any]], list[str]]:
    """Rows for each batch size, the recompiles they caused, and recompile limits that were hit."""
    from torch._dynamo.utils import counters

    if name not in SWEEPS:
        raise CaptureError("usage", f"The sweep {name} is not known; known are {', '.join(SWEEPS)}.")
    torch._dynamo.reset()
    recompiles.clear()
    counters.clear()
    compiled = torch.compile(model.target, mode=mode, dynamic=SWEEPS[name], backend=backend)
    rows = []
    with torch.no_grad(), recompiles.watching_limit() as limits, channel.phase("sweep", f"{name}: batch {batches}"):
        for batch in batches:
            args, kwargs = with_batch(model, batch)
            if name == "mark_dynamic":
                for tensor in flat((args, kwargs)):
                    if tensor.dim() and tensor.shape[0] == batch:
                        torch._dynamo.mark_dynamic(tensor, 0)
            row: dict[str, Any] = {"batch": batch, "dynamic": name in ("dynamic", "mark_dynamic"), "sweep": name,
                                   "graphs_added": None, "first_ms": None, "steady_us": None, "eager_us": None,
                                   "speedup": None, "problem": None}
            rows.append(row)
            before = counters["stats"]["unique_graphs"]
            begin = time.perf_counter()
            try:
                compiled(*args, **kwargs)
                row["first_ms"] = milliseconds_since(begin)
                row["steady_us"] = measured(lambda: compiled(*args, **kwargs))
                row["eager_us"] = measured(lambda: model.target(*args, **kwargs))
                row["speedup"] = row["eager_us"] / row["steady_us"]
            except Exception as error:  # a batch size that this function cannot take is one row's problem
                row["problem"] = first_line(error)
            row["graphs_added"] = counters["stats"]["unique_graphs"] - before
    found = recompiles.recompiles(recompiles.metrics())
    for entry in found:
        entry["sweep"] = name
    return rows, found, limits


def default_batches(model: Model) -> list[int]:
    batch = max(batch_of(model), 2)  # a size of 1 is always compiled on its own
    return [batch, 2 * batch, 4 * batch]


def steady_us(call: Callable[[], Any], synchronize: Callable[[], None]) -> float:
    """Median of one short round, after calls that let guards and caches settle."""

    def synchronised() -> None:
        call()
        synchronize()

    for _ in range(5):
        synchronised()
    return median(measure(synchronised, 10, 0.2))
