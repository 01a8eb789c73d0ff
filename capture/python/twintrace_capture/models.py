# SPDX-License-Identifier: MIT
"""What a person names (a demo, `file.py:function`, a .pt2) becomes a module with example inputs."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import Any

import torch
from torch import nn
from torch.utils import _pytree as pytree

from . import user_file
from .callables import as_module
from .demos import DEMOS
from .errors import CaptureError, first_line
from .tensors import DTYPES, flat, specification


@dataclass
class Model:
    """One model with its example inputs. `kind` is demo, python or export."""

    kind: str
    source: str
    name: str
    target: Any  # what the user would hand to torch.compile: the module, or the plain callable
    module: nn.Module
    args: tuple
    kwargs: dict[str, Any] = field(default_factory=dict)
    file: str | None = None
    function: str | None = None
    program: Any = None  # the ExportedProgram of a .pt2
    notes: list[str] = field(default_factory=list)

    @property
    def device(self) -> str:
        tensors = [*self.module.parameters(), *self.module.buffers(), *flat((self.args, self.kwargs))]
        return str(tensors[0].device) if tensors else "cpu"

    def describe(self) -> dict[str, Any]:
        return {"name": self.name, "source": self.source, "kind": self.kind,
                "parameters": sum(parameter.numel() for parameter in self.module.parameters()),
                "inputs": [specification(name, tensor) for name, tensor in self.named_inputs()]}

    def named_inputs(self) -> list[tuple[str, torch.Tensor]]:
        """Input tensors in the flat order of every variant, named by their place in the call."""
        import inspect
        try:
            function = self.module.forward if not hasattr(self.module, "function") else self.module.function
            names = [name for name, parameter in inspect.signature(function).parameters.items()
                     if parameter.kind in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD)]
        except (TypeError, ValueError):
            names = []
        found = []
        for path, leaf in pytree.tree_leaves_with_path((self.args, self.kwargs)):
            if not isinstance(leaf, torch.Tensor):
                continue
            inner = path[1:]
            first = getattr(inner[0], "idx", None)
            root = getattr(inner[0], "key", None) or (names[first] if first is not None and first < len(names)
                                                      else f"input{first}")
            found.append((str(root) + pytree.keystr(inner[1:]), leaf))
        return found


def resolve(spec: str, device: str = "cpu", dtype: str | None = None, batch: int | None = None) -> Model:
    """The model that `spec` names, on `device`, in `dtype`, its example inputs cut or repeated to `batch`."""
    if device.startswith("cuda") and not torch.cuda.is_available():
        raise CaptureError("unsupported", f"torch {torch.__version__} sees no CUDA device here; use --device cpu or a "
                           "machine with a GPU and a CUDA build of torch.")
    torch.manual_seed(user_file.SEED)
    if spec in DEMOS:
        module, args = DEMOS[spec]()
        model = Model("demo", spec, spec, module, module, args)
    elif parts := user_file.split(spec):
        model = _from_file(spec, *parts)
    elif spec.endswith(".pt2"):
        from .exported import open_export
        return open_export(spec, device, dtype, batch)
    else:
        raise CaptureError("unreadable", f"{spec} is not a model; give {', '.join(DEMOS)}, file.py:function or a .pt2 "
                           "file of torch.export.save.")
    model.module.eval()
    if batch is not None:
        set_batch(model, batch)
    convert(model, device, dtype)
    return model


def _from_file(spec: str, path: str, function: str) -> Model:
    returned = user_file.call(path, function)
    form = f"{os.path.basename(path)}:{function} must return (module or callable, example inputs)"
    if not isinstance(returned, tuple) or len(returned) not in (2, 3) or not callable(returned[0]):
        raise CaptureError("unreadable", f"{form}, and it returned {_shape_of(returned)}.")
    target, inputs, *rest = returned
    kwargs = dict(rest[0]) if rest else {}
    if isinstance(inputs, dict):
        args, kwargs = (), {**inputs, **kwargs}
    else:
        args = tuple(inputs) if isinstance(inputs, (tuple, list)) else (inputs,)
    if isinstance(inputs, type) or not flat((args, kwargs)):
        raise CaptureError("unreadable", f"{form}, and its example inputs hold no tensor.")
    return Model("python", spec, function, target, as_module(target), args, kwargs, os.path.abspath(path), function)


def _shape_of(value: Any) -> str:
    if isinstance(value, tuple):
        return f"a tuple of {len(value)} ({', '.join(type(item).__name__ for item in value[:4])})"
    return f"a {type(value).__name__}"


def set_batch(model: Model, batch: int) -> None:
    """Repeats or cuts dimension 0 of every input that has the main input's batch size."""
    if batch < 1:
        raise CaptureError("usage", f"The batch size {batch} is not possible; give 1 or more.")
    tensors = [tensor for tensor in flat((model.args, model.kwargs)) if tensor.dim() > 0]
    if not tensors:
        raise CaptureError("usage", f"{model.name} has no input with a batch dimension; leave the batch size out.")
    old = tensors[0].shape[0]
    model.args, model.kwargs = pytree.tree_map(lambda leaf: resized(leaf, old, batch), (model.args, model.kwargs))


def resized(leaf: Any, old: int, batch: int) -> Any:
    if not isinstance(leaf, torch.Tensor) or leaf.dim() == 0 or leaf.shape[0] != old or old == batch:
        return leaf
    repeats = -(-batch // max(old, 1))
    return leaf.repeat(repeats, *([1] * (leaf.dim() - 1)))[:batch].contiguous()


def convert(model: Model, device: str, dtype: str | None) -> None:
    """Moves module and inputs; only floating tensors change their dtype."""
    if dtype is not None and dtype not in DTYPES:
        raise CaptureError("usage", f"The dtype {dtype} is not known; use float32, bfloat16, float16 or float64.")
    wanted = DTYPES[dtype] if dtype else None

    def one(leaf: Any) -> Any:
        if not isinstance(leaf, torch.Tensor):
            return leaf
        return leaf.to(device=device, dtype=wanted if wanted is not None and leaf.is_floating_point() else leaf.dtype)

    try:
        model.module.to(device=device, dtype=wanted)
        model.args, model.kwargs = pytree.tree_map(one, (model.args, model.kwargs))
    except RuntimeError as error:
        raise CaptureError("failed", f"{model.name} could not be moved to {device} as {dtype or 'it is'}: "
                           f"{first_line(error)}.") from error
