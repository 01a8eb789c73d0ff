# SPDX-License-Identifier: MIT
"""Tensors between processes: flat lists in files of torch.save, their descriptions, and the numerics check."""

from __future__ import annotations

import os
from typing import Any

import torch
from torch.jit._pickle import build_tensorlist, restore_type_tag
from torch.utils import _pytree as pytree

DTYPES = {
    "float32": torch.float32, "fp32": torch.float32, "float": torch.float32,
    "float64": torch.float64, "fp64": torch.float64, "double": torch.float64,
    "bfloat16": torch.bfloat16, "bf16": torch.bfloat16,
    "float16": torch.float16, "fp16": torch.float16, "half": torch.float16,
}

# Allowed difference of an element, relative to its magnitude plus the largest one's (at least 0.01, at most 1): the rule
# and the figures of the runner, capture/runner/numerics.cpp. The first is for the same arithmetic (eager against eager),
# the second for compiled code, whose reductions add up in another order. Exact types must be equal.
TOLERANCES = {torch.float64: (1e-12, 1e-9), torch.float32: (1e-5, 1e-4), torch.float16: (1e-3, 1e-2),
              torch.bfloat16: (8e-3, 5e-2), torch.complex64: (1e-5, 1e-4), torch.complex128: (1e-12, 1e-9)}


def dtype_name(dtype: torch.dtype) -> str:
    return str(dtype).removeprefix("torch.")


def flat(values: Any) -> list[torch.Tensor]:
    """The tensors of a nested value in pytree order; numbers and None are left out."""
    return [leaf for leaf in pytree.tree_leaves(values) if isinstance(leaf, torch.Tensor)]


def save_list(leaves: list[Any], path: str) -> None:
    """Each tensor dense, on the CPU and with a storage of its own, so that a reader in C++ needs no views.

    Inputs may hold plain numbers among the tensors; they stay in their place.
    """
    own = [leaf.detach().resolve_conj().resolve_neg().cpu().clone(memory_format=torch.contiguous_format)
           if isinstance(leaf, torch.Tensor) else leaf for leaf in leaves]
    partial = path + ".partial"
    torch.save(own, partial)
    os.replace(partial, path)


def load_list(path: str) -> list[torch.Tensor]:
    """A list that save_list or the runner wrote; the runner's (torch::pickle_save) also names its element type."""
    with torch.serialization.safe_globals([build_tensorlist, restore_type_tag]):
        return torch.load(path, map_location="cpu", weights_only=True)


def specification(name: str, tensor: torch.Tensor) -> dict[str, Any]:
    return {"name": name, "dtype": dtype_name(tensor.dtype), "shape": list(tensor.shape),
            "device": str(tensor.device)}


def compare(measured: list[torch.Tensor], reference: list[torch.Tensor], against: str,
            is_same_arithmetic: bool = False) -> dict[str, Any]:
    """Largest absolute and relative difference of two outputs, and whether they agree within the dtype's tolerance."""
    which = 0 if is_same_arithmetic else 1
    tolerance = max((TOLERANCES.get(tensor.dtype, (0.0, 0.0))[which] for tensor in reference), default=0.0)
    result: dict[str, Any] = {"max_abs": 0.0, "max_rel": 0.0, "tolerance": tolerance, "ok": True, "against": against}
    if [tuple(t.shape) for t in measured] != [tuple(t.shape) for t in reference]:
        return result | {"max_abs": None, "max_rel": None, "ok": False,
                         "note": f"The outputs differ in number or shape: {[list(t.shape) for t in measured]} against "
                                 f"{[list(t.shape) for t in reference]}."}
    for index, (one, other) in enumerate(zip(measured, reference)):
        is_exact = not (other.is_floating_point() or other.is_complex())
        kind = torch.complex128 if other.is_complex() else torch.float64
        one, other = one.detach().cpu().to(kind), other.detach().cpu().to(kind)
        if one.numel() == 0:
            continue
        # Equal infinities and NaNs in the same places agree; anything else about them does not.
        same = (one == other) | (one.isnan() & other.isnan())
        difference = torch.where(same, torch.zeros_like(one.abs()), (one - other).abs())
        if not bool(difference.isfinite().all()):
            return result | {"max_abs": None, "max_rel": None, "ok": False,
                             "note": f"Output {index} has NaN or infinity where the reference has none, or the reverse."}
        magnitudes = torch.where(other.isfinite(), other, torch.zeros_like(other)).abs()
        largest = float(magnitudes.max())
        worst = float(difference.max())
        result["max_abs"] = max(result["max_abs"], worst)
        if worst > 0:
            result["max_rel"] = max(result["max_rel"], worst / max(largest, 1e-300))
        allowed = 0.0 if is_exact else tolerance * (magnitudes + min(max(largest, 0.01), 1.0))
        if not bool((difference <= allowed).all()):
            result["ok"] = False
            result.setdefault("note", f"Output {index} differs " + ("although its type is exact." if is_exact else
                                                                    "by more than the tolerance."))
    return result
