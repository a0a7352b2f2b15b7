# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""Driving the program: overrides, exit codes, progress, Ctrl-C."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import bindstorm as bs
import numpy as np
import pytest
from bindstorm.run import _value_text
from places import QUICK

SHORT = {"server.program.count": 5_000}


def fake_program(folder: Path, script: str) -> Path:
    program = folder / "program"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    return program


@pytest.mark.program
def test_a_run_returns_its_own_experiment(tmp_path: Path) -> None:
    store = tmp_path / "own.sqlite"
    with bs.run(QUICK, jobs=2, results=store, overrides=SHORT, progress=False) as results:
        assert results.path == store
        assert results.runs()["server.program.bind.count"].unique().tolist() == [5_000]


@pytest.mark.program
def test_a_second_run_executes_nothing_and_gives_the_same(tmp_path: Path) -> None:
    frames = []
    for jobs in (1, 2):
        with bs.run(
            QUICK, jobs=jobs, results=tmp_path / "s.sqlite", overrides=SHORT, progress=False
        ) as results:
            frames.append(results.runs())
    assert frames[0].equals(frames[1])


@pytest.mark.program
def test_digests_do_not_depend_on_jobs(tmp_path: Path) -> None:
    digests = []
    for jobs in (1, 2):
        with bs.run(
            QUICK, jobs=jobs, results=tmp_path / f"{jobs}.sqlite", overrides=SHORT, progress=False
        ) as results:
            digests.append(results.runs()["digest"].tolist())
    assert digests[0] == digests[1]


@pytest.mark.program
def test_without_a_store_the_scenario_names_one_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with bs.run("bind-storm/quick", overrides=SHORT, progress=False) as results:
        assert results.path == tmp_path / "quick.sqlite"


@pytest.mark.program
def test_progress_counts_up_to_all_runs(tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []
    bs.run(
        QUICK,
        jobs=1,
        results=tmp_path / "p.sqlite",
        overrides=SHORT,
        progress=lambda done, planned: seen.append((done, planned)),
    ).close()
    assert seen == sorted(set(seen))
    assert seen[-1] == (4, 4)


@pytest.mark.program
def test_a_bar_is_drawn_only_where_someone_looks(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    bs.run(QUICK, results=tmp_path / "b.sqlite", overrides=SHORT).close()
    assert capfd.readouterr() == ("", "")


@pytest.mark.program
def test_failed_expectations_raise_and_keep_the_results(tmp_path: Path) -> None:
    overrides = {**SHORT, "server.allocator": ["linux-2.6.29", "dumazet-draft-2009"]}
    with pytest.raises(
        bs.ExpectationFailed, match=r"of 4 expectations failed\nline \d+: "
    ) as caught:
        bs.run(QUICK, results=tmp_path / "f.sqlite", overrides=overrides, progress=False)
    with caught.value.results as results:
        assert len(results.runs()) == 2


@pytest.mark.program
@pytest.mark.parametrize(
    ("overrides", "sentence"),
    [
        ({"server.allocatr": "uniform"}, "did you mean 'server.allocator'"),
        ({"server.allocator": "linux-2.6.229"}, "did you mean 'linux-2.6.29'"),
        ({"seed": 0}, "seed"),
        ({"server.program.count": "many"}, r"quick\.toml: --set server\.program\.count=many"),
    ],
)
def test_wrong_overrides_are_refused_before_anything_runs(
    tmp_path: Path, overrides: dict[str, object], sentence: str
) -> None:
    store = tmp_path / "refused.sqlite"
    with pytest.raises(bs.ScenarioError, match=sentence):
        bs.run(QUICK, results=store, overrides=overrides, progress=False)
    assert not store.exists()


@pytest.mark.program
def test_mistakes_in_a_scenario_have_file_and_line(tmp_path: Path) -> None:
    scenario = tmp_path / "wrong.toml"
    scenario.write_text('schema = 1\ntitle = "t"\n\n[[host]]\nnmae = "server"\n')
    with pytest.raises(bs.ScenarioError, match=r"wrong\.toml:5:1: .*did you mean 'name'"):
        bs.run(scenario, progress=False)
    with pytest.raises(ValueError, match="no scenario file"):
        bs.run(tmp_path / "absent.toml", progress=False)


@pytest.mark.program
def test_a_store_that_cannot_be_written_is_a_run_error(tmp_path: Path) -> None:
    with pytest.raises(bs.RunError, match="no folder"):
        bs.run(QUICK, results=tmp_path / "absent" / "s.sqlite", overrides=SHORT, progress=False)


@pytest.mark.program
def test_ctrl_c_ends_the_child_and_keeps_whole_runs(tmp_path: Path) -> None:
    store = tmp_path / "interrupted.sqlite"
    code = (
        "import bindstorm as bs\n"
        "try:\n"
        f"    bs.run({str(QUICK)!r}, jobs=1, results={str(store)!r}, progress=False,\n"
        "           overrides={'server.program.count': 3_000_000})\n"
        "except KeyboardInterrupt:\n"
        "    print('interrupted')\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as child:
        for _ in range(200):
            time.sleep(0.05)
            if store.exists():
                break
        time.sleep(0.3)
        # A notebook's interrupt reaches the kernel alone, not its children.
        child.send_signal(signal.SIGINT)
        output, _ = child.communicate(timeout=30)
        assert output == "interrupted\n"
        with pytest.raises(ProcessLookupError):
            os.killpg(child.pid, 0)  # no one of its process group is left
    with bs.open(store) as results:
        assert len(results.runs()) < 4


def test_a_child_that_crashes_is_a_run_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = fake_program(tmp_path, "echo 'bindstorm: error: out of luck' >&2; kill -KILL $$")
    monkeypatch.setenv("BINDSTORM_PROGRAM", str(program))
    with pytest.raises(bs.RunError, match="signal 9: out of luck"):
        bs.run("any", results=tmp_path / "s.sqlite", progress=False)


def test_a_missing_program_is_a_run_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BINDSTORM_PROGRAM", str(tmp_path / "absent"))
    with pytest.raises(bs.RunError, match="BINDSTORM_PROGRAM="):
        bs.run("any", progress=False)


def test_failures_and_warnings_of_a_report_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    report = '{"failures": [{"run": 3, "error": "fell over"}], "warnings": ["all alike"]}'
    monkeypatch.setenv("BINDSTORM_PROGRAM", str(fake_program(tmp_path, f"echo '{report}'; exit 4")))
    with (
        pytest.warns(UserWarning, match="all alike"),
        pytest.raises(bs.RunError, match="run 3: fell"),
    ):
        bs.run("any", results=tmp_path / "s.sqlite", progress=False)


@pytest.mark.program
def test_inconclusive_keeps_the_results(
    quick_store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    report = f'{{"store": "{quick_store}", "experiment": 1}}'
    monkeypatch.setenv("BINDSTORM_PROGRAM", str(fake_program(tmp_path, f"echo '{report}'; exit 3")))
    with pytest.raises(bs.Inconclusive, match="too little data") as caught:
        bs.run("any", results=tmp_path / "s.sqlite", progress=False)
    with caught.value.results as results:
        assert len(results.runs()) == 8


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (7, "7"),
        (np.int64(7), "7"),
        (0.5, "0.5"),
        (True, "true"),
        ("1.5 s", "1.5 s"),
        ("random(0.9)", "random(0.9)"),
        ([1, 2], "[1, 2]"),
        (range(1, 4), "[1, 2, 3]"),
        (["uniform", "ns-3"], '["uniform", "ns-3"]'),
        (np.array([0.25, 0.5]), "[0.25, 0.5]"),
        ([True, False], "[true, false]"),
    ],
)
def test_override_values_are_written_as_the_program_reads_them(value: object, text: str) -> None:
    assert _value_text(value) == text


def test_an_override_of_another_kind_is_refused() -> None:
    with pytest.raises(TypeError, match="an override is"):
        _value_text(None)
    with pytest.raises(TypeError, match="an override is"):
        _value_text([object()])
