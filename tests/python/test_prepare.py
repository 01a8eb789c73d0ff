# SPDX-License-Identifier: MIT
"""`prepare`: the export, the inputs and the reference fit together, and other processes get the same module back."""

import subprocess
import sys

import pytest
import torch
from conftest import PACKAGE_FOLDER
from twintrace_capture.errors import CaptureError
from twintrace_capture.export import prepare
from twintrace_capture.tensors import load_list


def prepared(channel, model, folder, **more):
    return prepare(channel, {"do": "prepare", "model": model, "folder": str(folder), **more})


@pytest.mark.parametrize("function", ["module", "callable_of_globals", "closure", "keyword_inputs", "counting", "with_number"])
def test_export_gives_the_reference_from_the_inputs(channel, models, tmp_path, function):
    answer = prepared(channel, f"{models}/small.py:{function}", tmp_path)
    program = torch.export.load(answer["files"]["export"])
    args, kwargs = program.example_inputs
    outputs = [leaf for leaf in torch.utils._pytree.tree_leaves(program.module()(*args, **kwargs))]
    reference = load_list(answer["files"]["reference"])
    assert len(outputs) == len(reference) > 0
    for one, other in zip(outputs, reference):
        assert torch.equal(one, other)
    stored = load_list(answer["files"]["inputs"])
    assert len(stored) == len(torch.utils._pytree.tree_leaves((args, kwargs)))
    assert answer["export_ms"] > 0 and answer["dynamic"] is False


@pytest.mark.parametrize("function", ["module", "callable_of_globals", "closure", "keyword_inputs", "counting", "with_number"])
def test_another_process_has_the_same_weights_and_inputs(channel, models, tmp_path, function):
    answer = prepared(channel, f"{models}/small.py:{function}", tmp_path)
    script = ("import sys, torch; sys.path.insert(0, sys.argv[1]);"
              "from twintrace_capture import python_model; from twintrace_capture.tensors import flat, load_list;"
              "m = python_model.load(sys.argv[2]);\n"
              "with torch.inference_mode():\n    out = flat(m.module(*m.args, **m.kwargs))\n"
              "assert all(torch.equal(a, b) for a, b in zip(out, load_list(sys.argv[3]), strict=True)), out;"
              "same = m.target(*m.args, **m.kwargs);"
              "print('NOTES', m.notes)")
    done = subprocess.run([sys.executable, "-c", script, str(PACKAGE_FOLDER), answer["files"]["python_model"],
                           answer["files"]["reference"]], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    called_again = function in ("closure", "with_number")  # local functions and classes cannot be pickled
    assert ("called again" in done.stdout) == called_again
    assert any("called again" in note for note in answer["notes"]) == called_again
    assert ("printed by the function" in done.stdout) is False


def test_output_classes_of_other_packages_are_not_needed_to_load(channel, models, tmp_path):
    answer = prepared(channel, f"{models}/small.py:structured_outputs", tmp_path)
    script = ("import sys, torch; program = torch.export.load(sys.argv[1]);"
              "args, kwargs = program.example_inputs; print([tuple(t.shape) for t in program.module()(*args, **kwargs)])")
    done = subprocess.run([sys.executable, "-c", script, answer["files"]["export"]], capture_output=True, text=True)
    assert done.stdout.strip() == "[(6, 16), (6, 4)]", done.stderr


def test_several_batches_share_one_dynamic_export(channel, models, tmp_path):
    answer = prepared(channel, f"{models}/small.py:module", tmp_path, batch=[1, 4, 9])
    assert answer["dynamic"] is True and [entry["batch"] for entry in answer["batches"]] == [1, 4, 9]
    program = torch.export.load(answer["files"]["export"])
    assert program.example_inputs[0][0].shape == (1, 8)
    for entry in answer["batches"]:
        inputs, reference = load_list(entry["inputs"]), load_list(entry["reference"])
        assert inputs[0].shape[0] == reference[0].shape[0] == entry["batch"]
        torch.testing.assert_close(program.module()(*inputs), reference[0])


def test_dynamic_works_for_callables_and_keywords(channel, models, tmp_path):
    for function in ("callable_of_globals", "keyword_inputs", "closure"):
        answer = prepared(channel, f"{models}/small.py:{function}", tmp_path / function, dynamic=True)
        program = torch.export.load(answer["files"]["export"])
        assert program.range_constraints, function


def test_exported_file_is_prepared_again_with_its_own_inputs(channel, models, tmp_path):
    first = prepared(channel, f"{models}/small.py:module", tmp_path / "one")
    again = prepared(channel, first["files"]["export"], tmp_path / "two")
    assert again["export_ms"] is None and again["model"]["kind"] == "export"
    assert again["model"]["parameters"] == first["model"]["parameters"]
    assert torch.equal(load_list(again["files"]["reference"])[0], load_list(first["files"]["reference"])[0])
    with pytest.raises(CaptureError, match="exported for batch 6 only"):
        prepared(channel, first["files"]["export"], tmp_path / "three", batch=[5])


def test_demo_is_rebuilt_with_the_stored_state(channel, tmp_path, monkeypatch):
    from twintrace_capture import demos, models, python_model
    monkeypatch.setitem(demos.DEMOS, "tiny", lambda: (demos.Mlp(4, 8), (torch.randn(2, 4),)))
    answer = prepared(channel, "tiny", tmp_path, dtype="bfloat16")
    loaded = python_model.load(answer["files"]["python_model"])
    assert loaded.module.fc1.weight.dtype is torch.bfloat16
    assert torch.equal(loaded.module.fc1.weight, models.resolve("tiny", dtype="bfloat16").module.fc1.weight)


def test_export_and_run_failures_are_sentences(channel, models, tmp_path):
    with pytest.raises(CaptureError, match="torch.export cannot export data_dependent") as told:
        prepared(channel, f"{models}/small.py:data_dependent", tmp_path)
    assert "if x.sum() > 0" in told.value.detail
    with pytest.raises(CaptureError, match="fails_when_run"):
        prepared(channel, f"{models}/small.py:fails_when_run", tmp_path)
