# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""A killed experiment leaves a readable store and is gone on with (cases S08, S09)."""

from __future__ import annotations

import random
import resource
import signal
import sqlite3
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from bindstorm.program import find_program
from conftest import Program

pytestmark = pytest.mark.program

Row = tuple[object, ...]


# Row by row all that does not tell of the moment or the machine (results/README.md, Identity).
RUNS = "FROM experiment_runs e JOIN runs r ON r.identity = e.identity "
REPRODUCIBLE = (
    "SELECT identity, name, scenario_text, scenario_hash, title, question FROM experiments"
    " ORDER BY identity",
    "SELECT ordinal, identity, parameters FROM planned_runs ORDER BY experiment, ordinal",
    "SELECT e.ordinal, r.identity, kind, spec, spec_hash, seed, r.run, r.digest, content_hash,"
    f" version, commit_hash, dirty, changes, plugins {RUNS} ORDER BY e.ordinal",
    f"SELECT e.ordinal, m.ordinal, m.name, value {RUNS}"
    "JOIN metrics m ON m.run = r.id ORDER BY e.ordinal, m.ordinal",
    f"SELECT e.ordinal, t.ordinal, t.name, rows {RUNS}"
    "JOIN tables t ON t.run = r.id ORDER BY e.ordinal, t.ordinal",
    f"SELECT e.ordinal, table_name, c.ordinal, c.name, type, count, data {RUNS}"
    "JOIN columns c ON c.run = r.id ORDER BY e.ordinal, table_name, c.ordinal",
)


def content(store: Path) -> list[Row]:
    """Everything reproducible that a store holds of its runs, in the scenario's order."""
    rows: list[Row] = []
    with sqlite3.connect(store) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        for query in REPRODUCIBLE:
            rows += connection.execute(query).fetchall()
    return rows


def start(
    program: Program, sweep: Path, store: str, runs: str = "1..30"
) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [find_program(), "run", sweep, "--jobs", "2", "--results", store]
        + ["--set", f'run="{runs}"'],
        cwd=program.folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_killed_twenty_times_and_resumed(program: Program, sweep: Path, how: int) -> None:
    whole = start(program, sweep, "whole.sqlite")
    began = time.monotonic()
    assert whole.wait() == 0
    duration = time.monotonic() - began
    instants = random.Random(1)  # seeded; the instants only need to be spread
    store = program.folder / "killed.sqlite"
    for _ in range(20):
        victim = start(program, sweep, store.name)
        time.sleep(instants.uniform(0, duration / 6))
        victim.send_signal(how)
        assert victim.wait() in (-how, 4, 0)
        if store.exists() and store.stat().st_size > 0:
            content(store)
    assert start(program, sweep, store.name).wait() == 0
    assert content(store) == content(program.folder / "whole.sqlite")
    with sqlite3.connect(store) as connection:
        assert connection.execute("SELECT count(*) FROM runs").fetchone() == (30,)
        assert connection.execute("SELECT count(finished_at) FROM experiments").fetchone() == (1,)
    assert sorted(p.name for p in program.folder.glob("killed*")) == ["killed.sqlite"]


def test_a_full_disk_ends_with_an_error_and_whole_runs(program: Program, sweep: Path) -> None:
    def limit_files() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))

    done = subprocess.run(
        [find_program(), "run", sweep, "--jobs", "2", "--results", "small.sqlite"],
        cwd=program.folder,
        preexec_fn=limit_files,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 4
    assert "small.sqlite" in done.stderr
    content(program.folder / "small.sqlite")
    assert program("run", sweep, "--results", "small.sqlite").returncode == 0
    assert program("run", sweep, "--results", "whole.sqlite").returncode == 0
    assert content(program.folder / "small.sqlite") == content(program.folder / "whole.sqlite")


def test_eight_writers_of_one_store(program: Program, sweep: Path) -> None:
    writers = [
        subprocess.Popen(
            [find_program(), "run", sweep, "--jobs", "1", "--results", "shared.sqlite"]
            + ["--set", f"seed={seed}", "--set", 'run="1..25"'],
            cwd=program.folder,
            stdout=subprocess.DEVNULL,
        )
        for seed in range(1, 9)
    ]
    assert [writer.wait() for writer in writers] == [0] * 8
    with sqlite3.connect(program.folder / "shared.sqlite") as store:
        assert store.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert store.execute("SELECT count(*) FROM runs").fetchone() == (200,)
        assert store.execute("SELECT count(DISTINCT digest) FROM runs").fetchone() == (200,)


def test_a_store_that_cannot_be_used_is_refused(program: Program, sweep: Path) -> None:
    other = program.folder / "text.sqlite"
    other.write_text("not a store\n" * 100)
    done = program("run", sweep, "--results", other)
    assert done.returncode == 4
    assert "text.sqlite" in done.stderr
    assert other.read_text() == "not a store\n" * 100
    assert program("run", sweep, "--results", "no/such/folder.sqlite").returncode == 4
    assert program("show", "absent.sqlite").returncode == 4


def test_two_that_make_one_store_at_the_same_instant_share_the_work(
    program: Program, sweep: Path
) -> None:
    both = [start(program, sweep, "both.sqlite", "1..6") for _ in range(2)]
    assert [one.wait() for one in both] == [0, 0]
    assert start(program, sweep, "whole.sqlite", "1..6").wait() == 0
    assert content(program.folder / "both.sqlite") == content(program.folder / "whole.sqlite")
    assert sorted(p.name for p in program.folder.glob("both*")) == ["both.sqlite"]


def test_a_store_of_a_newer_version_is_refused_by_every_command_and_not_touched(
    program: Program, sweep: Path
) -> None:
    assert start(program, sweep, "s.sqlite", "1..2").wait() == 0
    store = program.folder / "s.sqlite"
    with sqlite3.connect(store) as connection:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        connection.execute(f"PRAGMA user_version = {version + 1}")
    connection.close()
    before = store.read_bytes()
    for command in (
        ["run", sweep, "--results", store],
        ["show", store],
        ["reproduce", store, 1],
        ["compare", store, store],
        ["verify", "quick", "--results", store],
    ):
        done = program(*command)
        assert done.returncode == 4, command
        assert "s.sqlite" in done.stderr
        assert f"version {version + 1}" in done.stderr
        assert store.read_bytes() == before
    assert sorted(p.name for p in program.folder.glob("s.sqlite*")) == ["s.sqlite"]


def test_bad_input_writes_nothing(program: Program, write: Callable[[str], Path]) -> None:
    scenario = write(
        'schema = 1\ntitle = "t"\nquestion = "q"\n[[host]]\nname = "server"\n'
        'allocator = "uniform"\nrnage = "1-2"\n[[host.workload]]\nkind = "open-close"\n'
    )
    done = program("run", scenario)
    assert done.returncode == 2
    assert "scenario.toml:7:1" in done.stderr
    assert "range" in done.stderr
    assert list(program.folder.glob("*.sqlite")) == []
    assert program("run").returncode == 2
    assert program("run", scenario, "--jobs", "0").returncode == 2
    assert program("run", scenario, "--set", "seed").returncode == 2


def test_a_failed_expectation_is_an_exit_status(
    program: Program, write: Callable[[str], Path]
) -> None:
    scenario = write(
        'schema = 1\ntitle = "t"\nquestion = "q"\n[[host]]\nname = "server"\n'
        'allocator = "uniform"\n[[host.workload]]\nkind = "open-close"\ncount = 10\n'
        '[[expect]]\nmetric = "server.open-close.bind.count"\nequals = 11\nreason = "never"\n'
    )
    done = program("run", scenario)
    assert done.returncode == 1
    assert "never" in done.stdout
