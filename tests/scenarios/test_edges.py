# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""What a run says at the edges: nothing measured, too long, too crowded, too much."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from bindstorm.program import find_program
from conftest import Program

pytestmark = pytest.mark.program

HEAD = """
schema = 1
title = "t"
question = "q"
[[host]]
name = "h"
allocator = "uniform"
range = "1000-1999"
costs = "unit"
"""


def host(kind: str, *settings: str) -> str:
    return "\n".join([HEAD, "[[host.workload]]", f'kind = "{kind}"', 'name = "p"', *settings, ""])


def metrics(program: Program, *arguments: object) -> dict[str, float]:
    done = program("run", *arguments, "--json")
    assert done.returncode == 0, done.stderr
    found: dict[str, float] = json.loads(done.stdout)["runs"][0]["metrics"]
    return found


def test_nothing_measured_is_said(program: Program, write: Callable[[str], Path]) -> None:
    done = program("run", write(host("open-close")), "--set", "measure.warm_up=1 h")
    assert done.returncode == 0
    assert "Nothing was measured." in done.stdout


def test_frames_alone_have_a_table(program: Program, write: Callable[[str], Path]) -> None:
    done = program("run", write(host("frames", "count = 10")))
    assert done.returncode == 0
    assert "late" in done.stdout


def test_time_that_the_clock_cannot_hold_is_an_error(
    program: Program, write: Callable[[str], Path]
) -> None:
    scenario = write(host("open-close", "count = 12", 'think = "1000000000 s"'))
    done = program("run", scenario)
    assert done.returncode == 4
    assert "simulated time" in done.stdout


def test_refused_operations_have_no_latency(program: Program, write: Callable[[str], Path]) -> None:
    scenario = write(host("storm", "processes = 1", "burst = 100", "count = 100", 'hold = "1 s"'))
    found = metrics(program, scenario, "--set", "h.queue=2")
    assert found["h.p.bind.count"] == 100
    assert found["h.p.bind.errors.ENOBUFS"] == 97
    assert found["h.p.bind.succeeded"] == 3
    assert found["h.p.bind.min_ns"] >= 1000


def test_an_occupancy_that_is_not_reached_is_warned_of(
    program: Program, write: Callable[[str], Path]
) -> None:
    scenario = write(host("churn", "occupancy = 0.9"))
    done = program("run", scenario, "--set", "h.busy=random(0.5)")
    assert "the occupancy asked for was not reached" in done.stdout
    # A share of the eligible ports: excluded ones are none.
    half = metrics(program, scenario, "--set", "h.excluded=1000-1499", "--set", "h.p.count=10")
    assert "h.p.bind.set_up_failures" not in half
    assert half["h.p.bind.count"] == 10


def test_fill_ends_where_ports_are_shared_or_refused(
    program: Program, write: Callable[[str], Path]
) -> None:
    scenario = write(host("fill"))
    shared = metrics(program, scenario, "--set", "h.p.reuse_address=true")
    assert shared["h.p.bind.succeeded"] == 1000
    crowded = metrics(program, scenario, "--set", "h.queue=5", "--set", "h.p.processes=20")
    assert crowded["h.p.bind.succeeded"] == 1000
    assert crowded["h.p.bind.errors.EADDRINUSE"] >= 1


def test_too_many_hosts_are_refused_before_anything_is_written(
    program: Program, write: Callable[[str], Path]
) -> None:
    scenario = write(host("open-close"))
    done = program("run", scenario, "--set", "h.count=3000", "--set", "h.range=1-65535")
    assert done.returncode == 2
    assert "measure.ports = false" in done.stderr
    assert list(program.folder.glob("*.sqlite")) == []


def test_samples_without_end_are_refused(program: Program, write: Callable[[str], Path]) -> None:
    scenario = write(host("open-close", 'think = "1 s"', "count = 10"))
    done = program("run", scenario, "--set", "measure.sample=1 us")
    assert done.returncode == 4
    assert "measure.sample is too short" in done.stdout


def test_output_that_cannot_be_written_is_an_error(
    program: Program, write: Callable[[str], Path]
) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [find_program(), "run", write(host("open-close"))],
            cwd=program.folder,
            stdout=full,
            stderr=subprocess.DEVNULL,
            check=False,
        )
    assert done.returncode == 4


def test_show_knows_its_metrics(program: Program, write: Callable[[str], Path]) -> None:
    assert program("run", write(host("open-close")), "--results", "s.sqlite").returncode == 0
    wrong = program("show", "s.sqlite", "scenario", "--metric", "h.ports.p_valu")
    assert wrong.returncode == 2
    assert "h.ports.p_value" in wrong.stderr
    assert program("show", "s.sqlite", "other").returncode == 2
    assert wrong.stdout == ""
    # A few letters of a long name.
    short = program("show", "s.sqlite", "scenario", "--metric", "nope")
    assert (short.returncode, short.stdout) == (2, "")
    assert "did you mean 'h.p.bind.node_visits_per_op'?" in short.stderr
    far = program("show", "s.sqlite", "scenario", "--metric", "zzzzzzzzzz")
    assert (far.returncode, far.stdout) == (2, "")
    assert "show without --metric lists them" in far.stderr
    right = program("show", "s.sqlite", "scenario", "--metric", "h.ports.p_value")
    assert right.returncode == 0


def test_commands_that_there_are_not_are_said_with_the_nearest(program: Program) -> None:
    wrong = program("rnu", "bind-storm/quick", "--jobs", "2")
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert "unknown command 'rnu', did you mean 'run'? known: run, list, " in wrong.stderr
    assert "required" not in wrong.stderr
    far = program("frobnicate")
    assert far.returncode == 2
    assert "unknown command 'frobnicate'; known: run, list, " in far.stderr
    none = program()
    assert none.returncode == 2
    assert "A subcommand is required" in none.stderr
    assert program("rnu", "--help").returncode == 0


FAILING = """
[[table]]
title = "All"
columns = ["h.p.bind.count"]
[[table]]
title = "One"
where = { seed = "1" }
columns = ["h.p.bind.count"]
[[published]]
label = "a figure"
metric = "h.p.bind.count"
value = 3
unit = "binds"
source = "nobody"
[[expect]]
metric = "h.p.bind.count"
at_least = 1
reason = "something is measured"
[matrix]
seed = [1, 2]
"""


def test_runs_that_failed_are_not_called_unselected(
    program: Program, write: Callable[[str], Path]
) -> None:
    text = host("open-close", "count = 12", 'think = "1000000000 s"')
    done = program("run", write(text + FAILING))
    assert done.returncode == 4
    assert "run 2 failed: " in done.stdout
    assert "selected." not in done.stdout
    assert "All\n\n  All 2 runs failed.\n" in done.stdout
    assert "One\n\n  The selected run failed.\n" in done.stdout
    assert done.stdout.count("all 2 runs failed") == 2  # the figure and the expectation
    usual = program("run", write(text))
    assert usual.returncode == 4
    assert "The run failed.\n" in usual.stdout
    assert "Nothing was measured" not in usual.stdout


def test_metrics_of_an_experiment_without_runs_are_not_looked_for(
    program: Program, write: Callable[[str], Path]
) -> None:
    scenario = write(host("open-close", "count = 12", 'think = "1000000000 s"'))
    assert program("run", scenario, "--results", "s.sqlite").returncode == 4
    done = program("show", "s.sqlite", "scenario", "--metric", "h.p.bind.count")
    assert (done.returncode, done.stdout) == (2, "")
    assert "no run of the experiment is done" in done.stderr


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        (["box.external="], "the NAT has no external address"),
        (["box.p.pattern=hash-flood", "box.p.flows=40000"], "at most 32767 flows"),
    ],
)
def test_an_attack_that_cannot_be_is_refused_by_line(
    program: Program, write: Callable[[str], Path], settings: list[str], said: str
) -> None:
    box = '[[nat]]\nname = "box"\nexternal = "203.0.113.1"\n\n'
    attack = '[[nat.workload]]\nkind = "attack"\nname = "p"\nduration = "1 ms"\n'
    scenario = write('schema = 1\ntitle = "t"\nquestion = "q"\n' + box + attack)
    done = program("run", scenario, *(word for key in settings for word in ("--set", key)))
    assert done.returncode == 2
    assert f"{scenario.name}:8:1: key 'box.p': " in done.stderr
    assert said in done.stderr
