# SPDX-License-Identifier: MIT
"""What Dynamo makes of one call: its graphs with their ops, and why it left them. No code is generated for this."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from ..errors import first_line
from .breaks import breaks, noting


def count_graphs(target: Callable[..., Any], args: tuple, kwargs: dict[str, Any]) -> dict[str, Any]:
    """Graphs compiled in one call under no_grad with the example inputs, and the breaks between them."""
    from torch._dynamo.utils import counters

    graphs: list[list[str]] = []

    def backend(module: torch.fx.GraphModule, _inputs: list[Any]) -> Callable[..., Any]:
        graphs.append([op_name(node) for node in module.graph.nodes if node.op.startswith("call")])
        return module.forward

    torch._dynamo.reset()
    counters.clear()
    problem = None
    with torch.no_grad(), noting() as noted:
        try:
            torch.compile(target, backend=backend)(*args, **kwargs)
        except Exception as error:  # the model's own, or Dynamo's: what was found before it still counts
            problem = first_line(error)
    seen = {group: dict(values) for group, values in counters.items()}
    found = breaks(noted, seen)
    torch._dynamo.reset()
    return {"graphs": len(graphs), "graph_breaks": len(found), "breaks": found,
            "ops_per_graph": [len(ops) for ops in graphs], "ops": graphs,
            "frames": {"total": seen.get("frames", {}).get("total", 0), "compiled": seen.get("frames", {}).get("ok", 0)},
            "resumes": sum(seen.get("resumes", {}).values()), "problem": problem}


def op_name(node: Any) -> str:
    if node.op == "call_method":
        return f"Tensor.{node.target}"
    target = node.target
    module = getattr(target, "__module__", None)
    name = getattr(target, "__qualname__", None) or getattr(target, "__name__", None) or str(target)
    short = {"_operator": "operator", "torch._C._nn": "torch.nn.functional", "torch._C": "torch"}
    return f"{short.get(module, module)}.{name}" if module else name


def with_break(target: Callable[..., Any]) -> Callable[..., Any]:
    """The lesson's broken forward: the model, a graph break, the model again."""

    def broken(*args: Any, **kwargs: Any) -> Any:
        first = target(*args, **kwargs)
        torch._dynamo.graph_break()
        second = target(*args, **kwargs)
        return first, second

    return broken
