# SPDX-License-Identifier: MIT
"""The pipe: order, errors that keep the child alive, and a stream that nothing a model does can damage."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest
from twintrace_capture.process_tree import descendants
from twintrace_capture.protocol import finite


def test_hello_is_first_and_quit_is_answered(child):
    one = child()
    hello = one.event()
    assert hello["event"] == "hello" and hello["protocol"] == 1 and hello["program"] == "twintrace_capture"
    assert hello["pid"] == one.process.pid and hello["torch"] and hello["threads"] >= 1
    one.send(do="quit")
    assert one.event() == {"event": "bye"}
    assert one.wait(5) < 5 and one.process.returncode == 0


def test_unknown_and_broken_commands_are_told_and_the_child_stays(child):
    one = child()
    one.event()
    assert one.ask(do="dance") == {"event": "error", "code": "usage", "command": "dance", "detail": "",
                                   "message": "The command dance is not known here; known are audit, compile, doctor, "
                                              "first, load, prepare, record, round, warm_up."}
    one.process.stdin.write("this is no JSON\n[1]\n{\"do\": 3}\n\n")
    one.process.stdin.flush()
    for _ in range(3):
        told = one.event()
        assert told["event"] == "error" and told["code"] == "usage"
    assert one.ask("doctor", do="doctor")["facts"]["torch"]


def test_commands_out_of_order_are_usage_errors(child):
    one = child()
    one.event()
    for command in ("first", "warm_up", "round", "record"):
        told = one.ask(do=command)
        assert told["code"] == "usage" and "load" in told["message"]


def test_models_print_read_fork_and_exit_without_damage(child, models, tmp_path):
    one = child()
    one.event()
    for function, code, words in (("module", None, ""), ("raises", "failed", "ValueError"),
                                  ("exits", "failed", "sys.exit(7)"), ("forks", None, ""),
                                  ("reads_input", "failed", "EOFError")):
        answer = one.ask("prepared", do="prepare", model=f"{models}/small.py:{function}", folder=str(tmp_path / function))
        if code is None:
            assert answer["event"] == "prepared", answer
        else:
            assert answer["code"] == code and words in answer["message"], answer
    one.send(do="quit")
    assert one.event() == {"event": "bye"}
    assert one.lines.get(timeout=10) is None  # nothing came after it, from a fork neither
    assert "a line printed by the function" in "".join(one.stderr)


def test_the_users_traceback_is_kept(child, models, tmp_path):
    one = child()
    one.event()
    told = one.ask(do="prepare", model=f"{models}/small.py:raises", folder=str(tmp_path))
    assert told["message"] == "small.py:raises raised ValueError: the weights are missing; its traceback is in the details."
    assert "raise ValueError" in told["detail"] and "user_file.py" not in told["detail"]


@pytest.mark.parametrize("how", ["end of file", "SIGTERM", "SIGINT"])
def test_a_hanging_model_ends_at_once(child, models, tmp_path, how):
    one = child()
    one.event()
    one.send(do="prepare", model=f"{models}/small.py:sleeps", folder=str(tmp_path))
    assert one.event()["phase"] == "model"
    time.sleep(0.3)
    if how == "end of file":
        one.process.stdin.close()
    else:
        one.process.send_signal(getattr(signal, how))
    assert one.wait(5) < 3  # the app allows one second on a quiet machine


def test_what_a_child_started_ends_with_it(child):
    # The same way as compilers: a process of its own session that never reads a pipe.
    script = ("import subprocess, sys; sys.path.insert(0, sys.argv[1]);"
              "from twintrace_capture.protocol import Channel; c = Channel(); c.listen();"
              "p = subprocess.Popen(['sleep', '600'], start_new_session=True); c.emit('started', pid=p.pid); p.wait()")
    package = os.path.dirname(os.path.dirname(sys.modules["twintrace_capture"].__file__))
    parent = subprocess.Popen([sys.executable, "-c", script, package], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    pid = json.loads(parent.stdout.readline())["pid"]
    assert pid in descendants(parent.pid)
    parent.stdin.close()
    parent.wait(timeout=5)
    deadline = time.monotonic() + 5
    while os.path.exists(f"/proc/{pid}/cmdline") and open(f"/proc/{pid}/cmdline", "rb").read() and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not os.path.exists(f"/proc/{pid}") or not open(f"/proc/{pid}/cmdline", "rb").read()
    parent.stdout.close()


def test_numbers_are_what_json_can_say():
    nan, infinity = float("nan"), float("inf")
    assert finite({"a": nan, "b": [1.5, infinity], "max_abs": 6e-8}) == {"a": None, "b": [1.5, None], "max_abs": 6e-8}
    assert finite({"first_ms": 1.23456, "durations_us": [2.00049], "phases": {"dynamo": 0.12345}}) == {
        "first_ms": 1.235, "durations_us": [2.0], "phases": {"dynamo": 0.123}}
