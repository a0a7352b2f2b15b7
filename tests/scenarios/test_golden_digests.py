# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""Shortened shipped scenarios have the committed digests, in a release and in a debug build.

A change that is meant to alter trajectories rewrites them: ``bindstorm verify --write``. What
changed then shows in the diff of results/reference/digests.json, which also says what is run.
"""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest
from bindstorm.program import find_program
from conftest import ROOT

pytestmark = pytest.mark.program

REFERENCE = ROOT / "results" / "reference" / "digests.json"
SCENARIOS: list[str] = list(json.loads(REFERENCE.read_text()))


def verify(program: Path, *arguments: object) -> str:
    """Let a program compare its runs with the committed digests; its standard output."""
    command = [program, "verify", *map(str, arguments), "--reference", REFERENCE]
    variables = {**os.environ, "BINDSTORM_SCENARIOS": str(ROOT / "scenarios")}
    done = subprocess.run(command, env=variables, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("name", SCENARIOS)
def test_release_build(name: str) -> None:
    assert name in verify(find_program(), name)


@pytest.mark.parametrize("name", SCENARIOS)
def test_debug_build_with_sanitizers(name: str) -> None:
    program = ROOT / os.environ.get("BINDSTORM_DEBUG_PROGRAM", "no-debug-program-given")
    assert name in verify(program, name)


def test_every_shipped_scenario_is_among_them() -> None:
    shipped = (ROOT / "scenarios").glob("*/*.toml")
    stories = {f"{path.parent.name}/{path.stem}" for path in shipped if path.parent.name != "costs"}
    assert stories == set(SCENARIOS)
