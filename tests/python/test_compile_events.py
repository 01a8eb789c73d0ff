# SPDX-License-Identifier: MIT
"""Compile time in parts that do not overlap and add up."""

from twintrace_capture.compile_events import CompileEvent, CompileEvents, own_times, part_of


def event(name, begin, end, thread=1):
    return CompileEvent(name, begin * 1_000_000, end * 1_000_000, None, thread)


def test_own_time_leaves_out_what_is_nested():
    events = [event("compile_file", 4, 7), event("inductor_compile", 3, 8), event("dynamo", 0, 10)]
    assert [(one.name, ns // 1_000_000) for one, ns in own_times(events)] == [
        ("dynamo", 5), ("inductor_compile", 2), ("compile_file", 3)]


def test_parts_add_up_to_the_outermost_step():
    found = CompileEvents([event("dynamo", 0, 10), event("inductor_compile", 3, 8), event("compile_file", 4, 7),
                           event("backend_compile", 2, 9)])
    assert found.parts_ms() == {"dynamo": 3.0, "aot_autograd": 2.0, "inductor": 2.0, "cpp_compile": 3.0}
    assert sum(found.parts_ms().values()) == 10.0


def test_headers_take_the_compiler_time_within_them():
    found = CompileEvents([event("dynamo", 0, 10), event("compile_file", 2, 8), event("toolchain", 1, 9)])
    assert found.parts_ms() == {"dynamo": 2.0, "toolchain": 8.0}


def test_only_the_compiling_thread_counts():
    found = CompileEvents([event("dynamo", 0, 10), event("compile_file", 0, 4, thread=2)])
    assert found.parts_ms() == {"dynamo": 10.0}


def test_names_people_know():
    assert part_of("CachingAutotuner.benchmark_all_configs") == "autotuning"
    assert part_of("async_compile.wait") == "triton"
    assert part_of("pass.post_grad_passes.decompose_triton_kernel_wrapper_functional") == "inductor"
    assert part_of("code_gen") == "dynamo" and part_of("build_guards") == "guards"
    assert part_of("create_aot_dispatcher_function") == "aot_autograd" and part_of("bytecode_tracing") == "dynamo"


def test_timeline_leaves_out_specks():
    drawn = CompileEvents([event("dynamo", 5, 10), CompileEvent("gc", 6_000_000, 6_000_500, "0/0", 1)]).timeline()
    assert drawn == [{"name": "dynamo", "part": "dynamo", "begin_us": 0.0, "duration_us": 5000.0, "compile_id": None}]
