# SPDX-License-Identifier: MIT
"""A plain callable as a Module: the modules and tensors it refers to become its submodules and buffers.

torch.export wants a Module, parameters must be counted, and the variants' processes must get these very weights back.
"""

from __future__ import annotations

import functools
import inspect
from typing import Any

import torch
from torch import nn


def as_module(target: Any) -> nn.Module:
    return target if isinstance(target, nn.Module) else CallableModule(target)


class CallableModule(nn.Module):
    """Calls `function`; holds what it refers to by the names it refers by."""

    def __init__(self, function: Any):
        super().__init__()
        self.function = function
        for name, value in references(function).items():
            if isinstance(value, nn.Module):
                self.add_module(name, value)
            else:
                self.register_buffer(name, value)

    def forward(self, *args: Any, **kwargs: Any) -> Any:
        return self.function(*args, **kwargs)

    def _apply(self, *args: Any, **kwargs: Any) -> CallableModule:
        # .to(dtype) makes new tensors for buffers, which the function would not see otherwise.
        super()._apply(*args, **kwargs)
        self.rebind()
        return self

    def rebind(self) -> None:
        """Lets the function refer to this module's own submodules and buffers (after loading or conversion)."""
        held = dict(self.named_children()) | dict(self.named_buffers(recurse=False))
        for function in _functions(self.function):
            inner = inspect.unwrap(function)
            code = inner.__code__
            for name, cell in zip(code.co_freevars, inner.__closure__ or ()):
                if name in held:
                    cell.cell_contents = held[name]
            for name in code.co_names:
                if name in held and isinstance(inner.__globals__.get(name), (nn.Module, torch.Tensor)):
                    inner.__globals__[name] = held[name]


def references(function: Any) -> dict[str, Any]:
    """Modules and tensors that a callable reaches: closure cells, globals it names, what it is bound to."""
    found: dict[str, Any] = {}

    def keep(name: str, value: Any) -> None:
        if isinstance(value, nn.Module) or isinstance(value, torch.Tensor):
            if not any(value is other for other in found.values()):
                found.setdefault(name, value)

    for one in _functions(function):
        owner = getattr(one, "__self__", None)
        if isinstance(owner, nn.Module):
            keep("bound_to", owner)
        inner = inspect.unwrap(getattr(one, "__func__", one))
        code = getattr(inner, "__code__", None)
        if code is None:
            continue
        for name, cell in zip(code.co_freevars, inner.__closure__ or ()):
            try:
                keep(name, cell.cell_contents)
            except ValueError:
                continue  # the cell is still empty
        for name in code.co_names:
            keep(name, inner.__globals__.get(name))
    return found


def _functions(function: Any, depth: int = 0) -> list[Any]:
    """The callable and the plain functions of the same file that it calls, a few levels down."""
    if isinstance(function, functools.partial):
        return _functions(function.func, depth)
    inner = inspect.unwrap(getattr(function, "__func__", function))
    code = getattr(inner, "__code__", None)
    if code is None:
        return [function] if getattr(function, "__self__", None) is not None else []
    found = [function]
    if depth < 3:
        named = [inner.__globals__.get(name) for name in code.co_names]
        for name, cell in zip(code.co_freevars, inner.__closure__ or ()):
            try:
                named.append(cell.cell_contents)
            except ValueError:
                continue
        for other in named:
            if inspect.isfunction(other) and other.__module__ == inner.__module__ and other is not inner:
                found += [one for one in _functions(other, depth + 1) if one not in found]
    return found
