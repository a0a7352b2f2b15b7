# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""The page: one HTML file, from templates and pictures."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import SupportsIndex

import jinja2
from markupsafe import Markup

from bindstorm import _core
from bindstorm.report import tables
from bindstorm.report.drawing import to_svg
from bindstorm.report.experiment import Experiment, choose, passed_over, slug
from bindstorm.report.figure import Figure, data_address
from bindstorm.report.origin import provenance, run_names
from bindstorm.report.pictures import pictures
from bindstorm.report.tables import Table
from bindstorm.report.words import count, number
from bindstorm.store import Results


@dataclass(frozen=True)
class Picture:
    """A figure as the page has it."""

    figure: Figure
    wide: Markup
    narrow: Markup
    names: str


@dataclass(frozen=True)
class Section:
    """What the page has of one experiment."""

    key: str
    experiment: Experiment
    older: str
    done: str
    verdict: str
    has_failed: bool
    pictures: list[Picture]
    tables: list[Table]
    published: Table | None
    expectations: Table | None
    runs: Table | None
    origin: list[tuple[str, str]]


def make_page(store: Path, wanted: Sequence[str | SupportsIndex] | None) -> str:
    """Return the page about some experiments of a store, or the newest of each name."""
    with ExitStack() as stack:
        results = stack.enter_context(Results(store))
        sections = []
        for row in choose(results, wanted):
            experiment = Experiment.read(stack.enter_context(results.select(row)))
            # One that was asked for stands for no other.
            older = "" if wanted is not None else passed_over(results, row)
            sections.append(_section(experiment, f"x{row}-{slug(experiment.name)}", older))
        template = _environment().get_template("page.html.j2")
        return template.render(store=store.name, sections=sections, version=_core.__version__)


def _section(experiment: Experiment, key: str, older: str) -> Section:
    judgement = experiment.judgement
    failed = 0
    verdict = ""
    made: list[Table] = []
    published = expectations = None
    if judgement is not None:
        made = [
            tables.of_view(view, f"{key}-table-{place}")
            for place, view in enumerate(judgement.views, 1)
            if len(view.text.columns) > 0
        ]
        if len(judgement.published) > 0:
            published = tables.of_published(judgement.published, f"{key}-published-table")
        if len(judgement.expectations) > 0:
            expectations = tables.of_expectations(judgement.expectations, f"{key}-expectations")
            failed = int((~judgement.expectations["passed"]).sum())
            all_of_them = len(judgement.expectations)
            verdict = (
                f"{count(all_of_them, 'expectation')} hold{'s' if all_of_them == 1 else ''}"
                if failed == 0
                else f"{number(failed)} of {count(all_of_them, 'expectation')} failed"
            )
    done = experiment.done
    return Section(
        key=key,
        experiment=experiment,
        older=older,
        done=count(done, "run")
        if done == experiment.planned
        else f"{number(done)} of {count(experiment.planned, 'run')} done so far",
        verdict=verdict,
        has_failed=failed > 0,
        pictures=[_picture(figure, experiment) for figure in pictures(experiment)],
        tables=made,
        published=published,
        expectations=expectations,
        runs=tables.of_runs(experiment, f"{key}-runs") if done else None,
        origin=provenance(experiment),
    )


def _picture(figure: Figure, experiment: Experiment) -> Picture:
    return Picture(
        figure=figure,
        wide=Markup(to_svg(figure.draw, figure.wide, narrow=False, key=f"{figure.key}-w")),
        narrow=Markup(to_svg(figure.draw, figure.narrow, narrow=True, key=f"{figure.key}-n")),
        names=run_names(experiment, figure.runs),
    )


def _environment() -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("bindstorm.report"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["data_address"] = data_address
    return environment
