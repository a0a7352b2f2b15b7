# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""Pictures of what packets cost in a NAT box, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd
from matplotlib.ticker import LogLocator, MaxNLocator

from bindstorm import plot
from bindstorm.plot.nat import PHASES, WORK
from bindstorm.report.drawing import legend_below
from bindstorm.report.experiment import Experiment, short_name, slug
from bindstorm.report.figure import Figure
from bindstorm.report.nat_groups import Group, wrapped
from bindstorm.report.said import said, why
from bindstorm.report.words import count, listed, number, time, two_lines

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Canvas


def growth(group: Group) -> Figure | None:
    """Draw the cost of a packet in each phase against the size of the table."""
    rounds = group.rounds()
    if rounds.empty or not group.varies(".index"):
        return None
    by = group.by

    def draw(canvas: Canvas, narrow: bool) -> None:
        panels = canvas.subplots(4 if narrow else 2, 1 if narrow else 2, sharex=True, sharey=True)
        panels = panels.ravel()
        for axes, phase in zip(panels, PHASES, strict=True):
            plot.nat_rounds(rounds, by=by, phase=phase, ax=axes)
            axes.label_outer()
            axes.set_ylabel("")
            axes.xaxis.set_major_locator(MaxNLocator(4 if narrow else 5))
        _one_legend(list(panels), 1 if narrow else 3)

    first, last = (
        rounds.dropna(subset=["random_ns", "use_nat_ns"]).groupby(by, sort=False).nth(place)
        for place in (0, -1)
    )
    first, last = first.set_index(by), last.set_index(by)
    steps = (last["random_ns"] / first["random_ns"]).sort_values()
    hits = last["use_nat_ns"].sort_values()
    return Figure(
        key=group.key("growth"),
        title="Cost of a packet as the table grows" + group.suffix,
        sentence=(
            f"From {number(int(first['flows'].min()))} flows on to the last round a miss becomes "
            f"{number(steps.iloc[-1], 2)} times as dear with {steps.index[-1]} and "
            f"{number(steps.iloc[0], 2)} times with {steps.index[0]}; a hit costs "
            f"{time(hits.iloc[0])} with {hits.index[0]} and {time(hits.iloc[-1])} with "
            f"{hits.index[-1]} at the end.{group.why('growth')}"
        ),
        runs=group.numbers,
        data=rounds.drop(columns=["second"]).rename(columns=short_name),
        draw=draw,
        wide=(9.0, 5.8),
        narrow=(4.2, 9.6),
        **group.said("growth"),
    )


def work(group: Group) -> Figure | None:
    """Draw what is counted for a packet of each kind."""
    # Those that each variant has: there is no opening and closing without TCP.
    packets = [
        one for one in group.packets if group.runs[f"{one}.node_visits_per_packet"].notna().all()
    ]
    hits = f"{group.workload}.use_nat"
    if hits in packets and not group.varies(".index"):
        packets = [hits]
    units = [
        unit for unit in WORK if all(f"{one}.{unit}_per_packet" in group.runs for one in packets)
    ]
    if not packets or "node_visits" not in units or group.varies(".clock"):
        return None
    columns = {
        f"{one}.{unit}_per_packet": f"{short_name(one)} {WORK[unit]}"
        for one in packets
        for unit in units
    }
    table = group.runs[list(columns)].groupby(group.runs[group.by], sort=False).mean()
    bars = len(table)

    def draw(canvas: Canvas, narrow: bool) -> None:
        across = 1 if narrow or len(packets) == 1 else 2
        down = -(-len(packets) // across)
        panels = canvas.subplots(down, across, squeeze=False).ravel()
        for place, axes in enumerate(panels):
            if place >= len(packets):
                axes.set_visible(False)
                continue
            plot.nat_work(group.runs, by=group.by, packet=packets[place], units=units, ax=axes)
            axes.grid(visible=False, axis="y")
            if place % across:
                axes.set_yticklabels([])
            if place < len(packets) - across:
                axes.set_xlabel("")
            if narrow:
                names = [wrapped(text.get_text()) for text in axes.get_yticklabels()]
                axes.set_yticks(axes.get_yticks(), names, fontsize=8)
        _one_legend([axes for axes in panels if axes.get_visible()], 2 if narrow else 4)

    of = hits if hits in packets else packets[0]
    visits = table[f"{of}.node_visits_per_packet"].sort_values()
    deepest = max(table.columns, key=lambda name: table[name].max())
    return Figure(
        key=group.key("work"),
        title="What is done for a packet" + group.suffix,
        sentence=(
            f"A {_kind(of)} looks at {_of_variants(visits)} entries; most of all is done with "
            f"{table[deepest].idxmax()}: {number(table[deepest].max())} "
            f"{columns[deepest].partition(' ')[2]} for a {_kind(deepest.rpartition('.')[0])}."
            f"{group.why('work')}"
        ),
        runs=group.numbers,
        data=table.rename(columns=columns).reset_index().rename(columns=short_name),
        draw=draw,
        wide=(9.0, 1.0 + -(-len(packets) // 2) * (0.75 + 0.26 * bars)),
        narrow=(4.2, 1.0 + len(packets) * (0.75 + 0.26 * bars)),
        **group.said("work"),
    )


def times(group: Group) -> Figure | None:
    """Draw where the time of a hit goes, where clocks are compared."""
    hits = f"{group.workload}.use_nat"
    units = [unit for unit in WORK if f"{hits}.{unit}_per_packet" in group.runs]
    if hits not in group.packets or not group.varies(".clock"):
        return None
    costs = group.unit_costs(units)
    if costs is None:
        return None
    counted = group.runs[[f"{hits}.{unit}_per_packet" for unit in units]]
    counted = counted.set_axis(units, axis="columns") * costs
    table = counted.assign(mean=group.runs[f"{hits}.mean_ns"])
    table = table.groupby(group.runs[group.by], sort=False).mean()
    bars = len(table)

    def draw(canvas: Canvas, narrow: bool) -> None:
        axes = plot.nat_work(
            group.runs, by=group.by, packet=hits, units=units, costs=costs, ax=canvas.subplots()
        )
        axes.set_title("")
        axes.grid(visible=False, axis="y")
        axes.xaxis.set_major_locator(MaxNLocator(3 if narrow else 7))
        if narrow:
            names = [wrapped(text.get_text()) for text in axes.get_yticklabels()]
            axes.set_yticks(axes.get_yticks(), names, fontsize=8)
        legend_below(axes, 2 if narrow else 5)

    share = (table["clock_reads"] / table["mean"]).sort_values()
    return Figure(
        key=group.key("times"),
        title="Where the time of a hit goes" + group.suffix,
        sentence=(
            f"Reading the clock is {number(100 * share.iloc[-1], 2)} % of the time of a hit with "
            f"{share.index[-1]} and {number(100 * share.iloc[0], 2)} % with {share.index[0]}."
            f"{group.why('times')}"
        ),
        runs=group.numbers,
        data=table.rename(columns=lambda name: f"{WORK.get(name, name)}, ns")
        .reset_index()
        .rename(columns=short_name),
        draw=draw,
        wide=(9.0, 1.3 + 0.28 * bars),
        narrow=(4.2, 1.7 + 0.4 * bars),
        **group.said("times"),
    )


def packets_done(group: Group) -> Figure | None:
    """Draw how many packets were done in the same time."""
    metric = f"{group.workload}.total"
    if metric not in group.runs or group.runs[metric].nunique() < 2:
        return None
    totals = group.runs[metric].groupby(group.runs[group.by], sort=False).mean()

    def draw(canvas: Canvas, narrow: bool) -> None:
        axes = canvas.subplots()
        bars = axes.barh(range(len(totals)), totals.to_numpy(), height=0.7)
        axes.bar_label(bars, [f"{value:,.0f}" for value in totals], padding=3, fontsize="small")
        names = [wrapped(str(name)) if narrow else str(name) for name in totals.index]
        axes.set_yticks(range(len(totals)), names, fontsize=8 if narrow else 9)
        axes.set_ylim(len(totals) - 0.5, -0.5)
        axes.set_xlim(0, 1.2 * totals.max())
        axes.xaxis.set_major_locator(MaxNLocator(3 if narrow else 7))
        axes.xaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
        axes.grid(visible=False, axis="y")
        axes.set_xlabel("packets in the same time")

    ordered = totals.sort_values()
    return Figure(
        key=group.key("packets"),
        title="Packets in the same time" + group.suffix,
        sentence=(
            f"{ordered.index[-1]} does {number(ordered.iloc[-1] / ordered.iloc[0], 3)} times as "
            f"many packets as {ordered.index[0]} ({number(ordered.iloc[-1], 4)} and "
            f"{number(ordered.iloc[0], 4)}).{group.why('packets')}"
        ),
        runs=group.numbers,
        data=totals.reset_index().rename(columns=short_name),
        draw=draw,
        wide=(9.0, 1.0 + 0.28 * len(totals)),
        narrow=(4.2, 1.1 + 0.4 * len(totals)),
        **group.said("packets"),
    )


def ratios(experiment: Experiment) -> Figure | None:
    """Draw published ratios and ours."""
    if experiment.judgement is None:
        return None
    published = experiment.judgement.published
    shown = published[(published["unit"] == "times") & published["ours"].notna()]
    if shown.empty:
        return None

    def draw(canvas: Canvas, narrow: bool) -> None:
        axes = plot.nat_ratios(shown, ax=canvas.subplots())
        if narrow:
            axes.set_yticks(axes.get_yticks(), [two_lines(name) for name in shown["label"]])
            axes.tick_params(axis="y", labelsize=8)
            axes.xaxis.set_major_locator(LogLocator(numticks=4))
        legend_below(axes, 2)

    quotient = shown["ours"] / shown["published"]
    # Less is no more: a loss of 8 % does not reproduce a gain of 1 %.
    is_near = quotient.between(1 / 1.25, 1.25) & ((shown["ours"] > 1) == (shown["published"] > 1))
    near = [f"\u201c{label}\u201d" for label in shown["label"][is_near]]
    far = [
        f"\u201c{row['label']}\u201d ({number(row['ours'])}, published {number(row['published'])})"
        for _, row in shown[~is_near].iterrows()
    ]
    words, source = said(experiment.name, "ratios")
    return Figure(
        key=slug(f"{experiment.name}-ratios"),
        title="Published ratios and ours",
        sentence=(
            f"Of {count(len(shown), 'ratio')} {len(near) or 'none'} "
            f"{'is' if len(near) < 2 else 'are'} within a quarter of what was published"
            + (f": {listed(near, 8)}" if near else "")
            + (f". Not so: {listed(far, 8)}" if far else "")
            + f".{_space(why(experiment.name, 'ratios'))}"
        ),
        runs=[int(run) for run in experiment.runs.index],
        data=shown.drop(columns=["source"]),
        draw=draw,
        wide=(9.0, 1.4 + 0.36 * len(shown)),
        narrow=(4.2, 1.5 + 0.46 * len(shown)),
        quote=words,
        source=source,
    )


def _one_legend(panels: list[Axes], columns: int) -> None:
    for axes in panels[1:]:
        legend = axes.get_legend()
        if legend is not None:
            legend.remove()
    legend_below(panels[0], columns)


def _kind(packet: str) -> str:
    phase = packet.rpartition(".")[2]
    words = {"use_nat": "hit", "random": "miss", "attack": "repeated miss", "new_nat": "new flow"}
    return words.get(phase, phase.replace("_", " "))


def _of_variants(values: pd.Series) -> str:
    low, high = values.iloc[0], values.iloc[-1]
    if number(low) == number(high):
        return number(low)
    return f"{number(low)} ({values.index[0]}) to {number(high)} ({values.index[-1]})"


def _space(text: str) -> str:
    return f" {text}" if text else ""
