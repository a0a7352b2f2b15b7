# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""Pictures of a NAT's costs show what the frames hold."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import pytest
from bindstorm import plot
from drawn import labels, points, texts
from matplotlib import pyplot
from matplotlib.axes import Axes

pytestmark = pytest.mark.usefixtures("closed_figures")

ROUNDS = pd.DataFrame(
    {
        "nat.index": ["chains"] * 3 + ["trees"] * 2,
        "flows": [2000, 4000, 6000, 2000, 4000],
        "random_ns": [100.0, 200.0, 300.0, 450.0, 460.0],
        "use_nat_ns": [105.0, 106.0, np.nan, 180.0, 181.0],
    }
)
RUNS = pd.DataFrame(
    {
        "nat.clock": ["each-packet", "ticker"],
        "nat.perf.use_nat.mean_ns": [2379.0, 179.0],
        "nat.perf.use_nat.node_visits_per_packet": [7.0, 7.0],
        "nat.perf.use_nat.comparisons_per_packet": [6.0, 6.0],
        "nat.perf.use_nat.expiry_checks_per_packet": [2.0, 2.0],
        "nat.perf.use_nat.clock_reads_per_packet": [1.0, np.nan],
    },
    index=[3, 4],
)
PUBLISHED = pd.DataFrame(
    {
        "label": ["a miss", "a hit", "buckets", "of an unknown run"],
        "unit": ["times", "us", "times", "times"],
        "published": [10.0, 0.1, 1.5, 2.0],
        "ours": [0.5, 0.1, 6.8, np.nan],
    }
)
HITS: dict[str, Any] = {"by": "nat.clock", "packet": "nat.perf.use_nat"}


def names(axes: Axes) -> list[str]:
    return [text.get_text() for text in axes.get_yticklabels()]


def test_each_variant_has_a_line_over_the_flows_opened() -> None:
    axes = plot.nat_rounds(ROUNDS, by="nat.index", phase="random")
    assert points(axes) == [
        [(2000, 100), (4000, 200), (6000, 300)],
        [(2000, 450), (4000, 460)],
    ]
    assert labels(axes) == ["chains", "trees"]
    assert (axes.get_title(), axes.get_yscale()) == ("RANDOM", "log")


def test_rounds_that_did_not_reach_a_phase_are_left_out() -> None:
    axes = plot.nat_rounds(ROUNDS, by="nat.index")
    assert [len(line) for line in points(axes)] == [2, 2]


def test_lines_are_told_apart_without_colours() -> None:
    lines = plot.nat_rounds(ROUNDS, by="nat.index").get_lines()
    assert len({line.get_marker() for line in lines}) == len(lines)
    bars = plot.nat_work(RUNS, **HITS, ax=pyplot.subplots()[1]).containers
    assert len({bar.patches[0].get_hatch() for bar in bars}) == len(bars) == 4  # type: ignore[attr-defined]


def test_level_lines_look_level_and_panels_can_share_a_scale() -> None:
    level = ROUNDS.assign(random_ns=[100.0, 101.0, 100.5, 100.2, 100.1])
    low, high = plot.nat_rounds(level, by="nat.index", phase="random").get_ylim()
    assert high / low > 4
    _, panels = pyplot.subplots(1, 2, sharey=True)
    for axes, phase in zip(panels, ["random", "use_nat"], strict=True):
        plot.nat_rounds(ROUNDS, by="nat.index", phase=phase, ax=axes)
    low, high = panels[0].get_ylim()
    assert low < 100
    assert high > 460


def test_a_phase_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="new_nat, random, attack, use_nat, not 'useNAT'"):
        plot.nat_rounds(ROUNDS, by="nat.index", phase="useNAT")


def test_ratios_stand_beside_those_published() -> None:
    axes = plot.nat_ratios(PUBLISHED)
    assert names(axes) == ["a miss", "buckets"]
    theirs, ours = (points(axes)[number] for number in (1, 2))
    assert theirs == [(10, 0), (1.5, 1)]
    assert ours == [(0.5, 0), (6.8, 1)]
    assert texts(axes) == ["10", "0.5", "1.5", "6.8"]
    # The smaller one's text lies left of it, whosever it is.
    assert [text.get_ha() for text in axes.texts] == ["left", "right", "right", "left"]  # type: ignore[attr-defined]


def test_equal_ratios_have_their_texts_on_both_sides() -> None:
    axes = plot.nat_ratios(PUBLISHED.assign(ours=PUBLISHED["published"]).iloc[:1])
    assert sorted(text.get_ha() for text in axes.texts) == ["left", "right"]  # type: ignore[attr-defined]


def test_work_is_stacked_with_its_sum() -> None:
    axes = plot.nat_work(RUNS, **HITS)
    assert names(axes) == ["each-packet", "ticker"]
    assert texts(axes) == ["16", "15"]
    assert labels(axes) == ["entries looked at", "keys compared", "expiry checks", "clock readings"]
    assert axes.get_xlabel() == "counted for a packet"
    assert texts(plot.nat_work(RUNS, **HITS, units=["node_visits"], ax=pyplot.subplots()[1])) == [
        "7",
        "7",
    ]


def test_work_times_costs_is_the_time_with_the_rest_as_a_part() -> None:
    costs = pd.DataFrame(
        {"node_visits": 14.0, "comparisons": 0.5, "expiry_checks": 0.0, "clock_reads": 2200.0},
        index=RUNS.index,
    )
    axes = plot.nat_work(RUNS, **HITS, costs=costs)
    assert texts(axes) == ["2.38 us", "179 ns"]
    assert labels(axes)[-1] == "the packet itself"
    rest = [bar.get_width() for bar in axes.containers[-1].patches]  # type: ignore[attr-defined]
    assert rest == pytest.approx([78, 78])
    with pytest.raises(ValueError, match="'clock_reads'"):
        plot.nat_work(RUNS, **HITS, costs=costs.drop(columns="clock_reads"))


def test_nothing_to_draw_is_an_empty_picture() -> None:
    draws: list[Callable[[Axes], Axes]] = [
        lambda ax: plot.nat_rounds(ROUNDS.iloc[:0], by="nat.index", ax=ax),
        lambda ax: plot.nat_ratios(PUBLISHED.iloc[:0], ax=ax),
        lambda ax: plot.nat_work(RUNS.iloc[:0], **HITS, ax=ax),
    ]
    for draw in draws:
        figure, axes = pyplot.subplots()
        assert draw(axes) is axes
        figure.canvas.draw()


@pytest.mark.parametrize(
    ("draw", "function", "missing"),
    [
        (lambda: plot.nat_rounds(ROUNDS, by="index"), "nat_rounds", "index"),
        (lambda: plot.nat_rounds(ROUNDS, by="flows", phase="attack"), "nat_rounds", "attack_ns"),
        (lambda: plot.nat_ratios(PUBLISHED.drop(columns="ours")), "nat_ratios", "ours"),
        (lambda: plot.nat_work(RUNS, by="nat.index", packet="nat.perf.use_nat"), "nat_work",
         "nat.index"),
        (lambda: plot.nat_work(RUNS, by="nat.clock", packet="nat.perf.random"), "nat_work",
         "nat.perf.random.node_visits_per_packet"),
    ],
)  # fmt: skip
def test_a_column_that_is_missing_is_named(
    draw: Callable[[], Any], function: str, missing: str
) -> None:
    with pytest.raises(ValueError, match=rf"^plot\.{function}\(\): there (is|are) no col") as told:
        draw()
    assert repr(missing) in str(told.value)
    assert pyplot.get_fignums() == []
