# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""The law of an allocator: the chance of every port."""

from __future__ import annotations

from typing import TYPE_CHECKING, SupportsIndex

import numpy as np

from bindstorm.checks import whole
from bindstorm.plot.current import axes_or_current

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from bindstorm.law import Law


def law(law: Law, *, bins: SupportsIndex = 256, ax: Axes | None = None) -> Axes:
    """Draw the chance of each port, relative to even choice among the free ones.

    Parameters
    ----------
    law : Law
        As :meth:`PortAllocator.law` gives it.
    bins : int
        Parts of the range; each shows the mean and the greatest of its free ports.
    ax : matplotlib axes, optional
        Where to draw; without, the current ones.

    Returns
    -------
    matplotlib.axes.Axes
        1 is even choice. An estimate has a band for its interval.

    Examples
    --------
    >>> import bindstorm as bs
    >>> import matplotlib; matplotlib.use("Agg")
    >>> axes = bs.plot.law(bs.PortAllocator("dumazet-draft-2009").law())
    >>> axes.get_ylabel()
    'chance relative to even choice'
    """
    axes = axes_or_current(ax)
    low, high = law.range
    count = min(whole("bins", bins, 1, 65536), high - low + 1)
    ports = law.to_frame()
    part = (ports.index.to_numpy() - low) * count // (high - low + 1)
    groups = ports.groupby(part)
    middles = low + (np.unique(part) + 0.5) * (high - low + 1) / count
    mean = groups["relative"].mean().to_numpy()
    greatest = groups["relative"].max().to_numpy()
    if "lower" in ports:
        bounds = groups[["lower", "upper"]].mean() * law.free
        axes.fill_between(
            middles, bounds["lower"], bounds["upper"], alpha=0.25, step="mid", label="interval"
        )
    (line,) = axes.step(middles, mean, where="mid", label=f"{law.allocator} ({law.kind})")
    if bool((greatest > 1.02 * mean).any()):
        axes.step(
            middles,
            greatest,
            where="mid",
            linewidth=0.7,
            alpha=0.6,
            color=line.get_color(),
            label="greatest single port",
        )
    axes.set_xlim(low, high)
    axes.set_ylim(bottom=0)
    axes.set_xlabel("port")
    axes.set_ylabel("chance relative to even choice")
    axes.legend()
    return axes
