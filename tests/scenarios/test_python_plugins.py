# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""Python files in scenarios: their errors are told, and their interpreter ends in time."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import bindstorm as bs
import pytest
from conftest import ROOT, Program
from plugin_scenario import scenario_of

pytestmark = pytest.mark.program

AGAIN = ROOT / "tests" / "plugins" / "again.py"


@pytest.fixture
def scenario(write: Callable[[str], Path]) -> Path:
    return write(scenario_of("linux-2.6.28"))


def python_plugin(folder: Path, body: str, head: str = "") -> Path:
    """Write an allocator whose choose() has a body of one line, the fifth of the file."""
    file = folder / "mine.py"
    file.write_text(
        f"{head}\nclass Mine:\n    name = 'mine'\n    def choose(self, view, draws):\n"
        f"        {body}\n"
    )
    return file


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ("return 1 / 0", "mine.py:5: ZeroDivisionError: division by zero"),
        ("raise ValueError('no\\nway')", "mine.py:5: ValueError"),
        ("return 'x'", "choose() of mine returned 'x', must be a port or None"),
        ("return True", "choose() of mine returned True, must be a port or None"),
        ("return 65536", "choose() of mine returned 65536, no port"),
        ("return view.is_free(-1)", "mine.py:5: ValueError: a port must be 0 to 65535, not -1"),
        ("return view.select_free(65535)", "mine.py:5: IndexError: there is no free port of rank"),
        ("return view.add_work(hops=1)", "mine.py:5: TypeError: 'hops' is no unit of work"),
        ("return draws.below(0)", "mine.py:5: ValueError: a bound must be 1 to"),
        ("import sys; sys.exit(3)", "mine.py:5: SystemExit: 3"),
        ("import os; os._exit(3)", "its Python process ended with exit status 3"),
        ("import os; os.abort()", "its Python process was ended by signal 6"),
    ],
)
def test_a_python_allocator_that_fails_ends_its_run(
    program: Program, scenario: Path, tmp_path: Path, body: str, sentence: str
) -> None:
    plugin = python_plugin(tmp_path, body)
    one = ["--set=seed=1", "--set=server0.allocator=mine"]
    done = program("run", scenario, "--plugin", plugin, *one)
    assert done.returncode == 4
    assert "run 1 failed: plug-in" in done.stdout
    assert sentence in done.stdout


@pytest.mark.parametrize(
    ("body", "head", "sentence"),
    [
        ("return (", "", "mine.py:5: SyntaxError: '(' was never closed"),
        ("return 1", "import nothing_like_this", "mine.py:1: ModuleNotFoundError"),
        ("return 1", "raise SystemExit(0)", "mine.py:1: SystemExit: 0"),
        ("def chose(self): pass", "del Mine", "mine.py:1: NameError"),
        ("return 1\n    name = 3", "", "there is no allocator in it"),
        ("return 1\n    name = 'uniform'", "", "there is an allocator 'uniform' already"),
        ("return 1\n    name = 'a,b'", "", "'a,b' is not a name"),
        ("return 1\n    lock = 'both'", "", "attribute lock of mine is 'both'"),
        ("return 1\n    default_chains = 100", "", "default chains 100: a power of two"),
        ("return 1\n    parameters = {'a': None}", "", "parameter a of mine: a default of type"),
    ],
)
def test_a_python_file_that_is_not_right_is_refused(
    program: Program, tmp_path: Path, body: str, head: str, sentence: str
) -> None:
    done = program("list", "allocators", "--plugin", python_plugin(tmp_path, body, head))
    assert (done.returncode, done.stdout) == (2, "")
    assert sentence in done.stderr


def test_without_python_only_python_plugins_are_missing(program: Program, scenario: Path) -> None:
    nothing = {"BINDSTORM_PYTHON": "no-such-python"}
    done = program("list", "--plugin", AGAIN, env=nothing)
    assert done.returncode == 4
    assert "cannot start 'no-such-python': No such file or directory" in done.stderr
    assert program("run", scenario, env=nothing).returncode == 0


def test_a_plugin_imports_from_its_folder_prints_and_does_not_depend_on_hashes(
    program: Program, scenario: Path, tmp_path: Path
) -> None:
    (tmp_path / "beside.py").write_text("OFFSET = 3\n")
    plugin = python_plugin(
        tmp_path,
        "print('choosing'); return view.low + 20 + (hash('salted') + beside.OFFSET) % 80",
        "import beside",
    )
    arguments = [scenario, "--plugin", plugin, "--set=server0.allocator=mine"]
    first = program.digests(*arguments, "--results=a.sqlite", env={"PYTHONHASHSEED": "random"})
    assert program.digests(*arguments, "--results=b.sqlite", env={"PYTHONHASHSEED": "7"}) == first
    assert not (tmp_path / "__pycache__" / "mine.cpython-311.pyc").exists()


def is_alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except FileNotFoundError:
        return False
    return state not in ("Z", "X")


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_python_ends_with_the_program_whatever_it_is_doing(
    scenario: Path, tmp_path: Path, how: int
) -> None:
    told = tmp_path / "pid"
    body = f"open({str(told)!r}, 'w').write(f'{{os.getpid()}}\\n')\n        while True: pass"
    plugin = python_plugin(tmp_path, body, "import os")
    command = ["run", scenario, "--plugin", plugin, "--set=server0.allocator=mine", "--jobs=1"]
    with subprocess.Popen(
        [bs.program.find_program(), *command],
        cwd=tmp_path,
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    ) as child:
        while not (told.exists() and told.read_text().endswith("\n")):
            assert child.poll() is None
            time.sleep(0.01)
        python = int(told.read_text())
        assert is_alive(python)
        # As a terminal does it: every process of the group gets Ctrl-C.
        os.killpg(child.pid, how) if how == signal.SIGINT else child.send_signal(how)
        assert child.wait() in (4, -how)
    deadline = time.monotonic() + 60
    while is_alive(python):
        assert time.monotonic() < deadline
        time.sleep(0.01)
