# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""Which variant falls to which attack, at a glance."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

import pandas as pd

from bindstorm.checks import has_columns
from bindstorm.plot.attack import load_label, load_text
from bindstorm.plot.current import axes_or_current

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes

# From good to bad. Blue to orange to dark red differs in lightness, too; each has text that can be
# read on it, on light and on dark pages.
_COLOURS = (
    ("#cfdde8", "#10202c"),
    ("#8fb5d1", "#10202c"),
    ("#f0c987", "#10202c"),
    ("#e08b4c", "#10202c"),
    ("#9c2f24", "#fdfdfd"),
)
_NONE = "#8c8c8c"
_CORNER = [(-1, -1), (1, -1), (1, 1)]
_LEVELS = (0.999, 0.9, 0.5, 0.2)
#: Between groups of cells: beside each other, and below each other with a heading.
_GAPS = (0.3, 1.1)


def attack_matrix(
    runs: pd.DataFrame,
    *,
    metric: str,
    rows: str,
    columns: str,
    rate: str,
    bound: str | None = None,
    capacity: float | None = None,
    levels: Sequence[float] = _LEVELS,
    slack: float = 0.05,
    turned: bool = False,
    ax: Axes | None = None,
) -> Axes:
    """Draw a metric by variant, attack and load: a cell for each, with its number.

    Parameters
    ----------
    runs : DataFrame
        As :meth:`Results.runs` gives. Equal runs are averaged.
    metric : str
        ``"box.load.success"``, or work: ``"box.attack.probe.node_visits_per_packet"``.
    rows, columns : str
        Parameters: ``"box.index"``, ``"box.attack.pattern"``.
    rate : str
        The attack's packets a second, ``"box.attack.rate"``: a cell for each in every column.
    bound : str, optional
        What the queue alone would leave, ``"box.load.queueing_bound"``. Cells that are below it by
        more than `slack` have a corner: overload does not explain their loss.
    capacity : float, optional
        What the box carries, in packets a second; with it loads are written in its multiples.
    levels : list of float
        Four bounds between five colours. Where they fall, more is better; where they rise, worse.
    slack : float
        By default three standard errors of a share of a thousand exchanges.
    turned : bool
        Whether variants are columns and attacks are below each other, for a phone.
    ax : matplotlib axes, optional
        Where to draw; without, the current ones.

    Returns
    -------
    matplotlib.axes.Axes
        Combinations without a run, or without that metric, are empty cells with a dotted edge.

    Examples
    --------
    >>> import pandas as pd
    >>> from bindstorm import plot
    >>> from matplotlib.figure import Figure
    >>> ax = Figure().subplots()
    >>> runs = pd.DataFrame(
    ...     {
    ...         "index": ["chains", "chains", "flat", "flat"],
    ...         "pattern": "one-port",
    ...         "rate": [20_000, 120_000] * 2,
    ...         "success": [0.6402, 0.0508, 1.0, 0.5289],
    ...     }
    ... )
    >>> axes = plot.attack_matrix(
    ...     runs, metric="success", rows="index", columns="pattern", rate="rate", ax=ax
    ... )
    >>> [text.get_text() for text in axes.texts]
    ['0.64', '0.05', '1', '0.53']
    """
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch, Polygon, Rectangle
    from matplotlib.transforms import ScaledTranslation

    if len(levels) != len(_COLOURS) - 1 or list(levels) not in (
        sorted(levels),
        sorted(levels, reverse=True),
    ):
        raise ValueError(f"levels must be {len(_COLOURS) - 1} numbers that rise or fall")
    asked = [metric, rows, columns, rate, *([] if bound is None else [bound])]
    has_columns("plot.attack_matrix()", runs, asked)
    axes = axes_or_current(ax)
    names, kinds = (list(dict.fromkeys(runs[name].dropna())) for name in (rows, columns))
    rates = sorted(runs[rate].dropna().unique())
    keys = [rows, columns, rate]
    means = runs.groupby(keys, sort=False)[[metric, *([] if bound is None else [bound])]].mean()
    gap = _GAPS[turned]
    places = {
        (kind, load): number * (len(rates) + gap) + step
        for number, kind in enumerate(kinds)
        for step, load in enumerate(rates)
    }
    used: set[int] = set()
    is_marked = False
    wide, high = (0.2, 0.4) if turned else (0.3, 0.3)
    for row, name in enumerate(names):
        for (kind, load), place in places.items():
            x, y = (row, place) if turned else (place, row)
            corner = (x - 0.47, y - 0.45)
            key = (name, kind, load)
            value = float(means.loc[key, metric]) if key in means.index else float("nan")
            if value != value:
                axes.add_patch(
                    Rectangle(corner, 0.94, 0.9, facecolor="none", edgecolor=_NONE, linestyle=":")
                )
                continue
            level = _level(value, levels)
            used.add(level)
            back, front = _COLOURS[level]
            axes.add_patch(Rectangle(corner, 0.94, 0.9, facecolor=back, edgecolor="none"))
            axes.text(
                x, y, cell_text(value, is_share=levels[0] > levels[-1]),
                ha="center", va="center", fontsize="small", color=front,
            )  # fmt: skip
            if bound is not None and value < float(means.loc[key, bound]) - slack:
                is_marked = True
                right, bottom = x + 0.47, y + 0.45
                axes.add_patch(
                    Polygon(
                        [(right - wide, bottom), (right, bottom), (right, bottom - high)],
                        facecolor=front,
                        edgecolor="none",
                    )
                )
    loads = [load_text(load, capacity) for load in rates]
    _name_cells(axes, names, kinds, loads, turned=turned)
    (axes.set_ylabel if turned else axes.set_xlabel)(load_label(capacity))
    texts = level_texts(levels)
    handles: list[Artist] = [
        Patch(facecolor=_COLOURS[level][0], label=texts[level]) for level in sorted(used)
    ]
    if is_marked:
        handles.append(
            Line2D(
                [],
                [],
                linestyle="none",
                marker=_CORNER,
                markersize=8,
                color=axes.xaxis.label.get_color(),
                label="below what a queue leaves",
            )
        )
    figure = axes.get_figure()
    if handles and figure is not None:
        # Below the axis and its label, however high the picture is.
        below = ScaledTranslation(0, -0.1 if turned else -0.5, figure.dpi_scale_trans)
        axes.legend(
            handles=handles,
            loc="upper center",
            bbox_to_anchor=(0.5, 0),
            bbox_transform=axes.transAxes + below,
            ncols=2 if turned else 3,
            frameon=False,
            fontsize="small",
            handlelength=1.2,
        )
    return axes


def cell_text(value: float, *, is_share: bool = True) -> str:
    """Return a number for a cell; a share is never rounded to 1.

    Examples
    --------
    >>> from bindstorm.plot.attack_cells import cell_text
    >>> [cell_text(value) for value in (1, 0.9996, 0.4436, 0.0048, 0)]
    ['1', '0.999', '0.44', '0.005', '0']
    >>> cell_text(137.5, is_share=False), cell_text(5.96, is_share=False)
    ('138', '6')
    """
    if value == 0:
        return "0"
    if not is_share:
        return f"{value:.0f}" if value >= 9.95 else f"{value:.2g}"
    if value >= 1:
        return f"{value:.3g}"
    if value >= 0.995:
        return f"{min(value, 0.999):.3f}"
    return f"{value:.2f}" if value >= 0.0095 else f"{value:.1g}"


def level_texts(levels: Sequence[float]) -> list[str]:
    """Return what each colour stands for.

    Examples
    --------
    >>> from bindstorm.plot.attack_cells import level_texts
    >>> level_texts([0.9, 0.2]), level_texts([10, 30])
    (['at least 0.9', '0.2 to 0.9', 'below 0.2'], ['below 10', '10 to 30', 'at least 30'])
    """
    is_good_high = levels[0] > levels[-1]
    first = f"{'at least' if is_good_high else 'below'} {levels[0]:g}"
    last = f"{'below' if is_good_high else 'at least'} {levels[-1]:g}"
    between = [f"{min(one, other):g} to {max(one, other):g}" for one, other in pairwise(levels)]
    return [first, *between, last]


def _level(value: float, levels: Sequence[float]) -> int:
    if levels[0] > levels[-1]:
        return sum(value < level for level in levels)
    return sum(value >= level for level in levels)


def _name_cells(
    axes: Axes, rows: list[object], columns: list[object], loads: list[str], *, turned: bool
) -> None:
    names, kinds = [str(name) for name in rows], [str(kind) for kind in columns]
    gap = _GAPS[turned]
    starts = [number * (len(loads) + gap) for number in range(len(kinds))]
    steps = [start + step for start in starts for step in range(len(loads))]
    end = (steps[-1] if steps else 0) + 0.5
    across = max(len(names), 1) - 0.5
    if turned:
        axes.set_xlim(-0.5, across)
        axes.set_ylim(end, -1.2)
        axes.xaxis.tick_top()
        axes.set_xticks(range(len(names)), names, rotation=30, ha="left", rotation_mode="anchor")
        axes.set_yticks(steps, loads * len(kinds))
        for start, kind in zip(starts, kinds, strict=True):
            axes.annotate(kind, (-0.47, start - 0.6), va="bottom", annotation_clip=False)
    else:
        axes.set_xlim(-0.5, end)
        axes.set_ylim(across, -0.5)
        axes.set_xticks(steps, loads * len(kinds))
        axes.set_yticks(range(len(names)), names)
        middle = (len(loads) - 1) / 2
        above = axes.secondary_xaxis("top")
        above.set_xticks([start + middle for start in starts], kinds)
        above.tick_params(length=0)
        above.spines[:].set_visible(False)
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    axes.grid(visible=False)
