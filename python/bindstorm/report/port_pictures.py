# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""Pictures of where ports fell."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd

from bindstorm import plot
from bindstorm.errors import StoreError
from bindstorm.report.drawing import legend_below
from bindstorm.report.experiment import Experiment, short_name, slug
from bindstorm.report.figure import Figure
from bindstorm.report.said import said
from bindstorm.report.words import count, is_are, listed, number

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Canvas

_MOST_PANELS = 12
_CLEARLY_BENT = 10.0
_TOP = 2.6
_DENSE = 5.0


def parabola(experiment: Experiment, host: str) -> Figure | None:
    """Draw the first run of an idle range that bends beyond doubt."""
    name = f"{host}.ports.parabola_z"
    if name not in experiment.runs:
        return None
    sixteenths = [f"{host}.ports.sixteenth_{i:02}" for i in (1, 8, 9, 16)]
    # Both ends up and the middle down: a run of neighbours has a k of some size, too.
    shape = experiment.runs[sixteenths]
    bent = experiment.runs[
        (experiment.runs[name] > _CLEARLY_BENT)
        & (shape.iloc[:, [0, 3]].min(axis=1) > 1)
        & (shape.iloc[:, [1, 2]].max(axis=1) < 1)
    ]
    if bent.empty:
        return None
    run, ports = _first_idle(experiment, host, bent)
    if ports is None:
        return None
    row = bent.loc[run].to_dict()
    label = experiment.labels[run]
    prefix = f"{host}.ports."
    a, k = float(row[f"{prefix}parabola_a"]), float(row[f"{prefix}parabola_k"])
    offset = float(row[f"{prefix}parabola_vertex_offset"])
    first, middle, last = (float(row[f"{prefix}sixteenth_{i:02}"]) for i in (1, 8, 16))

    def draw(canvas: Canvas, narrow: bool) -> None:
        axes = canvas.subplots()
        plot.parabola(ports, a=a, k=k, vertex_offset=offset, bins=110 if narrow else 220, ax=axes)
        legend_below(axes, 2)

    words, source = said(experiment.name, "parabola")
    return Figure(
        key=slug(f"{experiment.name}-{host}-parabola"),
        title=f"The bend of {label}",
        sentence=(
            f"The first and the last sixteenth of the range are drawn {number(first)} and "
            f"{number(last)} times as often as even choice would, the eighth {number(middle)} "
            f"times; a fitted a + k x\u00b2 has k = {number(k)} a port\u00b2, "
            f"{number(float(row[name]))} standard errors above 0, and turns "
            f"{number(100 * abs(offset), 2)} % of the range from the middle."
        ),
        runs=[run],
        data=_with_fit(plot.binned(ports, bins=220), ports, a, k, offset),
        draw=draw,
        quote=words,
        source=source,
    )


def _first_idle(
    experiment: Experiment, host: str, bent: pd.DataFrame
) -> tuple[int, pd.DataFrame | None]:
    for run in bent.index:
        ports = experiment.results.ports(int(run), host)
        if bool((ports["expected"] > 0).all()):
            return int(run), ports
    return 0, None


def _with_fit(
    parts: pd.DataFrame, ports: pd.DataFrame, a: float, k: float, offset: float
) -> pd.DataFrame:
    low, high = int(ports.index[0]), int(ports.index[-1])
    x = (parts["first"] + parts["last"]) / 2 - (low + high) / 2
    return parts.assign(fit=a - 2 * k * offset * (high - low + 1) * x + k * x**2)


def densities(experiment: Experiment, host: str) -> Figure | None:
    """Draw where the ports of several runs fell, side by side on one scale."""
    shown = _choose(experiment, host)
    if not shown:
        return None
    runs = experiment.runs
    parts = {run: plot.binned(ports, bins=80) for run, ports in shown.items()}
    names = experiment.labels_of(runs.loc[list(shown)])
    labels = {run: str(names[run]) for run in shown}
    p_values = runs.loc[list(shown), f"{host}.ports.p_value"]
    measured = int(runs[f"{host}.ports.samples"].gt(0).sum())
    uneven = [run for run in shown if p_values[run] < 0.001]
    untested = [run for run in shown if p_values.isna()[run]]
    # With few draws a port the greatest one is chance.
    is_dense = all(float(ports["expected"].max()) >= _DENSE for ports in shown.values())

    def draw(canvas: Canvas, narrow: bool) -> None:
        columns = min(len(shown), 2 if narrow else 4)
        lines = -(-len(shown) // columns)
        panels = canvas.subplots(lines, columns, sharex=True, sharey=True, squeeze=False)
        peak = max(float(part["mean"].max()) for part in parts.values())
        if is_dense:
            peak = max(peak, *(float(part["max"].quantile(0.95)) for part in parts.values()))
        for panel, (run, part) in zip(panels.flat, parts.items(), strict=False):
            middles = (part["first"] + part["last"]) / 2
            if is_dense:
                panel.fill_between(
                    middles, part["mean"], part["max"], step="mid", alpha=0.3, linewidth=0
                )
            panel.step(middles, part["mean"], where="mid")
            highest = float(part["mean"].max())
            note = f" (up to {number(highest)})" if highest > _TOP else ""
            panel.set_title(_fold(labels[run] + note, 20 if narrow else 27), fontsize=9)
            ports = shown[run]
            panel.set_xticks([int(ports.index[0]), int(ports.index[-1])])
            for text, side in zip(panel.get_xticklabels(), ("left", "right"), strict=False):
                text.set_horizontalalignment(side)
        for panel in panels.flat[len(shown) :]:
            panel.set_visible(False)
        panels[0, 0].set_ylim(0, min(_TOP, max(1.6, 1.1 * peak)))
        canvas.supylabel("relative to even choice", fontsize=9)
        shade = "; line: mean, shade: up to the greatest single port" if is_dense else ""
        canvas.supxlabel(f"port{shade}", fontsize=9)

    lines = {True: -(-len(shown) // 2), False: -(-len(shown) // 4)}
    return Figure(
        key=slug(f"{experiment.name}-{host}-densities"),
        title=_titled(
            "Where the ports fell"
            if len(experiment.hosts()) == 1
            else f"Where the ports of {host} fell",
            experiment,
            runs.loc[list(shown)],
        ),
        sentence=_sentence(shown, parts, labels, uneven, measured, len(untested)),
        runs=list(shown),
        data=pd.concat(
            [
                part.drop(columns=["observed", "expected"]).assign(run=run, label=labels[run])
                for run, part in parts.items()
            ]
        ),
        draw=draw,
        wide=(9.0, 1.0 + 1.6 * lines[False]),
        narrow=(4.2, 1.0 + 1.6 * lines[True]),
    )


def _choose(experiment: Experiment, host: str) -> dict[int, pd.DataFrame]:
    """Return the ports of a run of each kind, or of one for each allocator where they are many."""
    name = f"{host}.ports.samples"
    measured = experiment.runs[experiment.runs[name] > 0] if name in experiment.runs else None
    if measured is None:
        return {}
    measured = measured[~experiment.labels_of(measured).duplicated()]
    if len(measured) > _MOST_PANELS:
        by = experiment.parameter(".allocator", host) or next(iter(experiment.parameters), None)
        if by is not None:
            measured = measured.drop_duplicates(by)
    chosen = {}
    for run in measured.index[:_MOST_PANELS]:
        try:
            chosen[int(run)] = experiment.results.ports(int(run), host)
        except StoreError:
            continue  # a host without a table of its ports
    return chosen


def _sentence(
    shown: dict[int, pd.DataFrame],
    parts: dict[int, pd.DataFrame],
    labels: dict[int, str],
    uneven: list[int],
    runs: int,
    untested: int,
) -> str:
    which = count(len(shown), "run") + (" shown" if len(shown) < runs else "")
    which += f" (of {number(runs)})" if len(shown) < runs else ""
    even = len(shown) - len(uneven) - untested
    if untested:
        which += f", {number(untested)} without a test"
    if not uneven:
        return f"{which}: not told from even choice (p at least 0.001)." if even else f"{which}."
    peaks = {run: float(parts[run]["mean"].max()) for run in uneven}
    worst = max(uneven, key=lambda run: peaks[run])
    names = [labels[run] for run in uneven]
    text = (
        f"{which}: {even} not told from even choice; {listed(names)} {is_are(names)}. "
        if even
        else f"{which}: {listed(names)} rejected as even choice. "
    )
    part = parts[worst].iloc[int(parts[worst]["mean"].argmax())]
    return text + (
        f"The highest peak is that of {labels[worst]}: ports {int(part['first'])} to "
        f"{int(part['last'])} are drawn {number(peaks[worst])} times as often as even choice would."
    )


def _titled(title: str, experiment: Experiment, runs: pd.DataFrame) -> str:
    held = experiment.held(runs)
    return f"{title} ({held})" if held else title


def _fold(text: str, width: int) -> str:
    """Break a label between its parts, where it is too long."""
    lines: list[str] = []
    for word in text.replace(" (", "\n(").replace(" \u00b7 ", " \u00b7\n").split("\n"):
        if lines and len(lines[-1]) + 1 + len(word) <= width and not word.startswith("("):
            lines[-1] += " " + word
        else:
            lines.append(word)
    return "\n".join(lines)


def spread(experiment: Experiment, host: str) -> Figure | None:
    """Draw how unequal the chances of free ports are as the range fills."""
    metric = f"{host}.ports.density_deviation"
    frame, by, busy = experiment.by_occupancy(host, metric)
    if frame is None:
        return None

    def draw(canvas: Canvas, narrow: bool) -> None:
        axes = canvas.subplots()
        plot.latency_vs_occupancy(frame, metric=metric, by=by, occupancy=busy, ax=axes)
        axes.set_yscale("linear")
        axes.set_ylabel("spread of chances")
        legend_below(axes, 2 if narrow else 3)

    share = frame[busy].map(plot.occupancy_of)
    fullest = frame[share == share[frame[metric].notna()].max()]
    means = fullest.groupby(by, sort=False)[metric].mean().dropna()
    flat = [str(name) for name, value in means.items() if value < 0.01]
    steep = means.idxmax()
    return Figure(
        key=slug(f"{experiment.name}-{host}-spread"),
        title="How unequal the chances of free ports are",
        sentence=(
            f"With {number(100 * float(share.loc[fullest.index[0]]))} % of the ports busy the "
            f"chances of the free ones differ by a standard deviation of "
            f"{number(100 * float(means.max()))} % of their mean under {steep}"
            + (f", and by none to be seen under {listed(flat)}." if flat else ".")
        ),
        runs=[int(run) for run in frame.index],
        data=frame.groupby([by, busy], sort=False)[metric]
        .agg(["mean", "count"])
        .reset_index()
        .rename(columns={"mean": "spread", "count": "runs"})
        .rename(columns=short_name),
        draw=draw,
        narrow=(4.2, 4.4),
    )
