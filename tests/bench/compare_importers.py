#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Time and memory to load one trace: `twintrace stats`, Python's json.load, HolisticTraceAnalysis.

usage: compare_importers.py TRACE.json TWINTRACE [--python PYTHON] [--repeat N]

Each reader runs in a process of its own; wall time, CPU time and the peak of resident memory are those of the
process. PYTHON needs HolisticTraceAnalysis (pip install HolisticTraceAnalysis); without it that row is left out.
"""
import argparse
import json
import os
import subprocess
import sys
import time

JSON_LOAD = "import json, sys; print(len(json.load(open(sys.argv[1], encoding='utf-8'))['traceEvents']))"
# What HTA's users call first; everything it offers works on the frames that this makes.
HTA = ("import sys; from hta.trace_analysis import TraceAnalysis; "
       "analysis = TraceAnalysis(trace_files={0: sys.argv[1]}, trace_dir=''); "
       "print(len(analysis.t.get_trace(0)))")


def run(command):
    """Returns (wall seconds, CPU seconds, peak bytes, output) of a command."""
    begin = time.monotonic()
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    output = child.stdout.read()
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        raise RuntimeError(f"{command[0]} ended with {child.returncode}")
    return (time.monotonic() - begin, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024, output)


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("trace")
    arguments.add_argument("twintrace")
    arguments.add_argument("--python", default=sys.executable)
    arguments.add_argument("--repeat", type=int, default=3)
    options = arguments.parse_args()
    trace = os.path.abspath(options.trace)
    readers = {
        "twintrace stats": [options.twintrace, "stats", "--format", "json", trace],
        "json.load": [options.python, "-c", JSON_LOAD, trace],
        "HolisticTraceAnalysis": [options.python, "-c", HTA, trace],
    }
    best = {}
    for _ in range(options.repeat):
        for name, command in readers.items():  # interleaved, so that a busy moment hits all alike
            try:
                result = run(command)
            except RuntimeError as error:
                print(f"{name}: {error}", file=sys.stderr)
                continue
            if name not in best or result[0] < best[name][0]:
                best[name] = result
    size = os.path.getsize(trace)
    print(f"{size / 1e6:.0f} MB, least of {options.repeat} runs each")
    print(f"{'reader':24} {'wall s':>8} {'times':>7} {'CPU s':>8} {'times':>7} {'peak MB':>8} {'x file':>7}")
    ours = best["twintrace stats"]
    for name, (wall, cpu, peak, _) in best.items():
        print(f"{name:24} {wall:8.2f} {wall / ours[0]:7.1f} {cpu:8.2f} {cpu / ours[1]:7.1f} "
              f"{peak / 1e6:8.0f} {peak / size:7.2f}")
    print("events:", json.loads(ours[3])["events"], best.get("json.load", (0, 0, 0, b"?"))[3].decode().strip())


main()
