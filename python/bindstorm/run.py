# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""Experiments, run by the simulator in a process of its own."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import warnings
from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack
from os import PathLike
from pathlib import Path
from typing import Any, SupportsIndex

import numpy as np

from bindstorm.checks import whole
from bindstorm.errors import ExpectationFailed, Inconclusive, RunError, ScenarioError
from bindstorm.program import environment, find_program
from bindstorm.progress import Progress, progress_bar
from bindstorm.store import Results

__all__ = ["run"]

_POLL_SECONDS = 0.25
_PATIENCE_SECONDS = 10.0


def run(
    path: str | PathLike[str],
    *,
    jobs: SupportsIndex | None = None,
    results: str | PathLike[str] | None = None,
    overrides: Mapping[str, object] | None = None,
    progress: bool | Callable[[int, int], None] = True,
    plugins: Iterable[str | PathLike[str]] = (),
) -> Results:
    """Run what a store does not have yet of a scenario, and return the results.

    Parameters
    ----------
    path : path-like
        A scenario file, or the name of a shipped one: ``"bind-storm/quick"``.
    jobs : int, optional
        Simulations at a time; without, one a CPU. The results are the same.
    results : path-like, optional
        Store to write or to go on with; without, ``NAME.sqlite`` in the current folder.
    overrides : mapping, optional
        Settings by key: ``{"seed": 7, "server.allocator": "uniform"}``. A value is a bool, number
        or text as in the file; a list of them makes, or replaces, an axis of the matrix.
    progress : bool or callable
        True shows a bar where tqdm is installed and someone is looking; a callable is told the
        number of runs that are done, and of all.
    plugins : iterable of path-like
        Shared objects or Python files (``.py``) with allocators of your own; these are executed by
        this Python, in a process of their own.

    Returns
    -------
    Results
        Of this experiment; to be closed, or used in a ``with`` statement.

    Raises
    ------
    ScenarioError
        When the scenario or an override cannot be used; nothing was run.
    ExpectationFailed, Inconclusive
        When the scenario's own expectations fail or cannot be judged; ``error.results`` has the
        results.
    RunError
        When the program is missing, or a run fails.

    Notes
    -----
    The simulator is a child process: Ctrl-C ends it, and whole runs stay in the store. The same
    call goes on from there.

    Examples
    --------
    >>> import bindstorm as bs
    >>> shorter = {"server.program.count": 20_000}
    >>> with bs.run("bind-storm/quick", results=store_path, overrides=shorter) as results:
    ...     runs = results.runs()
    >>> [str(name) for name in runs["server.allocator"][runs["server.ports.p_value"] < 1e-9]]
    ['dumazet-draft-2009']
    """
    program = find_program()
    scenario = os.fspath(path)
    store = Path(results) if results is not None else Path(f"{Path(scenario).stem}.sqlite")
    command = [str(program), "run", scenario, "--json", "--results", str(store)]
    command += [f"--plugin={os.fspath(plugin)}" for plugin in plugins]
    if jobs is not None:
        command += ["--jobs", str(whole("jobs", jobs, 1, 1024))]
    for key, value in (overrides or {}).items():
        command += ["--set", f"{key}={_value_text(value)}"]
    status, output, complaints = _execute(command, environment(), store, progress)
    return _conclude(status, output, complaints)


def _execute(
    command: list[str],
    variables: dict[str, str],
    store: Path,
    progress: bool | Callable[[int, int], None],
) -> tuple[int, str, str]:
    with ExitStack() as stack:
        tell = (
            stack.enter_context(progress_bar(progress)) if isinstance(progress, bool) else progress
        )
        watched = Progress(store)
        try:
            child = subprocess.Popen(
                command,
                env=variables,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                encoding="utf-8",
                errors="replace",
            )
        except OSError as error:
            raise RunError(f"cannot start {command[0]}: {error}") from error
        try:
            while True:
                try:
                    output, complaints = child.communicate(timeout=_POLL_SECONDS)
                    break
                except subprocess.TimeoutExpired:
                    watched.tell(tell)
            watched.tell(tell)
        except BaseException:
            _end(child)
            raise
    return child.returncode, output, complaints


def _end(child: subprocess.Popen[str]) -> None:
    """Ask the child to stop after the runs that are under way; do not ask twice."""
    try:
        child.send_signal(signal.SIGINT)
        child.communicate(timeout=_PATIENCE_SECONDS)
    except (subprocess.TimeoutExpired, KeyboardInterrupt):
        child.kill()
        child.communicate()


def _conclude(status: int, output: str, complaints: str) -> Results:
    sentence = _sentence(complaints)
    if status == 2:
        raise ScenarioError(sentence)
    try:
        report: dict[str, Any] = json.loads(output)
    except json.JSONDecodeError:
        ending = f"signal {-status}" if status < 0 else f"exit status {status}"
        raise RunError(f"the program ended with {ending}: {sentence or 'no message'}") from None
    for warning in report.get("warnings", []):
        warnings.warn(warning, stacklevel=3)
    if status not in (0, 1, 3):
        failures = [f"run {f['run']}: {f['error']}" for f in report.get("failures", [])]
        raise RunError("; ".join(failures) or sentence or "the program was stopped")
    results = Results(report["store"], report["experiment"])
    if status == 1:
        raise ExpectationFailed(_failed_expectations(report), results)
    if status == 3:
        raise Inconclusive(sentence or "too little data for a verdict", results)
    return results


def _failed_expectations(report: dict[str, Any]) -> str:
    lines = [
        f"line {e['line']}: {e['metric']}: {e['observed']} ({e['reason']})"
        for e in report["expectations"]
        if not e["passed"]
    ]
    return "\n".join([f"{len(lines)} of {len(report['expectations'])} expectations failed", *lines])


def _sentence(complaints: str) -> str:
    lines = [line.removeprefix("bindstorm: error: ") for line in complaints.splitlines()]
    return "\n".join(line for line in lines if line.strip())


def _value_text(value: object) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, Iterable):
        return f"[{', '.join(map(_element_text, value))}]"
    return _element_text(value)


def _element_text(value: object) -> str:
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, bool | str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, int | float):
        return repr(value)
    raise TypeError(f"an override is a bool, number, text or a list of these, not {value!r}")
