# SPDX-License-Identifier: MIT
"""The lesson's four checks, with measurement, limit and a sentence."""

from __future__ import annotations

from typing import Any

LEAST_SPEED = 0.90
WARM_UP_CALLS = 3  # the lesson's warm-up is its first three calls together
THROUGHPUT_CALLS = 30


def check(identity: str, ok: bool, measured: float | None, limit: float, sentence: str) -> dict[str, Any]:
    return {"id": identity, "ok": ok, "measured": measured, "limit": limit, "sentence": sentence}


def checks(graphs: dict[str, Any], broken: dict[str, Any] | None, eager: dict[str, Any] | None,
           compiled: dict[str, Any] | None) -> list[dict[str, Any]]:
    result = []
    if eager and compiled:
        speed = eager["steady_us"] / compiled["steady_us"]
        result.append(check("compiled_at_least_0_90x_eager", speed >= LEAST_SPEED, speed, LEAST_SPEED,
                            f"Compiled reaches {speed:.2f}× of eager's speed in steady state; at least "
                            f"{LEAST_SPEED:.2f}× is asked."))
        cost = compiled["warmup_ms"] / eager["warmup_ms"]
        result.append(check("compile_warmup_at_least_eager", cost >= 1.0, cost, 1.0,
                            f"The first {WARM_UP_CALLS} calls take {compiled['warmup_ms']:.1f} ms compiled and "
                            f"{eager['warmup_ms']:.1f} ms eager; compiling is expected to cost at least as much."))
    clean_graphs = graphs["graphs"]
    result.append(check("clean_at_most_one_graph", clean_graphs <= 1, clean_graphs, 1,
                        f"The function compiles into {_graphs(clean_graphs)}; at most one is asked."))
    # A function that breaks by itself is the lesson's broken one: its graphs are compiled once and then found again, so
    # calling it twice around a break adds nothing and the comparison would say nothing.
    if broken is not None and graphs["graph_breaks"] == 0:
        result.append(check("broken_more_than_clean", broken["graphs"] > clean_graphs, broken["graphs"], clean_graphs,
                            f"With a graph break in the middle it compiles into {_graphs(broken['graphs'])}, without "
                            f"into {_graphs(clean_graphs)}; more are expected with the break."))
    return result


def _graphs(count: int) -> str:
    return f"{count} graph" if count == 1 else f"{count} graphs"
