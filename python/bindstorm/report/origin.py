# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""Where runs come from, in short."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from bindstorm.report.experiment import Experiment
from bindstorm.report.words import count

_MOST_DIGESTS = 3


def ranges(numbers: Sequence[int]) -> str:
    """Return whole numbers, neighbours put together.

    Examples
    --------
    >>> ranges([1, 2, 3, 7, 9, 10])
    '1\u20133, 7, 9\u201310'
    """
    parts: list[list[int]] = []
    for value in sorted(set(numbers)):
        if parts and value == parts[-1][-1] + 1:
            parts[-1] = [parts[-1][0], value]
        else:
            parts.append([value, value])
    return ", ".join(str(a) if a == b else f"{a}\u2013{b}" for a, b in parts)


def build(row: pd.Series) -> str:
    """Return version, commit and whether more than that was in the build."""
    commit = str(row["commit"])[:12]
    changed = f" with uncommitted changes {str(row['changes'])[:8]}" if row["dirty"] else ""
    return f"bindstorm {row['version']} ({commit}{changed})"


def run_names(experiment: Experiment, chosen: Sequence[int]) -> str:
    """Return which runs a picture shows: rows, seeds, digests, build."""
    rows = experiment.runs.loc[list(dict.fromkeys(chosen))]
    digests = list(dict.fromkeys(str(d)[:8] for d in rows["digest"] if isinstance(d, str)))
    if len(digests) > _MOST_DIGESTS:
        digests = [*digests[:_MOST_DIGESTS], "\u2026"]
    seeds = ranges([int(seed) for seed in rows["seed"]])
    builds = list(dict.fromkeys(build(row) for _, row in rows.iterrows()))
    return "; ".join(
        [
            f"{'run' if len(rows) == 1 else 'runs'} {ranges([int(run) for run in rows.index])}",
            f"seed {seeds}",
            f"{'digest' if len(digests) == 1 else 'digests'} {' '.join(digests)}",
            " and ".join(builds),
        ]
    )


def provenance(experiment: Experiment) -> list[tuple[str, str]]:
    """Return what an experiment was run with, and where: names and values."""
    runs = experiment.runs
    if runs.empty:
        return []
    machines: list[str] = []
    plugins: list[str] = []
    for run in runs.index:
        origin = experiment.results.provenance(int(run))
        machine = origin["machine"]
        parts = [machine.get(key, "") for key in ("cpu", "system", "kernel", "architecture")]
        text = ", ".join(part for part in parts if part)
        if machine.get("cpus"):
            text += f", {count(int(machine['cpus']), 'CPU')}"
        machines.append(text)
        plugins.append(str(origin["plugins"]))
    libraries = [
        name.removeprefix("library.") + " " + " / ".join(sorted(set(runs[name].dropna())))
        for name in sorted(map(str, runs.columns))
        if name.startswith("library.")
    ]
    compilers = dict.fromkeys(
        f"{compiler}, {kind}"
        for compiler, kind in zip(runs["compiler"], runs["build_type"], strict=True)
    )
    lines = [
        ("build", "; ".join(dict.fromkeys(build(row) for _, row in runs.iterrows()))),
        ("compiler", "; ".join(compilers)),
        ("libraries", ", ".join(libraries)),
        ("machine", "; ".join(dict.fromkeys(machines))),
        ("plug-ins", "; ".join(name[:12] for name in dict.fromkeys(plugins) if name)),
        ("seeds", ranges([int(seed) for seed in runs["seed"]])),
        ("replications", ranges([int(run) for run in runs["run"]])),
        (
            "started",
            f"{runs['started_at'].min():%Y-%m-%d %H:%M:%S} to "
            f"{runs['started_at'].max():%Y-%m-%d %H:%M:%S} UTC",
        ),
    ]
    return [(name, value) for name, value in lines if value]
