# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""Pictures show what the frames hold."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from typing import Any

import bindstorm as bs
import numpy as np
import pandas as pd
import pytest
from bindstorm import plot
from drawn import labels, texts
from matplotlib import pyplot
from matplotlib.axes import Axes

pytestmark = pytest.mark.usefixtures("closed_figures")


def test_density_draws_observed_over_expected_by_parts_of_the_range() -> None:
    ports = pd.DataFrame(
        {"observed": [30, 10, 10, 0, 0, 0], "expected": [10.0, 10, 10, 20, 0, 0]},
        index=pd.Index(range(40000, 40006), name="port"),
    )
    axes = plot.density(ports, bins=3)
    (line,) = axes.get_lines()
    assert np.asarray(line.get_ydata()).tolist() == pytest.approx([2, 1 / 3])  # the last: no port
    assert np.asarray(line.get_xdata()).tolist() == [40000.5, 40002.5]
    assert axes.get_xlabel() == "port"


def test_latency_draws_the_share_that_took_longer() -> None:
    histogram = pd.DataFrame({"lower_ns": [1, 2, 4], "upper_ns": [1, 3, 7], "count": [50, 25, 25]})
    _, axes = pyplot.subplots()
    assert plot.latency(histogram, label="bind", ax=axes) is axes
    (line,) = axes.get_lines()
    assert np.asarray(line.get_xdata()).tolist() == [1, 3]
    assert np.asarray(line.get_ydata()).tolist() == pytest.approx([0.5, 0.25])


def test_the_number_of_bins_is_checked() -> None:
    with pytest.raises(ValueError, match="bins must be 1 to 65536"):
        plot.density(pd.DataFrame({"observed": [1], "expected": [1.0]}), bins=0)
    with pytest.raises(ValueError, match="ports has no rows"):
        plot.density(pd.DataFrame({"observed": [], "expected": []}))


def test_a_range_of_few_ports_has_a_bin_for_each() -> None:
    parts = plot.binned(counts([2, 0, 4], [1, 1, 1]), bins=80)
    assert parts["first"].tolist() == parts["last"].tolist()
    assert len(parts) == 3


def counts(observed: list[int], expected: list[float]) -> pd.DataFrame:
    index = pd.RangeIndex(40000, 40000 + len(observed), name="port")
    return pd.DataFrame({"observed": observed, "expected": expected}, index=index)


def heights(axes: Axes, number: int = 0) -> list[float]:
    return [float(y) for y in np.asarray(axes.get_lines()[number].get_ydata())]


def band_heights(axes: Axes) -> list[float]:
    (band,) = axes.collections
    return [float(y) for y in np.asarray(band.get_paths()[0].vertices)[:, 1]]


def test_a_single_hot_port_among_thousands_stays_visible() -> None:
    observed = np.full(28_000, 10)
    observed[12_345] = 1000
    ports = counts(observed.tolist(), [10.0] * 28_000)
    parts = plot.binned(ports, bins=100)
    assert len(parts) == 100
    assert parts["max"].max() == 100
    assert parts["max_port"].iloc[int(parts["max"].argmax())] == 52_345
    assert parts["mean"].max() < 1.4
    axes = plot.ports(ports, bins=100)
    assert max(band_heights(axes)) == 100
    assert max(heights(axes)) < 1.4


def test_parts_without_a_free_port_are_left_out() -> None:
    parts = plot.binned(counts([2, 0, 0, 0, 4, 2], [1, 0, 0, 0, 1, 1]), bins=3)
    assert parts["first"].tolist() == [40000, 40004]
    assert parts["mean"].tolist() == [2, 3]
    assert parts["max_port"].tolist() == [40000, 40004]


def test_a_law_lies_over_the_counts_that_follow_it() -> None:
    low, high = 32768, 61000
    law = bs.PortAllocator("dumazet-draft-2009").law()
    n = 1_000_000
    observed = np.round(law.probability[low : high + 1] * n).astype(int)
    frame = pd.DataFrame({"observed": observed, "expected": n / observed.size})
    frame.index = pd.RangeIndex(low, high + 1, name="port")
    axes = plot.density(frame, bins=50, law=law)
    drawn, computed = heights(axes, 0), heights(axes, 1)
    assert computed == pytest.approx(drawn, rel=0.02)
    assert "law (exact)" in labels(axes)


def test_a_law_is_drawn_relative_to_even_choice() -> None:
    law = bs.PortAllocator("uniform", range=(40000, 40999), busy="random(0.5)").law()
    axes = plot.law(law, bins=10)
    assert heights(axes) == pytest.approx([1] * 10)
    assert axes.get_xlim() == (40000, 40999)
    assert labels(axes)[0].startswith("uniform (")
    with pytest.raises(ValueError, match="bins must be 1 to 65536"):
        plot.law(law, bins=0)


def test_an_estimate_has_a_band() -> None:
    allocator = bs.PortAllocator("byte-local-2009", range=(40000, 40999))
    law = allocator.law()
    law.interval = (law.probability * 0.5, law.probability * 2)
    axes = plot.law(law, bins=10)
    assert "interval" in labels(axes)
    drawn = band_heights(axes)
    assert (min(drawn), max(drawn)) == pytest.approx((0.5, 2), rel=0.1)


def test_a_parabola_turns_where_the_fit_says() -> None:
    ports = counts([10] * 1000, [10.0] * 1000)
    axes = plot.parabola(ports, a=0.8, k=1e-6, vertex_offset=0.1)
    x = np.asarray(axes.get_lines()[1].get_xdata(), dtype=float)
    y = np.asarray(heights(axes, 1))
    assert x[y.argmin()] == pytest.approx(40499.5 + 100, abs=3)
    assert np.interp(40499.5, x, y) == pytest.approx(0.8, abs=1e-5)


RUNS = pd.DataFrame(
    {
        "server.allocator": ["a", "a", "a", "b", "b", "b"],
        "server.busy": ["all", "none", "random(share=0.9)"] * 2,
        "server.bind.p99_ns": [4e6, 1e3, 2e3, 1e3, 1e3, 1e3],
        "server.bind.p50_ns": [3e6, 1e3, 1e3, 1e3, 1e3, 1e3],
        "server.bind.node_visits_per_op": [5e4, 0, 2, 0, 0, 0],
        "server.ports.p_value": [1e-30, 0.5, 0.001, 1.0, 0.2, 0.0],
        "server.ports.p.parity": [1e-30, 0.5, 0.004, 0.9, 0.2, np.nan],
        "server.ports.p.low byte": [0.3, 0.5, 0.7, 0.9, 0.2, np.nan],
        "desktop.game.frame.late": [1200, 0, 3, 0, 0, 0],
    }
)


def test_occupancies_are_in_their_order_and_evenly_spaced() -> None:
    axes = plot.latency_vs_occupancy(RUNS, metric="server.bind.p99_ns", by="server.allocator")
    assert [text.get_text() for text in axes.get_xticklabels()] == ["0 %", "90 %", "100 %"]
    assert heights(axes) == [1e3, 2e3, 4e6]
    assert labels(axes) == ["a", "b"]
    assert axes.get_yscale() == "log"
    assert axes.get_ylabel() == "p99 of a bind"


def test_a_cost_of_nothing_is_on_the_scale() -> None:
    metric = "server.bind.node_visits_per_op"
    axes = plot.latency_vs_occupancy(RUNS, metric=metric, by="server.allocator")
    assert axes.get_yscale() == "symlog"
    assert axes.get_ylim()[0] == 0
    assert axes.get_ylabel() == "node visits a bind"


def test_the_column_of_occupancies_has_to_be_clear() -> None:
    arguments: dict[str, Any] = {"metric": "server.bind.p99_ns", "by": "server.allocator"}
    with pytest.raises(ValueError, match=r"2 end with \.busy or \.occupancy"):
        plot.latency_vs_occupancy(RUNS.assign(**{"client.busy": "none"}), **arguments)
    with pytest.raises(ValueError, match="0 end with"):
        plot.latency_vs_occupancy(RUNS.drop(columns="server.busy"), **arguments)
    assert plot.occupancy_of("lower-half") is None
    assert plot.occupancy_of(float("nan")) is None


def test_a_matrix_has_a_cell_for_each_pair() -> None:
    axes = plot.matrix(
        RUNS, rows="server.allocator", columns="server.busy", metric="server.ports.p_value"
    )
    assert texts(axes) == ["1e-30", "0.50", "1e-3", "1.00", "0.20", "<1e-300"]
    assert [text.get_text() for text in axes.get_yticklabels()] == ["a", "b"]
    assert labels(axes) == ["p above 0.01", "0.01 to 0.001", "below 1e-12"]


def test_a_battery_corrects_for_the_runs_of_a_row() -> None:
    axes = plot.battery(RUNS, by="server.allocator")
    assert texts(axes) == ["3e-30", "0.90", "0.40", "0.40"]
    assert [text.get_text() for text in axes.get_xticklabels()] == ["parity", "low byte"]
    with pytest.raises(ValueError, match="has no p-values; there are: server"):
        plot.battery(RUNS, by="server.allocator", host="client")
    with pytest.raises(ValueError, match="say which host"):
        plot.battery(RUNS[["server.allocator"]], by="server.allocator")


def test_late_frames_are_written_at_their_bars() -> None:
    axes = plot.frames(RUNS, by="server.allocator", split="server.busy")
    assert texts(axes) == ["1,200", "0", "0", "0", "3", "0"]
    assert labels(axes) == ["all", "none", "random(share=0.9)"]


def test_quantiles_have_a_line_a_run() -> None:
    names = RUNS["server.allocator"] + " " + RUNS["server.busy"]
    axes = plot.quantiles(RUNS, operation="server.bind", label=names)
    assert [text.get_text() for text in axes.get_yticklabels()] == names.tolist()
    assert np.asarray(axes.get_lines()[1].get_xdata()).tolist()[:2] == [4e6, 1e3]


def test_predictions_stand_beside_what_was_published() -> None:
    published = pd.DataFrame(
        {
            "label": ["fitted", "predicted", "no time"],
            "unit": ["ms", "us", "ports"],
            "published": [250.0, 2900.0, 3.0],
            "ours": [np.nan, 2257.0, 3.0],
            "kind": ["fitted", "predicted", "simulated"],
        }
    )
    axes = plot.predicted(published)
    assert texts(axes) == ["250 ms", "2.90 ms", "cost fitted to this", "2.26 ms (predicted)"]
    assert np.asarray(axes.get_lines()[0].get_xdata()).tolist() == [250e6, 2.9e6]


def test_nothing_to_draw_is_an_empty_picture() -> None:
    none = RUNS.iloc[:0]
    pairs: dict[str, Any] = {"rows": "server.allocator", "columns": "server.busy"}
    draws: list[Callable[[Axes], Axes]] = [
        lambda ax: plot.latency_vs_occupancy(
            none, metric="server.bind.p99_ns", by="server.allocator", ax=ax
        ),
        lambda ax: plot.matrix(none, **pairs, metric="server.ports.p_value", ax=ax),
        lambda ax: plot.battery(none, by="server.allocator", ax=ax),
        lambda ax: plot.frames(none, by="server.allocator", ax=ax),
        lambda ax: plot.quantiles(none, operation="server.bind", label="server.allocator", ax=ax),
    ]
    for draw in draws:
        figure, axes = pyplot.subplots()
        assert draw(axes) is axes
        figure.canvas.draw()


PORTS = pd.DataFrame({"observed": [1], "expects": [1.0]}, index=pd.Index([40000], name="port"))
PAIRS: dict[str, Any] = {"rows": "server.allocator", "columns": "server.busy"}
FITS: dict[str, Any] = {"a": 1.0, "k": 0.0}
BY = "server.alocator"


@pytest.mark.parametrize(
    ("draw", "function", "missing"),
    [
        (lambda: plot.binned(PORTS), "binned", "expected"),
        (lambda: plot.density(PORTS), "density", "expected"),
        (lambda: plot.ports(PORTS), "ports", "expected"),
        (lambda: plot.parabola(PORTS, **FITS), "parabola", "expected"),
        (lambda: plot.latency(pd.DataFrame({"upper_ns": [1]})), "latency", "count"),
        (
            lambda: plot.latency_vs_occupancy(RUNS, metric="server.bind.p99_ns", by=BY),
            "latency_vs_occupancy",
            BY,
        ),
        (
            lambda: plot.latency_vs_occupancy(RUNS, metric="p98", by="server.allocator"),
            "latency_vs_occupancy",
            "p98",
        ),
        (
            lambda: plot.quantiles(RUNS, operation="server.bind", label="x"),
            "quantiles",
            "x",
        ),
        (
            lambda: plot.quantiles(RUNS, operation="bind", label=RUNS["server.busy"]),
            "quantiles",
            "bind.p50_ns",
        ),
        (lambda: plot.frames(RUNS, by=BY), "frames", BY),
        (lambda: plot.frames(RUNS, by="server.busy", metric="late"), "frames", "late"),
        (lambda: plot.frames(RUNS, by="server.busy", split="part"), "frames", "part"),
        (lambda: plot.predicted(pd.DataFrame({"label": ["a"]})), "predicted", "unit"),
        (lambda: plot.matrix(RUNS, **PAIRS, metric="p"), "matrix", "p"),
        (
            lambda: plot.matrix(RUNS, rows=BY, columns="server.busy", metric="p"),
            "matrix",
            BY,
        ),
        (lambda: plot.battery(RUNS, by=BY), "battery", BY),
        (lambda: plot.battery(RUNS.iloc[:0], by=BY), "battery", BY),
    ],
)
def test_a_column_that_is_missing_is_named_with_those_there_are(
    draw: Callable[[], Any], function: str, missing: str
) -> None:
    with pytest.raises(
        ValueError, match=rf"^plot\.{function}\(\): there (is|are) no col"
    ) as caught:
        draw()
    told = str(caught.value)
    assert repr(missing) in told
    present = told.partition("; the frame has: ")[2]
    assert present.startswith(("'observed', 'expects'", "'upper_ns'", "'server.al", "'label'"))
    assert pyplot.get_fignums() == []
    if missing == BY:
        assert "did you mean 'server.allocator'?" in told


def test_matplotlib_is_imported_when_something_is_drawn() -> None:
    program = "import sys, bindstorm as bs; bs.plot.density; print('matplotlib' in sys.modules)"
    told = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert told.stdout.strip() == "False"
