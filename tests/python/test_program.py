# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""The command `bindstorm`, and where the program is looked for."""

from __future__ import annotations

import fcntl
import os
import pty
import struct
import subprocess
import sys
import termios
from pathlib import Path

import bindstorm as bs
import pytest
from bindstorm import program

COMMAND = Path(sys.executable).parent / "bindstorm"


def executable(path: Path, head: bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(head)
    path.chmod(0o755)
    return path


@pytest.mark.program
def test_the_command_is_the_program() -> None:
    run = subprocess.run([COMMAND, "--version"], capture_output=True, text=True, check=True)
    assert run.stdout.startswith(f"bindstorm {bs.__version__} ")


@pytest.mark.program
def test_the_command_gives_exit_codes_through() -> None:
    run = subprocess.run([COMMAND, "run", "no-such-scenario"], capture_output=True, check=False)
    assert run.returncode == 2


@pytest.mark.program
def test_a_scenario_of_ones_own_finds_the_shipped_cost_tables(
    churn_scenario: Path, tmp_path: Path
) -> None:
    run = subprocess.run(
        [COMMAND, "describe", churn_scenario], cwd=tmp_path, capture_output=True, check=False
    )
    assert run.returncode == 0, run.stderr


def test_the_variable_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mine = executable(tmp_path / "mine", b"\x7fELF")
    monkeypatch.setenv("BINDSTORM_PROGRAM", str(mine))
    assert program.find_program() == mine


def test_scripts_on_the_path_are_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = executable(tmp_path / "a" / "bindstorm", b"#!/bin/sh\n")
    binary = executable(tmp_path / "b" / "bindstorm", b"\x7fELF")
    monkeypatch.delenv("BINDSTORM_PROGRAM", raising=False)
    monkeypatch.setattr(program, "_BUNDLED", tmp_path / "absent")
    monkeypatch.setenv("PATH", f"{script.parent}:{binary.parent}")
    assert program.find_program() == binary


def test_without_a_program_the_command_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("BINDSTORM_PROGRAM", raising=False)
    monkeypatch.setattr(program, "_BUNDLED", tmp_path / "absent")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SystemExit) as caught:
        program.main()
    assert caught.value.code == 4
    assert "set BINDSTORM_PROGRAM" in capsys.readouterr().err


def seen_in_terminal(columns: int, *command: str) -> list[str]:
    """Lines that a program writes to a terminal of so many columns."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    with subprocess.Popen(command, stdout=theirs):
        os.close(theirs)
        text = b""
        try:
            while part := os.read(ours, 65536):
                text += part
        except OSError:  # how Linux says that no one writes any more
            pass
    os.close(ours)
    return text.decode().splitlines()


@pytest.mark.program
def test_tables_are_folded_to_the_terminal_and_left_alone_in_files(quick_store: Path) -> None:
    metrics = ["bind.p50_ns", "bind.p99_ns", "bind.p999_ns"]
    command = [str(COMMAND), "show", str(quick_store), "quick"]
    command += [f"--metric=server.program.{name}" for name in metrics]
    narrow = seen_in_terminal(80, *command)
    wide = seen_in_terminal(200, *command)
    in_file = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert max(len(line) for line in narrow) <= 80 < max(len(line) for line in wide)
    assert len(narrow) > len(wide)
    assert wide == in_file.splitlines()
