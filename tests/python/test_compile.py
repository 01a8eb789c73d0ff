# SPDX-License-Identifier: MIT
"""Real compiles of a tiny model: AOTInductor, a torch.compile variant and the whole audit."""

import gzip
import json
import os
import time
import zipfile

import pytest
import torch
from conftest import MODELS, SilentChannel
from twintrace_capture.export import prepare
from twintrace_capture.process_tree import descendants
from twintrace_capture.tensors import compare, load_list

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def prepared(tmp_path_factory):
    folder = tmp_path_factory.mktemp("model")
    return prepare(SilentChannel(), {"model": f"{MODELS}/small.py:module", "folder": str(folder)})


def test_package_runs_and_says_what_it_was_made_of(child, prepared, tmp_path):
    one = child()
    one.event()
    package = str(tmp_path / "model_aot.pt2")
    answer = one.ask("compiled", do="compile", export=prepared["files"]["export"], package=package, device="cpu",
                     options={"kernel_profile": True, "with_export": True})
    assert answer["event"] == "compiled", answer
    assert sum(answer["phases"].values()) == pytest.approx(answer["compile_ms"], rel=0.02)
    assert answer["toolchain_ms"] is not None and answer["phases"]["cpp_compile"] > 0
    assert ("toolchain" in [phase["phase"] for phase in one.phases]) == (answer["headers_built"] > 0)
    names = [name.partition("/")[2] for name in zipfile.ZipFile(package).namelist()]
    assert any(name.endswith("kernel_information.json") for name in names)
    wrapper = next(name for name in zipfile.ZipFile(package).namelist() if name.endswith(".wrapper.cpp"))
    source = zipfile.ZipFile(package).read(wrapper).decode()
    # The runner reads the lines of each kernel from the guards, which are there and not run.
    guards = [index for index, line in enumerate(source.splitlines()) if "KernelContextGuard _ctx(" in line]
    assert guards and all(source.splitlines()[index - 1].strip() == "if (false) {" for index in guards)
    assert "small.py" in source
    generated = json.load(open(answer["generated"]))
    fused = [kernel for kernel in generated if kernel["kind"] == "cpp"]
    assert fused and all("void" in kernel["source"] and kernel["source"].endswith("}") for kernel in fused)
    assert any(line["file"].endswith("small.py") for kernel in generated for line in kernel["lines"])
    assert "aten.relu" in sum((kernel["source_ops"] for kernel in fused), [])
    assert "models/model.json" in names
    run = torch._inductor.aoti_load_package(package)
    assert compare([run(*load_list(prepared["files"]["inputs"]))], load_list(prepared["files"]["reference"]), "python")["ok"]
    inputs = json.loads(run.get_metadata()["TWINTRACE_INPUTS"])
    assert inputs == [{"name": "x", "dtype": "float32", "shape": [6, 8]}]
    # The archive holds both: the exported program loads from the very same file.
    torch.testing.assert_close(torch.export.load(package).module()(*load_list(prepared["files"]["inputs"])),
                               load_list(prepared["files"]["reference"])[0])


def test_compiling_variant_through_all_its_commands(child, prepared, tmp_path):
    one = child()
    one.event()
    files = prepared["files"]
    loaded = one.ask("loaded", do="load", variant="py-default", python_model=files["python_model"], device="cpu",
                     reference=files["reference"], outputs=str(tmp_path / "out.pt"), threads=1)
    assert loaded["event"] == "loaded" and loaded["load_ms"] > 0, loaded
    first = one.ask("first", do="first")
    assert first["numerics"]["ok"] and first["caches"]["misses"] >= 1 and first["caches"]["hits"] == 0
    assert sum(first["phases"].values()) == pytest.approx(first["first_ms"], rel=0.02)
    assert len(load_list(str(tmp_path / "out.pt"))) == 1
    generated = json.load(open(first["generated"]))
    fused = [kernel for kernel in generated if kernel["kind"] == "cpp"]
    assert fused and all("void" in kernel["source"] for kernel in fused)
    assert any(line["file"].endswith("small.py") for kernel in generated for line in kernel["lines"])
    warmed = one.ask("warmed", do="warm_up", least_calls=10, most_seconds=5, drift=0.5)
    assert warmed["calls"] == len(warmed["durations_us"]) >= 10
    assert len(one.ask("round", do="round", least_calls=6, seconds=0)["durations_us"]) == 6
    trace = str(tmp_path / "py-default.json.gz")
    recorded = one.ask("recorded", do="record", file=trace, iterations=3)
    assert recorded["iterations"] == 3 and len(recorded["durations_us"]) == 3
    names = [event.get("name", "") for event in json.load(gzip.open(trace))["traceEvents"]]
    assert len([name for name in names if name.startswith("ProfilerStep#")]) == 3
    assert len([name for name in names if name.startswith("Torch-Compiled Region")]) == 3
    assert len([name for name in names if "cpp_fused" in name]) >= 3  # fused kernels are visible on the CPU
    one.send(do="quit")
    # A fresh process with the same caches finds what the first one compiled.
    again = child()
    again.event()
    again.ask("loaded", do="load", variant="py-default", python_model=files["python_model"], device="cpu", threads=1)
    cached = again.ask("first", do="first")
    # Some C++ work is left even then: looking up the precompiled header means preprocessing it.
    assert cached["caches"]["hits"] >= 1 and cached["caches"]["misses"] == 0
    assert cached["numerics"] is None
    assert [k["kernel"] for k in json.load(open(cached["generated"]))] == [k["kernel"] for k in generated]


def test_eager_variant_never_imports_the_compiler(child, prepared):
    one = child()
    one.event()
    one.ask("loaded", do="load", variant="py-eager", python_model=prepared["files"]["python_model"],
            reference=prepared["files"]["reference"], device="cpu", threads=1)
    first = one.ask("first", do="first")
    assert first["numerics"]["max_abs"] == 0.0 and list(first["phases"]) == ["run"] and first["caches"] is None and first["generated"] is None
    told = one.ask(do="load", variant="py-fastest", python_model=prepared["files"]["python_model"])
    assert told["code"] == "usage" and "py-reduce-overhead" in told["message"]


def test_a_stopped_compile_leaves_no_compiler_behind(child, prepared, tmp_path):
    one = child(TWINTRACE_TOOLCHAIN_DIR=str(tmp_path / "headers"))  # empty: a long header build is certain
    one.event()
    one.send(do="compile", export=prepared["files"]["export"], package=str(tmp_path / "x.pt2"), device="cpu")
    deadline = time.monotonic() + 120
    while not any("cc1plus" in _command(pid) for pid in descendants(one.process.pid)):
        assert time.monotonic() < deadline and one.process.poll() is None
        time.sleep(0.05)
    below = descendants(one.process.pid)
    one.process.stdin.close()
    assert one.wait(10) < 3
    time.sleep(0.2)
    assert [pid for pid in below if _command(pid)] == []


def _command(pid):
    try:
        with open(f"/proc/{pid}/cmdline", "rb") as file:
            return file.read().decode(errors="replace")
    except OSError:
        return ""


def test_whole_audit(child, models):
    one = child()
    one.event()
    answer = one.ask("audited", do="audit", model=f"{models}/breaking.py:audit_lesson", mode="", batches=[8, 16],
                     options={"sweeps": ["dynamic"]})
    assert answer["event"] == "audited", answer
    audit = answer["audit"]
    assert audit["schema"] == "twintrace.audit/1" and audit["device"] == "cpu" and audit["mode"] == "default"
    assert (audit["graphs"], audit["graph_breaks"], audit["ops_per_graph"]) == (2, 1, [2, 2])
    assert sum(phase["ms"] for phase in audit["phases"]) == pytest.approx(audit["compile_ms"], rel=0.02)
    assert audit["caches"]["misses"] >= 1 and audit["problem"] is None
    fused = [entry for entry in audit["generated"] if entry["kind"] == "cpp"]
    assert fused and "aten.relu" in fused[0]["source_ops"] and "kernel(" in fused[0]["source"]
    assert fused[0]["lines"][0]["code"] == "return torch.relu(self.linear(x))"
    # The second graph resumes with a size that is known already, so one set of graphs serves both batches.
    assert [row["graphs_added"] for row in audit["batches"]][1] == 0
    assert audit["eager"]["steady_us"] > 0 and audit["compiled"]["first_ms"] > audit["eager"]["first_ms"]
    found = {check["id"]: check for check in audit["checks"]}
    assert found["clean_at_most_one_graph"]["ok"] is False and found["clean_at_most_one_graph"]["measured"] == 2
    assert found["compile_warmup_at_least_eager"]["ok"] and "compiled_at_least_0_90x_eager" in found
    told = one.ask(do="audit", model=f"{models}/small.py:exits_when_run")
    assert told["event"] == "error" and "sys.exit(9)" in told["message"]


@pytest.mark.skipif(os.environ.get("CXX") is not None, reason="CXX is chosen by the caller")
def test_no_compiler_is_a_sentence(child, prepared, tmp_path):
    one = child(CXX="/nonexistent/g++")
    one.event()
    told = one.ask(do="compile", export=prepared["files"]["export"], package=str(tmp_path / "x.pt2"), device="cpu")
    assert told["event"] == "error" and told["code"] == "unsupported" and "g++" in told["message"], told
