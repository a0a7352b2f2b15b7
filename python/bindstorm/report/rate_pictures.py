# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""Pictures of the rates that a NAT box carries."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd

from bindstorm import plot
from bindstorm.report.attack_runs import value_of
from bindstorm.report.drawing import legend_below
from bindstorm.report.experiment import Experiment, short_name, slug
from bindstorm.report.figure import Figure
from bindstorm.report.nat_groups import wrapped
from bindstorm.report.said import said, why
from bindstorm.report.words import number

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Canvas

#: Rates that a search finds, or that follow from a time, and what they are called.
_RATES = {
    ".no_drop_pps": "no loss",
    ".establishment_pps": "establishment",
    ".throughput_pps": "throughput",
    ".tear_down_per_second": "tear-down",
}
_MOST = 8
_FEWEST = 3


def measured(experiment: Experiment) -> list[str]:
    """Return the workloads that this module has pictures of, if anything varies."""
    found = [name.removesuffix(end) for end in _RATES for name in experiment.find(end)]
    if experiment.parameter(".instances") is not None:
        found += [name.removesuffix(".exchanges") for name in experiment.find(".exchanges")]
    return list(dict.fromkeys(found))


def rate_figures(experiment: Experiment) -> list[Figure]:
    """Return a picture for each workload whose rates were measured with several indexes."""
    found: dict[str, dict[str, str]] = {}
    for ending, what in _RATES.items():
        for metric in experiment.find(ending):
            found.setdefault(metric.removesuffix(ending), {})[metric] = what
    figures = [_rates(experiment, workload, metrics) for workload, metrics in found.items()]
    return [figure for figure in figures if figure is not None]


def _rates(experiment: Experiment, workload: str, metrics: dict[str, str]) -> Figure | None:
    index = experiment.parameter(".index", workload.partition(".")[0])
    if index is None or not 2 <= experiment.runs[index].nunique() <= _MOST:
        return None
    others = [
        name
        for name in experiment.parameters
        if name not in (index, "part") and name.startswith(f"{workload}.")
    ]
    has_mix = len(metrics) == 1
    rows = []
    for run, line in experiment.runs.dropna(subset=[index]).iterrows():
        for metric, what in metrics.items():
            if line[metric] == line[metric]:
                told = [str(line["part"]) if has_mix and "part" in line else what]
                # Shares are what a part is named after.
                told += [
                    value_of(name, line[name])
                    for name in others
                    if line[name] == line[name]
                    and line[name] is not None
                    and not (isinstance(line[name], float) and line[name] < 1)
                    and not name.endswith(".measure")
                ]
                rows.append((run, " \u00b7 ".join(told), str(line[index]), line[metric]))
    frame = pd.DataFrame(rows, columns=["run_id", "what", "index", "a second"])
    # Rows of the picture in the order in which they were first seen.
    place = {name: number for number, name in enumerate(dict.fromkeys(frame["what"]))}
    frame = frame.iloc[frame["what"].map(place).argsort(kind="stable")]
    table = frame.groupby(["what", "index"], sort=False)["a second"].mean().unstack()
    if table.shape[0] < 1 or table.isna().to_numpy().any():
        table = table.dropna()
        frame = frame[frame["what"].isin(table.index)]
    if table.empty:
        return None

    def draw(canvas: Canvas, narrow: bool) -> None:
        axes = plot.nat_rates(frame, rate="a second", rows="what", by="index", ax=canvas.subplots())
        if narrow:
            names = [wrapped(text.get_text()) for text in axes.get_yticklabels()]
            axes.set_yticks(axes.get_yticks(), names, fontsize=8)
        legend_below(axes, 2 if narrow else 4)

    spread = (table.max(axis=1) / table.min(axis=1)).sort_values()
    row = table.loc[spread.index[-1]]
    first = table.idxmax(axis=1).value_counts()
    words, source = said(experiment.name, "rates")
    text = why(experiment.name, "rates")
    return Figure(
        key=slug(f"{experiment.name}-{workload}-rates"),
        title="What the box carries, by index",
        sentence=(
            f"Farthest apart are indexes in \u201c{spread.index[-1]}\u201d: "
            f"{number(row.max() / 1e6)} millions a second with {row.idxmax()}, "
            f"{number(row.min() / 1e6)} with {row.idxmin()}. {first.index[0]} carries most in "
            f"{first.iloc[0]} of {len(table)} rows." + (f" {text}" if text else "")
        ),
        runs=sorted({int(run) for run in frame["run_id"]}),
        data=table.reset_index(),
        draw=draw,
        wide=(9.0, 1.5 + 0.33 * len(table)),
        narrow=(4.2, 1.8 + 0.42 * len(table)),
        quote=words,
        source=source,
    )


def instance_figures(experiment: Experiment) -> list[Figure]:
    """Return a picture of throughput against the number of tables for what varies besides."""
    instances = experiment.parameter(".instances")
    if instances is None:
        return []
    box = instances.removesuffix(".instances")
    figures = []
    for metric in experiment.find(".exchanges"):
        runs = experiment.runs.dropna(subset=[metric, instances])
        if metric.partition(".")[0] != box or runs.empty or runs[metric].nunique() < 2:
            continue
        runs = runs.assign(rate=runs[metric] / _window(experiment, runs))
        parts = [("", runs)]
        if "part" in experiment.parameters:
            parts = [(str(name), part) for name, part in runs.groupby("part", sort=False)]
        curves = [runs for _, runs in parts if runs[instances].nunique() >= _FEWEST]
        steps = [
            (part, runs)
            for part, runs in parts
            if runs[instances].nunique() < _FEWEST
            and len(runs) >= 2 * runs[instances].nunique() > _FEWEST
        ]
        if curves:
            figures.append(_instances(experiment, metric, instances, "", pd.concat(curves)))
        figures += [_instances(experiment, metric, instances, part, runs) for part, runs in steps]
    return figures


def _instances(
    experiment: Experiment, metric: str, instances: str, part: str, runs: pd.DataFrame
) -> Figure:
    varied = [
        name
        for name in experiment.parameters
        if name not in ("part", instances) and runs[name].nunique() > 1
    ]
    label = runs[varied].apply(
        lambda row: " \u00b7 ".join(_told(name, row[name]) for name in varied), axis=1
    )
    frame = runs.assign(variant=label)

    def draw(canvas: Canvas, narrow: bool) -> None:
        axes = canvas.subplots()
        plot.nat_instances(frame, rate="rate", instances=instances, by="variant", ax=axes)
        axes.set_ylabel("million requests a second")
        legend_below(axes, 1 if narrow else 3)

    table = frame.groupby(["variant", instances], sort=False)["rate"].mean().unstack()
    table = table[sorted(table.columns)]
    gain = (table.iloc[:, -1] / table.iloc[:, 0]).dropna().sort_values()
    last, first = int(table.columns[-1]), int(table.columns[0])
    text = why(experiment.name, f"{part}-instances" if part else "instances")
    return Figure(
        key=slug(f"{experiment.name}-{metric}-{part}-instances"),
        title="Requests answered, by number of tables" + (f": {part}" if part else ""),
        sentence=(
            f"From {first} to {last} tables side by side the box answers "
            f"{number(gain.iloc[-1])} times as many requests with {gain.index[-1]} and "
            f"{number(gain.iloc[0])} times with {gain.index[0]}." + (f" {text}" if text else "")
        ),
        runs=[int(run) for run in frame.index],
        data=table.reset_index().rename(columns=lambda name: str(name)),
        draw=draw,
        wide=(9.0, 4.2),
        narrow=(4.2, 5.2),
    )


def _told(parameter: str, value: object) -> str:
    name = short_name(parameter)
    if name == "lock":
        return {"one": "one lock", "each": "a lock each"}.get(str(value), str(value))
    if name == "cpus":
        return f"{value} CPU" + ("" if value == 1 else "s")
    return value_of(parameter, value)


def _window(experiment: Experiment, runs: pd.DataFrame) -> pd.Series:
    seconds = []
    for run in runs.index:
        spec = experiment.results.spec(int(run))
        end = runs.loc[run, "simulated_seconds"]
        seconds.append(float(end) - float(spec["measure"]["warm_up"]) / 1e9)
    return pd.Series(seconds, index=runs.index)
