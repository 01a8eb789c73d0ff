# SPDX-License-Identifier: MIT
"""Recompiles from Dynamo's compilation metrics: which function, which guard failed, how long it took."""

from __future__ import annotations

import contextlib
import logging
import re
from collections.abc import Iterator
from typing import Any


def clear() -> None:
    from torch._dynamo.utils import clear_compilation_metrics
    clear_compilation_metrics()


def metrics() -> list[Any]:
    from torch._dynamo.utils import get_compilation_metrics
    return list(get_compilation_metrics())


def recompiles(found: list[Any]) -> list[dict[str, Any]]:
    """One entry for each function and reason, with how often it happened and the ms it cost together."""
    entries: dict[tuple[str, str], dict[str, Any]] = {}
    for metric in found:
        reason = getattr(metric, "recompile_reason", None)
        if not reason or getattr(metric, "fail_type", None):
            continue
        name = re.sub(r"^torch_dynamo_resume_in_(.*)_at_\d+$", r"\1", metric.co_name or "")
        entry = entries.setdefault((name, guard_of(reason)), {
            "function": name, "guard": guard_of(reason), "reason": reason, "count": 0, "ms": 0.0,
            "file": metric.co_filename, "line": metric.co_firstlineno, "compile_ids": []})
        entry["count"] += 1
        entry["ms"] += (metric.duration_us or 0) / 1e3
        entry["compile_ids"].append(str(metric.compile_id))
    return list(entries.values())


def guard_of(reason: str) -> str:
    """`0/0: tensor 'x' size mismatch at index 0. expected 8, actual 16` without the compile id and the numbers."""
    first = reason.strip().splitlines()[0]
    text = re.sub(r"^\s*-?\s*\d+/\d+:\s*", "", first)
    return re.split(r"\.? expected ", text)[0].strip()


@contextlib.contextmanager
def watching_limit() -> Iterator[list[str]]:
    """Collects the names of recompile limits that Dynamo says it hit ("recompile_limit (8)")."""
    hit: list[str] = []

    class Handler(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            if match := re.search(r"hit config\.(\w*limit) \((\d+)\)", record.getMessage()):
                hit.append(f"{match[1]} ({match[2]})")

    logger = logging.getLogger("torch._dynamo.convert_frame")
    handler = Handler(logging.WARNING)
    logger.addHandler(handler)
    try:
        yield hit
    finally:
        logger.removeHandler(handler)
