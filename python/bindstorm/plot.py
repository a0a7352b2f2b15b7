# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""Pictures of results; needs matplotlib (``pip install bindstorm[plot]``)."""

from __future__ import annotations

from typing import TYPE_CHECKING, SupportsIndex

import numpy as np
import pandas as pd

from bindstorm.checks import whole

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["density", "latency"]


def density(ports: pd.DataFrame, *, bins: SupportsIndex = 64, ax: Axes | None = None) -> Axes:
    """Draw how often ports were chosen, relative to even choice, along the range.

    Parameters
    ----------
    ports : DataFrame
        As :meth:`Results.ports` gives: index ``port``, columns ``observed`` and ``expected``.
    bins : int
        Parts of the range, 1 to its number of ports.
    ax : matplotlib axes, optional
        Where to draw; without, the current ones.

    Returns
    -------
    matplotlib.axes.Axes
        With observed/expected of each part, and two standard deviations of chance about 1.
    """
    axes = _axes(ax)
    count = whole("bins", bins, 1, len(ports))
    part = np.arange(len(ports)) * count // len(ports)
    sums = ports[["observed", "expected"]].groupby(part).sum()
    middles = ports.index.to_series().groupby(part).mean()
    exposed = sums["expected"] > 0
    expected = sums["expected"][exposed]
    middles = middles[exposed]
    deviation = 2 / np.sqrt(expected)
    axes.fill_between(
        middles, 1 - deviation, 1 + deviation, alpha=0.2, step="mid", label="chance (2 sigma)"
    )
    axes.step(middles, sums["observed"][exposed] / expected, where="mid", label="observed/expected")
    axes.set_xlabel("port")
    axes.set_ylabel("relative density")
    axes.legend()
    return axes


def latency(histogram: pd.DataFrame, *, label: str | None = None, ax: Axes | None = None) -> Axes:
    """Draw the share of operations that took longer than a time.

    Parameters
    ----------
    histogram : DataFrame
        As :meth:`Results.latency` gives: ``upper_ns`` and ``count``, ascending.
    label : str, optional
        Of the line, for a legend.
    ax : matplotlib axes, optional
        Where to draw; without, the current ones.

    Returns
    -------
    matplotlib.axes.Axes
        Both scales logarithmic: the tail is what one wants to see.
    """
    axes = _axes(ax)
    counts = histogram["count"].to_numpy()
    longer = 1 - np.cumsum(counts) / counts.sum()
    shown = longer > 0
    times = histogram["upper_ns"].to_numpy()
    axes.step(times[shown], longer[shown], where="post", label=label)
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlabel("time, ns")
    axes.set_ylabel("share that took longer")
    return axes


def _axes(ax: Axes | None) -> Axes:
    if ax is not None:
        return ax
    from matplotlib import pyplot

    return pyplot.gca()
