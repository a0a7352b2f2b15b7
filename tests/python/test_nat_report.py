# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""The pages of NAT boxes: pictures of what varies, with their numbers and what is not so."""

from __future__ import annotations

import html
import re
from pathlib import Path

import bindstorm as bs
import pandas as pd
import pytest
from bindstorm.report.experiment import Experiment
from bindstorm.report.nat_groups import groups
from bindstorm.report.nat_pictures import growth, ratios, work
from bindstorm.report.pictures import pictures
from places import ROOT

pytestmark = pytest.mark.program
NAT = ROOT / "scenarios" / "nat"


@pytest.fixture(scope="session")
def perf_store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The reviews' test and requests with their responses, both short."""
    store = tmp_path_factory.mktemp("nat") / "nat.sqlite"
    short = {"nat.perf.seconds": 0.03, "nat.perf.batch_size": 500}
    for scenario, overrides in (("libalias-perf", short), ("request-response", {})):
        try:
            bs.run(
                NAT / f"{scenario}.toml", results=store, overrides=overrides, progress=False
            ).close()
        except bs.ExpectationFailed as error:
            error.results.close()
    return store


@pytest.fixture(scope="session")
def page(perf_store: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    target = tmp_path_factory.mktemp("page") / "page.html"
    return bs.report(perf_store, target).read_text(encoding="utf-8")


def test_rounds_are_those_of_the_table(perf_store: Path) -> None:
    missing = 0
    with bs.open(perf_store, experiment="libalias-perf") as results:
        for number in results.runs().index.unique():
            rounds = results.rounds(number)
            stored = results.table(number, "nat.perf.rounds")
            assert (rounds["flows"] == 500 * stored["round"]).all()
            for phase in ("new_nat", "random", "attack", "use_nat"):
                reached = stored[f"{phase}_ps"] > 0
                missing += int((~reached).sum())
                assert rounds[f"{phase}_ns"].isna().equals(~reached)
                assert (rounds[f"{phase}_ns"] == stored[f"{phase}_ps"] / 1000)[reached].all()
        pd.testing.assert_frame_equal(rounds, results.rounds(number, "nat.perf"))
        with pytest.raises(bs.StoreError, match="no such rounds table"):
            results.rounds(number, "nat.load")
    assert missing > 0  # the clock stops some runs in the middle of a round
    with bs.open(perf_store, experiment="request-response") as results:
        number = results.runs().index[0]
        with pytest.raises(bs.StoreError, match="no such rounds table"):
            results.rounds(number)


def test_each_part_that_varies_has_its_pictures(page: str) -> None:
    keys = re.findall(r'<figure id="([^"]+)">', page)
    assert [key.removeprefix("libalias-perf-") for key in keys if "libalias" in key] == [
        "nat-perf-index-growth",
        "ratios",
        "published",
        "nat-perf-index-packets",
        "nat-perf-index-work",
        "nat-perf-clock-packets",
        "nat-perf-clock-times",
        "nat-perf-housekeeping-packets",
        "nat-perf-housekeeping-work",
    ]
    assert [key for key in keys if "request-response" in key] == [
        "request-response-box-load-request-times",
        "request-response-box-load-response-times",
        "request-response-box-load-work",
    ]
    assert not re.search(r"\bnan\b", page)


def test_what_was_said_and_why_stand_beside_the_pictures(page: str) -> None:
    text = html.unescape(page)
    assert "FreeBSD review D30283, 2021: tables of runs of 10 s" in text
    assert "The tables published reach some 500,000 links" in text
    assert 'Reading the clock with each 1000th packet only: "a factor of 20".' in text


def test_a_run_of_two_parts_is_in_the_pictures_of_both(perf_store: Path) -> None:
    with bs.open(perf_store, experiment="libalias-perf") as results:
        found = {group.part: group for group in groups(Experiment.read(results))}
        runs = results.runs()
    assert list(found) == ["index", "clock", "housekeeping"]  # of "before" there is one alone
    for part, group in found.items():
        assert group.numbers == runs.index[runs["part"] == part].tolist()
    assert set(found["index"].numbers) & set(found["clock"].numbers)


def test_pictures_have_the_numbers_of_the_runs(perf_store: Path) -> None:
    with bs.open(perf_store, experiment="libalias-perf") as results:
        experiment = Experiment.read(results)
        group = groups(experiment)[0]
        drawn, counted = growth(group), work(group)
        runs = results.runs()
    assert drawn is not None
    assert counted is not None
    assert set(drawn.data["index"]) == set(runs["nat.index"].dropna())
    of_trees = runs[(runs["part"] == "index") & (runs["nat.index"] == "split-splay")].iloc[0]
    row = counted.data[counted.data["index"] == "split-splay"].iloc[0]
    assert row["use_nat entries looked at"] == of_trees["nat.perf.use_nat.node_visits_per_packet"]
    assert row["attack keys compared"] == of_trees["nat.perf.attack.comparisons_per_packet"]


def test_a_loss_does_not_reproduce_a_gain(perf_store: Path) -> None:
    with bs.open(perf_store, experiment="libalias-perf") as results:
        figure = ratios(Experiment.read(results))
    assert figure is not None
    ours = figure.data.set_index("label")["ours"]["packets, incremental / sweep"]
    assert 0.8 < ours < 1
    near, _, far = figure.sentence.partition("Not so:")
    assert "incremental / sweep" not in near
    assert "incremental / sweep" in far
    assert "a miss, before / after" in far


def test_times_of_a_hit_are_counts_times_costs(perf_store: Path) -> None:
    with bs.open(perf_store, experiment="libalias-perf") as results:
        figures = {figure.key: figure for figure in pictures(Experiment.read(results))}
    data = figures["libalias-perf-nat-perf-clock-times"].data
    # What is left is the packet itself: 71 ns with each clock and each table of costs.
    units = [str(name) for name in data if str(name).endswith(", ns")]
    parts = [name for name in units if name != "mean, ns"]
    assert (data["mean, ns"] - data[parts].sum(axis="columns")).tolist() == pytest.approx(
        [71] * len(data), abs=0.5
    )


def test_work_that_costs_change_nothing_of_is_shown_once(tmp_path: Path) -> None:
    overrides = {"nat.perf.rounds": 2, "nat.perf.batch_size": 100}
    with pytest.raises(bs.ExpectationFailed) as raised:
        bs.run(
            NAT / "libalias-perf-fair.toml",
            results=tmp_path / "fair.sqlite",
            overrides=overrides,
            progress=False,
        )
    with raised.value.results as results:
        keys = [figure.key for figure in pictures(Experiment.read(results))]
    assert [key for key in keys if key.endswith("work")] == [
        "libalias-perf-fair-nat-perf-index-work"
    ]
    assert [key for key in keys if key.endswith("growth")] == [
        "libalias-perf-fair-nat-perf-index-growth",
        "libalias-perf-fair-nat-perf-memory-growth",
    ]
