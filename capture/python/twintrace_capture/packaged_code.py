# SPDX-License-Identifier: MIT
"""The generated code in an AOTInductor package, in the form of the audit's `generated`: kernels, sources, ops, lines."""

from __future__ import annotations

import json
import re
import zipfile
from typing import Any

from .generated_code import listed, ops_in_name, source_lines

_NODES = re.compile(r"// Topologically Sorted Source Nodes: \[(.*?)\], Original ATen: \[(.*?)\]")
_HANDLE = re.compile(r"// \[Provenance debug handles\] (\S+)")
_CALL = re.compile(r"^(?:AOTI_TORCH_ERROR_CODE_CHECK\()?((?:aoti_torch_(?:cpu|cuda)_|call_triton_|cpp_fused_)\w+)\(")
# Allocation and views have the same prefix as kernels and do no work.
_NO_KERNELS = ("empty_strided", "delete_tensor", "reinterpret", "as_strided", "get_", "create_", "new_")


def packaged_code(package: str) -> list[dict[str, Any]]:
    """Every kernel call of the package in order. A kernel whose source is not in the package has `source` null."""
    with zipfile.ZipFile(package) as archive:
        names = archive.namelist()
        code = {name: archive.read(name).decode(errors="replace") for name in names if name.endswith(".cpp")}
        known = next((json.loads(archive.read(name)) for name in names if name.endswith("kernel_information.json")), {})
    wrapper = "".join(text for name, text in code.items() if name.endswith(".wrapper.cpp"))
    sources: dict[str, str] = {}
    for text in code.values():
        sources |= functions(text)
    found = []
    nodes: list[str] = []
    atens: list[str] = []
    handle: str | None = None
    for line in wrapper.splitlines():
        stripped = line.strip()
        if match := _NODES.search(stripped):
            nodes, atens = listed(match[1]), listed(match[2])
        elif match := _HANDLE.search(stripped):
            handle = match[1]
        elif (call := _CALL.match(stripped)) and stripped.endswith(";"):
            name = call[1].removeprefix("call_")
            if re.sub(r"^aoti_torch_(cpu|cuda)_", "", name).startswith(_NO_KERNELS):
                continue
            stacks = known.get(handle or "", {}).get("stack_traces", [])
            found.append({"kernel": name, "kind": "extern" if name.startswith("aoti_torch_") else name.split("_")[0],
                          "graph": 0, "source": sources.get(name) or (stripped if name.startswith("aoti") else None),
                          "source_ops": atens or ops_in_name(name), "source_nodes": nodes, "lines": source_lines(stacks)})
            nodes, atens, handle = [], [], None
    return found


def functions(text: str) -> dict[str, str]:
    """Fused C++ kernels by name: each from its `extern "C"` to the brace that closes it."""
    found = {}
    for match in re.finditer(r'^extern "C"\s+void\s+(cpp_fused_\w+)\([^;{]*\)\s*\{', text, re.MULTILINE):
        end = text.find("\n}", match.end())
        if end > 0:
            found[match[1]] = text[match.start():end + 2]
    return found
