# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""How often ports were chosen, along the range."""

from __future__ import annotations

from typing import TYPE_CHECKING, SupportsIndex

import numpy as np
import pandas as pd

from bindstorm.checks import has_columns
from bindstorm.plot.bins import COUNTS, binned
from bindstorm.plot.current import axes_or_current

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from bindstorm.law import Law


def density(
    ports: pd.DataFrame,
    *,
    bins: SupportsIndex = 64,
    law: Law | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw how often ports were chosen, relative to even choice, along the range.

    Parameters
    ----------
    ports : DataFrame
        As :meth:`Results.ports` gives: index ``port``, columns ``observed`` and ``expected``.
    bins : int
        Parts of the range; one for each port where it has fewer.
    law : Law, optional
        What the allocator's law says, drawn as a line over the counts.
    ax : matplotlib axes, optional
        Where to draw; without, the current ones.

    Returns
    -------
    matplotlib.axes.Axes
        With observed/expected of each part, and two standard deviations of chance about 1.
    """
    has_columns("plot.density()", ports, COUNTS)
    axes = axes_or_current(ax)
    parts = binned(ports, bins=bins)
    middles = (parts["first"] + parts["last"]) / 2
    deviation = 2 / np.sqrt(parts["expected"])
    axes.fill_between(
        middles, 1 - deviation, 1 + deviation, alpha=0.2, step="mid", label="chance (2 sigma)"
    )
    axes.step(middles, parts["mean"], where="mid", label="observed/expected")
    if law is not None:
        sums = np.concatenate([[0.0], np.cumsum(law.probability)])
        chance = sums[parts["last"].to_numpy() + 1] - sums[parts["first"].to_numpy()]
        drawn = float(ports["observed"].sum())
        axes.plot(middles, chance * drawn / parts["expected"], label=f"law ({law.kind})")
    axes.set_xlabel("port")
    axes.set_ylabel("relative density")
    axes.legend()
    return axes


def ports(ports: pd.DataFrame, *, bins: SupportsIndex = 128, ax: Axes | None = None) -> Axes:
    """Draw a histogram of ports in which a single one that stands out stays visible.

    Thousands of ports share a few hundred pixels: a port drawn a hundred times too often is lost
    when each is drawn, and lost when they are averaged. So each part of the range shows its mean
    and its greatest port.

    Parameters
    ----------
    ports : DataFrame
        As :meth:`Results.ports` gives.
    bins : int
        Parts of the range; one for each port where it has fewer.
    ax : matplotlib axes, optional
        Where to draw; without, the current ones.

    Returns
    -------
    matplotlib.axes.Axes
        Relative to even choice.
    """
    has_columns("plot.ports()", ports, COUNTS)
    axes = axes_or_current(ax)
    parts = binned(ports, bins=bins)
    middles = (parts["first"] + parts["last"]) / 2
    axes.fill_between(
        middles,
        parts["mean"],
        parts["max"],
        step="mid",
        alpha=0.3,
        linewidth=0,
        label="greatest single port",
    )
    axes.step(middles, parts["mean"], where="mid", label="mean")
    axes.set_xlabel("port")
    axes.set_ylabel("observed/expected")
    axes.set_ylim(bottom=0)
    axes.legend()
    return axes


def parabola(
    ports: pd.DataFrame,
    *,
    a: float,
    k: float,
    vertex_offset: float = 0.0,
    bins: SupportsIndex = 128,
    ax: Axes | None = None,
) -> Axes:
    """Draw the density of ports with a fitted parabola a + k x^2.

    Parameters
    ----------
    ports : DataFrame
        As :meth:`Results.ports` gives.
    a, k : float
        Of the fit, as the metrics ``HOST.ports.parabola_a`` and ``HOST.ports.parabola_k`` have
        them: relative density in the middle of the range, and per port^2.
    vertex_offset : float
        Metric ``HOST.ports.parabola_vertex_offset``: how far the vertex is from the middle, in
        parts of the range.
    bins : int
        Parts of the range.
    ax : matplotlib axes, optional
        Where to draw; without, the current ones.
    """
    has_columns("plot.parabola()", ports, COUNTS)
    axes = axes_or_current(ax)
    parts = binned(ports, bins=bins)
    middles = (parts["first"] + parts["last"]) / 2
    axes.step(middles, parts["mean"], where="mid", label="observed/expected")
    low, high = int(ports.index[0]), int(ports.index[-1])
    middle = (low + high) / 2
    # The metrics give the vertex; the linear term follows: x = -b / (2 k).
    vertex = vertex_offset * (high - low + 1)
    x = np.linspace(low, high, 200) - middle
    axes.plot(x + middle, a - 2 * k * vertex * x + k * x**2, label="fit: a + k x\u00b2")
    axes.axhline(1, linewidth=0.8, linestyle=":", color=axes.xaxis.label.get_color())
    axes.set_xlabel("port")
    axes.set_ylabel("relative density")
    axes.set_ylim(bottom=0)
    axes.legend()
    return axes
