# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""The axes that are drawn on, and what pictures do to them alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from matplotlib.axes import Axes
    from matplotlib.axis import Axis

#: One for each line, in this order.
MARKERS = "osD^v<>pP*Xh"


def axes_or_current(ax: Axes | None) -> Axes:
    """Return the axes given, else the current ones of pyplot."""
    if ax is not None:
        return ax
    from matplotlib import pyplot

    return pyplot.gca()


def legend_beside(axes: Axes) -> None:
    """Put the legend to the right of the axes, where it covers nothing."""
    axes.legend(loc="upper left", bbox_to_anchor=(1.01, 1), borderaxespad=0, frameon=False)


def tick_logarithmic(axis: Axis, text: Callable[[float], str]) -> None:
    """Write 1, 2 and 5 of each power of ten on a logarithmic axis, and nothing between."""
    from matplotlib.ticker import LogLocator, NullLocator

    axis.set_major_locator(LogLocator(subs=(1.0, 2.0, 5.0)))
    axis.set_minor_locator(NullLocator())
    axis.set_major_formatter(lambda value, _: text(value))
