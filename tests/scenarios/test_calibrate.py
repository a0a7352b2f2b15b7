# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""`bindstorm calibrate`: a cost table of this machine. Its form, never its speed."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest
from conftest import Program

pytestmark = pytest.mark.program


def test_a_scenario_runs_with_the_table_that_was_written(program: Program, sweep: Path) -> None:
    (program.folder / "costs").mkdir()
    written = program("calibrate", "--seconds", "0.3", "-o", "costs/this-machine.toml")
    assert written.returncode == 0, written.stderr
    assert "this-machine" in written.stdout
    assert [path.name for path in (program.folder / "costs").iterdir()] == ["this-machine.toml"]
    table = tomllib.loads((program.folder / "costs" / "this-machine.toml").read_text())
    for word in ("clock_gettime", "taus88", "median", "Linux", "bindstorm 0", "300000 sockets"):
        assert word in " ".join(table["provenance"].split())
    assert [entry["sockets"] for entry in table["work"]["node_visits"]] == [
        100,
        1_000,
        10_000,
        60_000,
        300_000,
    ]
    sets = ["--set", "server.costs=this-machine", "--set", "run=1"]
    first = program.digests(sweep, *sets, "--results", "s.sqlite")
    assert first != program.digests(sweep, "--set", "run=1", "--results", "s.sqlite")
    shown = program("describe", sweep, *sets, "--json").stdout
    costs = json.loads(shown)["spec"]["hosts"][0]["costs"]
    assert len(costs["work"]["node_visits"]) == 5
    assert costs["base"]["bind"] > 0
    assert program("reproduce", "s.sqlite", 1).returncode == 0


def test_without_a_file_the_table_is_printed(program: Program) -> None:
    done = program("calibrate", "--seconds", "0.05")
    assert done.returncode == 0
    assert tomllib.loads(done.stdout)["schema"] == 1
    assert list(program.folder.iterdir()) == []


def test_a_place_that_cannot_be_written_is_an_error(program: Program) -> None:
    wrong = program("calibrate", "-o", "machine.txt")
    assert wrong.returncode == 2
    assert ".toml" in wrong.stderr
    assert program("calibrate", "--seconds", "soon").returncode == 2
    absent = program("calibrate", "--seconds", "0.01", "-o", "no/such/folder.toml")
    assert absent.returncode == 4
    assert "no/such/folder.toml" in absent.stderr
    assert list(program.folder.iterdir()) == []


def test_a_folder_that_is_not_there_is_told_before_anything_is_measured(program: Program) -> None:
    done = program("calibrate", "-o", "no/such/table.toml", "--seconds", 600)
    assert done.returncode == 4
    assert "no folder no/such" in done.stderr
