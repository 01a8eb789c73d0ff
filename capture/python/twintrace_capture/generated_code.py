# SPDX-License-Identifier: MIT
"""The code Inductor generated: each kernel with its source, the ops it fuses and the user's lines it comes from."""

from __future__ import annotations

import contextlib
import functools
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from .audit.breaks import is_user_file

# `name = async_compile.kind('…' or [...], r'''source''', …)` in the generated Python module.
_KERNEL = re.compile(r"^(\w+) = async_compile\.(\w+)\((?:[^\n]*?)r?('''|\"\"\")\n?(.*?)\3", re.MULTILINE | re.DOTALL)
_NODES = re.compile(r"# Topologically Sorted Source Nodes: \[(.*?)\], Original ATen: \[(.*?)\]")
_HANDLE = re.compile(r"# \[Provenance debug handles\] (.+)$")
_FRAME = re.compile(r'File "([^"]+)", line (\d+), in (\S+)\n\s*(.*)')
KINDS = {"cpp_pybinding": "cpp", "cpp": "cpp", "triton": "triton", "multi_kernel": "triton", "cutlass": "cutlass"}


class Graph(NamedTuple):
    """What is known of one compiled graph."""
    code: str                    # the generated module
    provenance: dict[str, Any]   # Inductor's, by debug handle; empty unless its tracking is on
    stacks: dict[str, str]       # the stack trace of each node of the graph that Dynamo made, by its name


@contextlib.contextmanager
def capturing() -> Iterator[list[Graph]]:
    """Collects each graph that Inductor compiles within it. Costs a few ms a graph; provenance tracking is not needed."""
    captured: list[Graph] = []
    try:
        from torch._inductor import compile_fx, debug
        from torch._inductor.graph import GraphLowering
        save_before, compile_before = GraphLowering.save_output_code, compile_fx.compile_fx
    except (ImportError, AttributeError):
        yield captured
        return
    stacks: dict[str, str] = {}

    def compile_watched(module: Any, *args: Any, **kwargs: Any) -> Any:
        stacks.clear()
        stacks.update((node.name, node.stack_trace) for node in getattr(getattr(module, "graph", None), "nodes", ())
                      if node.stack_trace)
        return compile_before(module, *args, **kwargs)

    def keep(code: str) -> None:
        # Only here is the provenance of this graph complete and not yet reset for the next one.
        describe = getattr(debug, "create_kernel_information_json", dict)
        captured.append(Graph(code, describe(), dict(stacks)))

    GraphLowering.save_output_code = staticmethod(keep)
    compile_fx.compile_fx = compile_watched
    try:
        yield captured
    finally:
        GraphLowering.save_output_code = save_before
        compile_fx.compile_fx = compile_before


def kernels(captured: list[Graph]) -> list[dict[str, Any]]:
    """Every kernel of every graph, in the order of their calls; library calls are of kind "extern"."""
    found = []
    for graph, (code, provenance, stacks) in enumerate(captured):
        sources = {match[1]: (KINDS.get(match[2], match[2]), match[4].strip("\n")) for match in _KERNEL.finditer(code)}
        called = calls(code)
        for name, nodes, atens, handle, line in called:
            kind, source = sources.get(name, ("extern", line))
            known = provenance.get(handle, {}).get("stack_traces", []) if handle else []
            found.append({"kernel": name, "kind": kind, "graph": graph, "source": source,
                          "source_ops": atens or ops_in_name(name), "source_nodes": nodes,
                          "lines": source_lines(known or [stacks[node] for node in nodes if node in stacks])})
        for name in sources.keys() - {call[0] for call in called}:
            kind, source = sources[name]
            found.append({"kernel": name, "kind": kind, "graph": graph, "source": source,
                          "source_ops": ops_in_name(name), "source_nodes": [], "lines": []})
    return found


def calls(code: str) -> list[tuple[str, list[str], list[str], str | None, str]]:
    """The kernel calls of a generated module: (name, source nodes, ATen ops, provenance handle, the call's text)."""
    found = []
    nodes: list[str] = []
    atens: list[str] = []
    handle: str | None = None
    for line in code.splitlines():
        stripped = line.strip()
        if match := _NODES.search(stripped):
            nodes, atens = listed(match[1]), listed(match[2])
        elif match := _HANDLE.search(stripped):
            handle = match[1].strip()
        elif call := re.match(r"((?:\w+\s*=\s*)?((?:extern_kernels|torch\.ops)\.[\w.]+|\w*fused\w*)(?:\.run)?\()", stripped):
            if "async_compile" in stripped or stripped.startswith(("def ", "class ")):
                continue
            found.append((call[2].removesuffix(".run"), nodes, atens, handle, stripped))
            nodes, atens, handle = [], [], None
    return found


def listed(text: str) -> list[str]:
    """The names of a comma-separated list."""
    return [name.strip() for name in text.split(",") if name.strip()]


def ops_in_name(kernel: str) -> list[str]:
    """`cpp_fused__softmax_native_layer_norm_0` → aten._softmax, aten.native_layer_norm: the longest known names first."""
    match = re.search(r"fused_(.+?)_\d+$", kernel)
    if not match:
        return []
    words = match[1].split("_")
    known = _aten_names()
    found = []
    begin = 0
    while begin < len(words):
        for end in range(len(words), begin, -1):
            name = "_".join(words[begin:end])
            if name in known or end == begin + 1:
                break
        if name:  # a leading underscore belongs to the op's own name and was tried above
            found.append(f"aten.{name}" if name in known else name)
        begin = end
    return found


@functools.cache
def _aten_names() -> frozenset[str]:
    import torch
    return frozenset(name.removeprefix("aten::").split(".")[0] for name in torch._C._dispatch_get_all_op_names()
                     if name.startswith("aten::"))


def source_lines(stack_traces: list[str]) -> list[dict[str, Any]]:
    """The innermost line of the user's own code in each of Inductor's stored stacks, each line once."""
    found: list[dict[str, Any]] = []
    for text in stack_traces:
        frames = _FRAME.findall(text)
        frames = [frame for frame in frames if is_user_file(frame[0])] or frames
        if frames:
            file, line, _, code = frames[-1]
            entry = {"file": file, "line": int(line), "code": code.strip()}
            if entry not in found:
                found.append(entry)
    return found
