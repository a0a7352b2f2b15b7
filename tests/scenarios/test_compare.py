# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""`bindstorm compare`: before and after, for a mailing list."""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from conftest import SWEEP, Program

pytestmark = pytest.mark.program

MATRIX = """
[[matrix]]
name = "few"
seed = "1..4"
"server.allocator" = ["linux-2.6.28", "uniform"]
"server.busy" = ["none", "all"]
"""


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Four seeds of two allocators on an idle and on a full range; not to be changed."""
    program = Program(tmp_path_factory.mktemp("compared"))
    text = SWEEP.replace('[matrix]\nrun = "1..40"\n', MATRIX).replace("churn", "open-close")
    text = text.replace("count = 2000", "count = 50").replace("occupancy = 0.2\n", "")
    sweep = program.folder / "sweep.toml"
    sweep.write_text(text)
    done = program("run", sweep, "--results", "s.sqlite")
    assert done.returncode == 0, done.stderr
    return program.folder / "s.sqlite"


def test_two_allocators_side_by_side(program: Program, store: Path) -> None:
    done = program("compare", "linux-2.6.28", "uniform", "--in", f"{store}#sweep")
    assert done.returncode == 0, done.stderr
    assert "two values of server.allocator" in done.stdout
    assert "8 pairs by all else equal" in done.stdout
    assert "server.busy=none\n4 pairs" in done.stdout
    assert "server.busy=all\n4 pairs" in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 78
    with closing(sqlite3.connect(store)) as connection:
        (mean,) = connection.execute(
            "SELECT avg(value) FROM experiment_runs JOIN metrics USING (run)"
            " WHERE name = 'server.open-close.bind.chain_scans_per_op'"
            " AND parameters ->> '$.\"server.allocator\"' = 'linux-2.6.28'"
            " AND parameters ->> '$.\"server.busy\"' = 'all'"
        ).fetchone()
    full = done.stdout.split("server.busy=all")[1]
    # With two hosts the names are long and stand above their numbers.
    (line,) = full.split("server.open-close.bind.chain_scans_per_op\n")[1].splitlines()[:1]
    number = f"{mean:,.0f}"
    assert line.split() == [number, "0", f"-{number}", "+-0", "-100", "%", "0/4/0"]


def test_json_and_markdown_tell_the_same(program: Program, store: Path) -> None:
    command = ["compare", "linux-2.6.28", "uniform", "--in", store]
    command += ["--metric", "bind.mean_ns"]
    answer = json.loads(program(*command, "--json").stdout)
    assert [section["where"] for section in answer["sections"]] == [
        {"server.busy": "none"},
        {"server.busy": "all"},
    ]
    metric = answer["sections"][1]["metrics"][1]
    assert metric["metric"] == "server.open-close.bind.mean_ns"
    assert metric["fallen"] == 4
    assert metric["half_width_95"] >= 0
    assert "| server.open-close.bind.mean_ns |" in program(*command, "--markdown").stdout
    assert program(*command, "--json", "--markdown").returncode == 2


def test_two_builds_of_one_specification_are_paired_across_stores(
    program: Program, store: Path
) -> None:
    other = program.folder / "other.sqlite"
    shutil.copy(store, other)
    with closing(sqlite3.connect(other)) as connection, connection:
        connection.execute("UPDATE runs SET commit_hash = 'cafe', identity = 'x' || identity")
        connection.execute("UPDATE planned_runs SET identity = 'x' || identity")
        connection.execute("UPDATE metrics SET value = 2 * value WHERE name LIKE '%.mean_ns'")
    done = program("compare", store, f"{other}#sweep", "--metric", "server.open-close.bind.mean_ns")
    assert done.returncode == 0, done.stderr
    assert "16 pairs by equal specifications" in done.stdout
    assert done.stdout.count("4 pairs, all with identical results (equal digests)") == 4
    assert done.stdout.count("+100 %  4/0/0") == 4
    assert "build cafe" in done.stdout


def test_a_run_compared_with_itself_is_said_to_be_the_same(program: Program, store: Path) -> None:
    shutil.copy(store, program.folder / "copy.sqlite")
    done = program("compare", store, "copy.sqlite")
    assert "16 of these pairs are one and the same run" in done.stdout


def test_one_and_the_same_thing_is_no_comparison(program: Program, store: Path) -> None:
    with closing(sqlite3.connect(store)) as connection:
        (commit,) = connection.execute("SELECT DISTINCT commit_hash FROM runs").fetchone()
    for same in ([store, store], ["1", "1", "--in", store], [commit, commit, "--in", store]):
        done = program("compare", *same)
        assert done.returncode == 2, same
        assert "one and the same" in done.stderr


def test_an_experiment_without_results_does_not_hide_an_older_one(
    program: Program, store: Path
) -> None:
    shutil.copy(store, program.folder / "failed.sqlite")
    with closing(sqlite3.connect(program.folder / "failed.sqlite")) as connection, connection:
        columns = "name, scenario_path, scenario_text, scenario_hash, title, question, created_at"
        connection.execute(
            f"INSERT INTO experiments (identity, {columns}, begun_at)"
            f" SELECT 'other', {columns}, begun_at FROM experiments"
        )
        connection.execute(
            "INSERT INTO planned_runs (experiment, ordinal, identity, parameters)"
            " SELECT 2, ordinal, 'x' || identity, parameters FROM planned_runs"
        )
    done = program("compare", "linux-2.6.28", "uniform", "--in", "failed.sqlite")
    assert done.returncode == 0, done.stderr
    assert "8 pairs by all else equal" in done.stdout
    without = program("compare", "linux-2.6.28", "uniform", "--in", "failed.sqlite#2")
    assert without.returncode == 2
    assert "no finished run" in without.stderr


def test_what_does_not_pair_is_an_error_that_says_what_was_looked_for(
    program: Program, store: Path
) -> None:
    nothing = program("compare", "linux-2.6.28", "linux-9", "--in", store)
    assert nothing.returncode == 2
    assert "'linux-9'" in nothing.stderr
    assert "server.allocator (linux-2.6.28, uniform)" in nothing.stderr
    assert program("compare", "none", "all", "--in", "absent.sqlite").returncode == 4
    assert program("compare", "none", "all").returncode == 4
    assert program("compare", "none").returncode == 2
    metric = program("compare", "none", "all", "--in", store, "--metric", "bind.mean_s")
    assert metric.returncode == 2
    assert metric.stdout == ""
    assert "bind.mean_ns" in metric.stderr
    part = program("compare", "none", "all", "--in", store, "--metric", "p.chain")
    assert (part.returncode, part.stdout) == (2, "")
    assert "did you mean 'bind.chain_scans_per_op'?" in part.stderr
