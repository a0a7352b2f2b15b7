# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""Tables of the page."""

from __future__ import annotations

from dataclasses import dataclass

import pandas as pd

from bindstorm.judgement import ResultView
from bindstorm.report.experiment import Experiment, short_name
from bindstorm.report.figure import to_csv
from bindstorm.report.words import number


@dataclass(frozen=True)
class Table:
    """Rows of text, with the numbers behind them as text with commas."""

    key: str
    title: str
    note: str
    headings: list[str]
    are_numbers: list[bool]
    rows: list[list[str]]
    csv: str


def of_view(view: ResultView, key: str) -> Table:
    """Return a table of the scenario."""
    return Table(
        key=key,
        title=view.title,
        note=view.note,
        headings=[str(name) for name in view.text.columns],
        are_numbers=[pd.api.types.is_numeric_dtype(kind) for kind in view.data.dtypes],
        rows=[[str(cell) for cell in row] for row in view.text.itertuples(index=False)],
        csv=to_csv(view.data),
    )


def of_published(published: pd.DataFrame, key: str) -> Table:
    """Return published figures beside ours."""
    rows = [
        [
            str(row["label"]),
            f"{number(row['published'], 4)} {row['unit']}",
            "\u2013" if row["ours"] != row["ours"] else f"{number(row['ours'], 4)} {row['unit']}",
            ""
            if row["relative_error"] != row["relative_error"]
            else f"{100 * row['relative_error']:+.1f} %",
            str(row["note"]),
            str(row["source"]),
        ]
        for _, row in published.iterrows()
    ]
    return Table(
        key=key,
        title="Published figures and ours",
        note="",
        headings=["figure", "published", "ours", "difference", "how ours came about", "source"],
        are_numbers=[False, True, True, True, False, False],
        rows=rows,
        csv=to_csv(published),
    )


def of_expectations(expectations: pd.DataFrame, key: str) -> Table:
    """Return conditions and what became of them, those that failed first."""
    ordered = expectations.sort_values("passed", kind="stable")
    rows = [
        [
            "ok" if row["passed"] else "FAILED",
            str(row["reason"]),
            str(row["condition"]) + _where(row["where"]),
            str(row["observed"]) + (f" in {row['runs']} runs" if row["runs"] > 1 else ""),
        ]
        for _, row in ordered.iterrows()
    ]
    return Table(
        key=key,
        title="Expectations",
        note="",
        headings=["", "why", "expected", "observed"],
        are_numbers=[False] * 4,
        rows=rows,
        csv=to_csv(ordered.drop(columns=["failing"])),
    )


def of_runs(experiment: Experiment, key: str) -> Table:
    """Return all runs, with what identifies each."""
    runs = experiment.runs
    names = [name for name in experiment.parameters if name in runs]
    frame = runs[[*names, "seed", "run", "digest", "version", "commit"]].reset_index()
    rows = [
        [
            _cell(value)[:12] if name in ("digest", "commit") else _cell(value)
            for name, value in zip(frame.columns, row, strict=True)
        ]
        for row in frame.itertuples(index=False)
    ]
    return Table(
        key=key,
        title="Runs",
        note="",
        headings=[short_name(str(name)).replace("_", " ") for name in frame.columns],
        are_numbers=[pd.api.types.is_numeric_dtype(kind) for kind in frame.dtypes],
        rows=rows,
        csv=to_csv(frame),
    )


def _where(where: object) -> str:
    if not isinstance(where, dict) or not where:
        return ""
    return " (" + ", ".join(f"{name}={value}" for name, value in where.items()) + ")"


def _cell(value: object) -> str:
    if value is None or value != value:
        return "\u2013"
    return f"{value:g}" if isinstance(value, float) else str(value)
