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
        from torch._inductor.codegen.cpp_wrapper_cpu import CppWrapperCpu
        inherited = CppWrapperCpu.writeline
    except (ImportError, AttributeError):
        yield False
        return
    own = CppWrapperCpu.__dict__.get("writeline")

    def writeline(self: Any, line: Any) -> None:
        is_guard = isinstance(line, str) and line.startswith(GUARD)
        if is_guard:
            inherited(self, "if (false) {")
        inherited(self, line)
        if is_guard:
            inherited(self, "}")

    CppWrapperCpu.writeline = writeline
    try:
        yield True
    finally:
        if own is None:
            del CppWrapperCpu.writeline
        else:
            CppWrapperCpu.writeline = own
