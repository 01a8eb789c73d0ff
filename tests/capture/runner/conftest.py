# SPDX-License-Identifier: GPL-3.0-or-later
from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Callable

import pytest
import torch
from runner_child import RunnerChild
from torch.utils import _pytree as pytree


@pytest.fixture(scope="session")
def runner_program() -> Path:
    program = os.environ.get("TWINTRACE_RUNNER", "")
    if not program or not Path(program).exists():
        pytest.skip("TWINTRACE_RUNNER does not name a built twintrace-runner")
    return Path(program)


@pytest.fixture
def start(runner_program: Path, tmp_path: Path) -> Callable[..., RunnerChild]:
    """Starts a runner; call it in a with statement."""
    count = 0

    def make(**environment: str) -> RunnerChild:
        nonlocal count
        count += 1
        return RunnerChild(runner_program, tmp_path / f"stderr-{count}.txt", environment)

    return make


class Prepared:
    """A model exported into a folder, with Python's own outputs beside it."""

    def __init__(self, folder: Path, model: torch.nn.Module, args: tuple, kwargs: dict[str, Any] | None = None,
                 dynamic_shapes: Any = None):
        kwargs = kwargs or {}
        self.folder = folder
        self.model = model.eval()
        self.args = args
        self.export = str(folder / "model.pt2")
        self.reference = str(folder / "reference.pt")
        self.outputs = str(folder / "outputs.pt")
        self.program = torch.export.export(self.model, args, kwargs, dynamic_shapes=dynamic_shapes)
        torch.export.save(self.program, self.export)
        with torch.inference_mode():
            self.python_outputs = pytree.tree_leaves(self.model(*args, **kwargs))
        torch.save(self.python_outputs, self.reference)


@pytest.fixture
def prepare(tmp_path: Path) -> Callable[..., Prepared]:
    def make(model: torch.nn.Module, *args: Any, kwargs: dict[str, Any] | None = None, dynamic_shapes: Any = None):
        torch.manual_seed(0)
        return Prepared(tmp_path, model, args, kwargs, dynamic_shapes)

    return make
