# SPDX-License-Identifier: MIT
"""Answers commands one after the other; a command that fails is reported and the process stays ready."""

from __future__ import annotations

import os
import platform
from collections.abc import Callable
from typing import Any

from . import PROTOCOL_VERSION
from .environment import facts, torch_problem, torch_version
from .errors import CaptureError, describe
from .process_tree import end_now, end_on_signals, lead_own_group
from .protocol import Channel

Command = dict[str, Any]


def serve() -> int:
    lead_own_group()
    channel = Channel()
    end_on_signals()
    channel.listen()
    problem = torch_problem()
    threads = len(os.sched_getaffinity(0))
    if problem is None:
        try:
            import torch
            threads = torch.get_num_threads()
        except Exception as error:
            problem = f"torch {torch_version()} cannot be imported ({error}); reinstall it or set TWINTRACE_PYTHON."
    channel.emit("hello", protocol=PROTOCOL_VERSION, program="twintrace_capture", torch=torch_version(),
                 python=platform.python_version(), threads=threads, pid=os.getpid())
    answers = _answers(channel)
    for command in channel.commands():
        answer(channel, answers, command, problem)
    channel.emit("bye")
    end_now(0)
    return 0


def answer(channel: Channel, answers: dict[str, Callable[[Command], None]], command: Command,
           problem: str | None) -> None:
    """Runs one command; whatever it raises, sys.exit of a model included, becomes an `error` event."""
    name = command["do"]
    try:
        if name not in answers:
            raise CaptureError("usage", f"The command {name} is not known here; known are {', '.join(sorted(answers))}.")
        if problem is not None and name != "doctor":
            raise CaptureError("unsupported", problem)
        answers[name](command)
    except BaseException as error:
        told = describe(error)
        channel.emit("error", code=told.code, message=told.message, detail=told.detail, command=name)


def _answers(channel: Channel) -> dict[str, Callable[[Command], None]]:
    # Each command imports what it needs when it comes: a variant's child must not pay for the audit's imports.
    state: dict[str, Any] = {}

    def prepare(command: Command) -> None:
        from .export import prepare as run
        channel.emit("prepared", **run(channel, command))

    def compile_package(command: Command) -> None:
        from .compile import compile_package as run
        channel.emit("compiled", **run(channel, command))

    def audit(command: Command) -> None:
        from .audit import audit as run
        channel.emit("audited", audit=run(channel, command))

    def load(command: Command) -> None:
        from .python_variant import PythonVariant
        state["variant"] = PythonVariant(channel, command)
        channel.emit("loaded", **state["variant"].loaded())

    def of_variant(method: str, event: str) -> Callable[[Command], None]:
        def run(command: Command) -> None:
            if "variant" not in state:
                raise CaptureError("usage", f"{command['do']} came before load; send load first.")
            channel.emit(event, **getattr(state["variant"], method)(command))
        return run

    return {
        "doctor": lambda command: channel.emit("doctor", facts=facts()),
        "prepare": prepare,
        "compile": compile_package,
        "audit": audit,
        "load": load,
        "first": of_variant("first", "first"),
        "warm_up": of_variant("warm_up", "warmed"),
        "round": of_variant("round", "round"),
        "record": of_variant("record", "recorded"),
    }
