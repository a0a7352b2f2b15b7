# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""Builds that take too long for every change: another ns-3, none at all."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT
from test_golden_digests import verify

pytestmark = pytest.mark.deep

CMAKE = ["cmake", "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_UNITY_BUILD=ON"]
CMAKE += ["-DCMAKE_UNITY_BUILD_BATCH_SIZE=12"]


def build(folder: Path, *options: str, target: str) -> None:
    """Configure and build one target in a folder that is kept for the next time."""
    subprocess.run([*CMAKE, "-S", ROOT, "-B", folder, *options], check=True)
    subprocess.run(["cmake", "--build", folder, "--target", target], check=True)


def test_without_ns3_everything_but_the_program_builds_and_passes() -> None:
    folder = ROOT / "build" / "without-ns3"
    build(folder, "-DBINDSTORM_NS3=OFF", target="all")
    subprocess.run(["ctest", "--test-dir", folder, "-j2", "--output-on-failure"], check=True)
    assert not (folder / "scenarios" / "program").exists()


def test_ns3_344_gives_the_same_digests() -> None:
    # The wheel brings headers and libraries; its own CMake config names its build machine.
    wheel = ROOT / "build" / "ns3-3.44"
    if not wheel.exists():
        subprocess.run(
            [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--target", wheel]
            + ["ns3==3.44.post0"],
            check=True,
        )
    header = next(wheel.rglob("ns3/node.h"))
    prefix = header.parents[2]
    folder = ROOT / "build" / "release-ns3-3.44"
    build(folder, f"-DNS3_ROOT={prefix}", "-DBINDSTORM_TESTS=OFF", target="bindstorm")
    program = folder / "scenarios" / "program" / "bindstorm"
    verify(program)
