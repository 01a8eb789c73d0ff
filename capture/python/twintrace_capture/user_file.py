# SPDX-License-Identifier: MIT
"""`file.py:function`: imports the user's file under a stable name and calls the function, each exactly once."""

from __future__ import annotations

import importlib.util
import os
import sys
from types import ModuleType
from typing import Any

import torch

from .errors import CaptureError, first_line, traceback_of

SEED = 0


def split(spec: str) -> tuple[str, str] | None:
    """`file.py:function` in its two parts, None when it is not of that form."""
    path, colon, function = spec.rpartition(":")
    return (path, function) if colon and path.endswith(".py") and function else None


def module_name(path: str) -> str:
    """The name under which the file is imported: its stem, unless something else answers to that already."""
    stem = os.path.splitext(os.path.basename(path))[0]
    loaded = sys.modules.get(stem)
    if loaded is not None:
        own = getattr(loaded, "__file__", None) == os.path.abspath(path)
        return stem if own else f"twintrace_model_{stem}"
    if not stem.isidentifier() or stem in sys.stdlib_module_names or importlib.util.find_spec(stem) is not None:
        return f"twintrace_model_{stem}"
    return stem


def import_file(path: str, name: str | None = None) -> ModuleType:
    """Runs the file as a module of its own, its folder on sys.path so that its neighbours can be imported."""
    path = os.path.abspath(path)
    if not os.path.isfile(path):
        raise CaptureError("unreadable", f"There is no file {path}; check the path before the colon.")
    name = name or module_name(path)
    if name in sys.modules and getattr(sys.modules[name], "__file__", None) == path:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    if os.path.dirname(path) not in sys.path:
        sys.path.insert(0, os.path.dirname(path))
    torch.manual_seed(SEED)
    try:
        spec.loader.exec_module(module)
    except BaseException as error:
        del sys.modules[name]
        raise _told(error, f"{os.path.basename(path)} could not be imported", path) from error
    return module


def call(path: str, function: str) -> Any:
    """What the user's function returns. Its own exception, sys.exit included, comes back with the traceback kept."""
    module = import_file(path)
    target = getattr(module, function, None)
    if not callable(target):
        found = [name for name, value in vars(module).items()
                 if callable(value) and getattr(value, "__module__", None) == module.__name__]
        raise CaptureError("unreadable", f"{os.path.basename(path)} has no function {function}; "
                           + (f"it has {', '.join(found[:8])}." if found else "it defines none."))
    torch.manual_seed(SEED)
    try:
        return target()
    except BaseException as error:
        raise _told(error, f"{os.path.basename(path)}:{function} raised", path) from error


def _told(error: BaseException, what: str, path: str) -> CaptureError:
    if isinstance(error, KeyboardInterrupt):
        raise error
    detail = _from_user_code(error, path)
    if isinstance(error, SystemExit):
        return CaptureError("failed", f"{what.removesuffix(' raised')} called sys.exit({error.code}); return the module "
                            "and its example inputs instead.", detail)
    if isinstance(error, ModuleNotFoundError):
        return CaptureError("failed", f"{what}: the Python package {error.name} is missing; install it into "
                            f"{sys.executable} or set TWINTRACE_PYTHON to a Python that has it.", detail)
    if isinstance(error, SyntaxError):
        return CaptureError("unreadable", f"{what}: {error.msg} in line {error.lineno}; correct it and try again.", detail)
    return CaptureError("failed", f"{what} {first_line(error)}; its traceback is in the details.".replace("imported ",
                        "imported: "), detail)


def _from_user_code(error: BaseException, path: str) -> str:
    """The traceback without our own frames above the user's."""
    trace = error.__traceback__
    while trace is not None and trace.tb_frame.f_code.co_filename != path:
        trace = trace.tb_next
    return traceback_of(error.with_traceback(trace) if trace is not None else error)
