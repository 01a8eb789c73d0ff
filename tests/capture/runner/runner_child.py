# SPDX-License-Identifier: GPL-3.0-or-later
"""twintrace-runner as a child that is told what to do over its pipes, the way the app does it."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any


class RunnerError(Exception):
    """The runner answered with an error event."""

    def __init__(self, event: dict[str, Any]):
        super().__init__(f"{event['code']}: {event['message']}\n{event.get('detail', '')}")
        self.code = event["code"]
        self.message = event["message"]
        self.detail = event.get("detail", "")


class RunnerChild:
    """One runner process; use it as a context manager."""

    def __init__(self, program: str | Path, stderr: Path, environment: dict[str, str] | None = None):
        self.phases: list[str] = []
        self._stderr = open(stderr, "w+b")  # noqa: SIM115 (closed in __exit__)
        self.process = subprocess.Popen([str(program)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=self._stderr, env={**os.environ, **(environment or {})})
        self.hello = self.receive()

    def __enter__(self) -> "RunnerChild":
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()
        self._stderr.close()

    def receive(self) -> dict[str, Any]:
        line = self.process.stdout.readline()
        if not line:
            raise EOFError(f"twintrace-runner ended with {self.process.wait()}: {self.stderr()}")
        return json.loads(line)

    def stderr(self) -> str:
        self._stderr.flush()
        return Path(self._stderr.name).read_text(errors="replace")

    def send(self, text: str) -> None:
        self.process.stdin.write(text.encode() + b"\n")
        self.process.stdin.flush()

    def ask(self, command: str, **keys: Any) -> dict[str, Any]:
        """Sends a command and returns its answer; an error event becomes an exception."""
        self.send(json.dumps({"do": command, **keys}))
        while True:
            event = self.receive()
            if event["event"] == "phase":
                self.phases.append(f"{event['phase']} {event['state']}")
            elif event["event"] == "error":
                raise RunnerError(event)
            else:
                return event

    def quit(self) -> int:
        assert self.ask("quit")["event"] == "bye"
        return self.process.wait(timeout=30)
