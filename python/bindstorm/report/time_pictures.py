# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""Pictures of what operations cost, and of who waits for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from matplotlib.ticker import LogLocator, MaxNLocator

from bindstorm import plot
from bindstorm.report.drawing import legend_below
from bindstorm.report.experiment import Experiment, short_name, slug
from bindstorm.report.figure import Figure
from bindstorm.report.said import said, why
from bindstorm.report.words import count, listed, number, time, two_lines

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Canvas

_MOST_LINES = 24


def costs_by_occupancy(experiment: Experiment, metric: str) -> Figure | None:
    """Draw a cost of an operation against the share of ports that are busy."""
    host = metric.partition(".")[0]
    frame, by, busy = experiment.by_occupancy(host, metric)
    if frame is None:
        return None

    def draw(canvas: Canvas, narrow: bool) -> None:
        axes = canvas.subplots()
        plot.latency_vs_occupancy(frame, metric=metric, by=by, occupancy=busy, ax=axes)
        legend_below(axes, 2 if narrow else 4)

    say = time if metric.endswith("_ns") else number
    share = frame[busy].map(plot.occupancy_of)
    table = frame[metric].groupby([frame[by], share], sort=False).mean().unstack()
    table = table[sorted(table.columns)]
    fullest = float(table.columns[-1])
    last = table.iloc[:, -1].dropna()
    what = _cost_name(metric)
    flat = [
        str(name)
        for name, row in table.iterrows()
        if row.dropna().max() <= 1.05 * row.dropna().min()
    ]
    return Figure(
        key=slug(f"{experiment.name}-{metric}-by-occupancy"),
        title=f"{what[0].upper()}{what[1:]} as the range fills",
        sentence=(
            f"With {number(100 * fullest)} % of the ports busy {what} is "
            f"{say(float(last.min()))} under {last.idxmin()} and {say(float(last.max()))} under "
            f"{last.idxmax()}"
            + (
                f"; {listed(flat)} cost{'s' if len(flat) == 1 else ''} the same at any occupancy."
                if flat
                else "; none costs the same at any occupancy."
            )
        ),
        runs=[int(run) for run in frame.index],
        data=table.rename(columns=lambda value: f"{100 * float(value):g} %").reset_index(),
        draw=draw,
        wide=(9.0, 4.4),
        narrow=(4.2, 5.4),
    )


def _cost_name(metric: str) -> str:
    parts = metric.split(".")
    last = parts[-1]
    if last.endswith("_per_op"):
        return f"the number of {last.removesuffix('_per_op').replace('_', ' ')} of a {parts[-2]}"
    return f"the {last.removesuffix('_ns').replace('p99', '99th percentile')} of a {parts[-2]}"


def quantiles(experiment: Experiment, operation: str) -> Figure | None:
    """Draw median and 99th percentile of an operation, a line for each kind of run."""
    low, high = f"{operation}.p50_ns", f"{operation}.p99_ns"
    frame = experiment.runs.dropna(subset=[low, high])
    labels = experiment.labels.loc[frame.index]
    if not 1 <= labels.nunique() <= _MOST_LINES or frame[[low, high]].stack().nunique() < 2:
        return None
    table = frame[[low, high]].groupby(labels, sort=False).mean()
    fast, slow = str(table[high].idxmin()), str(table[high].idxmax())
    quick, late = float(table[high].min()), float(table[high].max())

    def draw(canvas: Canvas, narrow: bool) -> None:
        axes = canvas.subplots()
        plot.quantiles(frame, operation=operation, label=labels, ax=axes)
        if narrow:
            names = [
                text.get_text().replace(" \u00b7 ", " \u00b7\n") for text in axes.get_yticklabels()
            ]
            axes.set_yticks(axes.get_yticks(), names, fontsize=8)
            if axes.get_xscale() == "log":
                axes.xaxis.set_major_locator(LogLocator(numticks=4))
            else:
                axes.xaxis.set_major_locator(MaxNLocator(4))
        legend_below(axes, 2)

    what = operation.rpartition(".")[2]
    lines = len(table)
    return Figure(
        key=slug(f"{experiment.name}-{operation}-times"),
        title=f"Time of a {what}" + (f" ({operation})" if len(_operations(experiment)) > 1 else ""),
        sentence=(
            f"99 % of {what}s take at most {time(quick)} under {fast}, and "
            f"{time(late)} under {slow}."
            if fast != slow
            else f"Half of the {what}s take at most {time(table[low].iloc[0])}, 99 % at most "
            f"{time(table[high].iloc[0])}."
        ),
        runs=[int(run) for run in frame.index],
        data=table.reset_index(names="run").rename(columns=short_name),
        draw=draw,
        wide=(9.0, 1.3 + 0.26 * lines),
        narrow=(4.2, 1.4 + 0.34 * lines),
    )


def _operations(experiment: Experiment) -> list[str]:
    return experiment.find(".bind.p99_ns")


def frames(experiment: Experiment, metric: str) -> Figure | None:
    """Draw how many frames came late."""
    host = metric.partition(".")[0]
    frame = experiment.runs.dropna(subset=[metric])
    by = experiment.parameter(".allocator", host) or next(iter(experiment.parameters), None)
    if by is None:
        by = "run"
        frame = frame.assign(run=experiment.labels)
    others = [name for name in experiment.parameters if name != by]
    split = "part" if "part" in others else next(iter(others), None)
    if split is not None and frame[split].nunique() > 8:
        split = None
    rows, beside = by, split
    names = list(dict.fromkeys(frame[rows]))
    kinds = 1 if beside is None else frame[beside].nunique()

    def draw(canvas: Canvas, narrow: bool) -> None:
        axes = canvas.subplots()
        plot.frames(frame, by=rows, split=beside, metric=metric, ax=axes)
        legend_below(axes, 2 if narrow else 4)

    late = frame.groupby(rows, sort=False)[metric]
    never = [str(name) for name, value in late.max().items() if value == 0]
    worst = frame.iloc[int(frame[metric].argmax())]
    total = metric.removesuffix(".late") + ".count"
    of_all = f" of {number(worst[total])}" if total in frame else ""
    words, source = said(experiment.name, "frames")
    return Figure(
        key=slug(f"{experiment.name}-{metric}"),
        title="Frames that came late",
        sentence=(
            f"{worst[rows]} loses most, {number(worst[metric])}{of_all} frames"
            + (f" ({worst[beside]})" if beside is not None else "")
            + (
                f"; {listed(never)} {'loses' if len(never) == 1 else 'lose'} none, whatever else "
                "varies."
                if never
                else "; none loses no frame at all."
            )
        ),
        runs=[int(run) for run in frame.index],
        data=frame[[name for name in (rows, beside, metric) if name is not None]].rename(
            columns=short_name
        ),
        draw=draw,
        wide=(9.0, 1.4 + 0.2 * len(names) * kinds),
        narrow=(4.2, 1.7 + 0.2 * len(names) * kinds),
        quote=words,
        source=source,
    )


def predicted(experiment: Experiment) -> Figure | None:
    """Draw what others published beside ours, where it is a time."""
    if experiment.judgement is None:
        return None
    published = experiment.judgement.published
    timed = published[published["unit"].isin(["ns", "us", "ms", "s"])]
    ours = timed.dropna(subset=["ours"])
    if ours.empty:
        return None

    def draw(canvas: Canvas, narrow: bool) -> None:
        axes = plot.predicted(timed, ax=canvas.subplots())
        if narrow:
            names = [two_lines(text.get_text()) for text in axes.get_yticklabels()]
            axes.set_yticks(axes.get_yticks(), names, fontsize=8)
            if axes.get_xscale() == "log":
                axes.xaxis.set_major_locator(LogLocator(numticks=4))
        legend_below(axes, 2)

    explained = why(experiment.name, "published")
    closest = ours.iloc[int(ours["relative_error"].abs().argmin())]
    return Figure(
        key=slug(f"{experiment.name}-published"),
        title="Published times and ours",
        sentence=(
            f"{count(len(ours), 'figure')} of others can be compared: for "
            f"\u201c{closest['label']}\u201d {number(closest['published'])} {closest['unit']} were "
            f"published, ours is {number(closest['ours'])} {closest['unit']} "
            f"({100 * closest['relative_error']:+.0f} %; {closest['note']})."
            f"{' ' if explained else ''}{explained}"
        ),
        runs=[int(run) for run in experiment.runs.index],
        data=timed.drop(columns=["source"]),
        draw=draw,
        wide=(9.0, 1.4 + 0.8 * len(timed)),
        narrow=(4.2, 1.5 + 0.85 * len(timed)),
    )


def usual_costs(experiment: Experiment) -> list[str]:
    """Return the metrics whose growth with occupancy is worth a picture."""
    endings = [".bind.node_visits_per_op"]
    if not _counts_work(experiment):
        endings.append(".bind.p99_ns")
    found = [name for ending in endings for name in experiment.find(ending)]
    return [name for name in found if experiment.runs[name].nunique() > 1]


def _counts_work(experiment: Experiment) -> bool:
    """Return whether every unit of work costs the same: times are sums of counts then, no times."""
    spec = experiment.results.spec(int(experiment.runs.index[0]))
    return all(len(set(host["costs"]["work"].values())) == 1 for host in spec["hosts"])
