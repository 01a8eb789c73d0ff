# SPDX-License-Identifier: MIT
"""`prepare`: from a named model to the files every variant starts from: export, inputs, reference outputs, module."""

from __future__ import annotations

import contextlib
import functools
import inspect
import os
import shutil
import time
from collections.abc import Iterator
from typing import Any

import torch
from torch.utils import _pytree as pytree

from . import python_model
from .callables import CallableModule
from .errors import CaptureError, first_line, traceback_of
from .exported import contents
from .models import Model, resized, resolve
from .protocol import Channel, milliseconds_since
from .tensors import flat, save_list


def prepare(channel: Channel, command: dict[str, Any]) -> dict[str, Any]:
    folder = command["folder"]
    os.makedirs(folder, exist_ok=True)
    batches = [int(batch) for batch in command.get("batch") or []]
    device = command.get("device") or "cpu"
    with channel.phase("model"):
        model = resolve(command["model"], device, command.get("dtype"), batches[0] if batches else None)
    dynamic = bool(command.get("dynamic")) or len(set(batches)) > 1
    files = {"export": os.path.join(folder, "model.pt2"), "python_model": os.path.join(folder, "python_model.pt"),
             "reference": os.path.join(folder, "reference.pt"), "inputs": os.path.join(folder, "inputs.pt")}
    if model.kind == "export" and (package := own_package(model.file, device)):
        files["package"] = package
    # Before the first run: a module may change its buffers as it runs, and every variant starts from here.
    notes = model.notes + python_model.store(model, files["python_model"], files["export"])
    with channel.phase("export"):
        export_ms = export(model, files["export"], dynamic)
    with channel.phase("reference"):
        per_batch = write_references(model, files, batches[1:], folder)
    return {"model": model.describe(), "files": files, "export_ms": export_ms, "dynamic": dynamic,
            "batches": per_batch, "notes": notes}


def own_package(path: str, device: str) -> str | None:
    """The archive itself when it also holds an AOTInductor package for this kind of device."""
    found = contents(path)
    made_for = found["metadata"].get("AOTI_DEVICE_KEY")
    return path if found["packages"] and made_for in (None, device.split(":")[0]) else None


def export(model: Model, path: str, dynamic: bool) -> float | None:
    """Writes the exported program; returns the milliseconds torch.export took, None when it was exported already."""
    if model.program is not None:
        shutil.copyfile(model.file, path)
        return None
    args, kwargs = model.args, model.kwargs
    shapes = None
    if dynamic:
        # torch.export takes a size of 1 for a constant, so the traced example must be larger.
        args, kwargs = with_batch(model, max(batch_of(model), 2))
        shapes = dynamic_batch(model, args, kwargs)
    begin = time.perf_counter()
    try:
        with torch.no_grad(), tensors_alone(model.module):
            program = torch.export.export(model.module, args, kwargs, dynamic_shapes=shapes)
    except Exception as error:
        raise CaptureError("failed", f"torch.export cannot export {model.name}: {first_line(error)}; the user's line is in "
                           "the details, and the variants py-eager and py-default need no export.",
                           traceback_of(error)) from error
    took = milliseconds_since(begin)
    program.example_inputs = (model.args, model.kwargs)  # the main batch, whatever was traced
    torch.export.save(program, path + ".partial.pt2")
    os.replace(path + ".partial.pt2", path)
    return took


@contextlib.contextmanager
def tensors_alone(module: torch.nn.Module) -> Iterator[None]:
    """Lets `module` return its tensors in pytree order and nothing else.

    A container class of another package (the outputs and caches of transformers) would be named in the exported program,
    which then loads only where that package was imported first: not in the process that compiles it.
    """
    own = module.forward
    is_instances_own = "forward" in vars(module)

    @functools.wraps(own)
    def forward(*args: Any, **kwargs: Any) -> Any:
        outputs = own(*args, **kwargs)
        return outputs if isinstance(outputs, torch.Tensor) else tuple(flat(outputs))

    module.forward = forward  # on the instance: names and module paths stay as the user knows them
    try:
        yield
    finally:
        if is_instances_own:
            module.forward = own
        else:
            del module.forward


def batch_of(model: Model) -> int:
    tensors = [tensor for tensor in flat((model.args, model.kwargs)) if tensor.dim() > 0]
    return tensors[0].shape[0] if tensors else 1


def with_batch(model: Model, batch: int) -> tuple[tuple, dict[str, Any]]:
    old = batch_of(model)
    return pytree.tree_map(lambda leaf: resized(leaf, old, batch), (model.args, model.kwargs))


def dynamic_batch(model: Model, args: tuple, kwargs: dict[str, Any]) -> dict[str, Any]:
    """dynamic_shapes with one shared batch dimension, in the form of the module's own signature."""
    batch = flat((args, kwargs))[0].shape[0]
    size = torch.export.Dim("batch", min=1, max=1 << 20)

    def shape(leaf: Any) -> Any:
        has_batch = isinstance(leaf, torch.Tensor) and leaf.dim() > 0 and leaf.shape[0] == batch
        return {0: size} if has_batch else None

    shaped_args, shaped_kwargs = pytree.tree_map(shape, (args, kwargs))
    if isinstance(model.module, CallableModule):
        return {**({"args": tuple(shaped_args)} if args else {}), **({"kwargs": shaped_kwargs} if kwargs else {})}
    result: dict[str, Any] = {}
    remaining = list(shaped_args)
    for name, parameter in inspect.signature(model.module.forward).parameters.items():
        if parameter.kind is inspect.Parameter.VAR_POSITIONAL:
            if remaining:
                result[name] = tuple(remaining)
            remaining = []
        elif parameter.kind is inspect.Parameter.VAR_KEYWORD:
            rest = {key: value for key, value in shaped_kwargs.items() if key not in result}
            if rest:
                result[name] = rest
        elif remaining:
            result[name] = remaining.pop(0)
        elif name in shaped_kwargs:
            result[name] = shaped_kwargs[name]
    return result


def write_references(model: Model, files: dict[str, str], more: list[int], folder: str) -> list[dict[str, Any]]:
    """Runs the Python module once for each batch; the outputs are what eager is held against."""
    per_batch = []
    for batch in [batch_of(model), *more]:
        main = not per_batch
        args, kwargs = (model.args, model.kwargs) if main else with_batch(model, batch)
        inputs = files["inputs"] if main else os.path.join(folder, f"inputs_{batch}.pt")
        reference = files["reference"] if main else os.path.join(folder, f"reference_{batch}.pt")
        save_list(pytree.tree_leaves((args, kwargs)), inputs)
        own_args, own_kwargs = pytree.tree_map_only(torch.Tensor, torch.clone, (args, kwargs))
        try:
            with torch.inference_mode():
                outputs = model.module(*own_args, **own_kwargs)
        except Exception as error:
            raise CaptureError("failed", f"{model.name} raised {first_line(error)} when it ran with its example inputs "
                               f"(batch {batch}); correct the model or its inputs.", traceback_of(error)) from error
        tensors = flat(outputs)
        if not tensors:
            raise CaptureError("failed", f"{model.name} returned no tensor, so there is nothing to compare; let it return "
                               "its result.")
        save_list(tensors, reference)
        per_batch.append({"batch": batch, "inputs": inputs, "reference": reference})
    return per_batch
