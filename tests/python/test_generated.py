# SPDX-License-Identifier: MIT
"""Kernels of generated modules as Inductor 2.13 writes them, C++ and Triton."""

from twintrace_capture.generated_code import Graph, kernels, ops_in_name, source_lines

CPP = """
cpp_fused__softmax_relu_0 = async_compile.cpp_pybinding(['const float*', 'float*'], r'''
#include <torch/csrc/inductor/cpp_prefix.h>
extern "C"  void  kernel(const float* in_ptr0,
                       float* out_ptr0)
{
}
''')


async_compile.wait(globals())

    def call(self, args):
        # Topologically Sorted Source Nodes: [linear], Original ATen: [aten.t, aten.addmm]
        # [Provenance debug handles] extern_kernels.addmm:1
        extern_kernels.addmm(arg1_1, arg2_1, reinterpret_tensor(arg0_1, (8, 8), (1, 8), 0), alpha=1, beta=1, out=buf0)
        # [Provenance debug handles] cpp_fused__softmax_relu_0:2
        cpp_fused__softmax_relu_0(buf0, buf1)
"""
TRITON = '''
triton_poi_fused_add_gelu_0 = async_compile.triton('triton_poi_fused_add_gelu_0', \'\'\'
import triton
@triton.jit
def triton_poi_fused_add_gelu_0(in_ptr0, xnumel, XBLOCK : tl.constexpr):
    pass
\'\'\', device_str='cuda')

    def call(self, args):
            # Topologically Sorted Source Nodes: [add, gelu], Original ATen: [aten.add, aten.gelu]
            stream0 = get_raw_stream(0)
            triton_poi_fused_add_gelu_0.run(arg0_1, buf0, 65536, stream=stream0)
'''
STACKS = {"cpp_fused__softmax_relu_0:2": {"stack_traces": [
    'File "model.py", line 9, in forward\n    return torch.softmax(self.inner(x), -1)\n'
    '  File "model.py", line 4, in forward\n    return torch.relu(x)']}}


def test_cpp_kernels_and_library_calls():
    extern, fused = kernels([Graph(CPP, STACKS, {})])
    assert (extern["kernel"], extern["kind"], extern["source_ops"]) == ("extern_kernels.addmm", "extern", ["aten.t", "aten.addmm"])
    assert extern["source"].startswith("extern_kernels.addmm(arg1_1")
    assert (fused["kernel"], fused["kind"]) == ("cpp_fused__softmax_relu_0", "cpp")
    assert fused["source"].startswith("#include") and fused["source"].endswith("}")
    assert fused["source_ops"] == ["aten._softmax", "aten.relu"]
    assert fused["lines"] == [{"file": "model.py", "line": 4, "code": "return torch.relu(x)"}]


def test_triton_kernels_of_a_second_graph():
    found = kernels([Graph(CPP, {}, {}), Graph(TRITON, {}, {"gelu": 'File "model.py", line 7, in forward\n    return gelu(a + b)'})])
    assert [(entry["kernel"], entry["kind"], entry["graph"]) for entry in found][2:] == [("triton_poi_fused_add_gelu_0", "triton", 1)]
    assert found[2]["source_ops"] == ["aten.add", "aten.gelu"] and "@triton.jit" in found[2]["source"]
    assert found[2]["source_nodes"] == ["add", "gelu"]
    # Without provenance tracking the graph's own nodes tell the lines.
    assert found[2]["lines"] == [{"file": "model.py", "line": 7, "code": "return gelu(a + b)"}]


def test_names_are_cut_at_known_ops():
    assert ops_in_name("triton_per_fused_native_layer_norm_add_3") == ["aten.native_layer_norm", "aten.add"]
    assert ops_in_name("cpp_fused__to_copy_mul_0") == ["aten._to_copy", "aten.mul"]
    assert ops_in_name("kernel") == []


def test_lines_are_told_once():
    text = 'File "a.py", line 3, in f\n    x + 1'
    assert source_lines([text, text, "no frame"]) == [{"file": "a.py", "line": 3, "code": "x + 1"}]


WRAPPER = '''
extern "C" {
void something();
}
extern "C"  void  cpp_fused_relu_0(float* in_out_ptr0);

    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_0, int_array_1, &buf0_handle));
    // Topologically Sorted Source Nodes: [linear], Original ATen: [aten.t, aten.addmm]
    // [Provenance debug handles] aoti_torch_cpu_addmm_out:1
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_addmm_out(buf0, bias, x, w, 1L, 1L));
    // [Provenance debug handles] cpp_fused_relu_0:2
    cpp_fused_relu_0((float*)(buf0.data_ptr()));
'''
KERNEL = '''
extern "C"  void  cpp_fused_relu_0(float* in_out_ptr0)
{
    {
        in_out_ptr0[0] = 0;
    }
}
'''


def test_code_of_a_package(tmp_path):
    import json
    import zipfile

    from twintrace_capture.packaged_code import packaged_code
    path = tmp_path / "m.pt2"
    stacks = {"cpp_fused_relu_0:2": {"stack_traces": ['File "model.py", line 4, in forward\n    return relu(x)']}}
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("m/data/aotinductor/model/a.wrapper.cpp", WRAPPER)
        archive.writestr("m/data/aotinductor/model/b.kernel.cpp", KERNEL)
        archive.writestr("m/data/aotinductor/model/kernel_information.json", json.dumps(stacks))
    extern, fused = packaged_code(str(path))
    assert (extern["kernel"], extern["kind"], extern["source_ops"]) == ("aoti_torch_cpu_addmm_out", "extern",
                                                                        ["aten.t", "aten.addmm"])
    assert (fused["kernel"], fused["kind"], fused["source_ops"]) == ("cpp_fused_relu_0", "cpp", ["aten.relu"])
    assert fused["source"] == KERNEL.strip() and fused["lines"] == [{"file": "model.py", "line": 4, "code": "return relu(x)"}]
