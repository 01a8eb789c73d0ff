# SPDX-License-Identifier: MIT
"""Batch sweeps: graphs added by each size, and which guard failed."""

import pytest
import torch
from torch._dynamo.utils import counters
from twintrace_capture.audit.recompiles import guard_of
from twintrace_capture.audit.sweep import default_batches, sweep
from twintrace_capture.models import resolve


@pytest.fixture
def model(models):
    return resolve(f"{models}/breaking.py:audit_clean")


def swept(channel, model, name, batches=(8, 16, 32)):
    rows, recompiles, limits = sweep(channel, model, name, list(batches), None, lambda call: call() is None or 1.0, "eager")
    assert [row["batch"] for row in rows] == list(batches) and not any(row["problem"] for row in rows)
    # Counted again by torch itself, which the sweep has not reset.
    assert counters["stats"]["unique_graphs"] == sum(row["graphs_added"] for row in rows)
    torch._dynamo.reset()
    return [row["graphs_added"] for row in rows], recompiles, limits


def test_automatic_recompiles_once_then_goes_dynamic(channel, model):
    added, recompiles, limits = swept(channel, model, "automatic")
    assert added == [1, 1, 0] and limits == []
    assert [(entry["function"], entry["count"]) for entry in recompiles] == [("clean", 1)]
    assert recompiles[0]["guard"] == "tensor 'x' size mismatch at index 0"
    assert "expected 8, actual 16" in recompiles[0]["reason"] and recompiles[0]["ms"] > 0


def test_static_recompiles_each_time(channel, model):
    added, recompiles, _ = swept(channel, model, "static")
    assert added == [1, 1, 1]
    assert sum(entry["count"] for entry in recompiles) == 2


@pytest.mark.parametrize("name", ["dynamic", "mark_dynamic"])
def test_dynamic_compiles_once(channel, model, name):
    assert swept(channel, model, name)[:2] == ([1, 0, 0], [])


def test_the_recompile_limit_is_told(channel, model):
    with torch._dynamo.config.patch(recompile_limit=2):
        added, recompiles, limits = swept(channel, model, "static", (8, 16, 32, 64))
    assert added == [1, 1, 0, 0] and limits and limits[0] == "recompile_limit (2)"


def test_a_batch_that_cannot_be_is_one_rows_problem(channel, tmp_path):
    path = tmp_path / "fixed.py"
    path.write_text("import torch\ndef make():\n    w = torch.ones(4, 4)\n    return (lambda x: w @ x), torch.ones(4, 4)\n")
    fixed = resolve(f"{path}:make")
    rows, _, _ = sweep(channel, fixed, "static", [4, 8], None, lambda call: 1.0, "eager")
    assert rows[0]["problem"] is None and rows[1]["problem"]
    assert default_batches(fixed) == [4, 8, 16]


def test_guard_without_numbers():
    assert guard_of("0/0: tensor 'x' size mismatch at index 0. expected 8, actual 16") == "tensor 'x' size mismatch at index 0"
    assert guard_of("1/2: len(L['y']) == 3  # forward.py:4") == "len(L['y']) == 3  # forward.py:4"
