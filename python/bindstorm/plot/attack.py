# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""What legitimate traffic has left of a NAT under attack."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd

from bindstorm.checks import has_columns
from bindstorm.plot.current import MARKERS, axes_or_current, legend_beside, tick_logarithmic
from bindstorm.plot.nat import time_tick

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_BOUND_MARKER = "_"


def attack_load(
    runs: pd.DataFrame,
    *,
    metric: str,
    by: str,
    rate: str,
    bound: str | None = None,
    capacity: float | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw a metric of legitimate traffic against the rate of an attack, a line for each variant.

    Parameters
    ----------
    runs : DataFrame
        As :meth:`Results.runs` gives, of one attack.
    metric : str
        A share, ``"box.load.success"``, or a time, ``"box.load.response.p999_ns"``, which is drawn
        on a logarithmic scale.
    by : str
        The parameter that tells lines apart: ``"box.index"``. Equal runs are averaged.
    rate : str
        The attack's packets a second: ``"box.attack.rate"``.
    bound : str, optional
        What the queue alone would leave of a share, ``"box.load.queueing_bound"``: a short line
        of the same colour for each point.
    capacity : float, optional
        What the box carries, in packets a second; with it the load is written in its multiples.
    ax : matplotlib axes, optional
        Where to draw; without, the current ones.

    Examples
    --------
    >>> import pandas as pd
    >>> from bindstorm import plot
    >>> from matplotlib.figure import Figure
    >>> ax = Figure().subplots()
    >>> runs = pd.DataFrame({"index": ["flat", "flat"], "rate": [20e3, 60e3], "success": [1, 0.7]})
    >>> plot.attack_load(
    ...     runs, metric="success", by="index", rate="rate", capacity=40e3, ax=ax
    ... ).get_xlabel()
    'attack, times the capacity'
    """
    from matplotlib.ticker import NullLocator

    has_columns("plot.attack_load()", runs, [metric, by, rate, *([] if bound is None else [bound])])
    axes = axes_or_current(ax)
    is_time = metric.endswith("_ns")
    shown = runs.dropna(subset=[metric, rate])
    for number, (name, line) in enumerate(shown.groupby(by, sort=False)):
        mean = line.groupby(rate)[metric].mean()
        drawn = axes.plot(
            mean.index.to_numpy(),
            mean.to_numpy(),
            marker=MARKERS[number % len(MARKERS)],
            markersize=6,
            fillstyle="none",
            label=str(name),
        )
        if bound is not None:
            limits = line.groupby(rate)[bound].mean()
            axes.plot(
                limits.index.to_numpy(),
                limits.to_numpy(),
                _BOUND_MARKER,
                markersize=13,
                markeredgewidth=2,
                color=drawn[0].get_color(),
            )
    if bound is not None:
        axes.plot(
            [], [], _BOUND_MARKER, markersize=13, markeredgewidth=2, label="what a queue leaves",
            color=axes.xaxis.label.get_color(),
        )  # fmt: skip
    rates = sorted(shown[rate].unique())
    axes.set_xscale("log")
    axes.xaxis.set_minor_locator(NullLocator())
    axes.set_xticks(rates, [load_text(value, capacity) for value in rates])
    if rates:
        axes.set_xlim(0.8 * rates[0], 1.25 * rates[-1])
    axes.set_xlabel(load_label(capacity))
    if is_time:
        axes.set_yscale("log")
        tick_logarithmic(axes.yaxis, time_tick)
    else:
        axes.set_ylim(-0.04, 1.06)
    axes.set_ylabel("time" if is_time else metric.rpartition(".")[2].replace("_", " "))
    if len(shown):
        legend_beside(axes)
    return axes


def nat_series(
    series: pd.DataFrame, *, by: str, column: str = "links", ax: Axes | None = None
) -> Axes:
    """Draw the size of a NAT's table over simulated time, a line for each variant.

    Parameters
    ----------
    series : DataFrame
        As :meth:`Results.series` gives, those of several runs below each other with a column more.
    by : str
        That column.
    column : str
        ``"links"``, ``"mappings"``, ``"sessions"`` or ``"queued"``.
    ax : matplotlib axes, optional
        Where to draw; without, the current ones.

    Examples
    --------
    >>> import pandas as pd
    >>> from bindstorm import plot
    >>> from matplotlib.figure import Figure
    >>> ax = Figure().subplots()
    >>> series = pd.DataFrame({"time_ns": [0, 10_000_000], "links": [0, 240], "index": "flat"})
    >>> plot.nat_series(series, by="index", ax=ax).get_xlabel()
    'simulated time, ms'
    """
    from matplotlib.ticker import MaxNLocator

    has_columns("plot.nat_series()", series, [by, "time_ns", column])
    axes = axes_or_current(ax)
    names = list(dict.fromkeys(series[by]))
    for number, name in enumerate(names):
        line = series[series[by] == name]
        every = max(len(line) // 4, 1)
        axes.plot(
            (line["time_ns"] / 1e6).to_numpy(),
            line[column].to_numpy(),
            marker=MARKERS[number % len(MARKERS)],
            markevery=(every * number // len(names), every),
            markersize=6,
            fillstyle="none",
            label=str(name),
        )
    axes.set_xlim(left=0)
    axes.set_ylim(bottom=0)
    axes.xaxis.set_major_locator(MaxNLocator(4))
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
    axes.set_xlabel("simulated time, ms")
    axes.set_ylabel(f"{column} in the table" if column != "queued" else "packets that wait")
    if names:
        legend_beside(axes)
    return axes


def load_text(rate: float, capacity: float | None) -> str:
    """Return a rate for a tick: in multiples of a capacity, or in packets a second.

    Examples
    --------
    >>> from bindstorm.plot.attack import load_text
    >>> load_text(20_000, None), load_text(120_000, 40_000), load_text(20_000, 40_000)
    ('20k', '3', '0.5')
    """
    if capacity is not None:
        return f"{rate / capacity:.2g}"
    return f"{rate / 1000:g}k" if rate >= 1000 else f"{rate:g}"


def load_label(capacity: float | None) -> str:
    """Return what the numbers of `load_text` are."""
    return "attack, packets a second" if capacity is None else "attack, times the capacity"
