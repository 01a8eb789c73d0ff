# SPDX-License-Identifier: MIT
"""`compile`: an exported program becomes an AOTInductor package, in this fresh process and its private caches."""

from __future__ import annotations

import json
import os
import time
from typing import Any

from .compile_events import CompileEvents, listening
from .errors import CaptureError, first_line, traceback_of
from .kernel_profile import guards_unrun
from .protocol import Channel, milliseconds_since

DEFAULT_OPTIONS = {"max_autotune": False, "kernel_profile": False, "with_export": False}


def compile_package(channel: Channel, command: dict[str, Any]) -> dict[str, Any]:
    options = {**DEFAULT_OPTIONS, **(command.get("options") or {})}
    unknown = sorted(options.keys() - DEFAULT_OPTIONS.keys())
    if unknown:
        raise CaptureError("usage", f"The compile option {unknown[0]} is not known; known are "
                           f"{', '.join(DEFAULT_OPTIONS)}.")
    package = command["package"]
    set_up(command.get("device") or "cpu")
    import torch
    import torch._inductor

    from .exported import contents
    from .packaged_code import packaged_code
    from .toolchain import apart

    if not contents(command["export"])["models"]:
        raise CaptureError("skipped", f"{command['export']} holds no exported program, so there is nothing to compile; "
                           "it is used as it is.")
    program = torch.export.load(command["export"])
    if (command.get("device") or "cpu").startswith("cuda") and _device_of(program) == "cpu":
        from torch.export.passes import move_to_device_pass
        program = move_to_device_pass(program, command["device"])
    partial = package.removesuffix(".pt2") + ".partial.pt2"
    os.makedirs(os.path.dirname(os.path.abspath(package)), exist_ok=True)
    with channel.phase("compile"), listening() as events, apart(channel, events) as toolchain, \
            guards_unrun():
        begin = time.perf_counter()
        try:
            torch._inductor.aoti_compile_and_package(program, package_path=partial,
                                                     inductor_configs=inductor_options(options, program))
        except Exception as error:
            raise _told(error, command["export"]) from error
        total_ms = milliseconds_since(begin)
    if options["with_export"]:
        add_export(partial, command["export"])
    os.replace(partial, package)
    generated = package.removesuffix(".pt2") + ".generated.json"
    with open(generated, "w", encoding="utf-8") as file:
        json.dump(packaged_code(package), file)
    compile_ms = total_ms - toolchain.ms
    return {"package": package, "generated": generated, "compile_ms": compile_ms, "toolchain_ms": toolchain.ms if toolchain.known else None,
            "headers_built": toolchain.built, "phases": phases_of(events, compile_ms), "package_bytes": os.path.getsize(package),
            "options": options}


def phases_of(events: CompileEvents, total_ms: float, rest: str = "other") -> dict[str, float]:
    """The parts of `total_ms`, precompiled headers left out; what torch does not account for is `rest`."""
    phases = events.parts_ms()
    phases.pop("toolchain", None)
    phases[rest] = max(total_ms - sum(phases.values()), 0.0)
    return phases


def set_up(device: str, provenance: bool = True) -> None:
    """The environment Inductor reads when it is imported; what the caller has set already stays."""
    if provenance:  # source lines of each kernel, in the package or for the audit
        os.environ.setdefault("INDUCTOR_PROVENANCE", "1")
    if device == "cpu":
        # Compile workers only help Triton; without them nothing has to be waited for when we are told to stop.
        os.environ.setdefault("TORCHINDUCTOR_COMPILE_THREADS", "1")


def inductor_options(options: dict[str, Any], program: Any) -> dict[str, Any]:
    inputs = [{"name": name, "dtype": str(tensor.dtype).removeprefix("torch."), "shape": list(tensor.shape)}
              for name, tensor in _named_inputs(program)]
    chosen: dict[str, Any] = {"aot_inductor.metadata": {"TWINTRACE_INPUTS": json.dumps(inputs)}}
    if options["max_autotune"]:
        chosen["max_autotune"] = True
    if options["kernel_profile"]:
        chosen["cpp.enable_kernel_profile"] = True
    return chosen


def _named_inputs(program: Any) -> list[tuple[str, Any]]:
    import torch
    leaves = torch.utils._pytree.tree_leaves(program.example_inputs)
    names = [spec.arg.name for spec in program.graph_signature.input_specs if spec.kind.name == "USER_INPUT"]
    return [(name, leaf) for name, leaf in zip(names, leaves) if isinstance(leaf, torch.Tensor)]


def _device_of(program: Any) -> str:
    tensors = [*program.state_dict.values(), *program.constants.values()]
    tensors = [tensor for tensor in tensors if hasattr(tensor, "device")]
    return tensors[0].device.type if tensors else "cpu"


def add_export(package: str, export: str) -> None:
    """Lets one archive hold both: the members of the export are appended beside those of the AOTInductor part."""
    import zipfile
    with zipfile.ZipFile(package) as archive:
        root = archive.namelist()[0].partition("/")[0]
        there = {name.partition("/")[2] for name in archive.namelist()}
    with zipfile.ZipFile(export) as source, zipfile.ZipFile(package, "a", zipfile.ZIP_STORED) as target:
        for name in source.namelist():
            inner = name.partition("/")[2]
            if inner not in there and not inner.startswith("."):
                target.writestr(f"{root}/{inner}", source.read(name))


def _told(error: Exception, export: str) -> CaptureError:
    from .errors import describe
    told = describe(error)
    if told.code != "failed" or "failed with" not in told.message:
        return told
    return CaptureError("failed", f"AOTInductor cannot compile {os.path.basename(export)}: {first_line(error)}; the eager "
                        "side is not affected, and the traceback is in the details.", traceback_of(error))
