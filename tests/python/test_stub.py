# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""The stub of the extension says what the extension has."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


def test_the_stub_fits_the_extension(tmp_path: Path) -> None:
    allowlist = Path(__file__).parent / "stub-allowlist.txt"
    command = ["mypy.stubtest", "bindstorm._core", "--allowlist", str(allowlist)]
    run = subprocess.run(
        [sys.executable, "-m", *command], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stdout + run.stderr
