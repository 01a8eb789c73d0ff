# SPDX-License-Identifier: MIT
"""A quick end: when the app goes away or says stop, this process and everything it started is gone within a second."""

from __future__ import annotations

import os
import signal
import threading


def descendants(root: int) -> list[int]:
    """Process ids below `root`, compilers and compile workers included, read from /proc."""
    children: dict[int, list[int]] = {}
    for entry in os.listdir("/proc"):
        if not entry.isdigit():
            continue
        try:
            with open(f"/proc/{entry}/stat", "rb") as file:
                # The name in parentheses may hold spaces; the parent is the second field after it.
                parent = int(file.read().rpartition(b")")[2].split()[1])
        except (OSError, IndexError, ValueError):
            continue
        children.setdefault(parent, []).append(int(entry))
    found: list[int] = []
    pending = [root]
    while pending:
        below = children.get(pending.pop(), [])
        found += below
        pending += below
    return found


def end_now(status: int) -> None:
    """Kills every descendant and leaves at once, without exit handlers that could wait for a compiler."""
    for _ in range(3):  # a compiler driver may start its next stage while we read /proc
        below = descendants(os.getpid())
        if not below:
            break
        for pid in below:
            try:
                os.kill(pid, signal.SIGKILL)
            except OSError:
                pass
    os._exit(status)


def end_on_signals() -> None:
    """SIGTERM and SIGINT end the process even while the main thread sits in a long C++ call.

    Python runs its own handlers only between bytecodes of the main thread; the wake-up descriptor is written by the C
    handler at once, and a thread waits on it.
    """
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: None)
    signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
    threading.Thread(target=_wait_for_signal, args=(reader,), daemon=True).start()


def _wait_for_signal(reader: int) -> None:
    while number := os.read(reader, 1):
        if number[0] in (signal.SIGTERM, signal.SIGINT):
            end_now(128 + number[0])


def lead_own_group() -> None:
    """Own process group, so that the app can end everything with one signal to the group."""
    try:
        os.setpgid(0, 0)
    except OSError:
        pass  # already the leader of a session
