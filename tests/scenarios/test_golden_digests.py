# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""Shortened shipped scenarios have the committed digests, in a release and in a debug build.

A change that is meant to alter trajectories rewrites them: BINDSTORM_WRITE_GOLDEN=1 pytest
tests/scenarios/test_golden_digests.py. What changed then shows in the diff of results/reference.
"""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest
from bindstorm.program import find_program
from conftest import ROOT

pytestmark = pytest.mark.program

REFERENCE = ROOT / "results" / "reference" / "digests.json"
SCENARIOS: dict[str, dict[str, Any]] = json.loads(REFERENCE.read_text())


def digests(program: Path, name: str, folder: Path) -> list[list[str]]:
    """Run a scenario with its overrides: parameters and digest of each run."""
    sets = [f"--set={key}={value}" for key, value in SCENARIOS[name]["set"].items()]
    done = subprocess.run(
        [program, "run", ROOT / "scenarios" / f"{name}.toml", "--json", *sets]
        + ["--results", folder / "store.sqlite"],
        capture_output=True,
        text=True,
        check=False,
    )
    # Expectations are for full runs: 1 is no failure here.
    assert done.returncode in (0, 1), done.stderr
    return [
        [" ".join(f"{key}={value}" for key, value in run["parameters"].items()), run["digest"]]
        for run in json.loads(done.stdout)["runs"]
    ]


@pytest.mark.parametrize("name", SCENARIOS)
def test_release_build(name: str, tmp_path: Path) -> None:
    found = digests(find_program(), name, tmp_path)
    if os.environ.get("BINDSTORM_WRITE_GOLDEN"):
        SCENARIOS[name]["digests"] = found
        REFERENCE.write_text(json.dumps(SCENARIOS, indent=1) + "\n")
    assert found == SCENARIOS[name]["digests"]


@pytest.mark.parametrize("name", SCENARIOS)
def test_debug_build_with_sanitizers(name: str, tmp_path: Path) -> None:
    program = ROOT / os.environ.get("BINDSTORM_DEBUG_PROGRAM", "no-debug-program-given")
    assert digests(program, name, tmp_path) == SCENARIOS[name]["digests"]
