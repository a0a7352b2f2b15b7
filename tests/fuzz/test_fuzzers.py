# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""Each fuzzer for a while: from the seeds that are made for it, with a fixed start."""

import os
import subprocess
from pathlib import Path

import pytest

FOLDER = Path(os.environ.get("BINDSTORM_FUZZERS", "build/fuzz/tests/fuzz"))
NAMES = sorted(path.stem for path in Path(__file__).parent.glob("*-fuzzer.cc"))


def fuzz(name: str, corpus: Path, seconds: int) -> None:
    """Run one fuzzer on the seeds that belong to it."""
    seeds = FOLDER / f"{name}.corpus"
    seeds.mkdir(exist_ok=True)
    corpus.mkdir()
    command = [FOLDER / name, "-seed=1", f"-max_total_time={seconds}", "-max_len=4096"]
    command += ["-timeout=20", "-rss_limit_mb=1024", f"-artifact_prefix={corpus}/", corpus, seeds]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr[-4000:]
    assert "DONE" in run.stderr


def test_there_are_fuzzers() -> None:
    assert NAMES == ["nat-operations-fuzzer", "nat-packet-fuzzer"]


@pytest.mark.parametrize("name", NAMES)
def test_ten_seconds_find_nothing(name: str, tmp_path: Path) -> None:
    fuzz(name, tmp_path / "corpus", 10)


@pytest.mark.deep
@pytest.mark.parametrize("name", NAMES)
def test_three_minutes_find_nothing(name: str, tmp_path: Path) -> None:
    fuzz(name, tmp_path / "corpus", 180)
