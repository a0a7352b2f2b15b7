# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""The program, run as a user runs it."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from bindstorm.program import find_program

ROOT = Path(__file__).resolve().parents[2]

SWEEP = """
schema = 1
title = "Forty runs of a small range"
question = "Are runs the same whoever executes them?"

[[host]]
name = "server"
allocator = "linux-2.6.29"
range = "40000-40999"
busy = "random(0.5)"
costs = "unit"

[[host.workload]]
kind = "churn"
name = "churn"
count = 2000
occupancy = 0.2

[[host]]
name = "crowd"
count = 200
allocator = "uniform"
range = "40000-40999"
costs = "unit"

[[host.workload]]
kind = "storm"
name = "storm"
processes = 2
count = 5

[matrix]
run = "1..40"

[measure]
ports = false
"""


@dataclass
class Program:
    """Runs `bindstorm` in a folder of the test's own."""

    folder: Path

    def __call__(
        self, *arguments: object, env: dict[str, str] | None = None
    ) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [find_program(), *map(str, arguments)],
            cwd=self.folder,
            env={**os.environ, **(env or {})},
            capture_output=True,
            text=True,
            check=False,
        )

    def digests(self, *arguments: object, env: dict[str, str] | None = None) -> list[str]:
        """Digests of a run that must succeed, in the order of the scenario."""
        done = self("run", *arguments, "--json", env=env)
        assert done.returncode == 0, done.stderr
        answer: dict[str, Any] = json.loads(done.stdout)
        return [run["digest"] for run in answer["runs"]]


@pytest.fixture
def program(tmp_path: Path) -> Program:
    return Program(tmp_path)


@pytest.fixture
def sweep(tmp_path: Path) -> Path:
    path = tmp_path / "sweep.toml"
    path.write_text(SWEEP)
    return path


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str], Path]:
    """Write a scenario of the test's own."""

    def to_file(text: str) -> Path:
        path = tmp_path / "scenario.toml"
        path.write_text(text)
        return path

    return to_file
