# SPDX-License-Identifier: MIT
"""The app's pipe: one JSON object a line, with the real standard output moved out of every model's reach."""

from __future__ import annotations

import contextlib
import json
import math
import os
import queue
import sys
import threading
import time
from collections.abc import Iterator
from typing import Any

from .process_tree import end_now


class Channel:
    """Commands in, events out. Make it before anything else is imported: it claims file descriptors 0 and 1."""

    def __init__(self) -> None:
        self._owner = os.getpid()
        self._lock = threading.Lock()
        self._output = os.fdopen(os.dup(1), "w", encoding="utf-8", errors="backslashreplace")
        self._input = os.fdopen(os.dup(0), "r", encoding="utf-8", errors="replace")
        os.dup2(2, 1)
        empty = os.open(os.devnull, os.O_RDONLY)
        os.dup2(empty, 0)
        os.close(empty)
        sys.stdout = sys.stderr
        sys.stdin = open(0, closefd=False)
        self._commands: queue.Queue[dict[str, Any] | None] = queue.Queue()

    def listen(self) -> None:
        """Starts reading commands. End of file means stop, whatever the main thread is doing."""
        threading.Thread(target=self._read, daemon=True).start()

    def commands(self) -> Iterator[dict[str, Any]]:
        while (command := self._commands.get()) is not None:
            yield command

    def emit(self, event: str, **values: Any) -> None:
        if os.getpid() != self._owner:  # a model forked and came back here: the stream is not the child's
            os._exit(1)
        line = json.dumps({"event": event, **finite(values)}, allow_nan=False, separators=(",", ":"))
        with self._lock:
            try:
                self._output.write(line + "\n")
                self._output.flush()
            except (BrokenPipeError, ValueError):
                end_now(1)

    @contextlib.contextmanager
    def phase(self, name: str, note: str = "") -> Iterator[dict[str, Any]]:
        """A step of long work, reported at its begin and end; yields a dict that gets `ms`."""
        self.emit("phase", phase=name, state="begin", **({"note": note} if note else {}))
        outcome: dict[str, Any] = {}
        begin = time.perf_counter()
        try:
            yield outcome
        finally:
            outcome["ms"] = milliseconds_since(begin)
            self.emit("phase", phase=name, state="end", ms=outcome["ms"])

    def _read(self) -> None:
        for line in self._input:
            if not line.strip():
                continue
            try:
                command = json.loads(line)
                if not isinstance(command, dict) or not isinstance(command.get("do"), str):
                    raise ValueError("no `do`")
            except ValueError as error:
                self.emit("error", code="usage", message="A command line was not a JSON object with a `do`; each command "
                          "is one such object on one line.", detail=f"{error}: {line[:200]!r}")
                continue
            if command["do"] == "quit":
                self._commands.put(None)  # after the commands before it; end of file still ends at once
            else:
                self._commands.put(command)
        end_now(0)


def finite(value: Any, key: str = "") -> Any:
    """The value with NaN and infinities as null (JSON has neither) and times with at most three decimals."""
    if isinstance(value, float):
        if not math.isfinite(value):
            return None
        return round(value, 3) if key.endswith(("_us", "ms", "phases")) else value
    if isinstance(value, dict):
        return {str(name): finite(item, key if key == "phases" else str(name)) for name, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [finite(item, key) for item in value]
    return value


def milliseconds_since(begin: float) -> float:
    return (time.perf_counter() - begin) * 1e3
