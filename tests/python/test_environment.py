# SPDX-License-Identifier: MIT
"""Facts of this Python, and the sentences when torch or the compiler is not there."""

import json
import subprocess
import sys

import torch
from conftest import PACKAGE_FOLDER
from twintrace_capture import environment


def test_doctor_prints_json_alone():
    done = subprocess.run([sys.executable, "-m", "twintrace_capture", "doctor"], capture_output=True, text=True,
                          env={"PYTHONPATH": str(PACKAGE_FOLDER), "PATH": "/usr/bin:/bin"}, check=True)
    facts = json.loads(done.stdout)
    assert facts["torch"] == torch.__version__ and facts["problem"] is None
    assert facts["compiler"]["command"] == "g++" and facts["cores"] >= 1 and facts["cpu_isa"]


def test_old_or_missing_torch_is_told(monkeypatch):
    monkeypatch.setattr(environment, "torch_version", lambda: "2.9.1+cpu")
    assert "has torch 2.9.1+cpu, and Twintrace needs 2.11 or newer" in environment.torch_problem()
    monkeypatch.setattr(environment, "torch_version", lambda: None)
    assert "has no torch" in environment.torch_problem() and "TWINTRACE_PYTHON" in environment.torch_problem()
    monkeypatch.setattr(environment, "torch_version", lambda: "2.11.0+cu130")
    assert environment.torch_problem() is None


def test_missing_compiler_is_told(monkeypatch):
    monkeypatch.setenv("CXX", "no-such-compiler -O2")
    found = environment.compiler()
    assert found["path"] is None and "No C++ compiler no-such-compiler -O2 was found" in found["problem"]


def test_commands_are_refused_with_the_reason_when_torch_is_missing(tmp_path):
    # A Python without torch: the interpreter itself, isolated from every installed package.
    done = subprocess.run([sys.executable, "-S", "-c",
                           f"import sys; sys.path.insert(0, {str(PACKAGE_FOLDER)!r});"
                           "from twintrace_capture.server import serve; serve()"],
                          input='{"do":"prepare","model":"mlp"}\n{"do":"quit"}\n', capture_output=True, text=True, timeout=60)
    events = [json.loads(line) for line in done.stdout.splitlines()]
    assert events[0]["event"] == "hello" and events[0]["torch"] is None
    assert events[1]["code"] == "unsupported" and "has no torch" in events[1]["message"]
