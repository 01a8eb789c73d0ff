# SPDX-License-Identifier: MIT
"""Inductor's precompiled C++ headers: built once on a machine (40–70 s), kept apart from a model's own compile.

Inductor keeps them in the temporary folder, which our runs have private and throw away; here they move to a folder that
stays, and each build is timed and reported as the phase `toolchain`. The functions touched are private to Inductor: when
they are not as expected, compiling works as ever and the time is not told apart (`known` is False).
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterator
from typing import Any

from .compile_events import CompileEvents
from .protocol import Channel, milliseconds_since

NOTE = "building precompiled headers, once on this machine"


class Toolchain:
    """What was spent on precompiled headers. `ms` is included in whatever was timed around the compile."""

    def __init__(self, known: bool = False) -> None:
        self.ms = 0.0
        self.built = 0
        self.known = known


def header_folder() -> str | None:
    """Where the headers live between runs; None when no lasting folder can be written."""
    chosen = os.environ.get("TWINTRACE_TOOLCHAIN_DIR")
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    folder = chosen or os.path.join(base, "twintrace", "precompiled_headers")
    try:
        os.makedirs(os.path.join(folder, "locks"), exist_ok=True)
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK) else None


@contextlib.contextmanager
def apart(channel: Channel | None, events: CompileEvents | None = None) -> Iterator[Toolchain]:
    """Within it, precompiled headers are kept in the lasting folder and their build time is added up."""
    spent = Toolchain()
    try:
        from torch._inductor import codecache
        original, folder, locks = codecache._precompile_header, codecache._HEADER_DIR, codecache._HEADER_LOCK_DIR
        worker = codecache._worker_compile_cpp
    except (ImportError, AttributeError):
        yield spent
        return
    lasting = header_folder()
    if lasting is not None:
        codecache._HEADER_DIR, codecache._HEADER_LOCK_DIR = lasting, os.path.join(lasting, "locks")

    def build(lock_path: str, builders: Any) -> None:
        begin = time.perf_counter_ns()
        _build_headers(lock_path, builders, spent, channel)
        if events is not None:
            events.add("toolchain", begin, time.perf_counter_ns())

    def precompile(*args: Any, **kwargs: Any) -> str:
        codecache._worker_compile_cpp = build
        try:
            return original(*args, **kwargs)
        finally:
            codecache._worker_compile_cpp = worker

    codecache._precompile_header = precompile
    spent.known = True
    try:
        yield spent
    finally:
        codecache._precompile_header = original
        codecache._HEADER_DIR, codecache._HEADER_LOCK_DIR = folder, locks


def _build_headers(lock_path: str, builders: Any, spent: Toolchain, channel: Channel | None) -> None:
    """What Inductor does here, timed; and a header left half-written by a killed compiler is built again."""
    from torch.utils._filelock import FileLock

    for builder in builders:
        target = builder.get_target_file_path()
        complete = target + ".complete"
        if os.path.exists(target) and os.path.exists(complete):
            continue
        begin = time.perf_counter()
        with channel.phase("toolchain", NOTE) if channel else contextlib.nullcontext():
            with FileLock(lock_path, timeout=600):
                if not (os.path.exists(target) and os.path.exists(complete)):
                    with contextlib.suppress(FileNotFoundError):
                        os.unlink(target)
                    builder.build()
                    with open(complete, "w", encoding="utf-8"):
                        pass
                    spent.built += 1
        spent.ms += milliseconds_since(begin)
