# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""`bindstorm reproduce`: a stored run again, from the store alone."""

from __future__ import annotations

import hashlib
import re
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from conftest import ROOT, SWEEP, Program

pytestmark = pytest.mark.program


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three runs with a cost table of their own, of which nothing is left but the store."""
    program = Program(tmp_path_factory.mktemp("made"))
    sweep = program.folder / "sweep.toml"
    sweep.write_text(SWEEP)
    costs = program.folder / "costs" / "mine.toml"
    costs.parent.mkdir()
    shutil.copy(ROOT / "scenarios" / "costs" / "unit.toml", costs)
    costs.write_text(costs.read_text().replace('locks = "1 ns"', 'locks = "17 ns"'))
    sets = ["--set", "server.costs=mine", "--set", 'run="1..3"', "--set", "measure.ports=true"]
    assert program("run", sweep, *sets, "--results", "s.sqlite").returncode == 0
    shutil.rmtree(costs.parent)
    sweep.unlink()
    return program.folder / "s.sqlite"


@pytest.fixture
def store(made: Path, program: Program) -> Path:
    """A copy that a test may spoil."""
    return Path(shutil.copy(made, program.folder))


def change(store: Path, *statements: str) -> None:
    with closing(sqlite3.connect(store)) as connection, connection:
        for statement in statements:
            connection.execute(statement)


def rehash(store: Path, old: str, new: str) -> None:
    """Give run 2 another specification, with the hash that belongs to it."""
    with closing(sqlite3.connect(store)) as connection, connection:
        (spec,) = connection.execute("SELECT spec FROM runs WHERE id = 2").fetchone()
        assert old in spec
        changed = spec.replace(old, new)
        connection.execute(
            "UPDATE runs SET spec = ?, spec_hash = ? WHERE id = 2",
            (changed, hashlib.sha256(changed.encode()).hexdigest()),
        )


def test_every_run_is_the_same_again(program: Program, store: Path) -> None:
    before = store.read_bytes()
    listed = program("show", store, "sweep", "--runs").stdout
    for run in (1, 2, 3):
        done = program("reproduce", store, run)
        assert done.returncode == 0, done.stdout + done.stderr
        assert "digest   equal" in done.stdout
        assert "numbers  equal" in done.stdout
        assert "the build is the same" in done.stdout
        parameters = done.stdout.split("(sweep: ")[1].split(")")[0]
        (line,) = [line for line in listed.splitlines() if line.startswith(f"  {run:>6}  ")]
        assert line.endswith(parameters)
        assert line.split()[1] in done.stdout
    assert store.read_bytes() == before


def test_differences_are_listed_with_both_builds(program: Program, store: Path) -> None:
    rehash(store, '"range":"40000-40999"', '"range":"40000-40899"')
    change(store, "UPDATE runs SET commit_hash = 'an-older-commit' WHERE id = 2")
    done = program("reproduce", store, 2)
    assert done.returncode == 1
    assert "digest   DIFFERENT" in done.stdout
    assert "numbers  DIFFERENT" in done.stdout
    assert re.search(r"metric crowd\.ports\.\S+: \S+ stored, \S+ now\n", done.stdout)
    assert re.search(r"  and \d+ more\n", done.stdout)
    assert "table server.ports, column observed: 1000 rows stored, 900 now" in done.stdout
    assert "the builds differ:\n  stored  bindstorm" in done.stdout
    assert "an-older-commit" in done.stdout


def test_a_setting_that_the_store_does_not_know_has_its_default(
    program: Program, store: Path
) -> None:
    rehash(store, '"queue":1000,', "")
    done = program("reproduce", store, 2)
    assert done.returncode == 0
    assert "note: this build writes the specification in another way" in done.stdout
    assert "digest   equal" in done.stdout


def test_what_cannot_be_reproduced_is_refused_with_a_sentence(
    program: Program, store: Path
) -> None:
    absent = program("reproduce", store, 99)
    assert absent.returncode == 4
    assert "no run 99" in absent.stderr
    assert program("reproduce", "absent.sqlite", 1).returncode == 4
    assert program("reproduce", store, "first").returncode == 2
    assert program("reproduce", store, 1, "--experiment", "sweep").returncode == 0
    other = program("reproduce", store, 99, "--experiment", "sweep")
    assert other.returncode == 2
    assert "--runs" in other.stderr
    assert program("reproduce", store, 1, "--experiment", "swep").returncode == 2

    rehash(store, '"chains":0', '"tunnels":0')
    unknown = program("reproduce", store, 2)
    assert unknown.returncode == 2
    assert "run 2" in unknown.stderr
    assert "tunnels" in unknown.stderr
    change(store, "UPDATE runs SET kind = 'bench', digest = NULL WHERE id = 3")
    bench = program("reproduce", store, 3)
    assert bench.returncode == 2
    assert "kind 'bench'" in bench.stderr


def test_damaged_numbers_are_no_difference_but_damage(program: Program, store: Path) -> None:
    change(store, "UPDATE metrics SET value = value + 1 WHERE run = 1 AND ordinal = 3")
    done = program("reproduce", store, 1)
    assert done.returncode == 4
    assert "not those that were stored" in done.stderr
    change(store, "UPDATE runs SET spec = replace(spec, '\"queue\":1000', '\"queue\":9')")
    assert "not the one it was stored with" in program("reproduce", store, 2).stderr
