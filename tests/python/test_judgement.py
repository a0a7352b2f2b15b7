# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""Python says of stored runs what the program said when it ran them."""

from __future__ import annotations

import json
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import bindstorm as bs
import numpy as np
import pytest
from bindstorm.program import find_program
from places import QUICK

SCENARIO = """
schema = 1
title = "A busy range"
question = "What did others publish?"

[[host]]
name = "server"
allocator = "linux-2.6.28"
range = "40000-40099"
busy = "random(0.9)"
costs = "unit"

[[host.workload]]
kind = "open-close"
name = "program"
count = 10

[matrix]
seed = [1, 2]

[[table]]
title = "Work"
note = "What one sees."
columns = [
    { metric = "server.program.bind.node_visits_per_op", heading = "node visits" },
    { metric = "server.program.bind.mean_ns", heading = "mean" },
    { metric = "server.program.bind.max_ns", heading = "mean" },
    { metric = "server.program.bind.mean_ns", heading = "mean, us" },
]

[[published]]
label = "slow"
metric = "server.program.bind.mean_ns"
value = 2
unit = "ms"
source = "somewhere"
fit = "node_visits"

[[published]]
label = "slow, too"
metric = "server.program.bind.mean_ns"
value = 4
unit = "ms"
source = "elsewhere"
predict_from = "slow"

[[expect]]
metric = "server.program.bind.count"
equals = 11
reason = "which is wrong"
"""


@pytest.fixture
def full(tmp_path: Path) -> bs.Results:
    path = tmp_path / "full.toml"
    path.write_text(SCENARIO)
    with pytest.raises(bs.ExpectationFailed) as caught:
        bs.run(path, results=tmp_path / "full.sqlite", progress=False)
    return caught.value.results


@pytest.mark.program
def test_tables_have_numbers_and_text(full: bs.Results) -> None:
    (view,) = full.views()
    assert (view.title, view.note, view.parameters) == ("Work", "What one sees.", 1)
    headings = ["seed", "node visits", "mean", "mean (server.program.bind.max_ns)", "mean, us"]
    assert list(view.text.columns) == headings
    assert list(view.data.columns) == [
        "seed",
        "node visits",
        "mean, ns",
        "mean (server.program.bind.max_ns), ns",
        "mean, us",
    ]
    runs = full.runs()
    assert view.data["seed"].tolist() == [1, 2]
    mean = runs["server.program.bind.mean_ns"].to_numpy()
    assert view.data["mean, ns"].to_numpy() == pytest.approx(mean)
    assert view.data["mean, us"].to_numpy() == pytest.approx(mean / 1000)
    assert view.text["mean"].str.endswith(" us").all()


@pytest.mark.program
def test_published_figures_are_in_their_own_unit(full: bs.Results) -> None:
    fitted, predicted = full.published().to_dict("records")
    assert (fitted["label"], fitted["kind"], fitted["source"]) == ("slow", "fitted", "somewhere")
    assert np.isnan(fitted["ours"])
    assert (predicted["kind"], predicted["source"]) == ("predicted", "elsewhere")
    assert predicted["ours"] == pytest.approx(2)
    assert predicted["relative_error"] == pytest.approx(-0.5)
    assert predicted["note"].startswith("predicted: ")


@pytest.mark.program
def test_expectations_say_what_failed_and_where(full: bs.Results) -> None:
    (row,) = full.expectations().to_dict("records")
    assert row["passed"] is False
    assert (row["observed"], row["runs"], row["reason"]) == ("10", 2, "which is wrong")
    assert row["condition"] == "server.program.bind.count = 11"
    assert row["failing"] == [[("seed", "1")], [("seed", "2")]]


@pytest.mark.program
def test_the_program_and_python_agree(tmp_path: Path) -> None:
    store = tmp_path / "quick.sqlite"
    arguments = ["--set=server.program.count=20_000", "--set=seed=3", "--results", str(store)]
    command = [str(find_program()), "run", str(QUICK), *arguments]
    told = subprocess.run([*command, "--json"], capture_output=True, text=True, check=False)
    text = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    with bs.open(store) as results:
        expectations = results.expectations()
        (view,) = results.views()
    theirs = json.loads(told.stdout)["expectations"]
    for name in ("metric", "line", "reason", "passed", "observed"):
        assert [one[name] for one in theirs] == expectations[name].tolist()
    for row in view.text.itertuples(index=False):
        assert "  ".join(row).split() in [line.split() for line in text.splitlines()]


@pytest.mark.program
def test_without_tables_the_usual_one_is_there(churn_store: Path) -> None:
    with bs.open(churn_store) as results:
        (view,) = results.views()
        assert {"run", "client.program binds", "server.churn binds"} <= set(view.text.columns)
        assert len(results.published()) == len(results.expectations()) == 0
        assert "passed" in results.expectations()


@pytest.mark.program
def test_runs_that_are_missing_are_not_judged(quick_store: Path, tmp_path: Path) -> None:
    store = tmp_path / "partial.sqlite"
    shutil.copy(quick_store, store)
    with closing(sqlite3.connect(store)) as connection, connection:
        connection.execute("DELETE FROM runs WHERE id > 2")
    with bs.open(store) as results:
        (view,) = results.views()
        assert len(view.text) == 2
        failed = results.expectations()
        assert set(failed[~failed["passed"]]["observed"]) == {"none of the 2 selected runs is done"}


@pytest.mark.program
def test_what_cannot_be_evaluated_here_is_said(quick_store: Path, tmp_path: Path) -> None:
    store = tmp_path / "strange.sqlite"
    shutil.copy(quick_store, store)
    with closing(sqlite3.connect(store)) as connection, connection:
        connection.execute(
            "UPDATE experiments SET scenario_text = replace(scenario_text, 'uniform', 'of-mine')"
        )
    with bs.open(store) as results:
        with pytest.raises(bs.ScenarioError, match=r"cannot be evaluated here: .*of-mine"):
            results.views()
        assert len(results.runs()) == 8


@pytest.mark.program
def test_a_notebook_shows_an_experiment_and_escapes_it(quick_store: Path, tmp_path: Path) -> None:
    store = tmp_path / "<b>.sqlite"
    shutil.copy(quick_store, store)
    with bs.open(store) as results:
        text = results._repr_html_()
    assert "<b>quick</b>" in text
    assert "&lt;b&gt;.sqlite" in text
    assert "8 of 8 runs" in text
    assert "closed" in results._repr_html_()


def test_a_notebook_shows_an_allocator_and_escapes_it() -> None:
    text = bs.PortAllocator("uniform", host="<x>")._repr_html_()
    assert "&lt;PortAllocator" in text
    assert "<x>" not in text
