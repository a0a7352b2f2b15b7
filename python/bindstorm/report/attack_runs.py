# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""Runs of a NAT box under attack that belong into one picture."""

from __future__ import annotations

from dataclasses import dataclass

import pandas as pd

from bindstorm.report.experiment import Experiment, short_name, slug

#: Metrics that an attack has, and that traffic beside it has.
_HELD = ".entries_held"
_BOUND = ".queueing_bound"
_WORK = ".node_visits_per_packet"
_FEWEST = 3


@dataclass(frozen=True)
class Siege:
    """Runs of one part of a scenario in which an attack goes with legitimate traffic.

    Attributes
    ----------
    attack, load : str
        What the metrics of the attack and of the traffic begin with: ``"box.attack"``.
    part : str
        Of the matrix; empty where the runs are of several parts, or it has none.
    by : str
        The column that tells variants apart; empty where runs are told apart by `label` alone.
    """

    experiment: Experiment
    attack: str
    load: str
    part: str
    runs: pd.DataFrame
    by: str

    @property
    def success(self) -> str:
        """The metric: the share of legitimate exchanges that succeeded."""
        return f"{self.load}.success"

    @property
    def bound(self) -> str:
        """The metric: what the queue alone would leave of it."""
        return f"{self.load}{_BOUND}"

    @property
    def pattern(self) -> str:
        """The parameter."""
        return f"{self.attack}.pattern"

    @property
    def rate(self) -> str:
        """The parameter."""
        return f"{self.attack}.rate"

    @property
    def offered(self) -> str:
        """The metric: work offered by what the box could do."""
        return f"{self.attack.partition('.')[0]}.offered_load"

    @property
    def numbers(self) -> list[int]:
        """The runs, by number."""
        return [int(run) for run in self.runs.index]

    def links(self) -> pd.Series:
        """Links looked at for a packet of the attack, whatever kinds of packets it has."""
        done = pd.Series(0.0, index=self.runs.index)
        sent = done.copy()
        for name in self.experiment.find(_WORK):
            kind = name.removesuffix(_WORK)
            if kind.startswith(f"{self.attack}."):
                times = self.runs[f"{kind}.count"].fillna(0)
                done += times * self.runs[name].fillna(0)
                sent += times
        return done / sent

    def key(self, picture: str) -> str:
        """Return an id for the page."""
        return slug(f"{self.experiment.name}-{self.attack}-{self.part}-{picture}")

    def label(self) -> pd.Series:
        """What tells runs apart but the rate, where several were tried; with the attack's name."""
        varied = [name for name in _varying(self.experiment, self.runs) if name != self.rate]
        texts = []
        for _, row in self.runs.iterrows():
            parts = [str(row[self.pattern])] if self.pattern in self.runs else []
            parts += [
                value_of(name, row[name])
                for name in varied
                if name != self.pattern and row[name] == row[name] and row[name] is not None
            ]
            texts.append(" \u00b7 ".join(parts) or "the run")
        return pd.Series(texts, index=self.runs.index, dtype="object")


def sieges(experiment: Experiment) -> list[Siege]:
    """Return what is to be drawn: parts with variants, attacks and rates, then all other runs."""
    found: list[Siege] = []
    loads = [name.removesuffix(_BOUND) for name in experiment.find(_BOUND)]
    for attack in (name.removesuffix(_HELD) for name in experiment.find(_HELD)):
        box = attack.partition(".")[0]
        for load in loads:
            if load.partition(".")[0] == box:
                found += _of_pair(experiment, attack, load)
    return found


def value_of(parameter: str, value: object) -> str:
    """Return a value that says what it is of, where it would not say so itself.

    Examples
    --------
    >>> value_of("box.index", "flat"), value_of("box.attack.replies", True)
    ('flat', 'replies true')
    >>> value_of("box.queue", 1000.0)
    'queue 1000'
    """
    if isinstance(value, str) and not value[:1].isdigit() and value not in ("true", "false"):
        return value
    text = f"{value:g}" if isinstance(value, float) else str(value).lower()
    return f"{short_name(parameter).replace('_', ' ')} {text}"


def _of_pair(experiment: Experiment, attack: str, load: str) -> list[Siege]:
    every = experiment.results.runs().dropna(subset=[f"{load}.success", f"{attack}{_HELD}"])
    if every.empty:
        return []
    parts = [("", every)]
    if "part" in experiment.parameters:
        parts = [(str(name), runs) for name, runs in every.groupby("part", sort=False)]
    # One run may stand in several parts: it belongs into the pictures of each.
    parts = [(part, runs[~runs.index.duplicated()]) for part, runs in parts]
    whole: list[Siege] = []
    others: list[pd.DataFrame] = []
    for part, runs in parts:
        by = _variants(experiment, runs, attack)
        if by:
            whole.append(Siege(experiment, attack, load, part, runs, by))
        else:
            others.append(runs)
    if others:
        rest = pd.concat(others)
        whole.append(Siege(experiment, attack, load, "", rest[~rest.index.duplicated()], ""))
    return whole


def _variants(experiment: Experiment, runs: pd.DataFrame, attack: str) -> str:
    varied = _varying(experiment, runs)
    if f"{attack}.pattern" not in varied or f"{attack}.rate" not in varied:
        return ""
    others = [name for name in varied if not name.startswith(f"{attack}.")]
    index = [name for name in others if name.endswith(".index")]
    many = [name for name in others if runs[name].nunique() >= _FEWEST]
    return next(iter(index or many), "")


def _varying(experiment: Experiment, runs: pd.DataFrame) -> list[str]:
    return [name for name in experiment.parameters if name != "part" and runs[name].nunique() > 1]
