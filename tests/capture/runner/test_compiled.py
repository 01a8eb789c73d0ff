# SPDX-License-Identifier: GPL-3.0-or-later
"""Packages of AOTInductor: a real compile, the same outputs as eager, visible kernels, and each refusal (A1 to A8)."""

from __future__ import annotations

import gzip
import json
import os
import shutil
import zipfile
from pathlib import Path

import pytest
import torch
from runner_child import RunnerError
from torch import nn
from torch.export import Dim


class Blocks(nn.Module):
    def __init__(self):
        super().__init__()
        self.up = nn.Linear(32, 64)
        self.norm = nn.LayerNorm(64)
        self.down = nn.Linear(64, 16)

    def forward(self, x, ids, times: int = 2):
        hidden = self.norm(nn.functional.gelu(self.up(x)))
        return torch.softmax(self.down(hidden), -1) * times + ids.sum(-1, keepdim=True), x.shape[0]


@pytest.fixture(scope="module")
def compiled(tmp_path_factory):
    """Compiled once: the first compile of a machine also builds precompiled headers, about a minute."""
    if shutil.which(os.environ.get("CXX", "g++")) is None:
        pytest.skip("no C++ compiler for AOTInductor")
    folder = tmp_path_factory.mktemp("compiled")
    torch.manual_seed(0)
    model = Blocks().eval()
    args = (torch.randn(4, 32), torch.arange(8).reshape(4, 2))
    batch = Dim("batch", min=2, max=64)
    program = torch.export.export(model, args, {"times": 3},
                                  dynamic_shapes={"x": {0: batch}, "ids": {0: batch}, "times": None})
    torch.export.save(program, folder / "export.pt2")
    with torch.inference_mode():
        torch.save(torch.utils._pytree.tree_leaves(model(*args, times=3)), folder / "reference.pt")
    torch._inductor.aoti_compile_and_package(program, package_path=str(folder / "package.pt2"),
                                             inductor_configs={"cpp.enable_kernel_profile": True})
    return folder


def rewritten(package: Path, target: Path, change) -> Path:
    """The package with some entries changed: change(name, content) -> (name, content), or None to leave one out."""
    with zipfile.ZipFile(package) as source, zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as out:
        for entry in source.infolist():
            changed = change(entry.filename, source.read(entry))
            if changed is not None:
                out.writestr(*changed)
    return target


def with_metadata(package: Path, target: Path, **values: str) -> Path:
    def change(name, content):
        if name.endswith("_metadata.json"):
            content = json.dumps({**json.loads(content), **values}).encode()
        return name, content

    return rewritten(package, target, change)


def test_compiled_outputs_and_kernels(compiled, start, tmp_path):
    with start() as runner:
        loaded = runner.ask("load", variant="aot", export=str(compiled / "export.pt2"),
                            package=str(compiled / "package.pt2"), reference=str(compiled / "reference.pt"))
        assert [value["name"] for value in loaded["inputs"]] == ["x", "ids"]
        first = runner.ask("first")
        assert first["numerics"]["ok"] and first["numerics"]["against"] == "eager", first
        assert runner.ask("round", least_calls=2, seconds=0.01)["durations_us"]
        runner.ask("record", file=str(tmp_path / "aot.json.gz"), iterations=2)
        assert runner.quit() == 0
    events = json.loads(gzip.decompress((tmp_path / "aot.json.gz").read_bytes()))["traceEvents"]
    kernels = [e for e in events if e.get("name", "").startswith(("cpp_fused", "aoti_torch_cpu"))]
    assert len([e for e in kernels if e["name"] == "aoti_torch_cpu_addmm_out"]) == 4
    fused = [e for e in kernels if e["name"].startswith("cpp_fused")]
    assert fused and all("test_compiled.py:" in e["args"]["Source"] for e in kernels)
    assert not [e for e in events if e.get("name", "").startswith("graph_")]


def test_the_temporary_folder_of_a_package_goes(compiled, start, tmp_path):
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    with start(TMPDIR=str(scratch)) as runner:
        runner.ask("load", variant="aot", package=str(compiled / "package.pt2"), export=str(compiled / "export.pt2"))
        assert runner.quit() == 0
    assert not list(scratch.iterdir())


def test_a_package_alone_runs_on_made_up_inputs_and_skips_eager(compiled, start):
    package = str(compiled / "package.pt2")
    with start() as runner:
        loaded = runner.ask("load", variant="aot", package=package)
        assert [(value["dtype"], value["shape"]) for value in loaded["inputs"]] == [("float32", [8, 32]), ("int64", [8, 2])]
        assert runner.ask("first")["first_ms"] > 0
    with start() as runner, pytest.raises(RunnerError, match="without the exported program") as skipped:
        runner.ask("load", variant="eager", package=package)
    assert skipped.value.code == "skipped"


BAD_INPUTS = {
    "inner size": ([torch.randn(8, 11), torch.zeros(8, 2, dtype=torch.int64)], "(8, 11)"),
    "type": ([torch.randn(8, 32).double(), torch.zeros(8, 2, dtype=torch.int64)], "float64"),
    "below the range": ([torch.randn(0, 32), torch.zeros(0, 2, dtype=torch.int64)], "(0, 32)"),
    "above the range": ([torch.randn(2000, 32), torch.zeros(2000, 2, dtype=torch.int64)], "(2000, 32)"),
    "rank": ([torch.randn(8, 32, 1), torch.zeros(8, 2, dtype=torch.int64)], "(8, 32, 1)"),
    "strides": ([torch.randn(32, 8).t(), torch.zeros(8, 2, dtype=torch.int64)], "stride"),
    "a number": ([3, torch.zeros(8, 2, dtype=torch.int64)], "no tensor"),
    "too few": ([torch.randn(8, 32)], "holds 1 values"),
}


@pytest.mark.parametrize("case", BAD_INPUTS)
def test_wrong_inputs_never_pass_silently(case, compiled, start, tmp_path):
    inputs, said = BAD_INPUTS[case]
    if len(inputs) == 2:
        inputs = [*inputs, 3]
    torch.save(inputs, tmp_path / "inputs.pt")
    with start() as runner, pytest.raises(RunnerError) as refused:
        runner.ask("load", variant="aot", package=str(compiled / "package.pt2"), export=str(compiled / "export.pt2"),
                   inputs=str(tmp_path / "inputs.pt"))
    assert refused.value.code == "usage" and said in refused.value.message


def test_other_batches_give_eagers_outputs(compiled, start, tmp_path):
    torch.save([torch.randn(17, 32), torch.arange(34).reshape(17, 2), 3], tmp_path / "inputs.pt")
    keys = {"export": str(compiled / "export.pt2"), "inputs": str(tmp_path / "inputs.pt")}
    with start() as runner:
        runner.ask("load", variant="eager", outputs=str(tmp_path / "outputs.pt"), **keys)
        runner.ask("first")
    with start() as runner:
        runner.ask("load", variant="aot", package=str(compiled / "package.pt2"),
                   reference=str(tmp_path / "outputs.pt"), **keys)
        assert runner.ask("first")["numerics"]["ok"]


@pytest.mark.parametrize("values, said", [
    ({"AOTI_DEVICE_KEY": "cuda"}, "compiled for cuda"),
    ({"AOTI_MACHINE": "aarch64"}, "aarch64"),
    ({"AOTI_CPU_ISA": "AVX512 AMX_TILE AVX1024"}, "lacks"),
])
def test_packages_of_other_machines_are_refused_before_they_run(values, said, compiled, start, tmp_path):
    package = with_metadata(compiled / "package.pt2", tmp_path / "package.pt2", **values)
    with start() as runner, pytest.raises(RunnerError, match=said) as refused:
        runner.ask("load", variant="aot", package=str(package), export=str(compiled / "export.pt2"))
    assert refused.value.code == "unsupported" and "compile" in refused.value.message


def test_a_package_without_its_library(compiled, start, tmp_path):
    package = rewritten(compiled / "package.pt2", tmp_path / "package.pt2",
                        lambda name, content: None if name.endswith(".so") else (name, content))
    with start() as runner, pytest.raises(RunnerError, match="cannot be loaded") as refused:
        runner.ask("load", variant="aot", package=str(package), export=str(compiled / "export.pt2"))
    assert refused.value.code == "failed"


def test_a_missing_symbol_is_named(compiled, start, tmp_path):
    def change(name, content):
        if name.endswith(".so"):
            assert b"aoti_torch_cpu_addmm_out" in content
            content = content.replace(b"aoti_torch_cpu_addmm_out", b"aoti_torch_cpu_gone_of_t")
        return name, content

    package = rewritten(compiled / "package.pt2", tmp_path / "package.pt2", change)
    with start(LD_BIND_NOW="1") as runner, pytest.raises(RunnerError) as refused:
        runner.ask("load", variant="aot", package=str(package), export=str(compiled / "export.pt2"))
        runner.ask("first")
    assert "aoti_torch_cpu_gone_of_t" in refused.value.message and torch.__version__ in refused.value.message


def test_cuda_graphs_need_a_gpu(compiled, start):
    with start() as runner, pytest.raises(RunnerError, match="CUDA") as refused:
        runner.ask("load", variant="aot-cudagraph", package=str(compiled / "package.pt2"),
                   export=str(compiled / "export.pt2"))
    assert refused.value.code == "unsupported"


def test_the_reason_that_aotinductor_only_prints_is_told(compiled, start, tmp_path):
    """Without its source the package cannot be checked beforehand; the reason then comes from its standard error."""
    package = rewritten(compiled / "package.pt2", tmp_path / "package.pt2",
                        lambda name, content: None if name.endswith("wrapper.cpp") else (name, content))
    torch.save([torch.randn(2000, 32), torch.zeros(2000, 2, dtype=torch.int64), 3], tmp_path / "inputs.pt")
    with zipfile.ZipFile(compiled / "export.pt2") as archive:
        program = next(name for name in archive.namelist() if name.endswith("models/model.json"))
    lenient = rewritten(compiled / "export.pt2", tmp_path / "export.pt2",
                        lambda name, content: (name, content.replace(b'"max_val": 64', b'"max_val": 9999'))
                        if name == program else (name, content))
    with start() as runner:
        runner.ask("load", variant="aot", package=str(package), export=str(lenient), inputs=str(tmp_path / "inputs.pt"))
        with pytest.raises(RunnerError, match="dim value is too large") as failed:
            runner.ask("first")
        assert runner.quit() == 0
    assert failed.value.code == "failed"
