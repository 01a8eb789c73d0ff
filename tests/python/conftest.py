# SPDX-License-Identifier: MIT
"""Tests of capture/python. Those that compile C++ carry the mark `slow`; the first one on a machine builds headers."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGE_FOLDER = ROOT / "capture" / "python"
MODELS = Path(__file__).resolve().parent / "models"
sys.path[:0] = [str(PACKAGE_FOLDER), str(MODELS)]
# Variants and audits of tests share few cores; one thread keeps them from disturbing each other.
os.environ.setdefault("TORCHINDUCTOR_COMPILE_THREADS", "1")


class Child:
    """A `python -m twintrace_capture` process and its two pipes."""

    def __init__(self, **environment):
        self.process = subprocess.Popen(
            [sys.executable, "-m", "twintrace_capture"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True, bufsize=1,
            env={**os.environ, "PYTHONPATH": str(PACKAGE_FOLDER), **environment})
        self.lines: queue.Queue[str | None] = queue.Queue()
        self.stderr: list[str] = []
        threading.Thread(target=self._read, daemon=True).start()
        threading.Thread(target=lambda: self.stderr.extend(self.process.stderr), daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            self.lines.put(line)
        self.lines.put(None)

    def send(self, **command):
        self.process.stdin.write(json.dumps(command) + "\n")
        self.process.stdin.flush()

    def event(self, timeout=120):
        line = self.lines.get(timeout=timeout)
        assert line is not None, "the child ended: " + "".join(self.stderr)[-2000:]
        return json.loads(line)

    def until(self, *names, timeout=300):
        """The next event with one of these names; phases before it are kept in `phases`."""
        self.phases = []
        while True:
            event = self.event(timeout)
            if event["event"] in names:
                return event
            assert event["event"] == "phase", event
            self.phases.append(event)

    def ask(self, *answers, timeout=300, **command):
        """Sends a command and returns its one answer, `error` included."""
        self.send(**command)
        return self.until(*answers, "error", timeout=timeout)

    def wait(self, seconds):
        begin = time.monotonic()
        self.process.wait(timeout=seconds)
        return time.monotonic() - begin


@pytest.fixture
def child(tmp_path):
    """Starts children with a private cache; whatever is left of them at the end is killed."""
    started = []

    def start(**environment):
        started.append(Child(TORCHINDUCTOR_CACHE_DIR=str(tmp_path / "cache"), **environment))
        return started[-1]

    yield start
    for one in started:
        with contextlib.suppress(OSError):
            one.process.stdin.close()
        if one.process.poll() is None:
            one.process.kill()
        one.process.wait()


@pytest.fixture
def models():
    return MODELS


class SilentChannel:
    """Takes the place of the protocol's channel where a test calls a command's function itself."""

    def __init__(self):
        self.events = []

    def emit(self, event, **values):
        self.events.append({"event": event, **values})

    @contextlib.contextmanager
    def phase(self, name, note=""):
        self.emit("phase", phase=name, state="begin", note=note)
        yield {}
        self.emit("phase", phase=name, state="end")


@pytest.fixture
def channel():
    return SilentChannel()
