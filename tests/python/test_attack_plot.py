# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""Pictures of attacks and rates show what the frames hold."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import numpy as np
import pandas as pd
import pytest
from bindstorm import plot
from drawn import labels, points, texts
from matplotlib import pyplot
from matplotlib.axes import Axes
from matplotlib.colors import to_hex
from matplotlib.patches import Polygon, Rectangle

pytestmark = pytest.mark.usefixtures("closed_figures")

PATTERNS = ("one-port", "hash-flood")
RATES = (20_000, 120_000)
RUNS = pd.DataFrame(
    list(product(("chains", "flat"), PATTERNS, RATES)),
    columns=["index", "pattern", "rate"],
).assign(
    success=[0.6402, 0.0508, 0.4436, 0.0048, 1, 0.53, 0.9996, np.nan],
    bound=[0.65, 0.05, 0.5011, 0.02, 1, 0.5, 1, np.nan],
    links=[82.0, 113.4, 137.5, 173, 9.1, 6.7, 8.83, 0.083],
    p999_ns=[8e6, 8e6, 9e6, 9e6, 3e5, 2e6, 3e5, 2e6],
)  # fmt: skip
CELLS: dict[str, Any] = {"rows": "index", "columns": "pattern", "rate": "rate"}
LINES: dict[str, Any] = {"by": "index", "rate": "rate"}
SERIES = pd.DataFrame(
    {"time_ns": [0, 10e6, 0, 10e6], "links": [0, 200, 0, 300], "index": ["a", "a", "b", "b"]}
)
FOUND = pd.DataFrame(
    {
        "mix": ["hits", "hits", "misses", "misses"],
        "index": ["chains", "flat"] * 2,
        "pps": [2.1e7, 2.8e7, 1.8e7, 0.0],
    }
)
TABLES = pd.DataFrame(
    {"n": [8, 1, 1], "pps": [9e6, 5e6, 4e6], "who": ["2 CPUs", "2 CPUs", "1 CPU"]}
)


def cells(axes: Axes) -> list[Rectangle]:
    return [patch for patch in axes.patches if isinstance(patch, Rectangle)]


def corners(axes: Axes) -> list[tuple[float, float]]:
    found = [patch for patch in axes.patches if isinstance(patch, Polygon)]
    return [(round(float(x)), round(float(y))) for x, y in (one.get_xy()[0] for one in found)]


def test_each_combination_has_a_cell_with_its_number() -> None:
    axes = plot.attack_matrix(RUNS, metric="success", **CELLS)
    assert texts(axes) == ["0.64", "0.05", "0.44", "0.005", "1", "0.53", "0.999"]
    assert len(cells(axes)) == 8
    assert [text.get_text() for text in axes.get_yticklabels()] == ["chains", "flat"]
    assert [text.get_text() for text in axes.get_xticklabels()] == ["20k", "120k"] * 2
    assert axes.get_xlabel() == "attack, packets a second"
    above = axes.child_axes[0]
    assert [text.get_text() for text in above.get_xticklabels()] == list(PATTERNS)


def test_a_combination_without_a_number_is_an_empty_cell() -> None:
    axes = plot.attack_matrix(RUNS, metric="success", **CELLS)
    assert [cell.get_linestyle() for cell in cells(axes)].count(":") == 1
    axes = plot.attack_matrix(RUNS.iloc[:7], metric="success", **CELLS, ax=pyplot.subplots()[1])
    assert [cell.get_linestyle() for cell in cells(axes)].count(":") == 1


def test_colours_say_how_much_is_left_and_the_legend_has_those_used() -> None:
    axes = plot.attack_matrix(RUNS, metric="success", **CELLS)
    colours = [to_hex(cell.get_facecolor()) for cell in cells(axes)]
    assert colours[1] == colours[3]  # both below 0.2
    assert colours[4] == colours[6]  # both at least 0.999
    assert len({colours[0], colours[1], colours[2], colours[4]}) == 4
    assert labels(axes) == ["at least 0.999", "0.5 to 0.9", "0.2 to 0.5", "below 0.2"]


def test_levels_that_rise_say_that_more_is_worse() -> None:
    axes = plot.attack_matrix(RUNS, metric="links", levels=(3, 10, 30, 100), **CELLS)
    assert texts(axes) == ["82", "113", "138", "173", "9.1", "6.7", "8.8", "0.083"]
    assert labels(axes) == ["below 3", "3 to 10", "30 to 100", "at least 100"]
    colours = [to_hex(cell.get_facecolor()) for cell in cells(axes)]
    worst = plot.attack_matrix(RUNS, metric="success", **CELLS, ax=pyplot.subplots()[1])
    assert colours[1] == to_hex(cells(worst)[1].get_facecolor())


def test_a_corner_tells_what_lies_below_the_bound() -> None:
    axes = plot.attack_matrix(RUNS, metric="success", bound="bound", **CELLS)
    # Of a column's first rate, in the upper row: 0.4436 is more than 0.05 below 0.5011.
    assert corners(axes) == [(2, 0)]
    assert labels(axes)[-1] == "below what a queue leaves"
    axes = plot.attack_matrix(
        RUNS, metric="success", bound="bound", slack=0.005, **CELLS, ax=pyplot.subplots()[1]
    )
    assert len(corners(axes)) == 3
    axes = plot.attack_matrix(
        RUNS, metric="success", bound="bound", slack=0.1, **CELLS, ax=pyplot.subplots()[1]
    )
    assert corners(axes) == []
    assert "below what a queue leaves" not in labels(axes)


def test_a_turned_matrix_has_attacks_below_each_other() -> None:
    axes = plot.attack_matrix(RUNS, metric="success", capacity=40_000, turned=True, **CELLS)
    assert [text.get_text() for text in axes.get_xticklabels()] == ["chains", "flat"]
    assert [text.get_text() for text in axes.get_yticklabels()] == ["0.5", "3"] * 2
    assert texts(axes)[-2:] == list(PATTERNS)
    assert axes.get_ylabel() == "attack, times the capacity"
    low, high = axes.get_ylim()
    assert low > high  # the first attack is at the top


def test_equal_runs_are_averaged() -> None:
    twice = pd.concat([RUNS, RUNS.assign(success=RUNS["success"] / 2)])
    assert texts(plot.attack_matrix(twice, metric="success", **CELLS))[0] == "0.48"
    lines = points(plot.attack_load(twice, metric="success", **LINES, ax=pyplot.subplots()[1]))
    one = RUNS[RUNS["index"] == "chains"].groupby("rate")["success"].mean()
    assert [y for _, y in lines[0]] == pytest.approx((0.75 * one).tolist())


@pytest.mark.parametrize("levels", [(0.9, 0.5, 0.2), (0.9, 0.2, 0.5, 0.1)])
def test_levels_that_are_none_are_refused(levels: tuple[float, ...]) -> None:
    with pytest.raises(ValueError, match="levels must be 4 numbers that rise or fall"):
        plot.attack_matrix(RUNS, metric="success", levels=levels, **CELLS)


def test_each_variant_has_a_line_over_the_load_and_marks_at_its_bound() -> None:
    one = RUNS[RUNS["pattern"] == "one-port"]
    axes = plot.attack_load(one, metric="success", bound="bound", capacity=40_000, **LINES)
    chains, their_bound, flat, its_bound, _ = axes.get_lines()
    assert points(axes)[:4] == [
        [(20_000, 0.6402), (120_000, 0.0508)],
        [(20_000, 0.65), (120_000, 0.05)],
        [(20_000, 1), (120_000, 0.53)],
        [(20_000, 1), (120_000, 0.5)],
    ]
    assert chains.get_color() == their_bound.get_color() != flat.get_color()
    assert flat.get_color() == its_bound.get_color()
    assert chains.get_marker() != flat.get_marker()
    assert labels(axes) == ["chains", "flat", "what a queue leaves"]
    assert [text.get_text() for text in axes.get_xticklabels()] == ["0.5", "3"]
    assert axes.get_yscale() == "linear"


def test_times_are_logarithmic() -> None:
    axes = plot.attack_load(RUNS, metric="p999_ns", **LINES)
    assert (axes.get_yscale(), axes.get_ylabel()) == ("log", "time")
    axes.figure.canvas.draw()
    assert "1 ms" in [text.get_text() for text in axes.get_yticklabels()]


def test_tables_are_drawn_over_milliseconds() -> None:
    axes = plot.nat_series(SERIES, by="index")
    assert points(axes) == [[(0, 0), (10, 200)], [(0, 0), (10, 300)]]
    assert labels(axes) == ["a", "b"]
    queue = plot.nat_series(
        SERIES.rename(columns={"links": "queued"}),
        by="index", column="queued", ax=pyplot.subplots()[1],
    )  # fmt: skip
    assert queue.get_ylabel() == "packets that wait"


def test_rates_have_a_row_for_each_mix_and_a_mark_for_each_variant() -> None:
    axes = plot.nat_rates(FOUND, rate="pps", rows="mix", by="index")
    assert points(axes) == [[(21, 0), (18, 1)], [(28, 0)]]  # no mark where no rate passes
    assert [text.get_text() for text in axes.get_yticklabels()] == ["hits", "misses"]
    assert labels(axes) == ["chains", "flat"]
    assert axes.get_xscale() == "log"


def test_tables_side_by_side_are_in_order() -> None:
    axes = plot.nat_instances(TABLES, rate="pps", instances="n", by="who")
    assert points(axes) == [[(1, 5), (8, 9)], [(1, 4)]]
    assert labels(axes) == ["2 CPUs", "1 CPU"]


def test_nothing_to_draw_is_an_empty_picture() -> None:
    draws: list[Callable[[Axes], Axes]] = [
        lambda ax: plot.attack_matrix(RUNS.iloc[:0], metric="success", **CELLS, ax=ax),
        lambda ax: plot.attack_load(RUNS.iloc[:0], metric="success", **LINES, ax=ax),
        lambda ax: plot.nat_series(SERIES.iloc[:0], by="index", ax=ax),
        lambda ax: plot.nat_rates(FOUND.iloc[:0], rate="pps", rows="mix", by="index", ax=ax),
        lambda ax: plot.nat_instances(TABLES.iloc[:0], rate="pps", instances="n", by="who", ax=ax),
    ]
    for draw in draws:
        figure, axes = pyplot.subplots()
        assert draw(axes) is axes
        figure.canvas.draw()


@pytest.mark.parametrize(
    ("draw", "function", "missing"),
    [
        (lambda: plot.attack_matrix(RUNS, metric="sucess", **CELLS), "attack_matrix", "sucess"),
        (lambda: plot.attack_load(RUNS, metric="success", by="x", rate="rate"), "attack_load", "x"),
        (lambda: plot.nat_series(SERIES, by="index", column="x"), "nat_series", "x"),
        (lambda: plot.nat_rates(FOUND, rate="x", rows="mix", by="index"), "nat_rates", "x"),
        (lambda: plot.nat_instances(TABLES, rate="pps", instances="x", by="who"),
         "nat_instances", "x"),
    ],
)  # fmt: skip
def test_a_column_that_is_missing_is_named(
    draw: Callable[[], Any], function: str, missing: str
) -> None:
    with pytest.raises(ValueError, match=rf"^plot\.{function}\(\): there (is|are) no col") as told:
        draw()
    assert repr(missing) in str(told.value)
    assert pyplot.get_fignums() == []
