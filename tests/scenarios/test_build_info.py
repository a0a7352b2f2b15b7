# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""What a build says of itself, and what its runs keep of that (case S15)."""

from __future__ import annotations

import json
import re
import sqlite3
import subprocess
from pathlib import Path

import pytest
from conftest import ROOT, Program

SCRIPT = ROOT / "cmake" / "WriteBuildInfo.cmake"


def git(folder: Path, *arguments: str) -> str:
    identity = ["-c", "user.name=t", "-c", "user.email=t@example.org"]
    done = subprocess.run(
        ["git", *identity, *arguments], cwd=folder, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def build_info(sources: Path) -> tuple[str, bool, str]:
    """Commit, dirty flag and hash of changes, as a build of these sources would have them."""
    output = sources.parent / "build-info.cc"
    command = ["cmake", f"-DSOURCE_DIR={sources}", f"-DOUTPUT={output}", "-DVERSION=1.2.3"]
    command += ["-DCOMPILER=GNU 12.2.0", "-DBUILD_TYPE=Release", "-P", str(SCRIPT)]
    subprocess.run(command, check=True)
    pattern = r'info\{"1.2.3", "(\w+)", (true|false), "(\w*)",\s*"GNU 12.2.0", "Release"\}'
    found = re.search(pattern, output.read_text())
    assert found, output.read_text()
    return found[1], found[2] == "true", found[3]


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    folder = tmp_path / "sources"
    (folder / "model").mkdir(parents=True)
    (folder / "model" / "a.cc").write_text("int a;\n")
    git(folder, "init", "-q")
    git(folder, "add", ".")
    git(folder, "commit", "-q", "-m", "first")
    return folder


def test_a_clean_tree_is_its_commit(repository: Path) -> None:
    assert build_info(repository) == (git(repository, "rev-parse", "HEAD"), False, "")


def test_a_changed_tree_is_marked_and_differs_with_the_change(repository: Path) -> None:
    commit = git(repository, "rev-parse", "HEAD")
    seen = set()
    for text in ("int b;\n", "int c;\n"):
        (repository / "model" / "a.cc").write_text(text)
        found, is_dirty, changes = build_info(repository)
        assert (found, is_dirty) == (commit, True)
        seen.add(changes)
    git(repository, "checkout", "-q", ".")
    (repository / "model" / "new.cc").write_text("int d;\n")
    found, is_dirty, changes = build_info(repository)
    assert (found, is_dirty) == (commit, True)
    seen.add(changes)
    assert len(seen) == 3
    assert all(re.fullmatch("[0-9a-f]{64}", changes) for changes in seen)


def test_sources_outside_a_repository_have_no_commit_but_a_hash(tmp_path: Path) -> None:
    folder = tmp_path / "unpacked"
    (folder / "model").mkdir(parents=True)
    seen = set()
    for text in ("int a;\n", "int b;\n"):
        (folder / "model" / "a.cc").write_text(text)
        commit, is_dirty, changes = build_info(folder)
        assert (commit, is_dirty) == ("unknown", False)
        seen.add(changes)
    assert len(seen) == 2


def test_the_repository_around_unpacked_sources_is_not_theirs(repository: Path) -> None:
    inner = repository / "vendor" / "bindstorm"
    (inner / "model").mkdir(parents=True)
    (inner / "model" / "a.cc").write_text("int a;\n")
    assert build_info(inner)[0] == "unknown"


@pytest.mark.program
def test_a_run_keeps_what_made_it(program: Program, sweep: Path) -> None:
    version = program("--version").stdout
    assert program("run", sweep, "--set", "run=7", "--results", "s.sqlite").returncode == 0
    with sqlite3.connect(program.folder / "s.sqlite") as store:
        store.row_factory = sqlite3.Row
        run = store.execute("SELECT * FROM runs").fetchone()
        experiment = store.execute("SELECT * FROM experiments").fetchone()
    changed = ", with uncommitted changes" if run["dirty"] else ""
    assert version.strip() == (
        f"bindstorm {run['version']} ({run['commit_hash'][:12]}{changed}, "
        f"{run['compiler']}, {run['build_type']})"
    )
    assert re.fullmatch("[0-9a-f]{40}|unknown", run["commit_hash"])
    assert (run["changes"] != "") == (run["dirty"] == 1 or run["commit_hash"] == "unknown")
    assert {"ns-3", "boost"} <= json.loads(run["libraries"]).keys()
    assert experiment["scenario_text"] == sweep.read_text()
    # The default seed is stored as any other (case S16), and so are all defaults.
    assert (run["seed"], run["run"]) == (1, 7)
    spec = json.loads(run["spec"])
    assert spec["seed"] == 1
    assert spec["hosts"][0]["queue"] == 1000
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z", run["started_at"])
