# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""What a scenario says about its results: tables, published figures, expectations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd

from bindstorm import _core
from bindstorm.columns import typed
from bindstorm.errors import ScenarioError

__all__ = ["Judgement", "ResultView", "judge"]

Pairs = list[tuple[str, str]]


@dataclass(frozen=True)
class ResultView:
    """A table of a scenario, or the usual one of a scenario without any.

    Attributes
    ----------
    title, note : str
        What it is called, and what one sees.
    data : pandas.DataFrame
        The numbers as they are; a time's column ends with its unit.
    text : pandas.DataFrame
        The cells as the program prints them, under the headings that it prints.
    parameters : int
        So many columns, from the left, say which runs a line stands for.
    """

    title: str
    note: str
    data: pd.DataFrame
    text: pd.DataFrame
    parameters: int


@dataclass(frozen=True)
class Judgement:
    """What became of what a scenario says."""

    views: list[ResultView]
    published: pd.DataFrame
    expectations: pd.DataFrame


def judge(
    text: str,
    name: str,
    planned: Sequence[Pairs],
    runs: Sequence[tuple[Pairs, dict[str, float]]],
) -> Judgement:
    """Evaluate the text of a scenario on runs that are done.

    Parameters
    ----------
    text : str
        The scenario file as it was.
    name : str
        What messages call it.
    planned : list of list of pairs
        The parameters of every planned run, names and values as text.
    runs : list of tuple
        Parameters and metrics of the runs that are done.

    Raises
    ------
    ScenarioError
        When the text needs something that this package does not have.

    Examples
    --------
    >>> from bindstorm.judgement import judge
    >>> text = '''
    ... schema = 1
    ... title = "Example"
    ... question = "How?"
    ... [[host]]
    ... name = "server"
    ... allocator = "uniform"
    ... costs = "unit"
    ... [[host.workload]]
    ... kind = "open-close"
    ... count = 10
    ... [[expect]]
    ... metric = "server.bind.count"
    ... equals = 10
    ... reason = "as often as asked for"
    ... '''
    >>> judge(text, "example", [[]], [([], {"server.bind.count": 10.0})]).expectations["passed"]
    0    True
    Name: passed, dtype: bool
    """
    try:
        answer = _core.judge(text, name, list(planned), list(runs))
    except ValueError as error:
        raise ScenarioError(f"what the scenario says cannot be evaluated here: {error}") from error
    return Judgement(
        views=[_view(view) for view in answer["views"]],
        published=_frame(answer["published"], _PUBLISHED),
        expectations=_frame(answer["expectations"], _EXPECTATIONS),
    )


_PUBLISHED = {
    "label": "object",
    "source": "object",
    "unit": "object",
    "published": "float64",
    "ours": "float64",
    "relative_error": "float64",
    "kind": "object",
    "note": "object",
}
_EXPECTATIONS = {
    "metric": "object",
    "condition": "object",
    "where": "object",
    "reason": "object",
    "observed": "object",
    "runs": "int64",
    "passed": "bool",
    "failing": "object",
    "line": "int64",
}


def _frame(rows: list[dict[str, Any]], columns: dict[str, str]) -> pd.DataFrame:
    frame = pd.DataFrame(rows, columns=list(columns))
    return frame.astype({name: kind for name, kind in columns.items() if kind != "object"})


def _view(view: dict[str, Any]) -> ResultView:
    data: dict[str, pd.Series] = {}
    text: dict[str, pd.Series] = {}
    for column in view["columns"]:
        heading = _unused(column["heading"], column["metric"], text)
        text[heading] = pd.Series(column["cells"], dtype="object")
        if column["metric"]:
            name = f"{heading}, {column['unit']}" if column["unit"] else heading
            data[_unused(name, column["metric"], data)] = pd.Series(
                column["numbers"], dtype="float64"
            )
        else:
            data[heading] = typed(text[heading])
    parameters = sum(not column["metric"] for column in view["columns"])
    return ResultView(
        view["title"], view["note"], pd.DataFrame(data), pd.DataFrame(text), parameters
    )


def _unused(heading: str, metric: str, taken: dict[str, pd.Series]) -> str:
    """Return a heading that no other column has: two may be called p99 in a scenario."""
    name = heading
    if name in taken:
        name = f"{heading} ({metric})"
    number = 2
    while name in taken:
        name = f"{heading} ({number})"
        number += 1
    return name
