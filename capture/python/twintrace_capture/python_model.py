# SPDX-License-Identifier: MIT
"""The Python module itself, handed from `prepare` to a variant's process: same weights, same inputs, one call.

Demos are built again and get the stored state. A user's module is pickled by reference to its file, which is imported
again (the function is not called). What cannot be pickled (closures, local classes) is made by calling the function
again and gets the stored state; the note says so.
"""

from __future__ import annotations

import io
import pickle
from dataclasses import dataclass, field
from typing import Any

import torch
from torch import nn
from torch.utils import _pytree as pytree

from . import user_file
from .callables import CallableModule, as_module
from .demos import DEMOS
from .errors import CaptureError, first_line
from .models import Model

CALLED_AGAIN = "the module cannot be pickled, so the function was called again and given the stored weights"


@dataclass
class PythonModel:
    target: Any
    module: nn.Module
    args: tuple
    kwargs: dict[str, Any]
    notes: list[str] = field(default_factory=list)


def store(model: Model, path: str, export: str) -> list[str]:
    """Writes what a variant's process needs; returns notes about what it will have to do."""
    held: dict[str, Any] = {"kind": model.kind, "source": model.source, "file": model.file, "function": model.function,
                            "export": export, "device": model.device, "inputs": (model.args, model.kwargs)}
    notes: list[str] = []
    if model.kind == "python":
        held["module_name"] = user_file.module_name(model.file)
        buffer = io.BytesIO()
        try:
            torch.save(model.module, buffer)
            held["pickled"] = buffer.getvalue()
        except Exception as error:  # pickle raises whatever an object's __reduce__ raises
            held["pickled"] = None
            notes.append(f"{CALLED_AGAIN} ({first_line(error)})")
    if model.kind == "demo" or (model.kind == "python" and held["pickled"] is None):
        held["state"] = complete_state(model.module)
        held["dtypes"] = sorted({str(value.dtype) for value in held["state"].values() if value.is_floating_point()})
    torch.save(held, path)
    return notes


def load(path: str, device: str | None = None) -> PythonModel:
    """The module with the very weights and inputs of `prepare`, in evaluation mode."""
    try:
        held = torch.load(path, map_location="cpu", weights_only=False)
    except (OSError, pickle.UnpicklingError, RuntimeError, AttributeError, ImportError) as error:
        raise CaptureError("unreadable", f"The stored model {path} cannot be read ({first_line(error)}); prepare it "
                           "again.") from error
    device = device or held["device"]
    args, kwargs = pytree.tree_map_only(torch.Tensor, lambda tensor: tensor.to(device), held["inputs"])
    made = PythonModel(None, None, args, kwargs)  # type: ignore[arg-type]
    if held["kind"] == "export":
        program = torch.export.load(held["export"])
        if device.startswith("cuda"):
            from torch.export.passes import move_to_device_pass
            program = move_to_device_pass(program, device)
        made.target = made.module = program.module()
        made.notes.append("the exported program, run by Python: the .pt2 holds no Python module")
        return made
    if held["kind"] == "demo":
        made.module, _ = DEMOS[held["source"]]()
        give_state(made.module, held["state"])
    elif held["pickled"] is not None:
        user_file.import_file(held["file"], held["module_name"])
        made.module = torch.load(io.BytesIO(held["pickled"]), map_location="cpu", weights_only=False)
        if isinstance(made.module, CallableModule):
            made.module.rebind()
    else:
        target = user_file.call(held["file"], held["function"])[0]
        made.module = as_module(target)
        give_state(made.module, held["state"])
        made.notes.append(CALLED_AGAIN)
    made.module.eval().to(device)
    made.target = made.module.function if isinstance(made.module, CallableModule) else made.module
    return made


def complete_state(module: nn.Module) -> dict[str, torch.Tensor]:
    """All parameters and buffers, the non-persistent ones that state_dict leaves out included."""
    return {name: tensor.detach().cpu() for name, tensor in [*module.named_parameters(remove_duplicate=False),
                                                             *module.named_buffers(remove_duplicate=False)]}


def give_state(module: nn.Module, state: dict[str, torch.Tensor]) -> None:
    own = dict([*module.named_parameters(remove_duplicate=False), *module.named_buffers(remove_duplicate=False)])
    if own.keys() != state.keys():
        different = sorted(own.keys() ^ state.keys())
        raise CaptureError("failed", f"Calling the function again gave another module (it differs in {different[0]}); "
                           "define the module at the top level of the file so that it can be pickled.")
    with torch.no_grad():
        for name, tensor in own.items():
            tensor.data = state[name].to(tensor.device).clone()
    if isinstance(module, CallableModule):
        module.rebind()
