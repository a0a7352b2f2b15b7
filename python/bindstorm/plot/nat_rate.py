# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""How many packets a second a NAT carries."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from bindstorm.checks import has_columns
from bindstorm.plot.current import MARKERS, axes_or_current, legend_beside, tick_logarithmic

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def nat_rates(runs: pd.DataFrame, *, rate: str, rows: str, by: str, ax: Axes | None = None) -> Axes:
    """Draw rates that were found by search, a row for each mix and a mark for each variant.

    Parameters
    ----------
    runs : DataFrame
        As :meth:`Results.runs` gives.
    rate : str
        Something a second: ``"nat.load.no_drop_pps"``. What is not above 0 has no place on the
        logarithmic scale and is left out.
    rows : str
        The column that rows are made by: ``"part"``.
    by : str
        The column that marks are told apart by: ``"nat.index"``. Equal runs are averaged.
    ax : matplotlib axes, optional
        Where to draw; without, the current ones.

    Examples
    --------
    >>> import pandas as pd
    >>> from bindstorm import plot
    >>> from matplotlib.figure import Figure
    >>> ax = Figure().subplots()
    >>> runs = pd.DataFrame({"mix": "hits", "index": ["chains", "flat"], "pps": [2.1e7, 2.8e7]})
    >>> plot.nat_rates(runs, rate="pps", rows="mix", by="index", ax=ax).get_xlabel()
    'millions a second'
    """
    has_columns("plot.nat_rates()", runs, [rate, rows, by])
    axes = axes_or_current(ax)
    shown = runs[runs[rate] > 0]
    names = list(dict.fromkeys(shown[rows]))
    means = shown.groupby([by, rows], sort=False)[rate].mean() / 1e6
    for place, name in enumerate(names):
        found = means.xs(name, level=rows)
        axes.hlines(place, found.min(), found.max(), linewidth=3, alpha=0.25, color="#8c8c8c")
    for number, kind in enumerate(dict.fromkeys(shown[by])):
        found = means.xs(kind, level=by)
        axes.plot(
            found.to_numpy(),
            [names.index(name) for name in found.index],
            MARKERS[number % len(MARKERS)],
            markersize=7,
            fillstyle="none",
            markeredgewidth=1.6,
            label=str(kind),
        )
    axes.set_xscale("log")
    tick_logarithmic(axes.xaxis, lambda value: f"{value:g}")
    axes.set_yticks(range(len(names)), [str(name) for name in names])
    axes.set_ylim(max(len(names), 1) - 0.5, -0.5)
    if names:
        axes.set_xlim(means.min() / 1.3, means.max() * 1.3)
        legend_beside(axes)
    axes.set_xlabel("millions a second")
    return axes


def nat_instances(
    runs: pd.DataFrame, *, rate: str, instances: str, by: str, ax: Axes | None = None
) -> Axes:
    """Draw what a box carries against its number of tables, a line for each variant.

    Parameters
    ----------
    runs : DataFrame
        As :meth:`Results.runs` gives.
    rate : str
        Something a second.
    instances : str
        The parameter: ``"nat.instances"``.
    by : str
        The column that tells lines apart, CPUs and lock for example. Equal runs are averaged.
    ax : matplotlib axes, optional
        Where to draw; without, the current ones.

    Returns
    -------
    matplotlib.axes.Axes
        Both scales are logarithmic: twice the tables and twice the packets are equally far.

    Examples
    --------
    >>> import pandas as pd
    >>> from bindstorm import plot
    >>> from matplotlib.figure import Figure
    >>> ax = Figure().subplots()
    >>> runs = pd.DataFrame({"instances": [1, 8], "pps": [5e6, 6e6], "cpus": ["2 CPUs"] * 2})
    >>> axes = plot.nat_instances(runs, rate="pps", instances="instances", by="cpus", ax=ax)
    >>> [text.get_text() for text in axes.get_xticklabels()]
    ['1', '8']
    """
    from matplotlib.ticker import NullLocator

    has_columns("plot.nat_instances()", runs, [rate, instances, by])
    axes = axes_or_current(ax)
    shown = runs.dropna(subset=[rate, instances])
    for number, (name, line) in enumerate(shown.groupby(by, sort=False)):
        mean = line.groupby(instances)[rate].mean() / 1e6
        axes.plot(
            mean.index.to_numpy(dtype="float64"),
            mean.to_numpy(),
            marker=MARKERS[number % len(MARKERS)],
            markersize=7,
            fillstyle="none",
            label=str(name),
        )
    counts = np.sort(shown[instances].unique()).astype("int64")
    axes.set_xscale("log", base=2)
    axes.set_yscale("log")
    axes.xaxis.set_minor_locator(NullLocator())
    axes.set_xticks(counts, [str(count) for count in counts])
    tick_logarithmic(axes.yaxis, lambda value: f"{value:g}")
    axes.set_xlabel("tables side by side")
    axes.set_ylabel("millions a second")
    if len(shown):
        legend_beside(axes)
    return axes
