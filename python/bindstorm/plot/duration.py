# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""What operations cost, and what waits for them."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from bindstorm import _core
from bindstorm.checks import has_columns
from bindstorm.plot.bins import occupancy_of
from bindstorm.plot.current import MARKERS, axes_or_current, legend_beside

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_UNITS = {"ns": 1.0, "us": 1e3, "ms": 1e6, "s": 1e9}


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
    has_columns("plot.latency()", histogram, ["upper_ns", "count"])
    axes = axes_or_current(ax)
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


def latency_vs_occupancy(
    runs: pd.DataFrame,
    *,
    metric: str,
    by: str,
    occupancy: str | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw a metric against the share of the range that is busy, a line for each allocator.

    Parameters
    ----------
    runs : DataFrame
        As :meth:`Results.runs` gives.
    metric : str
        A column: ``"server.program.bind.p99_ns"``, ``"server.program.bind.node_visits_per_op"``.
    by : str
        The column that tells lines apart: ``"server.allocator"``.
    occupancy : str, optional
        The column that holds busy patterns or occupancies; without, the only one whose name ends
        with ``.busy`` or ``.occupancy``.
    ax : matplotlib axes, optional
        Where to draw; without, the current ones.

    Returns
    -------
    matplotlib.axes.Axes
        Steps of the occupancy are evenly spaced: what happens between 99 and 100 % matters.
        Logarithmic, with 0 where there is one. Runs of equal occupancy are averaged.
    """
    from matplotlib.ticker import NullLocator

    column = occupancy if occupancy is not None else _only_occupancy(runs)
    has_columns("plot.latency_vs_occupancy()", runs, [metric, by, column])
    axes = axes_or_current(ax)
    shares = runs[column].map(occupancy_of).astype("float64")
    known = sorted(shares.dropna().unique())
    table = runs[metric].groupby([runs[by], shares], sort=False).mean().unstack()
    table = table.reindex(columns=known)
    positive = table.to_numpy()[np.nan_to_num(table.to_numpy()) > 0]
    places = np.arange(len(known))
    names = list(dict.fromkeys(runs[by]))
    for number, name in enumerate(names):
        if name not in table.index:
            continue
        axes.plot(
            places,
            table.loc[name].to_numpy(),
            marker=MARKERS[number % len(MARKERS)],
            # Those below stay visible where lines run together.
            markersize=9 - 5 * number / max(len(names), 1),
            fillstyle="none",
            label=str(name),
        )
    if bool((np.nan_to_num(table.to_numpy(), nan=1.0) > 0).all()):
        axes.set_yscale("log")
    else:
        axes.set_yscale("symlog", linthresh=float(positive.min()) if positive.size else 1.0)
        axes.set_ylim(bottom=0)
    axes.set_xticks(places, [_percent(share) for share in known])
    axes.set_xlabel("ports busy")
    axes.set_ylabel(_axis_name(metric))
    is_time = metric.endswith("_ns")
    axes.yaxis.set_major_formatter(
        lambda value, _: _short_time(value) if is_time else _short_number(value)
    )
    axes.yaxis.set_minor_locator(NullLocator())
    if names:
        legend_beside(axes)
    return axes


def quantiles(
    runs: pd.DataFrame,
    *,
    operation: str,
    label: str | pd.Series,
    ax: Axes | None = None,
) -> Axes:
    """Draw the median and the 99th percentile of an operation's time, a line a run.

    Parameters
    ----------
    runs : DataFrame
        As :meth:`Results.runs` gives.
    operation : str
        The metrics' name without its last part: ``"server.program.bind"``.
    label : str or Series
        A column, or texts, that name the runs. Equal ones are averaged.
    ax : matplotlib axes, optional
        Where to draw; without, the current ones.
    """
    from matplotlib.ticker import NullLocator

    columns = [f"{operation}.p50_ns", f"{operation}.p99_ns"]
    has_columns("plot.quantiles()", runs, [*columns, *([label] if isinstance(label, str) else [])])
    axes = axes_or_current(ax)
    names = runs[label] if isinstance(label, str) else label
    table = runs[columns].groupby(names.astype(str), sort=False).mean().dropna()
    places = np.arange(len(table))
    low, high = (table[column].to_numpy() for column in columns)
    axes.hlines(places, low, high, linewidth=3, alpha=0.4)
    axes.plot(low, places, "o", label="median")
    axes.plot(high, places, "|", markersize=11, markeredgewidth=2, label="99 % are below")
    axes.set_yticks(places, [str(name) for name in table.index])
    axes.set_ylim(max(len(table), 1) - 0.5, -0.5)
    if len(table):
        if high.max() < 20 * low.min():
            axes.set_xlim(0, 1.1 * high.max())
        else:
            axes.set_xscale("log")
            axes.set_xlim(low.min() / 2, high.max() * 2)
            axes.xaxis.set_minor_locator(NullLocator())
    axes.xaxis.set_major_formatter(lambda value, _: _short_time(value))
    axes.set_xlabel(f"time of a {operation.rpartition('.')[2]}")
    axes.legend()
    return axes


def frames(
    runs: pd.DataFrame,
    *,
    by: str,
    split: str | None = None,
    metric: str | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw how many frames came late, by allocator.

    Parameters
    ----------
    runs : DataFrame
        As :meth:`Results.runs` gives.
    by : str
        The column that rows are made by: ``"desktop.allocator"``.
    split : str, optional
        A column, such as ``"part"``, whose values stand beside each other in a row.
    metric : str, optional
        The column with late frames; without, the only one that ends with ``.frame.late``.
    ax : matplotlib axes, optional
        Where to draw; without, the current ones.
    """
    late = metric if metric is not None else _only(runs, [".frame.late"])
    has_columns("plot.frames()", runs, [by, late, *([] if split is None else [split])])
    axes = axes_or_current(ax)
    kinds: list[Any] = [None] if split is None else list(dict.fromkeys(runs[split]))
    names = list(dict.fromkeys(runs[by]))
    height = 0.8 / len(kinds) if kinds else 0.8
    for number, kind in enumerate(kinds):
        chosen = runs if split is None else runs[runs[split] == kind]
        values = chosen.groupby(by, sort=False)[late].mean().reindex(names)
        places = np.arange(len(names)) - 0.4 + (number + 0.5) * height
        bars = axes.barh(
            places, values, height=0.9 * height, label=None if kind is None else str(kind)
        )
        axes.bar_label(
            bars,
            [f"{value:,.0f}" if value == value else "" for value in values],
            padding=3,
            fontsize="small",
        )
    axes.set_yticks(np.arange(len(names)), [str(name) for name in names])
    axes.set_ylim(max(len(names), 1) - 0.5, -0.5)
    axes.set_xscale("symlog", linthresh=10)
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
    axes.set_xlim(0, max(10.0, float(np.nan_to_num(runs[late]).max(initial=0))) * 3)
    axes.set_xlabel("frames that came late")
    if split is not None:
        axes.legend()
    return axes


def predicted(published: pd.DataFrame, *, ax: Axes | None = None) -> Axes:
    """Draw times that others published beside ours.

    Parameters
    ----------
    published : DataFrame
        As :meth:`Results.published` gives. A figure that a cost was fitted to has nothing of ours
        to compare and says so; those that are no times are left out.
    ax : matplotlib axes, optional
        Where to draw; without, the current ones.
    """
    has_columns("plot.predicted()", published, ["label", "unit", "published", "ours", "kind"])
    axes = axes_or_current(ax)
    shown = published[published["unit"].isin(list(_UNITS))]
    scale = shown["unit"].map(_UNITS).astype("float64")
    theirs = (shown["published"] * scale).to_numpy()
    ours = (shown["ours"] * scale).to_numpy()
    places = np.arange(len(shown))
    axes.plot(theirs, places - 0.12, "o", markersize=9, label="published")
    axes.plot(ours, places + 0.12, "D", markersize=8, label="ours")
    for place, value in zip(places, theirs, strict=True):
        axes.annotate(
            _core.format_time(value, 3),
            (value, place - 0.12),
            xytext=(0, 8),
            textcoords="offset points",
            ha="center",
        )
    for place, value, kind in zip(places, ours, shown["kind"], strict=True):
        known = value == value
        text = f"{_core.format_time(value, 3)} ({kind})" if known else "cost fitted to this"
        axes.annotate(
            text,
            (value if known else theirs[place], place + 0.12),
            xytext=(0, -17),
            textcoords="offset points",
            ha="center",
        )
    axes.set_yticks(places, list(shown["label"]))
    axes.set_ylim(max(len(shown), 1) - 0.4, -0.6)
    if len(shown):
        values = np.concatenate([theirs, ours[~np.isnan(ours)]])
        axes.set_xscale("log")
        axes.set_xlim(values.min() / 4, values.max() * 4)
    axes.xaxis.set_major_formatter(lambda value, _: _short_time(value))
    axes.set_xlabel("time")
    axes.legend()
    return axes


def _only_occupancy(runs: pd.DataFrame) -> str:
    return _only(runs, [".busy", ".occupancy"])


def _only(runs: pd.DataFrame, endings: Iterable[str]) -> str:
    found = [str(name) for name in runs.columns if str(name).endswith(tuple(endings))]
    if len(found) != 1:
        raise ValueError(
            f"name the column: {len(found)} end with {' or '.join(endings)}"
            + (f" ({', '.join(found)})" if found else "")
        )
    return found[0]


def _percent(share: Hashable) -> str:
    return f"{100 * float(str(share)):.6g} %"


def _axis_name(metric: str) -> str:
    last = metric.rpartition(".")[2]
    if last.endswith("_per_op"):
        return f"{last.removesuffix('_per_op').replace('_', ' ')} a {metric.split('.')[-2]}"
    words = last.removesuffix("_ns").replace("_", " ")
    return f"{words} of a {metric.split('.')[-2]}" if last.endswith("_ns") else words


def _short_number(value: float) -> str:
    return f"{value:.0e}".replace("e+0", "e").replace("e+", "e") if value >= 1e5 else f"{value:,g}"


def _short_time(nanoseconds: float) -> str:
    for unit, size in reversed(_UNITS.items()):
        if abs(nanoseconds) >= size:
            return f"{nanoseconds / size:g} {unit}"
    return f"{nanoseconds:g}"
