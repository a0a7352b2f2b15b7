# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""The performance test of the libalias reviews, run and shown as a user does it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Program

pytestmark = pytest.mark.program

SCENARIO = """
schema = 1
title = "A short test"
question = "What does it print?"

[[nat]]
name = "nat"
profile = "libalias"
external = "1.2.3.4"
unsolicited = "deny"
costs = "unit"

[[nat.workload]]
kind = "libalias-perf"
name = "perf"
seconds = 0.05
batch_size = 100
random_size = 200
attack_size = 50
redir_size = 300

[matrix]
"nat.index" = ["mixed-chains", "split-splay"]
"""

HOST = """
schema = 1
title = "t"
question = "q"

[[host]]
name = "h"
allocator = "uniform"

[[host.workload]]
kind = "open-close"
count = 1
"""

HEADER = "RND SECOND newNAT RANDOM ATTACK useNAT"
ROW = re.compile(r" *\d+ +\d+\.\d (?: *\d+\.\d\d ){0,4}")


@pytest.fixture
def store(program: Program, write: Callable[[str], Path]) -> Path:
    done = program("run", write(SCENARIO), "--jobs", "1", "--results", "perf.sqlite")
    assert done.returncode == 0, done.stdout + done.stderr
    return program.folder / "perf.sqlite"


def test_each_run_is_printed_as_the_reviews_print_it(program: Program, store: Path) -> None:
    shown = program("show", store, "--style", "libalias")
    assert shown.returncode == 0, shown.stderr
    assert shown.stdout.startswith("A short test\n\nrun 1: nat.index=mixed-chains\nnat.perf: max_")
    assert shown.stdout.count(HEADER + "\n") == 2
    assert "run 2: nat.index=split-splay\n" in shown.stdout
    for text in shown.stdout.split(HEADER + "\n")[1:]:
        rows, results = text.split("\n\nResults\n")
        assert len(rows.splitlines()) > 3
        assert all(ROW.fullmatch(row) for row in rows.splitlines())
        # The time was over in the last round, which does not count.
        assert f"   Rounds  : {len(rows.splitlines()) - 1:9}\n" in results
        counts = [int(n) for n in re.findall(r"(?:ok  |fail): +(\d+)", results)]
        assert len(counts) == 10
        assert f"      Total: {sum(counts):9}\n" in results
        assert "useNAT fail:         0 (out)\nuseNAT ok" in results


def test_one_experiment_is_shown_by_its_name(program: Program, store: Path) -> None:
    all_of_it = program("show", store, "--style", "libalias").stdout
    assert program("show", store, "scenario", "--style", "libalias").stdout == all_of_it
    assert program("show", store, "other", "--style", "libalias").returncode == 2
    assert program("show", store, "--style", "liballias").returncode == 2
    assert program("show", store, "--style", "libalias", "--markdown").returncode == 2


def test_a_store_without_such_runs_is_refused(
    program: Program, write: Callable[[str], Path]
) -> None:
    assert program("run", write(HOST), "--results", "h.sqlite").returncode == 0
    shown = program("show", "h.sqlite", "--style", "libalias")
    assert (shown.returncode, shown.stdout) == (2, "")
    assert "libalias-perf" in shown.stderr
