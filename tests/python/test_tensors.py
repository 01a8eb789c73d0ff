# SPDX-License-Identifier: MIT
"""The numerics check against values worked out by hand."""

import torch
from twintrace_capture.tensors import compare, load_list, save_list


def test_equal_outputs_agree_exactly():
    x = torch.tensor([1.0, float("nan"), float("inf")])
    assert compare([x], [x.clone()], "eager") == {"max_abs": 0.0, "max_rel": 0.0, "tolerance": 1e-4, "ok": True,
                                                  "against": "eager"}


def test_differences_are_the_largest_ones():
    result = compare([torch.tensor([1.0, 10.5])], [torch.tensor([1.25, 10.0])], "python")
    assert result["max_abs"] == 0.5 and result["max_rel"] == 0.05 and not result["ok"]


def test_tolerance_is_relative_to_one_plus_the_magnitude():
    reference = torch.tensor([999.0])
    assert compare([reference + 0.09], [reference], "python")["ok"]
    assert not compare([reference + 0.11], [reference], "python")["ok"]
    assert not compare([reference + 0.09], [reference], "python", is_same_arithmetic=True)["ok"]
    small = torch.tensor([1e-3])  # outputs that are small all over get no allowance of the size of 1
    assert not compare([small + 5e-5], [small], "python")["ok"] and compare([small + 1e-6], [small], "python")["ok"]


def test_integers_must_be_equal_and_shapes_too():
    assert not compare([torch.tensor([3])], [torch.tensor([4])], "python")["ok"]
    assert not compare([torch.ones(2)], [torch.ones(3)], "python")["ok"]
    assert not compare([torch.ones(2)], [torch.ones(2), torch.ones(2)], "python")["ok"]


def test_nan_where_the_reference_has_none_is_no_agreement():
    result = compare([torch.tensor([float("nan")])], [torch.tensor([1.0])], "python")
    assert result["ok"] is False and result["max_abs"] is None and "NaN" in result["note"]


def test_views_are_stored_dense_and_numbers_stay(tmp_path):
    base = torch.arange(12.0).reshape(3, 4)
    path = str(tmp_path / "list.pt")
    save_list([base.t(), base[1:, ::2], 3, torch.ones(2, dtype=torch.bfloat16)], path)
    turned, strided, number, half = load_list(path)
    assert torch.equal(turned, base.t()) and turned.is_contiguous() and strided.is_contiguous()
    assert number == 3 and half.dtype is torch.bfloat16
    assert turned.untyped_storage().nbytes() == 48 and strided.untyped_storage().nbytes() == 16


def test_the_runners_files_are_read(tmp_path):
    """torch::pickle_save of a list names its element type, which torch.load refuses unless it is allowed."""
    path = tmp_path / "outputs.pt"
    path.write_bytes(torch._C._pickle_save([torch.ones(2), torch.arange(3)]))
    first, second = load_list(str(path))
    assert torch.equal(first, torch.ones(2)) and torch.equal(second, torch.arange(3))
