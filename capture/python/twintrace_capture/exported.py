# SPDX-License-Identifier: MIT
"""A .pt2 as input: an exported program to run and compile, or an AOTInductor package to look into."""

from __future__ import annotations

import json
import os
import re
import zipfile
from typing import Any

import torch

from .errors import CaptureError, first_line
from .models import Model, resized
from torch.utils import _pytree as pytree


def contents(path: str) -> dict[str, Any]:
    """What lies in a .pt2: {"models": [...], "packages": [...], "metadata": {...}} without loading any of it."""
    if not os.path.isfile(path):
        raise CaptureError("unreadable", f"There is no file {path}; check the path.")
    try:
        with zipfile.ZipFile(path) as archive:
            names = archive.namelist()
            inner = [name.partition("/")[2] for name in names]
            if "archive_format" not in inner and not any(name.startswith(("models/", "data/aotinductor/"))
                                                        for name in inner):
                raise CaptureError("unreadable", f"{path} is a zip file but no PT2 archive; give a file of "
                                   "torch.export.save or aoti_compile_and_package.")
            metadata: dict[str, Any] = {}
            for name, short in zip(names, inner):
                if short.startswith("data/aotinductor/") and short.endswith("wrapper_metadata.json"):
                    metadata = json.loads(archive.read(name))
    except (zipfile.BadZipFile, json.JSONDecodeError) as error:
        raise CaptureError("unreadable", f"{path} is not a readable .pt2 archive ({error}); write it again.") from error
    return {"models": sorted({m[1] for name in inner if (m := re.fullmatch(r"models/(.+)\.json", name))}),
            "packages": sorted({name.split("/")[2] for name in inner if name.startswith("data/aotinductor/")}),
            "metadata": metadata}


def open_export(path: str, device: str, dtype: str | None, batch: int | None) -> Model:
    """The exported program of a .pt2 as a model whose inputs are the sample inputs stored in it."""
    found = contents(path)
    if not found["models"]:
        raise CaptureError("skipped", f"{path} is an AOTInductor package without the exported program, so there is no "
                           "eager side to run; give the torch.export.save file, or a package that holds both.")
    if dtype is not None:
        raise CaptureError("usage", f"{path} is an exported program, whose dtype is fixed; export it again in {dtype}.")
    try:
        program = torch.export.load(path)
    except Exception as error:
        raise CaptureError("unreadable", f"torch {torch.__version__} cannot load {path} ({first_line(error)}); export "
                           "it again with this torch.") from error
    if program.example_inputs is None:
        raise CaptureError("unreadable", f"{path} has no sample inputs; export it again with torch.export.save.")
    args, kwargs = program.example_inputs
    if device.startswith("cuda"):
        from torch.export.passes import move_to_device_pass
        program = move_to_device_pass(program, device)
        args, kwargs = pytree.tree_map_only(torch.Tensor, lambda tensor: tensor.to(device), (args, kwargs))
    module = program.module()
    name = os.path.splitext(os.path.basename(path))[0]
    model = Model("export", path, name, module, module, tuple(args), dict(kwargs or {}), os.path.abspath(path),
                  program=program)
    tensors = [leaf for leaf in pytree.tree_leaves((args, kwargs)) if isinstance(leaf, torch.Tensor) and leaf.dim()]
    if batch is not None and tensors and tensors[0].shape[0] != batch:
        if not program.range_constraints:
            raise CaptureError("usage", f"{path} was exported for batch {tensors[0].shape[0]} only; export it with a "
                               "dynamic batch or leave the batch size out.")
        old = tensors[0].shape[0]
        model.args, model.kwargs = pytree.tree_map(lambda leaf: resized(leaf, old, batch), (model.args, model.kwargs))
    return model
