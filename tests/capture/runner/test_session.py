# SPDX-License-Identifier: GPL-3.0-or-later
"""The commands of PROTOCOL.md, bad input, and the trace of a recorded pass."""

from __future__ import annotations

import gzip
import json
import signal
import subprocess
import time
import zipfile

import pytest
import torch
from runner_child import RunnerError
from torch import nn


class Small(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(32, 64)
        self.second = nn.Linear(64, 8)

    def forward(self, x):
        return self.second(torch.nn.functional.silu(self.first(x)))


@pytest.fixture
def small(prepare):
    return prepare(Small(), torch.randn(4, 32))


def test_a_whole_session(small, start, tmp_path):
    with start() as runner:
        assert runner.hello["protocol"] == 1 and runner.hello["torch"] == torch.__version__
        loaded = runner.ask("load", variant="eager", export=small.export, threads=1)
        assert loaded["inputs"] == [{"name": "x", "dtype": "float32", "shape": [4, 32], "device": "cpu"}]
        assert runner.ask("first")["numerics"] is None
        warmed = runner.ask("warm_up", least_calls=12, most_seconds=5, drift=0.5)
        assert warmed["calls"] == len(warmed["durations_us"]) >= 12 and warmed["is_steady"]
        begin = time.perf_counter()
        durations = runner.ask("round", least_calls=3, seconds=0.1)["durations_us"]
        assert time.perf_counter() - begin >= 0.1
        assert len(durations) >= 3 and all(duration > 0 for duration in durations)
        assert sum(durations) >= 0.8 * 0.1e6  # the timing itself takes little
        file = tmp_path / "eager.json.gz"
        recorded = runner.ask("record", file=str(file), iterations=3, ops=True)
        assert recorded["iterations"] == 3 and recorded["dropped"] == 0 and len(recorded["durations_us"]) == 3
        assert runner.quit() == 0
        assert runner.phases == [f"{name} {state}" for name in ("load", "first", "warm_up", "round", "record")
                                 for state in ("begin", "end")]
    trace = json.loads(gzip.decompress(file.read_bytes()))
    events = trace["traceEvents"]
    assert recorded["events"] == len(events)
    steps = [event for event in events if event.get("name", "").startswith("ProfilerStep#")]
    assert [step["name"] for step in steps] == ["ProfilerStep#0", "ProfilerStep#1", "ProfilerStep#2"]
    assert all(step["cat"] == "user_annotation" for step in steps)
    linear = [event for event in events if event.get("name") == "aten::linear"]
    assert len(linear) == 6
    for event in linear:
        assert event["cat"] == "cpu_op" and event["args"]["Source"] == f"{__file__}:{Small.forward.__code__.co_firstlineno + 1}"
        assert "self.first(x)" in event["args"]["Source text"]
    assert linear[0]["args"]["Module"] == "first" and linear[1]["args"]["Module"] == "second"
    assert linear[0]["args"]["Input Dims"] == [[4, 32], [64, 32], [64]]
    assert linear[0]["args"]["Input type"] == ["float", "float", "float"]
    for step in steps:
        inside = [e for e in linear if step["ts"] <= e["ts"] and e["ts"] + e["dur"] <= step["ts"] + step["dur"]]
        assert len(inside) == 2
    assert not list(tmp_path.glob("*.partial*"))


def test_recording_leaves_no_callback_behind(small, start, tmp_path):
    with start() as runner:
        runner.ask("load", variant="eager", export=small.export)
        runner.ask("first")
        counts = [runner.ask("record", file=str(tmp_path / f"{n}.json.gz"), iterations=n)["events"] for n in (2, 2, 4)]
    assert counts[0] == counts[1] < counts[2]


def test_commands_in_the_wrong_order_or_of_the_wrong_kind(start):
    with start() as runner:
        for command in ("first", "round", "warm_up"):
            with pytest.raises(RunnerError, match="before a load") as refused:
                runner.ask(command)
            assert refused.value.code == "usage"
        for command in ("prepare", "compile", "audit"):
            with pytest.raises(RunnerError, match="Python helper"):
                runner.ask(command)
        with pytest.raises(RunnerError, match="dance"):
            runner.ask("dance")
        with pytest.raises(RunnerError, match="no variant"):
            runner.ask("load", variant="py-eager")
        runner.send("this is no JSON")
        assert runner.receive()["event"] == "error"
        assert runner.quit() == 0


def write_zip(path, entries):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as archive:
        for name, content in entries.items():
            archive.writestr(name, content)


def test_each_wrong_file_is_named_for_what_it_is(small, start, tmp_path):
    files = {name: tmp_path / name for name in ("empty.pt2", "text.pt2", "cut.pt2", "library.so", "script.pt",
                                                "checkpoint.pt", "plain.zip", "absent.pt2")}
    files["empty.pt2"].write_bytes(b"")
    files["text.pt2"].write_text("hello\n")
    whole = open(small.export, "rb").read()
    files["cut.pt2"].write_bytes(whole[: len(whole) // 2])
    files["library.so"].write_bytes(b"\x7fELF" + bytes(100))
    torch.jit.save(torch.jit.trace(nn.Linear(2, 2), torch.randn(1, 2)), str(files["script.pt"]))
    torch.save({"weight": torch.randn(2)}, files["checkpoint.pt"])
    write_zip(files["plain.zip"], {"a/readme.txt": "hello"})
    said = {}
    with start() as runner:
        for name, path in files.items():
            for variant in ("eager", "aot"):
                with pytest.raises(RunnerError) as refused:
                    runner.ask("load", variant=variant, export=str(path), package=str(path))
                assert refused.value.code == "unreadable", name
                assert refused.value.message.count("\n") == 0 and str(path) in refused.value.message
                said[name] = refused.value.message.replace(str(path), "")
        with pytest.raises(RunnerError, match="without compiled code"):
            runner.ask("load", variant="aot", package=small.export)
        assert runner.quit() == 0
    assert len(set(said.values())) == len(said), said


def test_several_models_in_one_file_are_listed(small, start, tmp_path):
    other = tmp_path / "other.pt2"
    with zipfile.ZipFile(small.export) as archive:
        root = archive.namelist()[0].split("/")[0]
        entries = {name: archive.read(name) for name in archive.namelist()}
    program = entries.pop(f"{root}/models/model.json")
    write_zip(other, {**entries, f"{root}/models/first.json": program, f"{root}/models/second.json": program})
    with start() as runner, pytest.raises(RunnerError, match="first, second"):
        runner.ask("load", variant="eager", export=str(other))


def test_wrong_reference_outputs_fail_the_numerics_not_the_run(small, start, tmp_path):
    for wrong, said in (([torch.zeros(4, 8)], "tolerance"), ([torch.zeros(4, 9)], "shape"), ([], "returned 1 values")):
        torch.save(wrong, tmp_path / "wrong.pt")
        with start() as runner:
            runner.ask("load", variant="eager", export=small.export, reference=str(tmp_path / "wrong.pt"))
            numerics = runner.ask("first")["numerics"]
        assert not numerics["ok"] and said in numerics["note"]


def test_places_that_cannot_be_written(small, start, tmp_path):
    with start() as runner:
        runner.ask("load", variant="eager", export=small.export, outputs=str(tmp_path / "absent" / "outputs.pt"))
        with pytest.raises(RunnerError, match="outputs.pt"):
            runner.ask("first")
        with pytest.raises(RunnerError, match="trace.json.gz|absent"):
            runner.ask("record", file=str(tmp_path / "absent" / "trace.json.gz"), iterations=1)
        assert len(runner.ask("round", least_calls=2, seconds=0.01)["durations_us"]) >= 2
        assert runner.quit() == 0


def test_no_cuda_here(small, start):
    if torch.cuda.is_available():
        pytest.skip("this machine has a CUDA device")
    with start() as runner:
        for device, code in (("cuda", "unsupported"), ("cuda:7", "unsupported"), ("toaster", "usage")):
            with pytest.raises(RunnerError) as refused:
                runner.ask("load", variant="eager", export=small.export, device=device)
            assert refused.value.code == code and "\n" not in refused.value.message


def test_end_of_input_stops_even_in_the_middle_of_work(small, start):
    with start() as runner:
        runner.ask("load", variant="eager", export=small.export)
        runner.send(json.dumps({"do": "round", "seconds": 600}))
        assert runner.receive()["event"] == "phase"
        runner.process.stdin.close()
        begin = time.perf_counter()
        runner.process.wait(timeout=5)
        assert time.perf_counter() - begin < 1


def test_commands_may_all_be_there_at_once(small, runner_program):
    lines = [{"do": "load", "variant": "eager", "export": small.export}, {"do": "first"}, {"do": "quit"}]
    done = subprocess.run([runner_program], input="".join(json.dumps(line) + "\n" for line in lines), text=True,
                          capture_output=True, timeout=120)
    names = [json.loads(line)["event"] for line in done.stdout.splitlines()]
    assert done.returncode == 0 and [name for name in names if name != "phase"] == ["hello", "loaded", "first", "bye"]


def test_a_crash_leaves_its_last_words(small, start):
    with start() as runner:
        runner.process.send_signal(signal.SIGSEGV)
        assert runner.process.wait(timeout=10) == -signal.SIGSEGV


def test_probe_tells_what_this_machine_can_do(runner_program):
    facts = json.loads(subprocess.run([runner_program, "--probe"], capture_output=True, text=True, check=True).stdout)
    assert facts["torch"] == torch.__version__ and facts["threads"] >= 1 and facts["cpu"]
    assert facts["cuda_devices"] == torch.cuda.device_count()
    assert all(problem["message"] for problem in facts["cupti"]["problems"])
