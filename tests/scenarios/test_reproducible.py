# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""Equal runs have equal digests, whoever executes them, when and where (cases S01, S05, S16)."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from conftest import Program

pytestmark = pytest.mark.program


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
    few = ["--set", 'run="1..5"', "--results"]
    here = program.digests(sweep, *few, "here.sqlite")
    elsewhere = Program(tmp_path / "a folder elsewhere")
    elsewhere.folder.mkdir()
    environment = {"LANG": "tr_TR.UTF-8", "LC_ALL": "C", "TZ": "Asia/Kathmandu", "HOME": "/"}
    environment["DUMMY"] = "x" * 4096
    assert elsewhere.digests(sweep, *few, "there.sqlite", env=environment) == here


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
