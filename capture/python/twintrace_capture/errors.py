# SPDX-License-Identifier: MIT
"""Errors that people read: one sentence that names the thing and the remedy, the traceback apart."""

from __future__ import annotations

import traceback

CODES = ("usage", "unreadable", "failed", "unsupported", "skipped")


class CaptureError(Exception):
    """A command cannot be done. `message` is one sentence for the user, `detail` is for the expandable box."""

    def __init__(self, code: str, message: str, detail: str = ""):
        assert code in CODES, code
        super().__init__(message)
        self.code = code
        self.message = message
        self.detail = detail


def describe(error: BaseException) -> CaptureError:
    """Any exception as a CaptureError: known causes get their remedy, all keep their traceback."""
    if isinstance(error, CaptureError):
        if not error.detail and error.__cause__ is not None:
            error.detail = traceback_of(error.__cause__)
        return error
    detail = traceback_of(error)
    if isinstance(error, SystemExit):
        return CaptureError("failed", f"The model called sys.exit({error.code}), which would have ended the run; take that "
                            "call out of its forward.", detail)
    for recognise in (_missing_compiler, _out_of_memory, _no_space, _missing_package, _missing_openssl):
        found = recognise(error, detail)
        if found:
            return CaptureError(found[0], found[1], detail)
    return CaptureError("failed", f"The step failed with {first_line(error)}; the traceback is in the details.", detail)


def traceback_of(error: BaseException) -> str:
    return "".join(traceback.format_exception(type(error), error, error.__traceback__))


def first_line(error: BaseException) -> str:
    """`ValueError: text`, on one line and short enough for a sentence."""
    text = str(error).strip().splitlines()
    name = type(error).__name__
    return f"{name}: {text[0][:300].rstrip('.')}" if text else name


def _missing_compiler(error: BaseException, detail: str):
    if "InvalidCxxCompiler" in detail or "No working C++ compiler" in detail:
        return ("unsupported", "No C++ compiler was found, and Inductor needs one for its code; install g++ "
                               "(apt-get install g++) or set CXX to a working compiler.")
    if "CppCompileError" in type(error).__name__ or "CppCompileError" in detail:
        return ("failed", "The C++ compiler failed on Inductor's generated code; the compiler's message is in the "
                          "details, and CXX can name another compiler.")
    return None


def _missing_openssl(error: BaseException, detail: str):
    if isinstance(error, FileNotFoundError) and "openssl" in str(error):
        return ("unsupported", "The program openssl was not found, and Inductor needs it for its precompiled headers; "
                               "install it (apt-get install openssl).")
    return None


def _out_of_memory(error: BaseException, detail: str):
    if isinstance(error, MemoryError) or "OutOfMemoryError" in type(error).__name__ \
            or "can't allocate memory" in str(error) or "not enough memory" in str(error):
        return ("failed", "There was not enough memory for this model; use a smaller batch, a smaller model or a "
                          "smaller dtype.")
    return None


def _no_space(error: BaseException, detail: str):
    if isinstance(error, OSError) and error.errno == 28:
        return ("failed", f"The disk is full ({error.filename or 'temporary folder'}); free some space or choose "
                          "another output folder.")
    if isinstance(error, OSError) and error.errno in (13, 30):
        return ("failed", f"{error.filename} cannot be written; choose another output folder or its permissions.")
    return None


def _missing_package(error: BaseException, detail: str):
    if isinstance(error, ModuleNotFoundError):
        return ("failed", f"The Python package {error.name} is missing; install it into the Python that Twintrace uses "
                          "(pip install) or set TWINTRACE_PYTHON to one that has it.")
    return None
