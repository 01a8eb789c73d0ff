# SPDX-License-Identifier: MIT
"""Visible CPU kernels at a small price: Inductor's kernel profile without the stack text it carries along.

`cpp.enable_kernel_profile` puts a RecordFunction around each kernel, which is what the recorder sees. It also puts the
kernel's Python stack into the code as text that is parsed again at every call (measured on torch 2.13: see BENCHMARKS.md).
The stacks are in the package's kernel_information.json anyway, so that text is left empty.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any


@contextlib.contextmanager
def without_stack_text() -> Iterator[bool]:
    """Within it, generated C++ wrappers carry empty stack texts; yields whether that could be arranged."""
    try:
        from torch._inductor.codegen.cpp_wrapper_cpu import CppWrapperCpu
        guard, extern = CppWrapperCpu.write_kernel_context_guard, CppWrapperCpu.generate_c_shim_extern_kernel_call
    except (ImportError, AttributeError):
        yield False
        return

    def write_kernel_context_guard(self: Any, kernel_name: str, node_schedule: Any) -> Any:
        return guard(self, kernel_name, [])

    def generate_c_shim_extern_kernel_call(self: Any, *args: Any, **kwargs: Any) -> Any:
        if "stack_traces" in kwargs:
            kwargs["stack_traces"] = None
        return extern(self, *args, **kwargs)

    CppWrapperCpu.write_kernel_context_guard = write_kernel_context_guard
    CppWrapperCpu.generate_c_shim_extern_kernel_call = generate_c_shim_extern_kernel_call
    try:
        yield True
    finally:
        CppWrapperCpu.write_kernel_context_guard = guard
        CppWrapperCpu.generate_c_shim_extern_kernel_call = extern
