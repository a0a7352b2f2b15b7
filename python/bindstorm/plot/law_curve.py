# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""The law of an allocator: the chance of every port."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, SupportsIndex

import numpy as np
import numpy.typing as npt

from bindstorm.checks import whole
from bindstorm.plot.current import axes_or_current

if TYPE_CHECKING:
    from matplotlib.axes import Axes


class LawLike(Protocol):
    """What is drawn of a law."""

    @property
    def probability(self) -> npt.NDArray[np.float64]:
        """The chance of each port, from port 0 on."""

    @property
    def range(self) -> tuple[int, int]:
        """First and last port of automatic choice."""

    @property
    def free(self) -> int:
        """Number of ports that were free."""

    @property
    def kind(self) -> str:
        """Exact, given a state, or an estimate."""

    @property
    def interval(self) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]] | None:
        """Limits of an estimate."""

    @property
    def allocator(self) -> str:
        """Its name."""


def law(law: LawLike, *, bins: SupportsIndex = 256, ax: Axes | None = None) -> Axes:
    """Draw the chance of each port, relative to even choice among the free ones.

    Parameters
    ----------
    law : Law
        As :meth:`PortAllocator.law` gives it.
    bins : int
        Parts of the range; each shows the mean and the greatest of its ports that can be drawn.
    ax : matplotlib axes, optional
        Where to draw; without, the current ones.

    Returns
    -------
    matplotlib.axes.Axes
        1 is even choice. An estimate has a band for its interval.
    """
    axes = axes_or_current(ax)
    low, high = law.range
    count = whole("bins", bins, 1, 65536)
    relative = np.asarray(law.probability, dtype=np.float64)[low : high + 1] * law.free
    possible = np.flatnonzero(relative > 0)
    part = possible * min(count, relative.size) // relative.size
    used, begins = np.unique(part, return_index=True)
    middles = low + (used + 0.5) * relative.size / min(count, relative.size)
    sizes = np.diff(np.append(begins, possible.size))

    def means(values: npt.NDArray[Any]) -> npt.NDArray[np.float64]:
        return np.add.reduceat(values[low : high + 1][possible] * law.free, begins) / sizes

    if possible.size > 0:
        mean = means(np.asarray(law.probability, dtype=np.float64))
        greatest = np.maximum.reduceat(relative[possible], begins)
        if law.interval is not None:
            lower, upper = law.interval
            axes.fill_between(
                middles, means(lower), means(upper), alpha=0.25, step="mid", label="interval"
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
    if possible.size > 0:
        axes.legend()
    return axes
