# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""Pictures of what the tests say."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd

from bindstorm import plot
from bindstorm.report.experiment import Experiment, short_name, slug
from bindstorm.report.figure import Figure
from bindstorm.report.said import said
from bindstorm.report.words import count, listed, number

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Canvas

_CLEAR = 1e-6
_MOST = 16


def matrix(experiment: Experiment, host: str) -> Figure | None:
    """Draw p-values by two parameters, where at least two vary."""
    metric = f"{host}.ports.p_value"
    measured = experiment.runs.dropna(subset=[metric])
    axes_names = _two_parameters(experiment, measured, host)
    if axes_names is None:
        return None
    rows, columns = axes_names
    shown = experiment.most_alike(measured, apart_from=[rows, columns])
    names = list(dict.fromkeys(shown[rows]))
    kinds = list(dict.fromkeys(shown[columns]))

    def draw(canvas: Canvas, narrow: bool) -> None:
        # A phone is higher than wide.
        turned = narrow and len(kinds) > len(names)
        across, down = (rows, columns) if turned else (columns, rows)
        axes = plot.matrix(shown, rows=down, columns=across, metric=metric, ax=canvas.subplots())
        if narrow:
            for text in axes.texts:
                text.set_visible(len(text.get_text()) <= 4)
            _legend_in_two(axes)

    data = shown.groupby([rows, columns], sort=False)[metric].agg(["min", "count"]).reset_index()
    words, source = said(experiment.name, "matrix")
    title = f"Even choice, by {_word(rows)} and {_word(columns)}"
    held = experiment.held(shown)
    title += f" ({held})" if held else ""
    return Figure(
        key=slug(f"{experiment.name}-{host}-matrix"),
        title=title if len(experiment.hosts()) == 1 else f"{title}: {host}",
        sentence=_matrix_sentence(shown, rows, columns, metric),
        runs=[int(run) for run in shown.index],
        data=data.rename(columns={"min": "least p", "count": "runs"}).rename(columns=short_name),
        draw=draw,
        wide=(9.0, 1.5 + 0.3 * len(names)),
        narrow=(4.2, 1.9 + 0.3 * len(names)),
        quote=words,
        source=source,
    )


def battery(experiment: Experiment, host: str) -> Figure | None:
    """Draw all tests, a line for each value of the first parameter."""
    tests = [name for name in experiment.find("") if name.startswith(f"{host}.ports.p.")]
    by = experiment.parameter(".allocator", host)
    if by is None:
        by = next((n for n in experiment.parameters if n != "part"), None)
    measured = experiment.runs.dropna(subset=[f"{host}.ports.p_value"])
    if by is not None and not 1 <= measured[by].nunique() <= _MOST:
        by = None
    measured = experiment.most_alike(measured, apart_from=[by] if by is not None else [])
    held = experiment.held(measured)
    if not tests or measured.empty:
        return None
    frame = measured
    if by is None:
        by = "all runs"
        frame = measured.assign(**{by: count(len(measured), "run")})
    rows = by
    names = list(dict.fromkeys(frame[rows]))

    def draw(canvas: Canvas, narrow: bool) -> None:
        axes = plot.battery(frame, by=rows, host=host, ax=canvas.subplots())
        if narrow:
            for text in axes.texts:
                text.set_visible(False)
            axes.tick_params(axis="x", labelrotation=90, labelsize=8)
            for text in axes.get_xticklabels():
                text.set_verticalalignment("center")
            _legend_in_two(axes)

    least = frame[tests].groupby(frame[rows], sort=False).min()
    least.columns = [name.removeprefix(f"{host}.ports.p.") for name in tests]
    return Figure(
        key=slug(f"{experiment.name}-{host}-battery"),
        title=("All tests" if len(experiment.hosts()) == 1 else f"All tests of {host}")
        + (f" ({held})" if held else ""),
        sentence=_battery_sentence(frame, rows, tests, host),
        runs=[int(run) for run in frame.index],
        data=least.reset_index().rename(columns=short_name),
        draw=draw,
        wide=(9.0, 2.0 + 0.3 * len(names)),
        narrow=(4.2, 2.6 + 0.28 * len(names)),
    )


def _legend_in_two(axes: Axes) -> None:
    legend = axes.get_legend()
    figure = axes.get_figure()
    if legend is None or figure is None:
        return
    handles = [handle for handle in legend.legend_handles if handle is not None]
    labels = [text.get_text() for text in legend.get_texts()]
    legend.remove()
    figure.legend(
        handles, labels, loc="outside upper center", ncols=3, frameon=False, handlelength=1.2
    )


def _word(parameter: str) -> str:
    return {"busy": "busy ports"}.get(short_name(parameter), short_name(parameter))


def _two_parameters(
    experiment: Experiment, measured: pd.DataFrame, host: str
) -> tuple[str, str] | None:
    varying = [
        name
        for name in experiment.parameters
        if name != "part" and not name.endswith(".count") and 2 <= measured[name].nunique() <= _MOST
    ]
    rows = experiment.parameter(".allocator", host)
    if rows is None or rows not in varying:
        rows = varying[0] if varying else None
    others = [name for name in varying if name != rows]
    return None if rows is None or not others else (rows, others[0])


def _matrix_sentence(shown: pd.DataFrame, rows: str, columns: str, metric: str) -> str:
    seen = (shown[metric] < _CLEAR).groupby([shown[rows], shown[columns]], sort=False).any()
    table = seen.unstack()
    always = [str(n) for n, row in table.iterrows() if bool(row.dropna().astype(bool).all())]
    never = [str(n) for n, row in table.iterrows() if not bool(row.dropna().astype(bool).any())]
    parts = []
    if always:
        parts.append(f"rejected whatever the {_word(columns)}: {listed(always)}")
    if never:
        parts.append(f"never rejected: {listed(never)}")
    mixed = table.drop(index=[n for n in table.index if str(n) in always or str(n) in never])
    if len(mixed) > 0:
        with_which = [
            str(kind)
            for kind in mixed.columns
            if bool(mixed[kind].dropna().astype(bool).all()) and bool(mixed[kind].notna().any())
        ]
        names = [str(name) for name in mixed.index]
        only = all(
            set(row.index[row.fillna(False).astype(bool)].astype(str)) == set(with_which)
            for _, row in mixed.iterrows()
        )
        parts.append(
            f"rejected with {listed(with_which)}{' only' if only else ' and some others'}: "
            f"{listed(names)}"
            if with_which
            else f"with some {_word(columns)} and not with others: {listed(names)}"
        )
    text = "; ".join(parts)
    return f"{text[0].upper()}{text[1:]} (rejected: p below one in a million)."


def _battery_sentence(frame: pd.DataFrame, by: str, tests: list[str], host: str) -> str:
    rejected = frame[f"{host}.ports.rejected"] == 1
    names = list(dict.fromkeys(frame[by]))
    seen = [name for name in names if bool(rejected[frame[by] == name].any())]
    if not seen:
        return (
            f"None of {count(len(frame), 'run')} is rejected: no test of {len(tests)} sees more "
            "than chance, all of them taken together."
        )
    rejections = number(int(rejected.sum()))
    by_test = {
        test.removeprefix(f"{host}.ports.p."): int(frame.loc[rejected, test].lt(_CLEAR).sum())
        for test in tests
    }
    sharpest = max(by_test, key=lambda name: by_test[name])
    kept = len(names) - len(seen)
    who = listed([str(name) for name in seen]) + (f" ({kept} others are not)" if kept > 1 else "")
    return (
        f"Rejected in {rejections} of {count(len(frame), 'run')}"
        + (f": {who}" if len(names) > 1 else "")
        + f"; the test that sees most of them is \u201c{sharpest}\u201d."
    )
