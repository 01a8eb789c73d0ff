# SPDX-License-Identifier: MIT
"""From what a person names to a module with example inputs; each wrong name gets one sentence."""

import pytest
import torch
from twintrace_capture import user_file
from twintrace_capture.errors import CaptureError, describe
from twintrace_capture.models import resolve


def refused(spec, **options):
    with pytest.raises(CaptureError) as told:
        resolve(spec, **options)
    return told.value


def test_mlp_has_the_shape_of_the_lesson():
    model = resolve("mlp")
    assert [tuple(tensor.shape) for tensor in model.args] == [(16, 1024)]
    assert model.describe()["parameters"] == 1024 * 4096 + 4096 + 4096 * 4096 + 4096 + 4096 * 1024 + 1024
    assert model.module(*model.args).shape == (16, 1024)


def test_transformer_is_six_gpt_blocks():
    model = resolve("transformer")
    assert len(model.module.blocks) == 6 and model.args[0].shape == (1, 128, 512)
    assert model.describe()["parameters"] == 6 * (4 * 512 * 512 + 3 * 512 * 2048 + 2 * 512) + 512
    assert model.module(*model.args).shape == (1, 128, 512)


def test_demos_are_the_same_every_time():
    assert torch.equal(resolve("transformer").module.blocks[5].down.weight, resolve("transformer").module.blocks[5].down.weight)


def test_batch_and_dtype_apply_to_floating_tensors_only(tmp_path):
    path = tmp_path / "embedding.py"
    path.write_text("import torch\ndef make():\n    return torch.nn.Embedding(9, 4), torch.arange(6).reshape(3, 2)\n")
    model = resolve(f"{path}:make", dtype="bf16", batch=7)
    assert model.args[0].dtype is torch.int64 and model.args[0].shape == (7, 2)
    assert model.args[0][:, 0].tolist() == [0, 2, 4, 0, 2, 4, 0]
    assert model.module.weight.dtype is torch.bfloat16


def test_function_is_called_once_and_left_in_evaluation_mode(models):
    model = resolve(f"{models}/small.py:module")
    assert user_file.import_file(f"{models}/small.py").CALLS.count("module") == 1
    assert not model.module.drop.training
    assert model.describe()["inputs"] == [{"name": "x", "dtype": "float32", "shape": [6, 8], "device": "cpu"}]


def test_callable_holds_what_it_refers_to(models):
    model = resolve(f"{models}/small.py:callable_of_globals")
    assert model.describe()["parameters"] == 8 * 16 + 16 + 16 * 4 + 4
    assert set(dict(model.module.named_buffers())) == {"offset", "shared.scale"}
    assert model.describe()["inputs"][0]["name"] == "x"


def test_keyword_inputs_keep_their_names(models):
    model = resolve(f"{models}/small.py:keyword_inputs")
    assert [entry["name"] for entry in model.describe()["inputs"]] == ["x", "mask"]


@pytest.mark.parametrize("spec, code, words", [
    ("resnet999", "unreadable", "mlp, transformer, file.py:function or a .pt2"),
    ("nowhere.py:make", "unreadable", "There is no file"),
    ("{}/small.py:absent", "unreadable", "has no function absent; it has Small, module"),
    ("{}/small.py:returns_number", "unreadable", "must return (module or callable, example inputs), and it returned a int"),
    ("{}/small.py:returns_no_tensor", "unreadable", "hold no tensor"),
    ("{}/small.py:needs_package", "failed", "the Python package package_that_does_not_exist is missing"),
    ("{}/small.py:exits", "failed", "called sys.exit(7)"),
])
def test_refusals_name_thing_and_remedy(models, spec, code, words):
    told = refused(spec.format(models))
    assert told.code == code and words in told.message and told.message.endswith(".")


def test_syntax_errors_name_the_line(tmp_path):
    path = tmp_path / "torn.py"
    path.write_text("def make(:\n    pass\n")
    told = refused(f"{path}:make")
    assert told.code == "unreadable" and "line 1" in told.message


def test_files_that_are_no_pt2(tmp_path):
    (tmp_path / "text.pt2").write_text("hello")
    assert "not a readable .pt2" in refused(str(tmp_path / "text.pt2")).message
    assert "There is no file" in refused(str(tmp_path / "absent.pt2")).message
    import zipfile
    with zipfile.ZipFile(tmp_path / "other.pt2", "w") as archive:
        archive.writestr("readme.txt", "x")
    assert "no PT2 archive" in refused(str(tmp_path / "other.pt2")).message


def test_package_without_export_is_skipped_not_failed(tmp_path):
    import zipfile
    with zipfile.ZipFile(tmp_path / "aoti.pt2", "w") as archive:
        archive.writestr("aoti/archive_format", "pt2")
        archive.writestr("aoti/data/aotinductor/model/x.wrapper_metadata.json", '{"AOTI_DEVICE_KEY": "cpu"}')
    told = refused(str(tmp_path / "aoti.pt2"))
    assert told.code == "skipped" and "without the exported program" in told.message


def test_unknown_dtype_and_missing_gpu():
    assert refused("mlp", dtype="int3").code == "usage"
    if not torch.cuda.is_available():
        assert refused("mlp", device="cuda").code == "unsupported"


def test_known_causes_get_their_remedy():
    assert "smaller batch" in describe(MemoryError()).message
    assert "disk is full" in describe(OSError(28, "No space left on device", "/x")).message
    assert "pip install" in describe(ModuleNotFoundError("No module named 'q'", name="q")).message
    plain = describe(ZeroDivisionError("division by zero"))
    assert plain.code == "failed" and "ZeroDivisionError: division by zero" in plain.message and "Traceback" not in plain.message


def test_names_that_are_taken_do_not_shadow():
    assert user_file.module_name("/somewhere/random.py") == "twintrace_model_random"
    assert user_file.module_name("/somewhere/torch.py") == "twintrace_model_torch"
    assert user_file.module_name("/somewhere/my_own_model.py") == "my_own_model"
