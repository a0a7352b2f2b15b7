# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""Runs of a NAT box that belong into one picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypedDict

import pandas as pd

from bindstorm.report.experiment import Experiment, short_name, slug
from bindstorm.report.said import said, why

_MOST = 16
_WORK = ".node_visits_per_packet"


class Quotation(TypedDict):
    """Words of others, and whose they are."""

    quote: str
    source: str


@dataclass(frozen=True)
class Group:
    """Runs with one workload through a box, of one part of the scenario's matrix.

    Attributes
    ----------
    workload : str
        What its metrics begin with: ``"nat.perf"``.
    part : str
        Of the matrix; empty where it has none.
    runs : DataFrame
        With the column `by`.
    by : str
        The column that tells variants apart.
    packets : list of str
        The kinds of packets that were measured, as metrics begin: ``"nat.perf.use_nat"``.
    """

    experiment: Experiment
    workload: str
    part: str
    runs: pd.DataFrame
    by: str
    packets: list[str]

    @property
    def numbers(self) -> list[int]:
        """The runs, by number."""
        return [int(run) for run in self.runs.index]

    @property
    def suffix(self) -> str:
        """What a title ends with."""
        return f": {self.part}" if self.part else ""

    def key(self, picture: str) -> str:
        """Return an id for the page."""
        return slug(f"{self.experiment.name}-{self.workload}-{self.part}-{picture}")

    def varies(self, ending: str) -> bool:
        """Return whether a parameter that ends so tells variants apart."""
        return any(
            name.endswith(ending) and self.runs[name].nunique() > 1
            for name in self.experiment.parameters
        )

    def said(self, picture: str) -> Quotation:
        """Return what others said about it."""
        words, source = said(self.experiment.name, self._name(picture))
        return {"quote": words, "source": source}

    def why(self, picture: str) -> str:
        """Return a sentence of ours about it, after a space; empty without one."""
        text = why(self.experiment.name, self._name(picture))
        return f" {text}" if text else ""

    def rounds(self) -> pd.DataFrame:
        """Return the rounds of a performance test, those of all runs, with the column `by`."""
        name = f"{self.workload}.rounds"
        frames = [
            self.experiment.results.rounds(number, self.workload).assign(
                **{self.by: str(self.runs.loc[number, self.by])}
            )
            for number in self.numbers
            if name in self.experiment.results.tables(number)
        ]
        return pd.concat(frames, ignore_index=True) if frames else pd.DataFrame()

    def unit_costs(self, units: Sequence[str]) -> pd.DataFrame | None:
        """Return what units cost in each run, in ns; None where the table's size matters."""
        rows = []
        for number in self.numbers:
            for box in self.experiment.results.spec(number)["nats"]:
                if box["name"] == self.workload.partition(".")[0]:
                    costs = {**box["costs"]["work"], **box["costs"]["packet"]}
                    if box["clock"].startswith("coarse"):
                        costs["clock_reads"] = costs["coarse_clock_reads"]
                    rows.append([costs[unit] for unit in units])
        if any(not isinstance(cost, int) for row in rows for cost in row):
            return None
        return pd.DataFrame(rows, index=self.runs.index, columns=list(units)) / 1000

    def _name(self, picture: str) -> str:
        return f"{self.part}-{picture}" if self.part else picture


def groups(experiment: Experiment) -> list[Group]:
    """Return what is to be compared: each workload of each part in which something varies."""
    packets: dict[str, list[str]] = {}
    for name in experiment.find(_WORK):
        packet = name.removesuffix(_WORK)
        packets.setdefault(packet.rpartition(".")[0], []).append(packet)
    if not packets:
        return []
    every = experiment.results.runs()
    parts: list[str | None] = [None]
    if "part" in experiment.parameters:
        parts = list(dict.fromkeys(every["part"].dropna()))
    found = []
    for workload, measured in packets.items():
        for part in parts:
            # One run may stand in several parts: it belongs into the pictures of each.
            chosen = every if part is None else every[every["part"] == part]
            chosen = chosen[~chosen.index.duplicated()]
            chosen = chosen.dropna(subset=[f"{packet}{_WORK}" for packet in measured], how="all")
            by, runs = _variants(experiment, chosen)
            if 2 <= runs[by].nunique() <= _MOST:
                found.append(Group(experiment, workload, part or "", runs, by, measured))
    return found


def wrapped(name: str) -> str:
    r"""Return the name of a variant on several lines, for a phone.

    Examples
    --------
    >>> wrapped("mixed-chains(buckets=65537)")
    'mixed-chains\n(buckets=65537)'
    """
    return name.replace(" \u00b7 ", " \u00b7\n").replace("(", "\n(", 1)


def _variants(experiment: Experiment, runs: pd.DataFrame) -> tuple[str, pd.DataFrame]:
    varying = [
        name for name in experiment.parameters if name != "part" and runs[name].nunique() > 1
    ]
    if len(varying) == 1:
        return varying[0], runs
    name = " \u00b7 ".join(short_name(parameter) for parameter in varying) or "variant"
    return name, runs.assign(**{name: experiment.labels_of(runs)})
