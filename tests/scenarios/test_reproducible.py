# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""Equal runs have equal digests, whoever executes them, when and where (cases S01, S05, S16)."""

from __future__ import annotations

import resource
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from bindstorm.program import find_program
from conftest import Program

pytestmark = pytest.mark.program

FEW = ["--set", 'run="1..5"', "--results"]


def content(store: Path) -> list[tuple[object, ...]]:
    """Digests of the events and hashes of all numbers of the runs of a store."""
    with sqlite3.connect(store) as connection:
        rows: list[tuple[object, ...]] = connection.execute(
            "SELECT run, digest, content_hash FROM runs ORDER BY run"
        ).fetchall()
    return rows


def can_switch_layout() -> bool:
    """Whether this kernel, or the container around us, lets a process give up random addresses."""
    done = subprocess.run(["setarch", "-R", "true"], capture_output=True, check=False)
    return done.returncode == 0


def unlimited_stack() -> None:
    """Make the kernel lay out the addresses of the next program from the bottom up."""
    _, hard = resource.getrlimit(resource.RLIMIT_STACK)
    resource.setrlimit(resource.RLIMIT_STACK, (hard, hard))


@contextmanager
def load(processes: int) -> Iterator[None]:
    """Keep more processors busy than there are."""
    spinning = [
        subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(processes)
    ]
    try:
        yield
    finally:
        for process in spinning:
            process.kill()
            process.wait()


def test_jobs_and_order_change_nothing(program: Program, sweep: Path) -> None:
    serial = program.digests(sweep, "--jobs", 1, "--results", "serial.sqlite")
    assert len(set(serial)) == 40
    two = program.digests(sweep, "--jobs", 2, "--results", "two.sqlite")
    eight = program.digests(sweep, "--jobs", 8, "--results", "eight.sqlite")
    reverse = program.digests(sweep, "--jobs", 2, "--reverse", "--results", "reverse.sqlite")
    assert serial == two == eight == reverse
    alone = program.digests(sweep, "--set", "run=17", "--results", "alone.sqlite")
    assert alone == [serial[16]]


def test_folder_and_environment_change_nothing(
    program: Program, sweep: Path, tmp_path: Path
) -> None:
    here = program.digests(sweep, *FEW, "here.sqlite")
    elsewhere = Program(tmp_path / "a folder elsewhere")
    elsewhere.folder.mkdir()
    environment = {"LANG": "tr_TR.UTF-8", "LC_ALL": "C", "TZ": "Asia/Kathmandu", "HOME": "/"}
    environment["DUMMY"] = "x" * 4096
    assert elsewhere.digests(sweep, *FEW, "there.sqlite", env=environment) == here
    assert content(elsewhere.folder / "there.sqlite") == content(program.folder / "here.sqlite")


def test_addresses_and_load_change_nothing(
    program: Program, sweep: Path, record_property: Callable[[str, object], None]
) -> None:
    # Where fixed addresses are forbidden, as in many containers, another layout stands in for them;
    # the JUnit file says which it was.
    layouts = [([], unlimited_stack)]
    if can_switch_layout():
        layouts.append((["setarch", "-R"], None))
    record_property("address layouts", "all" if len(layouts) == 2 else "no setarch -R here")
    assert program.digests(sweep, *FEW, "plain.sqlite")
    plain = content(program.folder / "plain.sqlite")
    assert len(plain) == 5
    for number, (command, prepare) in enumerate(layouts):
        store = program.folder / f"layout-{number}.sqlite"
        subprocess.run(
            [*command, find_program(), "run", sweep, *FEW, store],
            cwd=program.folder,
            preexec_fn=prepare,
            stdout=subprocess.DEVNULL,
            check=True,
        )
        assert content(store) == plain, command
    with load(4):
        program.digests(sweep, *FEW, "loaded.sqlite", "--jobs", 2)
    assert content(program.folder / "loaded.sqlite") == plain


def test_a_second_run_executes_only_what_is_missing(program: Program, sweep: Path) -> None:
    some = program("run", sweep, "--set", 'run="11..20"', "--results", "store.sqlite")
    assert "10 executed, 0 taken from" in some.stdout
    more = program("run", sweep, "--results", "store.sqlite")
    assert "30 executed, 10 taken from" in more.stdout
    again = program("run", sweep, "--results", "store.sqlite")
    assert "0 executed, 40 taken from" in again.stdout
    with sqlite3.connect(program.folder / "store.sqlite") as store:
        assert store.execute("SELECT count(*) FROM runs").fetchone() == (40,)


def test_seeds_have_an_effect_and_equal_rows_are_warned_of(program: Program, sweep: Path) -> None:
    by_seed = program.digests(
        sweep, "--set", 'seed="1..5"', "--set", "run=0", "--results", "seeds.sqlite"
    )
    assert len(set(by_seed)) == 5
    # Runs 1 to 5 of a file without a seed: the default seed, and five different runs.
    by_run = program("run", sweep, *FEW, "runs.sqlite")
    assert "5 runs of 5 (seed, run) pairs" in by_run.stdout
    assert "runs are the same" not in by_run.stdout
    with sqlite3.connect(program.folder / "runs.sqlite") as store:
        assert store.execute("SELECT DISTINCT seed FROM runs").fetchall() == [(1,)]
        assert store.execute("SELECT count(DISTINCT digest) FROM runs").fetchone() == (5,)
    # What an allocator without randomness does on an idle range does not depend on the seed.
    same = sweep.with_name("same.toml")
    same.write_text(
        """
schema = 1
title = "No randomness anywhere"
question = "Are equal rows noticed?"
[[host]]
name = "server"
allocator = "ns-3"
costs = "unit"
[[host.workload]]
kind = "open-close"
[matrix]
seed = "1..5"
"""
    )
    done = program("run", same, "--results", "same.sqlite")
    assert "all 5 runs are the same" in done.stdout
    assert "5 runs of 5 (seed, run) pairs" in done.stdout
