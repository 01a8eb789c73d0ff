# SPDX-License-Identifier: GPL-3.0-or-later
"""The eager executor against Python's own outputs."""

from __future__ import annotations

import modules
import pytest
import torch
from runner_child import RunnerError
from torch import nn

from torch.export import Dim

CASES = {
    "views": (modules.Views, (torch.randn(6, 4, 2),)),
    "in_place": (modules.InPlace, (torch.randn(3, 5),)),
    "embeddings": (modules.Embeddings, (torch.randint(0, 50, (3, 12)),)),
    "conv_batch_norm": (modules.ConvBatchNorm, (torch.randn(2, 3, 16, 16),)),
    "channels_last": (modules.ConvBatchNorm, (torch.randn(2, 3, 16, 16).to(memory_format=torch.channels_last),)),
    "attention": (modules.Attention, (torch.randn(2, 10, 32), torch.randn(10, 10))),
    "recurrent": (modules.Recurrent, (torch.randn(2, 5, 8),)),
    "outputs": (modules.Outputs, (torch.randn(4, 9),)),
    "buffers": (modules.Buffers, (torch.randn(2, 6),)),
    "counter": (modules.Counter, (torch.randn(2, 6),)),
    "bfloat16": (lambda: modules.Precision(torch.bfloat16), (torch.randn(8, 16),)),
    "float16": (lambda: modules.Precision(torch.float16), (torch.randn(8, 16).half(),)),
    "float64": (lambda: modules.Precision(torch.float64), (torch.randn(8, 16).double(),)),
    "whole_numbers": (modules.WholeNumbers, (torch.arange(6, dtype=torch.int8), torch.arange(6, dtype=torch.uint8),
                                             torch.tensor([True, False]))),
    "complex": (modules.Complex, (torch.randn(3, 8),)),
    "indexing": (modules.Indexing, (torch.randn(4, 4), torch.tensor([3, 1]))),
    "optional_tensors": (modules.OptionalTensors, (torch.randn(3, 4, 2, 4), torch.tensor([0, 1]))),
    "no_grad": (modules.NoGrad, (torch.randn(3),)),
    "transformer_layer": (lambda: nn.TransformerEncoderLayer(32, 4, 64, batch_first=True), (torch.randn(2, 7, 32),)),
}


def same(given, wanted) -> bool:
    if isinstance(wanted, torch.Tensor):
        return (isinstance(given, torch.Tensor) and given.dtype == wanted.dtype and given.shape == wanted.shape
                and torch.equal(torch.nan_to_num(given), torch.nan_to_num(wanted)))
    return type(given) is type(wanted) and given == wanted


@pytest.mark.parametrize("name", CASES)
def test_outputs_are_those_of_python(name, prepare, start):
    torch.manual_seed(0)
    make, args = CASES[name]
    model = make()
    model = prepare(model, *args)
    with start() as runner:
        loaded = runner.ask("load", variant="eager", export=model.export, reference=model.reference,
                            outputs=model.outputs)
        first = runner.ask("first")
        assert loaded["load_ms"] > 0 and first["first_ms"] > 0
        assert first["numerics"]["ok"], first["numerics"]
        assert first["numerics"]["against"] == "python"
        assert runner.quit() == 0
    given = torch.load(model.outputs, weights_only=False)
    assert len(given) == len(model.python_outputs)
    for ours, theirs in zip(given, model.python_outputs):
        # Python's own layer takes a fused short cut in inference mode, which torch.export does not see.
        assert name == "transformer_layer" or same(ours, theirs), (ours, theirs)


def test_numbers_among_the_arguments(prepare, start):
    model = prepare(modules.Numbers(), torch.randn(5, 3), kwargs={"scale": 0.3, "times": 3, "flag": True})
    with start() as runner:
        runner.ask("load", variant="eager", export=model.export, reference=model.reference, outputs=model.outputs)
        assert runner.ask("first")["numerics"]["ok"]
    for ours, theirs in zip(torch.load(model.outputs, weights_only=False), model.python_outputs):
        assert same(ours, theirs), (ours, theirs)


@pytest.mark.parametrize("rows", [8, 2, 20])
def test_other_batches_of_a_dynamic_export(rows, prepare, start, tmp_path):
    model = prepare(modules.Dynamic(), torch.randn(8, 8), dynamic_shapes={"x": {0: 2 * Dim("half", min=1, max=10)}})
    inputs = [torch.randn(rows, 8)]
    torch.save(inputs, tmp_path / "inputs.pt")
    with torch.inference_mode():
        wanted = torch.utils._pytree.tree_leaves(model.model(*inputs))
    torch.save(wanted, tmp_path / "wanted.pt")
    with start() as runner:
        loaded = runner.ask("load", variant="eager", export=model.export, inputs=str(tmp_path / "inputs.pt"),
                            reference=str(tmp_path / "wanted.pt"), outputs=model.outputs)
        assert loaded["inputs"][0]["shape"] == [rows, 8]
        assert runner.ask("first")["numerics"]["ok"]
    for ours, theirs in zip(torch.load(model.outputs, weights_only=False), wanted):
        assert same(ours, theirs), (ours, theirs)


def test_wrong_inputs_are_refused_with_what_was_expected(prepare, start, tmp_path):
    model = prepare(modules.ConvBatchNorm(), torch.randn(2, 3, 16, 16))
    for value, said in ((torch.randn(2, 3, 16, 17), "(2, 3, 16, 17)"), (torch.randn(2, 3, 16, 16).double(), "float64")):
        torch.save([value], tmp_path / "inputs.pt")
        with start() as runner, pytest.raises(RunnerError, match="is expected") as refused:
            runner.ask("load", variant="eager", export=model.export, inputs=str(tmp_path / "inputs.pt"))
        assert said in refused.value.message and refused.value.code == "usage"


@torch.library.custom_op("runner_tests::twice", mutates_args=())
def twice(x: torch.Tensor) -> torch.Tensor:
    return x * 2


@twice.register_fake
def _(x):
    return torch.empty_like(x)


class Custom(nn.Module):
    def forward(self, x):
        return twice(x) + 1


class Branches(nn.Module):
    def forward(self, x):
        return torch.cond(x.sum() > 0, lambda y: y + 1, lambda y: y - 1, (x,))


@pytest.mark.parametrize("module, op", [(Custom, "runner_tests.twice"), (Branches, "higher_order.cond")])
def test_ops_that_need_python_are_refused_by_name_and_line(module, op, prepare, start):
    model = prepare(module(), torch.randn(3))
    with start() as runner, pytest.raises(RunnerError) as refused:
        runner.ask("load", variant="eager", export=model.export)
    assert refused.value.code == "unsupported"
    assert op in refused.value.message and "test_eager.py:" in refused.value.message


def test_a_failing_op_is_named_with_its_line(prepare, start, tmp_path):
    class Lookup(nn.Module):
        def __init__(self):
            super().__init__()
            self.table = nn.Embedding(4, 2)

        def forward(self, ids):
            return self.table(ids)

    model = prepare(Lookup(), torch.tensor([1, 2]))
    torch.save([torch.tensor([1, 99])], tmp_path / "inputs.pt")
    with start() as runner:
        runner.ask("load", variant="eager", export=model.export, inputs=str(tmp_path / "inputs.pt"))
        with pytest.raises(RunnerError, match="aten.embedding") as failed:
            runner.ask("first")
        assert failed.value.code == "failed" and "test_eager.py:" in failed.value.message
        assert runner.quit() == 0  # the child lives on
