# SPDX-License-Identifier: MIT
"""Visible CPU kernels at a small price: Inductor's kernel profile without its cost at every call.

`cpp.enable_kernel_profile` puts a RecordFunction around each kernel, which is what the recorder sees. It also puts a
`KernelContextGuard` there, which parses the kernel's Python stack again at every call: microseconds where the
RecordFunction takes a fraction of one (BENCHMARKS.md). The guard stays in the source, because the runner reads a kernel's
lines from it, but it is no longer run.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

GUARD = "KernelContextGuard _ctx("


@contextlib.contextmanager
def guards_unrun() -> Iterator[bool]:
    """Within it, generated C++ wrappers skip their context guards; yields whether that could be arranged."""
    try:
        from torch._inductor.utils import IndentedBuffer
        original = IndentedBuffer.writeline
    except (ImportError, AttributeError):
        yield False
        return

    def writeline(self: Any, line: Any) -> None:
        # A whole guard: its text spans lines, but it is written as one.
        is_guard = isinstance(line, str) and line.startswith(GUARD) and line.endswith(')");')
        if is_guard:
            original(self, "if (false) {")
        original(self, line)
        if is_guard:
            original(self, "}")

    IndentedBuffer.writeline = writeline
    try:
        yield True
    finally:
        IndentedBuffer.writeline = original
