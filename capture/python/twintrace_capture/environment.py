# SPDX-License-Identifier: MIT
"""What this Python and machine can do, as facts; works without torch too, so that the app can say what is missing."""

from __future__ import annotations

import importlib.metadata
import os
import platform
import re
import shlex
import shutil
import subprocess
import sys
from typing import Any

OLDEST_TORCH = (2, 11)


def torch_version() -> str | None:
    """The installed torch's version, without importing it."""
    try:
        return importlib.metadata.version("torch")
    except importlib.metadata.PackageNotFoundError:
        return None


def torch_problem() -> str | None:
    """Why this Python's torch will not do, as a sentence with the remedy; None when it will."""
    version = torch_version()
    if version is None:
        return (f"The Python {sys.executable} has no torch; install it (pip install 'torch>=2.11') or set "
                "TWINTRACE_PYTHON to a Python that has it.")
    numbers = re.match(r"(\d+)\.(\d+)", version)
    if numbers and (int(numbers[1]), int(numbers[2])) < OLDEST_TORCH:
        return (f"The Python {sys.executable} has torch {version}, and Twintrace needs 2.11 or newer; update it "
                "(pip install -U torch) or set TWINTRACE_PYTHON to another Python.")
    return None


def compiler() -> dict[str, Any]:
    """The C++ compiler that Inductor would use, and its first version line."""
    name = os.environ.get("CXX") or "g++"
    words = shlex.split(name)
    path = shutil.which(words[0]) if words else None
    if path is None:
        return {"command": name, "path": None, "version": None,
                "problem": f"No C++ compiler {name} was found; install g++ (apt-get install g++) or set CXX."}
    try:
        text = subprocess.run([path, *words[1:], "--version"], capture_output=True, text=True, timeout=20).stdout
    except (OSError, subprocess.TimeoutExpired) as error:
        return {"command": name, "path": path, "version": None,
                "problem": f"The C++ compiler {path} does not answer ({error}); set CXX to a working one."}
    return {"command": name, "path": path, "version": (text.splitlines() or [""])[0], "problem": None}


def facts() -> dict[str, Any]:
    """The answer to `doctor`."""
    result: dict[str, Any] = {
        "python": platform.python_version(),
        "executable": sys.executable,
        "platform": platform.platform(),
        "cpu": _cpu_name(),
        "cores": len(os.sched_getaffinity(0)),
        "torch": torch_version(),
        "problem": torch_problem(),
        "compiler": compiler(),
        "openssl": shutil.which("openssl"),
        "pytest": _version("pytest"),
        "triton": _version("triton"),
    }
    if result["torch"] is not None:
        try:
            result.update(_torch_facts())
        except Exception as error:  # a broken wheel must not take the other facts along
            result["problem"] = (f"torch {result['torch']} cannot be imported ({type(error).__name__}: {error}); "
                                 "reinstall it or set TWINTRACE_PYTHON to another Python.")
    return result


def _torch_facts() -> dict[str, Any]:
    import torch

    result: dict[str, Any] = {
        "torch": torch.__version__,
        "torch_path": os.path.dirname(torch.__file__),
        "cuda": torch.version.cuda,
        "hip": getattr(torch.version, "hip", None),
        "cuda_available": torch.cuda.is_available(),
        "gpus": [],
        "threads": torch.get_num_threads(),
        "cpu_isa": torch.backends.cpu.get_cpu_capability(),
        "mkldnn": torch.backends.mkldnn.is_available(),
        "cxx11_abi": bool(torch._C._GLIBCXX_USE_CXX11_ABI),
    }
    if result["cuda_available"]:
        for index in range(torch.cuda.device_count()):
            found = torch.cuda.get_device_properties(index)
            result["gpus"].append({"name": found.name, "memory_bytes": found.total_memory,
                                   "capability": f"{found.major}.{found.minor}"})
    try:
        # Not pick_vec_isa: that one compiles a test program, which takes seconds.
        from torch._inductor.cpu_vec_isa import x86_isa_checker
        result["inductor_isa"] = " ".join(x86_isa_checker())
    except Exception:  # private to Inductor, or not an x86 machine
        result["inductor_isa"] = None
    return result


def _cpu_name() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            for line in file:
                if line.startswith("model name"):
                    return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def _version(package: str) -> str | None:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None
