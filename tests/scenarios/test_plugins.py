# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""Allocators from shared objects and Python files run in scenarios like the built-in ones."""

from __future__ import annotations

import json
import os
import re
import shutil
import sqlite3
import subprocess
from collections.abc import Callable
from pathlib import Path

import bindstorm as bs
import pytest
from conftest import ROOT, Program
from plugin_scenario import hosts, scenario_of

pytestmark = pytest.mark.program

PLUGINS = ROOT / "tests" / "plugins"
AGAIN = PLUGINS / "again.py"

#: From outside, and the same inside.
TWICE = {
    "c-2.6.28": "linux-2.6.28",
    "c-2.6.28(table)": "linux-2.6.28(lock=table)",
    "again-2.6.28": "linux-2.6.28",
    "again-2.6.28(locks=table)": "linux-2.6.28(lock=table)",
    "again-2.6.29": "linux-2.6.29",
    "again-uniform": "uniform",
    "again-ns-3": "ns-3",
}


@pytest.fixture
def scenario(write: Callable[[str], Path]) -> Path:
    return write(scenario_of("linux-2.6.28"))


def build(source: Path, folder: Path, *flags: str) -> Path:
    """Build a plug-in with the system's compiler and the public header."""
    target = folder / f"{source.stem}.so"
    subprocess.run(
        ["cc", "-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-O1", "-fPIC", "-shared"]
        + [f"-I{bs.plugin_header().parent}", *flags, "-o", target, source],
        check=True,
    )
    return target


@pytest.fixture
def example(tmp_path: Path) -> Path:
    """The example, built as its README says, away from the tree."""
    folder = tmp_path / "example"
    shutil.copytree(ROOT / "plugins" / "example", folder)
    make = ["make", "-C", folder, f"INCLUDE={bs.plugin_header().parent}"]
    subprocess.run(make, check=True, stdout=subprocess.DEVNULL)
    return folder / "random-increments.so"


def test_the_example_gives_the_same_digests_however_it_is_run(
    program: Program, scenario: Path, example: Path
) -> None:
    arguments = [scenario, "--plugin", example, *hosts("random-increments(n=9)"), "--results"]
    once = program.digests(*arguments, "once.sqlite")
    assert len(set(once)) == 2
    assert program.digests(*arguments, "jobs.sqlite", "--jobs", 2, "--reverse") == once
    other = program.digests(scenario, "--plugin", example, *hosts("random-increments"))
    assert set(other).isdisjoint(once)


def test_built_in_allocators_written_again_have_equal_ports_work_and_times(
    program: Program, write: Callable[[str], Path], tmp_path: Path
) -> None:
    plugins = [f"--plugin={AGAIN}", f"--plugin={build(PLUGINS / 'again-2.6.28.c', tmp_path)}"]
    reports = []
    for allocators, options in ((TWICE.values(), []), (TWICE, plugins)):
        done = program("run", write(scenario_of(*allocators)), "--json", *options)
        assert done.returncode == 0, done.stderr
        reports.append(json.loads(done.stdout)["runs"])
    inside, outside = reports
    assert len(inside) == 2
    assert [run["metrics"] for run in outside] == [run["metrics"] for run in inside]
    # A digest covers ports, outcomes, counted work and event times, and no names.
    assert [run["digest"] for run in outside] == [run["digest"] for run in inside]


def test_a_debug_build_gives_the_same_digests(
    program: Program, write: Callable[[str], Path], example: Path, tmp_path: Path
) -> None:
    scenario = write(scenario_of("random-increments", "c-2.6.28", "again-2.6.29", "again-uniform"))
    options = [f"--plugin={plugin}" for plugin in (example, AGAIN)]
    options.append(f"--plugin={build(PLUGINS / 'again-2.6.28.c', tmp_path)}")
    debug = ROOT / os.environ.get("BINDSTORM_DEBUG_PROGRAM", "no-debug-program-given")
    done = subprocess.run(
        [debug, "run", scenario, "--json", *options, "--results=debug.sqlite"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    digests = [run["digest"] for run in json.loads(done.stdout)["runs"]]
    assert digests == program.digests(scenario, *options, "--results=release.sqlite")


def test_an_edited_plugin_makes_new_results_and_others_are_reused(
    program: Program, scenario: Path, tmp_path: Path
) -> None:
    mine = tmp_path / "mine.py"
    text = (
        "class Mine:\n"
        "    name = 'mine'\n"
        "    def choose(self, view, draws):\n"
        "        return view.select_free(0) if view.count_free() else None\n"
    )
    mine.write_text(text)
    both = '--set=server0.allocator=["mine","uniform"]'
    run = ["run", scenario, "--plugin", mine, both, "--results", "store.sqlite"]
    assert "4 executed, 0 taken" in program(*run).stdout
    assert "0 executed, 4 taken" in program(*run).stdout
    mine.write_text(text.replace("select_free(0)", "select_free(view.count_free() - 1)"))
    assert "2 executed, 2 taken" in program(*run).stdout
    with sqlite3.connect(program.folder / "store.sqlite") as store:
        rows = store.execute("SELECT plugins, libraries FROM runs ORDER BY id").fetchall()
    hashes = {plugins for plugins, _ in rows}
    assert len(hashes) == 3
    assert {len(plugins) for plugins in hashes} == {0, 64}
    for plugins, libraries in rows:
        assert json.loads(libraries).get(f"plug-in {mine}", "") == plugins


def test_plugins_are_named_before_or_after_the_command_or_in_the_environment(
    program: Program, tmp_path: Path
) -> None:
    shared = build(PLUGINS / "variant.c", tmp_path)
    for done in (
        program("--plugin", AGAIN, "--plugin", shared, "list", "allocators"),
        program("list", "allocators", "--plugin", AGAIN, "--plugin", shared),
        program("list", "allocators", env={"BINDSTORM_PLUGINS": f"{AGAIN}:{shared}"}),
        program("list", "--plugin", shared, env={"BINDSTORM_PLUGINS": f"{AGAIN}:{shared}"}),
    ):
        assert done.returncode == 0, done.stderr
        assert f"The allocator uniform in Python. (from {AGAIN})" in done.stdout
        assert f"(from {shared})" in done.stdout
    reference = program("reference", "--plugin", AGAIN).stdout
    assert "### `again-2.6.28`" in reference
    unknown = program("describe", "quick", "--plugin", AGAIN, "--set=server.allocator=again-2.6.92")
    assert unknown.returncode == 2
    assert "again-2.6.29" in unknown.stderr


@pytest.mark.parametrize(
    ("flags", "sentence"),
    [
        (["-DABI=7"], "was built for version 7 of the plug-in interface, and this is version 1"),
        (["-DSIZE=8"], "its description has 8 bytes, must have"),
        (["-DDESCRIPTION=NULL"], "bindstorm_plugin() returned no description"),
        (["-Dbindstorm_plugin=other"], "without the symbol bindstorm_plugin"),
        (["-DNAME=NULL"], "its allocator has no name"),
        (['-DNAME="a b"'], "'a b' is not a name"),
        (['-DNAME="uniform"'], "there is an allocator 'uniform' already"),
        (["-DCHOOSE=NULL"], "its allocator has no function choose()"),
        (["-DCHAINS=100"], "default chains 100: a power of two"),
        (["-DCHAINS=0"], "default chains 0: a power of two"),
        (["-DSCOPE=2"], "its lockScope is 2"),
        (["-DFLAGS=4"], "its flags are 4"),
        (["-DPARAMETERS=NULL"], "it has 1 parameters and does not say which"),
        (["-DCOUNT=2"], "parameter 'p' is there twice"),
        (["-DPARAMETER={NULL,NULL,NULL,NULL}"], "parameter '' has no name"),
        (['-DPARAMETER={"p","a,b",NULL,NULL}'], "'a,b' is not a value"),
    ],
)
def test_a_shared_object_that_is_not_right_is_refused(
    program: Program, tmp_path: Path, flags: list[str], sentence: str
) -> None:
    plugin = build(PLUGINS / "variant.c", tmp_path, *flags)
    done = program("list", "allocators", "--plugin", plugin)
    assert done.returncode == 2
    assert f"plug-in '{plugin}'" in done.stderr
    assert sentence in done.stderr
    assert done.stdout == ""


def test_what_is_no_plugin_at_all_is_refused(program: Program, tmp_path: Path) -> None:
    (tmp_path / "text.so").write_text("not a shared object, and long enough to be looked at " * 9)
    for name, reason in (
        ("absent.so", "No such file"),
        ("absent.py", "No such file"),
        (".", "it is not a file"),
        ("text.so", "invalid ELF header"),
    ):
        done = program("list", "--plugin", name)
        assert (done.returncode, reason in done.stderr) == (2, True), done.stderr


def test_ports_that_may_not_be_given_are_refused_counted_and_told(
    program: Program, scenario: Path, tmp_path: Path
) -> None:
    for port in ("view->high + 1", "-7", "70000", "view->low + 10"):
        plugin = build(PLUGINS / "variant.c", tmp_path, f"-DPORT={port}")
        done = program("run", scenario, "--plugin", plugin, *hosts("variant"), "--json")
        assert done.returncode == 0, done.stderr
        report = json.loads(done.stdout)
        wrong = [run["metrics"]["full0.program.bind.wrong_choices"] for run in report["runs"]]
        assert wrong == [1, 1]
        assert any("wrong_choices = 1: the allocator chose" in w for w in report["warnings"])
        metrics = report["runs"][0]["metrics"]
        assert metrics["full0.program.bind.errors.EADDRINUSE"] == 1


def test_a_plugin_that_makes_no_allocator_ends_the_run(
    program: Program, scenario: Path, tmp_path: Path
) -> None:
    plugin = build(PLUGINS / "variant.c", tmp_path, "-DCREATE=Refuse")
    done = program("run", scenario, "--plugin", plugin, *hosts("variant(p=7)"))
    assert done.returncode == 4
    assert "allocator 'variant(p=7)': p is '7', which nobody likes" in done.stdout


def test_what_the_readme_says_works_as_it_stands(tmp_path: Path) -> None:
    section = (ROOT / "README.md").read_text().split("## Your own allocator")[1]
    python, shell = (re.search(rf"```{kind}\n(.*?)```", section, re.S) for kind in ("python", "sh"))
    assert python is not None
    assert shell is not None
    (tmp_path / "mine.py").write_text(python[1])
    shutil.copytree(ROOT / "plugins", tmp_path / "plugins")
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "bindstorm").symlink_to(bs.program.find_program())
    path = f"{tmp_path / 'bin'}:{os.environ['PATH']}"
    done = subprocess.run(
        ["sh", "-e", "-c", shell[1]],
        cwd=tmp_path,
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "6 runs of 1 (seed, run) pair: 6 executed" in done.stdout
    # The built-in allocator's runs are in the store already, with and without plug-ins.
    assert "4 runs of 1 (seed, run) pair: 2 executed, 2 taken from" in done.stdout


def test_the_header_is_printed(program: Program) -> None:
    header = (ROOT / "plugins" / "bindstorm-plugin.h").read_text()
    # It is what helps when a plug-in does not fit, so that none is loaded for it.
    unfit = {"BINDSTORM_PLUGINS": "absent.so"}
    assert program("plugin-header", env=unfit).stdout == header
    assert program("list", env=unfit).returncode == 2
    assert bs.plugin_header().read_text() == header
    compilers = (["cc", "-std=c99", "-xc"], ["c++", "-std=c++11", "-xc++"])
    for compiler in compilers:
        check = [*compiler, "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only", "-"]
        subprocess.run(check, input=header, text=True, check=True)


def test_a_stored_run_of_a_plugin_is_reproduced_with_it(
    program: Program, scenario: Path, example: Path
) -> None:
    options = ["--plugin", example, *hosts("random-increments")]
    assert program("run", scenario, "--results=a.sqlite", *options).returncode == 0
    again = program("reproduce", "a.sqlite", 1, "--plugin", example)
    assert again.returncode == 0, again.stderr
    assert "numbers  equal" in again.stdout
    assert "the plug-ins differ" not in again.stdout
    assert "then" not in again.stdout, "the same file, by whatever path"
    without = program("reproduce", "a.sqlite", 1)
    assert without.returncode == 2
    assert "the run used plug-ins, which --plugin loads, of SHA-256" in without.stderr
    # The same algorithm in another file: equal numbers, and the difference is told.
    with example.open("ab") as file:
        file.write(b"\0")
    other = program("reproduce", "a.sqlite", 1, "--plugin", example)
    assert other.returncode == 0, other.stderr
    assert "the plug-ins differ" in other.stdout
