# SPDX-License-Identifier: MIT
"""Graphs and breaks of functions whose result was worked out by hand on torch 2.13."""

import linecache

import breaking
import pytest
import torch
from torch._dynamo.utils import counters
from twintrace_capture.audit.breaks import parse
from twintrace_capture.audit.graphs import count_graphs, with_break


def audited(function):
    return count_graphs(function, (torch.ones(4, breaking.WIDTH),), {})


def marked(found):
    """The comment at the end of each break's line, which names the line in breaking.py."""
    return [entry["code"].partition("# ")[2] for entry in found["breaks"]]


# (graphs, comment of each break's line, words of each reason). Two linear + relu calls are two ops a model call.
EXPECTED = {
    "clean": (1, [], []),
    "lesson": (2, ["lesson"], ["graph_break()"]),
    "data_dependent": (3, ["branch", "print"], ["Data-dependent branching", "builtin operator"]),
    "item": (2, ["item"], ["Tensor.item()"]),
    "builtin": (2, ["builtin"], ["marked as skipped"]),
    # A break within a generator cannot be resumed: the frame runs eagerly, only the model's own call is a graph.
    "generator": (1, ["inside the generator"], ["graph_break()"]),
    # Appending to a list of the module is a side effect that Dynamo replays: no break.
    "list_mutation": (1, [], []),
    # First while the function is inlined into the caller, then when its own frame is compiled.
    "custom_autograd": (3, ["custom", "custom"], ["builtin operator", "builtin operator"]),
}


@pytest.mark.parametrize("name", EXPECTED)
def test_breaks_by_hand(name):
    graphs, lines, reasons = EXPECTED[name]
    breaking.kept.clear()
    found = audited(getattr(breaking, name))
    assert found["graphs"] == graphs and found["graph_breaks"] == len(lines)
    assert marked(found) == lines
    for entry, words in zip(found["breaks"], reasons):
        assert words in entry["reason"]
        assert entry["file"] == breaking.__file__ and entry["explanation"]
        assert entry["link"].startswith("https://meta-pytorch.github.io/compile-graph-break-site/gb/gb")
        assert linecache.getline(entry["file"], entry["line"]).strip() == entry["code"]
        assert entry["line"] in [line["line"] for line in entry["neighbours"]]
    assert found["problem"] is None


@pytest.mark.parametrize("name", EXPECTED)
def test_counts_equal_dynamos_own_counters(name):
    breaking.kept.clear()
    ours = audited(getattr(breaking, name))
    torch._dynamo.reset()
    counters.clear()
    breaking.kept.clear()
    with torch.no_grad():
        torch.compile(getattr(breaking, name), backend="eager")(torch.ones(4, breaking.WIDTH))
    assert ours["graph_breaks"] == sum(counters["graph_break"].values()) + sum(counters["unimplemented"].values())
    assert ours["graphs"] == counters["stats"]["unique_graphs"]
    assert sum(ours["ops_per_graph"]) == counters["stats"]["calls_captured"]
    torch._dynamo.reset()


def test_lessons_broken_forward_has_more_graphs():
    broken = audited(with_break(breaking.clean))
    assert (broken["graphs"], broken["graph_breaks"]) == (2, 1)
    assert audited(breaking.clean)["ops_per_graph"] == [2]


def test_loop_on_data_ends():
    found = audited(breaking.loop)
    assert found["graph_breaks"] >= 1 and "loop" in marked(found)


def test_what_the_function_raises_is_told_with_what_was_found():
    def raising(x):
        y = x + 1
        torch._dynamo.graph_break()
        return y @ torch.ones(3, 3)

    found = audited(raising)
    assert found["problem"] and found["graphs"] >= 1 and found["graph_breaks"] >= 1


def test_message_in_parts():
    text = ("Short reason\n  Explanation: First line\n    second line\n  Hint: One\n  Hint: Two\n\n"
            "  Developer debug context: `x`\n\n For more details about this graph break, please visit: https://e.org/gb1.html")
    assert parse(text) == {"reason": "Short reason", "explanation": "First line\nsecond line", "hints": ["One", "Two"],
                           "context": "`x`", "link": "https://e.org/gb1.html"}
    assert parse("bare")["hints"] == [] and parse("bare")["link"] is None
