# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""P-values at a glance."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
import pandas as pd

from bindstorm.checks import has_columns
from bindstorm.plot.current import axes_or_current

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# The colours hold on light and on dark pages, and each has text of its own that can be read on it.
_LEVELS = (
    (1e-2, "#cfdde8", "#10202c", "p above 0.01"),
    (1e-3, "#8fb5d1", "#10202c", "0.01 to 0.001"),
    (1e-6, "#f0c987", "#10202c", "0.001 to 1e-6"),
    (1e-12, "#e08b4c", "#10202c", "1e-6 to 1e-12"),
    (-1.0, "#9c2f24", "#fdfdfd", "below 1e-12"),
)
_NONE = "#8c8c8c"


def matrix(
    runs: pd.DataFrame,
    *,
    rows: str,
    columns: str,
    metric: str,
    ax: Axes | None = None,
) -> Axes:
    """Draw p-values of runs by two of their parameters.

    Parameters
    ----------
    runs : DataFrame
        As :meth:`Results.runs` gives.
    rows, columns : str
        Parameters: ``"server.allocator"``, ``"server.generator"``.
    metric : str
        A p-value: ``"server.ports.p_value"``. Of several runs in a cell the least one counts, times
        their number.
    ax : matplotlib axes, optional
        Where to draw; without, the current ones.
    """
    has_columns("plot.matrix()", runs, [rows, columns, metric])
    names = list(dict.fromkeys(runs[rows]))
    kinds = list(dict.fromkeys(runs[columns]))
    values = np.full((len(names), len(kinds)), np.nan)
    for (name, kind), group in runs.groupby([rows, columns], sort=False)[metric]:
        values[names.index(name), kinds.index(kind)] = _least(group)
    return _draw(values, [str(n) for n in names], [str(k) for k in kinds], axes_or_current(ax))


def battery(
    runs: pd.DataFrame, *, by: str, host: str | None = None, ax: Axes | None = None
) -> Axes:
    """Draw the p-values of all uniformity tests.

    Parameters
    ----------
    runs : DataFrame
        As :meth:`Results.runs` gives: columns ``HOST.ports.p.TEST``.
    by : str
        The column that rows are made by: ``"server.allocator"``. Of several runs in a row the least
        p-value counts, times their number.
    host : str, optional
        Needed when several hosts were measured.
    ax : matplotlib axes, optional
        Where to draw; without, the current ones.
    """
    has_columns("plot.battery()", runs, [by])
    columns = [str(name) for name in runs.columns if ".ports.p." in str(name)]
    hosts = list(dict.fromkeys(name.partition(".ports.p.")[0] for name in columns))
    if host is None and len(hosts) != 1:
        raise ValueError(f"say which host: {', '.join(hosts) or 'none has p-values'}")
    prefix = f"{hosts[0] if host is None else host}.ports.p."
    tests = [name for name in columns if name.startswith(prefix)]
    if not tests:
        raise ValueError(f"host {host!r} has no p-values; there are: {', '.join(hosts) or 'none'}")
    measured = runs.dropna(subset=tests, how="all")
    names = list(dict.fromkeys(measured[by]))
    values = np.array(
        [[_least(measured.loc[measured[by] == name, test]) for test in tests] for name in names]
    ).reshape(len(names), len(tests))
    labels = [test.removeprefix(prefix) for test in tests]
    return _draw(values, [str(name) for name in names], labels, axes_or_current(ax))


def _least(values: pd.Series) -> float:
    known = values.dropna()
    return min(1.0, float(known.min()) * len(known)) if len(known) else float("nan")


def p_text(value: float) -> str:
    """Return a p-value as short as can be; empty for none.

    Examples
    --------
    >>> from bindstorm.plot.verdicts import p_text
    >>> p_text(0.4321), p_text(3.2e-17), p_text(0.0)
    ('0.43', '3e-17', '<1e-300')
    """
    if np.isnan(value):
        return ""
    if value == 0:
        return "<1e-300"
    return f"{value:.2f}" if value >= 0.01 else f"{value:.0e}".replace("e-0", "e-")


def _level(value: float) -> int:
    return next(number for number, level in enumerate(_LEVELS) if value >= level[0])


def _draw(values: npt.NDArray[np.float64], rows: list[str], columns: list[str], axes: Axes) -> Axes:
    from matplotlib.patches import Patch, Rectangle

    # Where cells are narrow the colour has to do.
    smallest = 1e-99 if len(columns) > 8 else 0.0
    used = set()
    for row, column in np.ndindex(values.shape):
        value = float(values[row, column])
        place = (column - 0.47, row - 0.45)
        if np.isnan(value):
            axes.add_patch(
                Rectangle(place, 0.94, 0.9, facecolor="none", edgecolor=_NONE, linestyle=":")
            )
            continue
        level = _level(value)
        used.add(level)
        axes.add_patch(Rectangle(place, 0.94, 0.9, facecolor=_LEVELS[level][1], edgecolor="none"))
        axes.text(
            column,
            row,
            p_text(value) if value >= smallest else "",
            ha="center",
            va="center",
            fontsize="small",
            color=_LEVELS[level][2],
        )
    axes.set_xlim(-0.5, max(len(columns), 1) - 0.5)
    axes.set_ylim(max(len(rows), 1) - 0.5, -0.5)
    axes.set_xticks(range(len(columns)), columns, rotation=40, ha="right", rotation_mode="anchor")
    axes.set_yticks(range(len(rows)), rows)
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    axes.grid(visible=False)
    if used:
        axes.legend(
            handles=[
                Patch(facecolor=level[1], label=level[3])
                for number, level in enumerate(_LEVELS)
                if number in used
            ],
            loc="lower center",
            bbox_to_anchor=(0.5, 1.0),
            ncols=len(_LEVELS),
            frameon=False,
            fontsize="small",
            handlelength=1.2,
        )
    return axes
