# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""`bindstorm verify`: digests of shortened scenarios against those of a file."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from conftest import Program

pytestmark = pytest.mark.program


@pytest.fixture
def reference(program: Program, sweep: Path) -> Path:
    """Digests of two runs, written by the program itself."""
    path = program.folder / "digests.json"
    path.write_text(json.dumps({str(sweep): {"set": {"run": '"1..2"'}, "digests": []}}))
    done = program("verify", "--reference", path, "--write")
    assert done.returncode == 0, done.stderr
    return path


def change(path: Path, scenario: dict[str, Any]) -> None:
    everything = json.loads(path.read_text())
    for entry in everything.values():
        entry.update(scenario)
    path.write_text(json.dumps(everything))


def test_equal_digests_pass_and_nothing_is_left_behind(program: Program, reference: Path) -> None:
    before = sorted(program.folder.rglob("*"))
    done = program("verify", "--reference", reference, env={"TMPDIR": str(program.folder)})
    assert done.returncode == 0
    assert "2 runs,   2 equal\n" in done.stdout
    assert "2 of 2 runs" in done.stdout
    assert sorted(program.folder.rglob("*")) == before


def test_a_different_digest_is_named_with_run_and_parameters(
    program: Program, reference: Path
) -> None:
    (entry,) = json.loads(reference.read_text()).values()
    expected = [entry["digests"][0], ["run=2", "0" * 64]]
    change(reference, {"digests": expected})
    done = program("verify", "--reference", reference)
    assert done.returncode == 1
    assert "2 runs,   1 equal, 1 different" in done.stdout
    assert f"run 2 (run=2)\n    expected {'0' * 64}\n    found    {entry['digests'][1][1]}" in (
        done.stdout
    )
    assert "1 of 2 runs" in done.stdout


def test_runs_that_only_one_of_both_has_are_differences(program: Program, reference: Path) -> None:
    change(reference, {"set": {"run": '"2..3"'}})
    done = program("verify", "--reference", reference)
    assert done.returncode == 1
    assert "1 equal, 2 different" in done.stdout
    assert "run 2 (run=3) is not in the reference" in done.stdout
    assert "the scenario has no run (run=1) of the reference" in done.stdout


def test_a_run_that_fails_is_no_verdict(program: Program, reference: Path) -> None:
    before = {"set": {"measure.sample": "1 us", "stop": "100 s", "run": '"1..2"'}}
    change(reference, before)
    text = reference.read_text()
    done = program("verify", "--reference", reference, "--write")
    assert done.returncode == 4
    assert "run 1 (run=1) failed: measure.sample is too short" in done.stdout
    assert reference.read_text() == text


def test_a_store_keeps_the_runs(program: Program, reference: Path) -> None:
    for _ in range(2):
        done = program("verify", "--reference", reference, "--results", "kept.sqlite")
        assert done.returncode == 0
    with sqlite3.connect(program.folder / "kept.sqlite") as store:
        assert store.execute("SELECT count(*) FROM runs").fetchone() == (2,)


def test_bad_input_is_named(program: Program, reference: Path) -> None:
    unknown = program("verify", "sweeep", "--reference", reference)
    assert unknown.returncode == 2
    assert "sweeep" in unknown.stderr
    assert program("verify", "--reference", "absent.json").returncode == 2
    assert program("verify", "--jobs", 0).returncode == 2
    change(reference, {"set": {"sede": "1"}})
    wrong = program("verify", "--reference", reference)
    assert wrong.returncode == 2
    assert "seed" in wrong.stderr
    reference.write_text("{}")
    assert program("verify", "--reference", reference).returncode == 2


def test_the_shipped_digests_are_found_from_anywhere(program: Program) -> None:
    own = {"BINDSTORM_SCENARIOS": ""}
    done = program("verify", "quick", env=own)
    assert done.returncode == 0, done.stderr
    assert "4 of 4 runs have the digests of" in done.stdout
    assert list(program.folder.iterdir()) == []
