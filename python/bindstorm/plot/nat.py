# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""What a packet costs in a NAT's table, and why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from bindstorm import _core
from bindstorm.checks import has_columns
from bindstorm.plot.current import MARKERS, axes_or_current, legend_beside, tick_logarithmic

if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: The phases of the libalias reviews' performance test, as metrics and as its table call them.
PHASES = {"new_nat": "newNAT", "random": "RANDOM", "attack": "ATTACK", "use_nat": "useNAT"}
#: What is counted for a packet, as metrics call it and in words.
WORK = {
    "node_visits": "entries looked at",
    "comparisons": "keys compared",
    "expiry_checks": "expiry checks",
    "clock_reads": "clock readings",
}
_HATCHES = ("", "////", "....", "xxxx", "----")
_REST = "the packet itself"


def nat_rounds(
    rounds: pd.DataFrame,
    *,
    by: str,
    phase: str = "use_nat",
    ax: Axes | None = None,
) -> Axes:
    """Draw what a packet costs while a table grows, a line for each variant.

    Parameters
    ----------
    rounds : DataFrame
        As :meth:`Results.rounds` gives, those of several runs below each other with a column more.
    by : str
        That column, which tells lines apart: ``"nat.index"``.
    phase : str
        ``"new_nat"``, ``"random"`` (misses), ``"attack"`` (a miss again and again), ``"use_nat"``.
    ax : matplotlib axes, optional
        Where to draw; without, the current ones.

    Returns
    -------
    matplotlib.axes.Axes
        Time over the flows opened so far, the time logarithmic. Rounds in which the phase was not
        reached are left out.

    Examples
    --------
    >>> import matplotlib; matplotlib.use("Agg")
    >>> import pandas as pd
    >>> from bindstorm import plot
    >>> rounds = pd.DataFrame({"flows": [2000, 4000], "random_ns": [120, 131], "index": "chains"})
    >>> plot.nat_rounds(rounds, by="index", phase="random").get_ylabel()
    'time of a packet'
    """
    if phase not in PHASES:
        raise ValueError(f"phase must be one of {', '.join(PHASES)}, not {phase!r}")
    metric = f"{phase}_ns"
    has_columns("plot.nat_rounds()", rounds, [by, "flows", metric])
    axes = axes_or_current(ax)
    reached = rounds.dropna(subset=[metric])
    names = list(dict.fromkeys(rounds[by]))
    for number, name in enumerate(names):
        line = reached[reached[by] == name]
        axes.plot(
            line["flows"].to_numpy(),
            line[metric].to_numpy(),
            marker=MARKERS[number % len(MARKERS)],
            # Some markers tell lines apart where colours do not; all of them would hide the lines.
            markevery=(max(len(line) // 12, 1) * number // len(names), max(len(line) // 4, 1)),
            markersize=6,
            fillstyle="none",
            label=str(name),
        )
    axes.set_yscale("log")
    if len(reached):
        # A line that is level looks so: the scale spans at least a factor of 4.
        axes.update_datalim([(0, max(reached[metric].max(), 4 * reached[metric].min()))])
        axes.autoscale_view()
    tick_logarithmic(axes.yaxis, time_tick)
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
    axes.set_xlim(left=0)
    axes.set_title(PHASES[phase])
    axes.set_xlabel("flows opened")
    axes.set_ylabel("time of a packet")
    if names:
        legend_beside(axes)
    return axes


def nat_ratios(published: pd.DataFrame, *, ax: Axes | None = None) -> Axes:
    """Draw ratios that others published beside ours.

    Parameters
    ----------
    published : DataFrame
        As :meth:`Results.published` gives; figures in another unit than ``times`` are left out, and
        so is what has nothing of ours.
    ax : matplotlib axes, optional
        Where to draw; without, the current ones.

    Returns
    -------
    matplotlib.axes.Axes
        Logarithmic: twice and half are equally far from 1, where nothing changes.
    """
    has_columns("plot.nat_ratios()", published, ["label", "unit", "published", "ours"])
    axes = axes_or_current(ax)
    shown = published[(published["unit"] == "times") & published["ours"].notna()]
    theirs, ours = (shown[name].to_numpy(dtype="float64") for name in ("published", "ours"))
    places = np.arange(len(shown))
    axes.axvline(1, linewidth=0.8, linestyle=":", color=axes.xaxis.label.get_color())
    axes.hlines(places, np.fmin(theirs, ours), np.fmax(theirs, ours), linewidth=3, alpha=0.3)
    axes.plot(theirs, places, "o", markersize=9, fillstyle="none", label="published")
    axes.plot(ours, places, "D", markersize=7, label="ours")
    for place, one, other in zip(places, theirs, ours, strict=True):
        # The smaller one's text on the left, the greater one's on the right, off the line.
        for value, beside in ((one, other), (other, one + 1e-9)):
            is_right = value >= beside
            axes.annotate(
                f"{value:.3g}",
                (value, place),
                xytext=(8 if is_right else -8, 0),
                textcoords="offset points",
                ha="left" if is_right else "right",
                va="center",
            )
    axes.set_yticks(places, list(shown["label"]))
    axes.set_ylim(max(len(shown), 1) - 0.5, -0.5)
    axes.set_xscale("log")
    if len(shown):
        both = np.concatenate([theirs, ours, [1.0]])
        axes.set_xlim(both.min() / 2.5, both.max() * 2.5)
    tick_logarithmic(axes.xaxis, lambda value: f"{value:g}")
    axes.set_xlabel("ratio")
    axes.legend()
    return axes


def nat_work(
    runs: pd.DataFrame,
    *,
    by: str,
    packet: str,
    units: Sequence[str] = tuple(WORK),
    costs: pd.DataFrame | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw what was done for a packet, a bar for each variant.

    Parameters
    ----------
    runs : DataFrame
        As :meth:`Results.runs` gives.
    by : str
        The column that bars are made by: ``"nat.index"``. Equal ones are averaged.
    packet : str
        The metrics' name without its last part: ``"nat.perf.use_nat"``.
    units : list of str
        What is stacked; without, entries looked at, keys compared, expiry checks, clock readings.
    costs : DataFrame, optional
        What a unit costs, in nanoseconds: a row a run, a column a unit. With it bars are times, and
        what the mean time has beyond the units is a part of its own.
    ax : matplotlib axes, optional
        Where to draw; without, the current ones.

    Returns
    -------
    matplotlib.axes.Axes
        Units stand beside each other in a bar, its sum at its end. Without `costs` this says what
        is done how often, not how long it takes: one unit costs more than another.
    """
    columns = [f"{packet}.{unit}_per_packet" for unit in units]
    mean = [] if costs is None else [f"{packet}.mean_ns"]
    has_columns("plot.nat_work()", runs, [by, *columns, *mean])
    axes = axes_or_current(ax)
    parts = runs[columns].fillna(0)
    parts.columns = pd.Index(units)
    if costs is not None:
        has_columns("plot.nat_work(costs=)", costs, units)
        parts = parts * costs.loc[parts.index, list(units)]
        parts[_REST] = runs[mean[0]] - parts.sum(axis="columns")
    table = parts.groupby(runs[by].astype(str), sort=False).mean()
    places = np.arange(len(table))
    ends = np.zeros(len(table))
    for number, unit in enumerate(table.columns):
        width = table[unit].to_numpy()
        axes.barh(
            places,
            width,
            left=ends,
            height=0.7,
            hatch=_HATCHES[number % len(_HATCHES)],
            edgecolor=axes.xaxis.label.get_color(),
            linewidth=0.3,
            label=WORK.get(unit, unit.replace("_", " ")),
        )
        ends = ends + width
    for place, end in zip(places, ends, strict=True):
        axes.annotate(
            f"{end:.3g}" if costs is None else _time(end),
            (end, place),
            xytext=(4, 0),
            textcoords="offset points",
            va="center",
            fontsize="small",
        )
    axes.set_yticks(places, list(table.index))
    axes.set_ylim(max(len(table), 1) - 0.5, -0.5)
    axes.set_xlim(0, 1.18 * max(float(ends.max(initial=0)), 1e-9))
    phase = packet.rpartition(".")[2]
    axes.set_title(PHASES.get(phase, phase.replace("_", " ")))
    axes.set_xlabel("counted for a packet" if costs is None else "time of a packet, ns")
    legend_beside(axes)
    return axes


def _time(nanoseconds: float) -> str:
    return _core.format_time(nanoseconds, 3)


def time_tick(nanoseconds: float) -> str:
    """Return a time for a tick of a logarithmic scale.

    Examples
    --------
    >>> from bindstorm.plot.nat import time_tick
    >>> time_tick(500), time_tick(2e6)
    ('500 ns', '2 ms')
    """
    for unit, size in (("s", 1e9), ("ms", 1e6), ("us", 1e3)):
        if nanoseconds >= size:
            return f"{nanoseconds / size:g} {unit}"
    return f"{nanoseconds:g} ns"
