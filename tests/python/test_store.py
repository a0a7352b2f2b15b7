# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""Reading stores, and what is no store."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import bindstorm as bs
import numpy as np
import pandas as pd
import pytest

pytestmark = pytest.mark.program


def change(store: Path, target: Path, statement: str) -> Path:
    shutil.copy(store, target)
    with closing(sqlite3.connect(target)) as connection, connection:
        connection.execute(statement)
    return target


def test_runs_are_a_frame_of_parameters_metrics_and_origin(quick: bs.Results) -> None:
    runs = quick.runs()
    assert runs.index.name == "run_id"
    assert len(runs) == 8
    assert sorted(runs["server.allocator"].unique()) == [
        "dumazet-draft-2009",
        "linux-2.6.28",
        "linux-2.6.29",
        "uniform",
    ]
    assert runs["server.program.bind.count"].unique().tolist() == [20_000]
    assert runs["digest"].str.fullmatch("[0-9a-f]{64}").all()
    assert runs["digest"].is_unique
    bent = runs["server.allocator"][runs["server.ports.p_value"] < 1e-9]
    assert bent.tolist() == ["dumazet-draft-2009"] * 2


def test_every_run_says_where_it_comes_from(quick: bs.Results) -> None:
    runs = quick.runs()
    assert runs["seed"].tolist() == [1, 2] * 4
    assert runs["run"].unique().tolist() == [0]
    assert runs["kind"].unique().tolist() == ["sim"]
    assert runs["version"].unique().tolist() == [bs.__version__]
    assert runs["commit"].str.fullmatch("[0-9a-f]{40}|unknown").all()
    assert runs["dirty"].dtype == bool
    assert isinstance(runs["started_at"].dtype, pd.DatetimeTZDtype)
    assert {"library.boost", "library.ns-3"} <= set(runs.columns)
    origin = quick.provenance(runs.index[0])
    assert origin["seed"] == 1
    assert origin["libraries"]["ns-3"].startswith("3.")
    assert origin["machine"]["kernel"]
    assert "schema = 1" in origin["scenario_text"]
    assert len(origin["scenario_hash"]) == 64


def test_runs_of_uncommitted_code_are_marked(quick_store: Path, tmp_path: Path) -> None:
    dirty = change(quick_store, tmp_path / "dirty.sqlite", "UPDATE runs SET dirty = id > 4")
    with bs.open(dirty) as results:
        assert sorted(results.runs()["dirty"].tolist()) == [False] * 4 + [True] * 4
        assert [results.provenance(run)["dirty"] for run in (4, 5)] == [False, True]


def test_the_spec_has_every_value(quick: bs.Results) -> None:
    spec = quick.spec(quick.runs().index[0])
    assert spec["seed"] in (1, 2)
    assert spec["hosts"][0]["name"] == "server"


def test_port_counts_are_those_of_the_same_allocator_here(quick: bs.Results) -> None:
    for run_id, row in quick.runs().iterrows():
        allocator = bs.PortAllocator(row["server.allocator"], seed=row["seed"], host="server")
        expected = np.bincount(allocator.draw(20_000) - 32768, minlength=28233)
        ports = quick.ports(int(str(run_id)))
        assert ports["observed"].tolist() == expected.tolist()
        assert ports["expected"].sum() == pytest.approx(20_000)
        assert bs.uniformity(ports).rejected == (row["server.ports.rejected"] == 1)


def test_churn_of_a_host_is_that_of_the_same_allocator_here(churn_store: Path) -> None:
    with bs.open(churn_store) as results:
        for run_id, row in results.runs().iterrows():
            allocator = bs.PortAllocator(
                "linux-2.6.29", run=row["run"], host="server", range=(32768, 33767)
            )
            expected = np.bincount(allocator.churn(5000, occupancy=0.5) - 32768, minlength=1000)
            ports = results.ports(int(str(run_id)), "server")
            assert ports["observed"].tolist() == expected.tolist()


def test_busy_ports_of_a_host_are_those_of_the_same_allocator_here(churn_store: Path) -> None:
    with bs.open(churn_store) as results:
        ports = results.ports(results.runs().index[0], host="client")
    allocator = bs.PortAllocator(
        "uniform", host="client", range=(40000, 40999), busy="random(0.25)"
    )
    assert ports.index[ports["expected"] == 0].tolist() == allocator.busy.tolist()
    assert allocator.busy.size == 250


def test_one_of_several_hosts_has_to_be_named(churn_store: Path) -> None:
    with bs.open(churn_store) as results:
        run = results.runs().index[0]
        with pytest.raises(bs.StoreError, match=r"say which host: .*client\.ports"):
            results.ports(run)
        with pytest.raises(bs.StoreError, match="say which workload or host"):
            results.latency(run, "bind")
        assert results.latency(run, "bind", workload="program")["count"].sum() == 3000
        assert results.latency(run, "bind", host="server")["count"].sum() == 5000
        with pytest.raises(bs.StoreError, match=r"no such ports table; run .* has: "):
            results.ports(run, "elsewhere")
        with pytest.raises(bs.StoreError, match=r"no table 'x'; it has: .*client\.ports"):
            results.table(run, "x")


def test_runs_with_other_replications_differ(churn_store: Path) -> None:
    with bs.open(churn_store) as results:
        assert results.runs()["run"].tolist() == [0, 1, 2]
        assert results.runs()["digest"].is_unique


def test_latency_bins_have_ends_and_counts(quick: bs.Results) -> None:
    bins = quick.latency(quick.runs().index[0], "bind")
    assert list(bins.columns) == ["lower_ns", "upper_ns", "count"]
    assert (bins["lower_ns"] <= bins["upper_ns"]).all()
    assert (bins["count"] > 0).all()


def test_experiments_are_chosen_by_row_or_name_the_last_one_by_default(
    quick_store: Path, tmp_path: Path
) -> None:
    store = tmp_path / "two.sqlite"
    shutil.copy(quick_store, store)
    overrides = {"server.program.count": 10_000, "server.allocator": ["dumazet-draft-2009"]}
    with pytest.raises(bs.ExpectationFailed) as caught:
        bs.run("bind-storm/quick", results=store, overrides=overrides, progress=False)
    caught.value.results.close()
    with bs.open(store) as last, bs.open(store, experiment=1) as first:
        assert last.experiments()["planned"].tolist() == [8, 1]
        assert last.experiments()["done"].tolist() == [8, 1]
        assert (len(last.runs()), len(first.runs())) == (1, 8)
        with last.select("quick") as named, last.select(1) as other:
            assert len(named.runs()) == 1
            assert len(other.runs()) == 8
        with pytest.raises(bs.StoreError, match=r"no run \d+; run_id is the index"):
            last.ports(first.runs().index[0])
    with pytest.raises(bs.StoreError, match=r"no experiment 'slow'; there are: 2 \(quick\)"):
        bs.open(store, experiment="slow")
    with pytest.raises(bs.StoreError, match="no experiment 17"):
        bs.open(store, experiment=17)


def test_unknown_runs_are_refused(quick: bs.Results) -> None:
    for run in (0, 99):
        with pytest.raises(bs.StoreError, match=f"no run {run};"):
            quick.ports(run)
    with pytest.raises(TypeError, match="run must be a whole number"):
        quick.spec("1")  # type: ignore[arg-type]


def test_a_closed_store_says_so(quick_store: Path) -> None:
    with bs.open(quick_store) as results:
        assert repr(results).endswith("experiment 1 'quick': 8 of 8 runs done>")
    assert "closed" in repr(results)
    with pytest.raises(bs.StoreError, match="closed"):
        results.runs()


def test_reading_does_not_change_the_file(quick_store: Path) -> None:
    before = quick_store.read_bytes()
    with bs.open(quick_store) as results:
        results.runs()
        with pytest.raises(sqlite3.OperationalError, match="readonly"):
            results._connection.execute("DELETE FROM runs")
    assert quick_store.read_bytes() == before
    assert list(quick_store.parent.iterdir()) == [quick_store]


def test_paths_with_special_characters_work(quick_store: Path, tmp_path: Path) -> None:
    odd = tmp_path / "50% of ?what#.sqlite"
    shutil.copy(quick_store, odd)
    with bs.open(str(odd)) as results:
        assert len(results.runs()) == 8


def test_what_is_no_store_is_refused(quick_store: Path, tmp_path: Path) -> None:
    with pytest.raises(bs.StoreError, match="no such file"):
        bs.open(tmp_path / "absent.sqlite")
    assert not (tmp_path / "absent.sqlite").exists()
    with pytest.raises(bs.StoreError, match="is a folder"):
        bs.open(tmp_path)
    empty = tmp_path / "nothing.sqlite"
    empty.touch()
    with pytest.raises(bs.StoreError, match=r"nothing\.sqlite: is empty, not a result store"):
        bs.open(empty)
    assert empty.stat().st_size == 0
    text = tmp_path / "text.sqlite"
    text.write_text("This is not a database. " * 100)
    with pytest.raises(bs.StoreError, match="not a database"):
        bs.open(text)
    foreign = tmp_path / "foreign.sqlite"
    with closing(sqlite3.connect(foreign)) as connection:
        connection.execute("CREATE TABLE t (a)")
    with pytest.raises(bs.StoreError, match="another program"):
        bs.open(foreign)
    newer = change(quick_store, tmp_path / "newer.sqlite", "PRAGMA user_version = 2")
    with pytest.raises(bs.StoreError, match=r"version 2.*use a newer bindstorm"):
        bs.open(newer)
    empty = change(quick_store, tmp_path / "empty.sqlite", "DELETE FROM experiments")
    with pytest.raises(bs.StoreError, match="no experiment"):
        bs.open(empty)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE columns SET data = substr(data, 1, length(data) - 5)",
        "UPDATE columns SET data = x'00'",
        "UPDATE columns SET count = count + 1",
        "UPDATE columns SET count = count - 1",
    ],
)
def test_damaged_columns_are_noticed(quick_store: Path, tmp_path: Path, statement: str) -> None:
    damaged = change(quick_store, tmp_path / "damaged.sqlite", statement)
    with bs.open(damaged) as results, pytest.raises(bs.StoreError, match="damaged"):
        results.ports(results.runs().index[0])


def test_runs_that_are_missing_are_not_rows(quick_store: Path, tmp_path: Path) -> None:
    partial = change(quick_store, tmp_path / "partial.sqlite", "DELETE FROM runs WHERE id > 3")
    with bs.open(partial) as results:
        assert len(results.runs()) == 3
        about = results.experiments().loc[results.experiment]
        assert (about["planned"], about["done"]) == (8, 3)


def test_metrics_that_a_run_does_not_have_are_missing(quick_store: Path, tmp_path: Path) -> None:
    lacking = change(
        quick_store,
        tmp_path / "lacking.sqlite",
        "DELETE FROM metrics WHERE run = 1 AND name = 'server.ports.p_value'",
    )
    with bs.open(lacking) as results:
        missing = results.runs()["server.ports.p_value"].isna()
        assert missing[missing].index.tolist() == [1]


def test_an_experiment_without_results_is_an_empty_frame(quick_store: Path, tmp_path: Path) -> None:
    nothing = change(quick_store, tmp_path / "nothing.sqlite", "DELETE FROM runs")
    with bs.open(nothing) as results:
        assert len(results.runs()) == 0
        assert "digest" in results.runs().columns
