# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""An experiment of a store, read once for its page."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import SupportsIndex

import pandas as pd

from bindstorm.errors import ExperimentError, ScenarioError
from bindstorm.judgement import Judgement
from bindstorm.plot import occupancy_of
from bindstorm.store import Results


@dataclass
class Experiment:
    """What the page tells of one experiment.

    Attributes
    ----------
    results : Results
        Open.
    runs : DataFrame
        Those that are done.
    parameters : list of str
        The columns of `runs` that vary, seeds left out, in the order of the scenario.
    judgement : Judgement or None
        None where the scenario cannot be evaluated here; `problem` says why.
    """

    results: Results
    name: str = ""
    title: str = ""
    question: str = ""
    planned: int = 0
    done: int = 0
    runs: pd.DataFrame = field(default_factory=pd.DataFrame)
    parameters: list[str] = field(default_factory=list)
    judgement: Judgement | None = None
    problem: str = ""

    @classmethod
    def read(cls, results: Results) -> Experiment:
        """Read an experiment that is open."""
        about = results.experiments().loc[results.experiment].to_dict()
        made = cls(results)
        made.name = str(about["name"])
        made.title = str(about["title"])
        made.question = " ".join(str(about["question"]).split())
        made.planned = int(about["planned"])
        made.done = int(about["done"])
        # A run that stands in two places of the matrix is drawn once.
        runs = results.runs()
        made.runs = runs[~runs.index.duplicated()]
        made.parameters = [
            name
            for name in made.runs.columns[: list(made.runs.columns).index("digest")]
            if name in results.parameter_names() and made.runs[name].nunique(dropna=False) > 1
        ]
        try:
            made.judgement = results.judgement()
        except ScenarioError as error:
            made.problem = str(error)
        return made

    def find(self, ending: str) -> list[str]:
        """Return the metrics that end so, and that a run has."""
        return [
            str(name)
            for name in self.runs.columns
            if str(name).endswith(ending) and bool(self.runs[name].notna().any())
        ]

    def hosts(self) -> list[str]:
        """Return the hosts whose ports were measured."""
        return [name.removesuffix(".ports.p_value") for name in self.find(".ports.p_value")]

    def parameter(self, ending: str, host: str = "") -> str | None:
        """Return the parameter of a host that ends so, if there is one and it varies."""
        found = [
            name
            for name in self.parameters
            if name.endswith(ending) and (not host or name.startswith(f"{host}."))
        ]
        return found[0] if found else None

    @cached_property
    def labels(self) -> pd.Series:
        """What tells each run from the others, in words; seeds left out."""
        return self.labels_of(self.runs)

    def labels_of(self, runs: pd.DataFrame) -> pd.Series:
        """Return what tells each of some runs from the others, in words; seeds left out."""
        needed: list[str] = []
        kinds = 1
        for name in self.parameters:
            more = len(runs[[*needed, name]].drop_duplicates())
            if more > kinds:
                needed.append(name)
                kinds = more
        # One that came first may say nothing beside those that came later.
        for name in list(needed):
            others = [other for other in needed if other != name]
            if others and len(runs[others].drop_duplicates()) == kinds:
                needed = others
        if not needed:
            text = "every run" if len(runs) > 1 else "the run"
            return pd.Series([text] * len(runs), index=runs.index, dtype="object")
        return runs[needed].apply(
            lambda row: " \u00b7 ".join(_word(value) for value in row if not _is_missing(value)),
            axis=1,
        )

    def most_alike(self, runs: pd.DataFrame, apart_from: list[str]) -> pd.DataFrame:
        """Return the runs that differ in nothing but some parameters and what goes with them.

        Of each other parameter the most frequent value is kept: a picture of two parameters must
        not mix runs that differ in a third one.
        """
        kept = runs
        for name in self.parameters:
            if name in apart_from or name == "part" or name.endswith(".count"):
                continue
            values = kept[name].astype("object").where(kept[name].notna(), None)
            words = values.map(str)
            spread = (
                kept[apart_from]
                .groupby(words, sort=False)
                .apply(lambda group: len(group.drop_duplicates()))
            )
            kept = kept[words == spread.idxmax()] if len(spread) else kept
        return kept

    def held(self, runs: pd.DataFrame) -> str:
        """Return the values that some runs share and not all runs have; empty without any."""
        texts = []
        for name in self.parameters:
            if name == "part" or name.endswith(".count") or runs[name].nunique(dropna=False) != 1:
                continue
            value = runs[name].iloc[0]
            if not _is_missing(value):
                texts.append(f"{short_name(name)} {_word(value)}")
        return ", ".join(texts)

    def by_occupancy(self, host: str, metric: str) -> tuple[pd.DataFrame | None, str, str]:
        """Return runs that differ in occupancy, and the parameters of lines and of occupancy.

        None instead of runs where there are not three occupancies of one kind to compare.
        """
        busy = self.parameter(".busy", host) or self.parameter(".occupancy", host)
        if busy is None or metric not in self.runs:
            return None, "", ""
        by = self.parameter(".allocator", host)
        shares = self.runs[busy].map(occupancy_of)
        runs = self.runs[shares.notna() & self.runs[metric].notna()]
        if by is None:
            by = "host"
            runs = runs.assign(host=host)
        runs = self.most_alike(runs, apart_from=[by, busy])
        if runs[busy].map(occupancy_of).nunique() < 3:
            return None, "", ""
        return runs, by, busy

    def tables_of(self, run: int, ending: str) -> list[str]:
        """Return the tables of a run that end so."""
        return [name for name in self.results.tables(run) if name.endswith(ending)]


def short_name(parameter: str) -> str:
    """Return the last part of a parameter's name, for a heading.

    Examples
    --------
    >>> short_name("server.program.count")
    'count'
    """
    return parameter.rpartition(".")[2]


def choose(store: Results, wanted: Sequence[str | SupportsIndex] | None) -> list[int]:
    """Return the rows of the experiments that a page is about.

    Raises
    ------
    ExperimentError
        When one is wanted that is not there, or twice.
    """
    table = store.experiments()
    if wanted is None:
        # One that failed before its first run was done does not hide what was there before.
        ordered = table.assign(is_begun=table["done"] > 0)
        ordered = ordered.sort_values(["is_begun", "begun_at"], kind="stable")
        newest = ordered[~ordered["name"].duplicated(keep="last")].sort_values("begun_at")
        return [int(row) for row in newest.index]
    rows = []
    for one in wanted:
        with store.select(one) as chosen:
            rows.append(chosen.experiment)
    if len(set(rows)) < len(rows):
        raise ExperimentError(f"{store.path}: an experiment is asked for twice")
    return rows


def passed_over(store: Results, row: int) -> str:
    """Return a sentence about experiments that `choose` left out for an older one of their name.

    Empty without any.
    """
    table = store.experiments()
    same = table[table["name"] == table["name"][row]].sort_values("begun_at", kind="stable")
    newer = same.iloc[list(same.index).index(row) + 1 :]
    if table["done"][row] == 0 or newer.empty or bool((newer["done"] > 0).any()):
        return ""
    names = [
        f"{number} (begun {begun:%Y-%m-%d %H:%M:%S} UTC)"
        for number, begun in newer["begun_at"].items()
    ]
    return (
        f"This is experiment {row}. Newer of this name and without a run that is done, so not "
        f"shown: {', '.join(names)}."
    )


def slug(text: str) -> str:
    """Return text that can be an id of a page.

    Examples
    --------
    >>> slug("2.6.29, at 90 %")
    '2-6-29-at-90'
    """
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-") or "x"


def _word(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


def _is_missing(value: object) -> bool:
    return value is None or value != value
