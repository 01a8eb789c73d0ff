# SPDX-License-Identifier: GPL-3.0-or-later
"""What recording adds to a forward of the eager executor, and what torch.profiler adds to the same model in Python.

    python tests/bench/recording_overhead.py --runner build/release/bin/twintrace-runner --model transformer \
        --dtype bfloat16 --device cuda

Four processes take turns: a runner that is recorded every other time and lets go of CUPTI in between, one that keeps CUPTI
attached with every kind switched off (what the recording itself costs), one that never is recorded (a drift of the machine
shows there), and a Python process with torch.profiler, which cannot share a process with another CUPTI client.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/capture/runner"))
from runner_child import RunnerChild  # noqa: E402

WHAT = {"kernels": {"kernels": True, "launches": False, "ops": False},
        "kernels + launches": {"kernels": True, "launches": True, "ops": False},
        "ops": {"kernels": False, "launches": False, "ops": True},
        "ops + launches + kernels": {"kernels": True, "launches": True, "ops": True}}


class PythonChild(RunnerChild):
    """The Python helper speaks the same protocol."""

    def __init__(self, folder: Path, name: str):
        program = folder / f"{name}.sh"
        program.write_text(f"#!/bin/sh\nPYTHONPATH='{ROOT / 'capture/python'}' exec '{sys.executable}' -m twintrace_capture\n")
        program.chmod(0o755)
        super().__init__(program, folder / f"{name}.txt")


def ready(child: RunnerChild, **load: Any) -> RunnerChild:
    child.ask("load", **load)
    child.ask("first")
    child.ask("warm_up", least_calls=60, most_seconds=5)
    return child


def off(child: RunnerChild, calls: int) -> float:
    return statistics.median(child.ask("round", least_calls=calls, seconds=0)["durations_us"])


def on(child: RunnerChild, folder: Path, calls: int, what: dict[str, bool]) -> dict[str, Any]:
    return child.ask("record", file=str(folder / "t.json.gz"), iterations=calls, **what)


def measure(arguments: argparse.Namespace, folder: Path) -> dict[str, Any]:
    with PythonChild(folder, "prepare") as child:
        prepared = child.ask("prepare", model=arguments.model, device=arguments.device, dtype=arguments.dtype,
                             folder=str(folder))["files"]
    load = {"export": prepared["export"], "python_model": prepared["python_model"], "device": arguments.device}
    calls = arguments.calls
    attached = [name for name, what in WHAT.items() if what["kernels"]]
    times: dict[str, list[tuple[float, float]]] = {
        name: [] for name in [*WHAT, *(f"{name}, attached" for name in attached), "torch.profiler CPU + CUDA"]}
    ours, before, after = [], [], []
    with RunnerChild(arguments.runner, folder / "one.txt") as recorded, \
            RunnerChild(arguments.runner, folder / "three.txt") as kept, \
            RunnerChild(arguments.runner, folder / "two.txt") as never, PythonChild(folder, "python") as python:
        ready(recorded, variant="eager", **load)
        ready(never, variant="eager", **load)
        ready(kept, variant="eager", **load)
        on(kept, folder, calls, WHAT["kernels"] | {"stays_attached": True})
        ready(python, variant="py-eager", **load)
        for _ in range(arguments.rounds):
            before.append(off(recorded, calls) / off(never, calls))
        for _ in range(arguments.rounds):
            for name, what in WHAT.items():
                base = off(recorded, calls)
                answer = on(recorded, folder, calls, what)
                times[name].append((base, statistics.median(answer["durations_us"])))
                ours.append(answer["dropped"])
            for name in attached:
                base = off(kept, calls)
                answer = on(kept, folder, calls, WHAT[name] | {"stays_attached": True})
                times[f"{name}, attached"].append((base, statistics.median(answer["durations_us"])))
                ours.append(answer["dropped"])
            base = off(python, calls)
            profiled = on(python, folder, calls, WHAT["ops + launches + kernels"])
            times["torch.profiler CPU + CUDA"].append((base, statistics.median(profiled["durations_us"])))
        for _ in range(arguments.rounds):
            after.append(off(recorded, calls) / off(never, calls))
        for child in (recorded, kept, never, python):
            child.quit()
    result = {"rows": {}, "dropped": sum(ours),
              "off after / off before": statistics.median(after) / statistics.median(before)}
    for name, pairs in times.items():
        result["rows"][name] = {"off_us": statistics.median(base for base, _ in pairs),
                                "added_us": statistics.median(recorded - base for base, recorded in pairs),
                                "ratio": statistics.median(recorded / base for base, recorded in pairs)}
    return result


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runner", required=True)
    parser.add_argument("--model", default="transformer")
    parser.add_argument("--dtype", default=None)
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--rounds", type=int, default=12)
    parser.add_argument("--calls", type=int, default=30, help="forwards in each round")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        result = measure(arguments, Path(folder))
    print(f"{'recorded':38} {'off':>10} {'added':>10} {'ratio':>7}")
    for name, row in result["rows"].items():
        print(f"{name:38} {row['off_us']:7.0f} µs {row['added_us']:7.0f} µs {row['ratio']:7.3f}")
    print(json.dumps(result))
    return 0


if __name__ == "__main__":
    sys.exit(main())
