# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""Which pictures an experiment gets: by what it varies and measured, not by its name."""

from __future__ import annotations

from bindstorm.report import nat_pictures, port_pictures, time_pictures, verdict_pictures
from bindstorm.report.attack_pictures import attack_figures
from bindstorm.report.attack_runs import sieges
from bindstorm.report.experiment import Experiment
from bindstorm.report.figure import Figure
from bindstorm.report.nat_groups import groups
from bindstorm.report.rate_pictures import instance_figures, measured, rate_figures


def exchanges(experiment: Experiment) -> list[str]:
    """Return the packets of requests and responses, whose times are drawn."""
    kinds = (".request.p99_ns", ".response.p99_ns")
    return [name.removesuffix(".p99_ns") for kind in kinds for name in experiment.find(kind)]


def pictures(experiment: Experiment) -> list[Figure]:
    """Return the pictures of an experiment, what matters most first."""
    if experiment.runs.empty:
        return []
    found: list[Figure | None] = []
    for host in experiment.hosts():
        found.append(port_pictures.parabola(experiment, host))
        found.append(verdict_pictures.matrix(experiment, host))
        found.append(port_pictures.spread(experiment, host))
        found.append(port_pictures.densities(experiment, host))
        found.append(verdict_pictures.battery(experiment, host))
    attacks = sieges(experiment)
    for siege in attacks:
        found += attack_figures(siege)
    found += rate_figures(experiment)
    found += instance_figures(experiment)
    # What has pictures of its own needs none of work and time.
    shown = {name for siege in attacks for name in (siege.attack, siege.load)}
    shown |= set(measured(experiment))
    boxes = [group for group in groups(experiment) if group.workload not in shown]
    found += [nat_pictures.growth(group) for group in boxes]
    found.append(nat_pictures.ratios(experiment))
    found.append(time_pictures.predicted(experiment))
    found += [
        time_pictures.quantiles(experiment, name)
        for name in exchanges(experiment)
        if name.rpartition(".")[0] not in shown
    ]
    counted: list[Figure] = []
    for group in boxes:
        found.append(nat_pictures.packets_done(group))
        found.append(nat_pictures.times(group))
        work = nat_pictures.work(group)
        # Work does not depend on costs: a part with other costs has nothing new to show.
        if work is not None and not any(_has_all(of, work) for of in counted):
            counted.append(work)
            found.append(work)
    found += [time_pictures.frames(experiment, name) for name in experiment.find(".frame.late")]
    by_occupancy = [
        time_pictures.costs_by_occupancy(experiment, metric)
        for metric in time_pictures.usual_costs(experiment)
    ]
    found += by_occupancy
    if not any(by_occupancy):
        found += [
            time_pictures.quantiles(experiment, name.removesuffix(".p99_ns"))
            for name in experiment.find(".bind.p99_ns")
        ]
    return [figure for figure in found if figure is not None]


def _has_all(figure: Figure, other: Figure) -> bool:
    rows = set(figure.data.itertuples(index=False, name=None))
    return list(figure.data.columns) == list(other.data.columns) and rows.issuperset(
        other.data.itertuples(index=False, name=None)
    )
