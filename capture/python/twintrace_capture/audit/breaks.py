# SPDX-License-Identifier: MIT
"""Graph breaks with their full text and the user's line.

Dynamo's counters have every break with reason, explanation, hints and link, but no place in the code; explain() has
places but drops breaks. Each counter entry is made by an exception (`Unsupported`) that knows the user's stack, so we
note those exceptions as they enter and leave the counters, and hold the result against the counters at the end.
"""

from __future__ import annotations

import contextlib
import linecache
import os
import re
import sys
import traceback
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

NEIGHBOURS = 3  # lines of code shown above and below a break
GROUPS = ("graph_break", "unimplemented")


@dataclass
class Noted:
    """An exception that is in the counters now."""

    error: Any
    text: str
    frames: list[dict[str, Any]]


@contextlib.contextmanager
def noting() -> Iterator[list[Noted]]:
    """Collects what Dynamo counts as breaks within it; empty when torch's private parts are not as expected."""
    noted: list[Noted] = []
    try:
        from torch._dynamo.exc import Unsupported
        add, remove = Unsupported.add_to_stats, Unsupported.remove_from_stats
    except (ImportError, AttributeError):
        yield noted
        return

    def add_to_stats(self: Any, *args: Any, **kwargs: Any) -> Any:
        # An exception enters twice (as unimplemented, then as a break), and in between Dynamo renames its frames.
        if not hasattr(self, "twintrace_frames"):
            self.twintrace_frames = user_frames(_user_stack(self))
        noted.append(Noted(self, self.msg, self.twintrace_frames))
        return add(self, *args, **kwargs)

    def remove_from_stats(self: Any, *args: Any, **kwargs: Any) -> Any:
        for index in range(len(noted) - 1, -1, -1):
            if noted[index].error is self:
                del noted[index]
                break
        return remove(self, *args, **kwargs)

    Unsupported.add_to_stats, Unsupported.remove_from_stats = add_to_stats, remove_from_stats
    try:
        yield noted
    finally:
        Unsupported.add_to_stats, Unsupported.remove_from_stats = add, remove


def _user_stack(error: Any) -> list[traceback.FrameSummary]:
    above: list[Any] = []
    with contextlib.suppress(Exception):
        from torch._dynamo.exc import get_stack_above_dynamo
        above = list(get_stack_above_dynamo())
    return above + list(getattr(error, "real_stack", None) or [])


def breaks(noted: list[Noted], counters: dict[str, dict[str, int]]) -> list[dict[str, Any]]:
    """One entry for each break in Dynamo's counters, in the order in which they happened."""
    left = {text: count for group in GROUPS for text, count in counters.get(group, {}).items()}
    for group in GROUPS[1:]:
        for text, count in counters.get(group, {}).items():
            left[text] = sum(counters.get(name, {}).get(text, 0) for name in GROUPS)
    found = []
    for one in noted:
        if left.get(one.text, 0) > 0:
            left[one.text] -= 1
            found.append(described(one.text, one.frames))
    for text, count in left.items():  # counted by a way we do not see: the reason without its line
        found += [described(text, [])] * count
    return found


def described(text: str, frames: list[dict[str, Any]]) -> dict[str, Any]:
    innermost = frames[-1] if frames else None
    return {**parse(text),
            "file": innermost["file"] if innermost else None,
            "line": innermost["line"] if innermost else None,
            "code": innermost["code"] if innermost else None,
            "neighbours": neighbours(innermost["file"], innermost["line"]) if innermost else [],
            "stack": frames}


def parse(text: str) -> dict[str, Any]:
    """Dynamo's message in its parts: reason, explanation, hints, link."""
    link = re.search(r"please visit:\s*(\S+)", text)
    body = re.split(r"\n\s*For more details about this graph break", text)[0]
    head, _, rest = body.partition("\n  Explanation: ")
    rest, _, context = rest.partition("\n\n  Developer debug context: ")
    explanation, *hints = rest.split("\n  Hint: ")
    return {"reason": _plain(head), "explanation": _plain(explanation), "hints": [_plain(hint) for hint in hints],
            "context": _plain(context), "link": link[1].rstrip(".") if link else None}


def _plain(text: str) -> str:
    """The text without the indentation of Dynamo's message."""
    return "\n".join(line.removeprefix("    ").rstrip() for line in text.strip().splitlines())


def user_frames(stack: list[traceback.FrameSummary]) -> list[dict[str, Any]]:
    """Frames of the user's own code, outermost first; of libraries only when there is nothing else."""
    candidates = [frame for frame in stack if frame.filename and not frame.filename.startswith("<")]
    own = [frame for frame in candidates if is_user_file(frame.filename)]
    chosen = own or [frame for frame in candidates if not _is_torch(frame.filename)] or candidates
    frames: list[dict[str, Any]] = []
    for frame in chosen:
        name = re.sub(r"^torch_dynamo_resume_in_(.*)_at_\d+$", r"\1", frame.name)
        entry = {"file": frame.filename, "line": frame.lineno, "function": name,
                 "code": linecache.getline(frame.filename, frame.lineno or 0).strip() or (frame.line or "")}
        # A resume function runs the rest of the function above it: the later line is the true one.
        if frames and frames[-1]["function"] == name and frames[-1]["file"] == frame.filename and name != frame.name:
            frames[-1] = entry
        elif not frames or frames[-1] != entry:
            frames.append(entry)
    return frames


def is_user_file(path: str) -> bool:
    """Neither torch, nor an installed package, nor the standard library, nor this package."""
    own_package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    standard = os.path.dirname(os.path.abspath(os.__file__))
    path = os.path.abspath(path)
    if "site-packages" in path or "dist-packages" in path or path.startswith(standard + os.sep):
        return False
    if path.startswith(own_package + os.sep):
        return os.path.basename(path) == "demos.py"
    return not _is_torch(path)


def _is_torch(path: str) -> bool:
    torch = sys.modules.get("torch")
    return torch is not None and path.startswith(os.path.dirname(torch.__file__ or "") + os.sep)


def neighbours(path: str, line: int) -> list[dict[str, Any]]:
    lines = linecache.getlines(path)
    first, last = max(line - NEIGHBOURS, 1), min(line + NEIGHBOURS, len(lines))
    return [{"line": number, "code": lines[number - 1].rstrip("\n")} for number in range(first, last + 1)]
