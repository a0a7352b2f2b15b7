# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""Pictures of what attacks leave of legitimate traffic."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd

from bindstorm import plot
from bindstorm.report.attack_runs import Siege
from bindstorm.report.drawing import legend_below
from bindstorm.report.experiment import short_name
from bindstorm.report.figure import Figure
from bindstorm.report.nat_groups import wrapped
from bindstorm.report.said import why
from bindstorm.report.words import count, is_are, listed, number, time

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Canvas

_UNHURT = 0.999
_MOST = 40
_LINKS = (3, 10, 30, 100)


def attack_figures(siege: Siege) -> list[Figure]:
    """Return the pictures of some runs under attack, the one of all attacks first."""
    if siege.by:
        patterns = list(dict.fromkeys(siege.runs[siege.pattern]))
        attacks = [one_attack(siege, pattern) for pattern in patterns]
        return [matrix(siege), work_matrix(siege), *attacks]
    if not 2 <= len(siege.runs) <= _MOST:
        return []
    has_rates = siege.rate in siege.runs and (
        siege.runs.groupby(siege.label())[siege.rate].nunique().min() > 1
    )
    return [matrix(siege) if has_rates else settings(siege)]


def matrix(siege: Siege) -> Figure:
    """Draw success by variant, attack and rate; without variants attacks are the rows."""
    runs = siege.runs
    rows, columns = siege.by, siege.pattern
    if not siege.by:
        rows, columns = "attack", "all"
        runs = runs.assign(**{rows: siege.label()}).assign(**{columns: ""})
    names = runs[rows].nunique()
    kinds = runs[columns].nunique()
    rates = runs[siege.rate].nunique()
    # One group of cells is no wider than a phone.
    is_turnable = kinds > 1

    def draw(canvas: Canvas, narrow: bool) -> None:
        axes = plot.attack_matrix(
            runs,
            metric=siege.success,
            rows=rows,
            columns=columns,
            rate=siege.rate,
            bound=siege.bound,
            turned=narrow and is_turnable,
            ax=canvas.subplots(),
        )
        _fit(canvas, axes, narrow, narrow and is_turnable)

    lines = kinds * (rates + 1) if is_turnable else names * 1.7
    keys = [rows, columns, siege.rate]
    data = runs[[*keys, siege.success, siege.bound, siege.offered]]
    text = why(siege.experiment.name, f"{siege.part}-matrix" if siege.part else "matrix")
    return Figure(
        key=siege.key("matrix"),
        title="Legitimate success under attack" + _suffix(siege),
        sentence=f"{_least_rate(siege, runs, rows)}{_above(siege)}" + (f" {text}" if text else ""),
        runs=siege.numbers,
        data=data.drop(columns=[] if is_turnable else [columns]).rename(columns=short_name),
        draw=draw,
        wide=(9.0, 1.6 + 0.34 * names),
        narrow=(4.2, 2.0 + 0.29 * lines),
    )


def work_matrix(siege: Siege) -> Figure:
    """Draw why: links that are looked at for a packet of the attack."""
    frame = siege.runs.assign(links=siege.links())
    names, kinds = (frame[name].nunique() for name in (siege.by, siege.pattern))
    keys = [siege.by, siege.pattern, siege.rate]

    def draw(canvas: Canvas, narrow: bool) -> None:
        axes = plot.attack_matrix(
            frame,
            metric="links",
            rows=siege.by,
            columns=siege.pattern,
            rate=siege.rate,
            levels=_LINKS,
            turned=narrow,
            ax=canvas.subplots(),
        )
        _fit(canvas, axes, narrow, narrow)

    most = frame.groupby(siege.by, sort=False)["links"].max().sort_values()
    worst = frame.iloc[int(frame["links"].argmax())]
    name = f"{siege.part}-links" if siege.part else "links"
    text = why(siege.experiment.name, name)
    return Figure(
        key=siege.key("links"),
        title="Links looked at for a packet of the attack" + _suffix(siege),
        sentence=(
            f"Most are looked at under {worst[siege.pattern]} with {worst[siege.by]}: "
            f"{number(worst['links'])}. With {most.index[0]} no attack makes it more than "
            f"{number(most.iloc[0])}." + (f" {text}" if text else "")
        ),
        runs=siege.numbers,
        data=frame[[*keys, "links"]].rename(columns=short_name),
        draw=draw,
        wide=(9.0, 1.6 + 0.34 * names),
        narrow=(4.2, 2.0 + 0.29 * kinds * (frame[siege.rate].nunique() + 1)),
    )


def one_attack(siege: Siege, pattern: str) -> Figure:
    """Draw success and waiting against the rate of an attack, and the table over time."""
    runs = siege.runs[siege.runs[siege.pattern] == pattern]
    late = f"{siege.load}.response.p999_ns"
    least = float(runs[siege.rate].min())
    first = runs[runs[siege.rate] == least]
    # Equal runs of other seeds would lie on each other.
    first = first[~first[siege.by].duplicated()]
    series = _series(siege, first)

    def draw(canvas: Canvas, narrow: bool) -> None:
        panels = canvas.subplots(3, 1) if narrow else canvas.subplots(1, 3)
        by, rate = siege.by, siege.rate
        plot.attack_load(
            runs, metric=siege.success, by=by, rate=rate, bound=siege.bound, ax=panels[0]
        )
        plot.attack_load(runs, metric=late, by=by, rate=rate, ax=panels[1])
        if series.empty:
            panels[2].set_visible(False)
        else:
            plot.nat_series(series, by=siege.by, ax=panels[2])
            panels[2].get_legend().remove()
        panels[1].get_legend().remove()
        for axes, title in zip(
            panels,
            ("legitimate success", "99.9 % of responses within", f"table, {least:,.0f} a second"),
            strict=True,
        ):
            axes.set_title(title)
            axes.set_ylabel("")
        legend_below(panels[0], 1 if narrow else 3)

    data = runs[[siege.by, siege.rate, siege.success, siege.bound, siege.offered, late]]
    links = first.set_index(siege.by)[f"{siege.attack.partition('.')[0]}.end.links"]
    return Figure(
        key=siege.key(f"attack-{pattern}"),
        title=f"Under attack: {pattern}" + _suffix(siege),
        sentence=f"{_falls(siege, runs, least)} {_late(siege, first, late)} {_table(links)}"
        + (f" {text}" if (text := why(siege.experiment.name, pattern)) else ""),
        runs=[int(run) for run in runs.index],
        data=data.rename(columns=short_name),
        draw=draw,
        wide=(9.0, 3.5),
        narrow=(4.2, 8.6),
    )


def settings(siege: Siege) -> Figure:
    """Draw the success of each setting, and what the queue alone would leave."""
    runs = siege.runs
    labels = siege.label()
    means = runs.groupby(labels, sort=False)[[siege.success, siege.bound]].mean()

    def draw(canvas: Canvas, narrow: bool) -> None:
        axes = canvas.subplots()
        success = means[siege.success].to_numpy()
        axes.barh(range(len(means)), success, height=0.62)
        # In one column, where no mark is.
        for place, value in enumerate(success):
            axes.text(1.05, place, f"{value:.3g}", va="center", fontsize="small")
        axes.plot(
            means[siege.bound].to_numpy(),
            range(len(means)),
            "|",
            markersize=13,
            markeredgewidth=2,
            color="C1",
            label="what a queue leaves",
        )
        axes.set_yticks(range(len(means)), [str(name) for name in means.index])
        axes.set_ylim(len(means) - 0.5, -0.5)
        axes.set_xlim(0, 1.2)
        axes.set_xticks([0, 0.5, 1])
        axes.set_xlabel("legitimate success")
        axes.grid(visible=False, axis="y")
        if narrow:
            _wrap(axes, 8)
        legend_below(axes, 1)

    ordered = means[siege.success].sort_values()
    unhurt = int((ordered >= _UNHURT).sum())
    text = why(siege.experiment.name, "settings")
    return Figure(
        key=siege.key("settings"),
        title="Legitimate success by setting and attack",
        sentence=(
            f"Least comes through under {ordered.index[0]}: {number(ordered.iloc[0], 2)}. "
            f"{unhurt} of {count(len(ordered), 'setting')} {'loses' if unhurt == 1 else 'lose'} "
            f"fewer than one in 1,000." + (f" {text}" if text else "")
        ),
        runs=siege.numbers,
        data=means.reset_index(names="setting").rename(columns=short_name),
        draw=draw,
        wide=(9.0, 1.4 + 0.27 * len(means)),
        narrow=(4.2, 1.5 + 0.6 * len(means)),
    )


def _suffix(siege: Siege) -> str:
    if not siege.by:
        return ""
    by = short_name(siege.by)
    return f", by {by}" + (f" ({siege.part})" if siege.part not in ("", by) else "")


def _series(siege: Siege, runs: pd.DataFrame) -> pd.DataFrame:
    results, name = siege.experiment.results, f"{siege.attack.partition('.')[0]}.series"
    frames = [
        results.table(number, name).assign(**{siege.by: str(value)})
        for number, value in zip(map(int, runs.index), runs[siege.by], strict=True)
        if name in results.tables(number)
    ]
    return pd.concat(frames, ignore_index=True) if frames else pd.DataFrame()


def _least_rate(siege: Siege, runs: pd.DataFrame, rows: str) -> str:
    least = float(runs[siege.rate].min())
    worst = runs[runs[siege.rate] == least].groupby(rows, sort=False)[siege.success].min()
    unhurt = [str(name) for name in worst[worst >= _UNHURT].index]
    low = worst[worst < _UNHURT].sort_values()
    begin = f"At {number(least, 6)} packets of the attack a second"
    if low.empty:
        return f"{begin} no attack takes one legitimate exchange in 1,000."
    fallen = [f"{name} ({number(value, 2)})" for name, value in low.items()]
    if not siege.by:
        return (
            f"{begin} {listed(fallen)} {'leaves' if len(low) == 1 else 'leave'} less than "
            f"{_UNHURT} of legitimate traffic, {len(unhurt)} of {len(worst)} attacks do not."
        )
    return f"{begin} the least success is below {_UNHURT} for {listed(fallen)}; " + (
        f"{listed(unhurt)} {is_are(unhurt)} unhurt by every attack."
        if unhurt
        else "none is unhurt by every attack."
    )


def _above(siege: Siege) -> str:
    overload = siege.runs[siege.runs[siege.offered] > 1]
    short = overload[overload[siege.success] < overload[siege.bound] - 0.05]
    if overload.empty:
        return " The box is never offered more work than it can do."
    return f" In {count(len(overload), 'run')} the box is offered more work than it can do: " + (
        f"{len(short)} of them lose over 0.05 more than a queue does."
        if len(short)
        else "none of them loses over 0.05 more than a queue does."
    )


def _falls(siege: Siege, runs: pd.DataFrame, least: float) -> str:
    first = runs[runs[siege.rate] == least]
    means = first.groupby(siege.by, sort=False)[[siege.success, siege.offered]].mean()
    fallen = means[means[siege.success] < _UNHURT]
    begin = f"At {number(least, 6)} a second"
    if fallen.empty:
        top = means[siege.offered]
        return (
            f"{begin} nobody loses legitimate traffic: work offered is {number(top.max(), 2)} of "
            f"what the box can do with {top.idxmax()}, less with others."
        )
    told = [f"{number(row[siege.success], 2)} with {name}" for name, row in fallen.iterrows()]
    unhurt = [str(name) for name in means.index if name not in fallen.index]
    work = fallen[siege.offered]
    return (
        f"{begin} success is {listed(told)}, where the box is offered "
        f"{_range(number(work.min(), 2), number(work.max(), 2))} times what it can do"
        + (f"; {listed(unhurt)} lose{'s' if len(unhurt) == 1 else ''} nothing." if unhurt else ".")
    )


def _late(siege: Siege, first: pd.DataFrame, late: str) -> str:
    times = first.set_index(siege.by)[late].dropna()
    if times.empty:
        return ""
    return (
        f"Then 99.9 % of responses are through within {time(times.min())} ({times.idxmin()}) to "
        f"{time(times.max())} ({times.idxmax()})."
    )


def _table(links: pd.Series) -> str:
    low, high = number(links.min()), number(links.max())
    if low == high:
        return f"At the end every table has {low} links."
    return f"At the end a table has {low} ({links.idxmin()}) to {high} links ({links.idxmax()})."


def _range(low: str, high: str) -> str:
    return low if low == high else f"{low} to {high}"


def _fit(canvas: Canvas, axes: Axes, narrow: bool, turned: bool) -> None:
    if turned:
        texts = [wrapped(text.get_text()) for text in axes.get_xticklabels()]
        axes.set_xticks(axes.get_xticks(), texts, fontsize=8)
    elif narrow:
        _wrap(axes, 8)
    elif len(axes.get_yticks()) < 9:
        _wrap(axes, 9)
    _legend_out(canvas, axes, 2 if narrow else 6)


def _wrap(axes: Axes, size: int) -> None:
    names = [wrapped(text.get_text()) for text in axes.get_yticklabels()]
    axes.set_yticks(axes.get_yticks(), names, fontsize=size)


def _legend_out(canvas: Canvas, axes: Axes, columns: int) -> None:
    legend = axes.get_legend()
    if legend is None:
        return
    handles = [handle for handle in legend.legend_handles if handle is not None]
    labels = [text.get_text() for text in legend.get_texts()]
    legend.remove()
    canvas.legend(
        handles, labels, loc="outside lower center", ncols=columns, frameon=False, handlelength=1.2
    )
