# SPDX-License-Identifier: MIT
"""The guards of Inductor's kernel profile stay in the source and are not run."""

from torch._inductor.utils import IndentedBuffer
from twintrace_capture.kernel_profile import guards_unrun


def written(*lines):
    buffer = IndentedBuffer()
    for line in lines:
        buffer.writeline(line)
    return buffer.getvalue()


def test_a_guard_is_wrapped_whole_and_only_within():
    guard = 'KernelContextGuard _ctx("cpp_fused_add_0", R"(\nFile "m.py", line 3, in forward\n    x + 1\n)");'
    with guards_unrun() as is_arranged:
        assert is_arranged
        inside = written("{", guard, "call();", "}")
    assert inside == '{\nif (false) {\n' + guard + '\n}\ncall();\n}\n'
    assert written(guard) == guard + "\n"


def test_code_that_is_written_again_line_by_line_stays_balanced():
    guard = 'KernelContextGuard _ctx("a", R"(\nFile "m.py", line 3, in f\n    x\n)");'
    with guards_unrun():
        again = written(*written(guard, 'KernelContextGuard _ctx("b", R"()");').splitlines())
    assert again.count("{") == again.count("}") and again.count(")\");") == 2
