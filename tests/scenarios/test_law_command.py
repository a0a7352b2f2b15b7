# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""`bindstorm law`, as a user runs it."""

from __future__ import annotations

import csv
import json

import bindstorm as bs
import pytest
from conftest import Program

pytestmark = pytest.mark.program


def test_a_page_says_what_the_law_is_worth(program: Program) -> None:
    done = program("law", "dumazet-draft-2009")
    assert done.returncode == 0, done.stderr
    assert "Law of dumazet-draft-2009 in 32768-61000: 28233 of 28233 ports free" in done.stdout
    assert "\nexact. " in done.stdout
    assert "max : min        2.505" in done.stdout
    assert "1.422" in done.stdout


def test_the_law_of_a_random_pattern_is_that_of_the_python_package(program: Program) -> None:
    done = program("law", "linux-2.6.29", "--busy", "random(0.9)", "--seed", 5, "--json")
    answer = json.loads(done.stdout)
    law = bs.PortAllocator("linux-2.6.29", busy="random(0.9)", seed=5).law()
    assert answer["kind"] == "exact"
    assert answer["max_to_min"] == law.max_to_min
    assert answer["entropy"] == law.entropy
    assert answer["work"] == law.work


def test_busy_ports_come_from_a_file_and_probabilities_go_to_one(program: Program) -> None:
    (program.folder / "busy.txt").write_text("# ss -lun\n40000 40002\r\n40004-40005,40007\n\n9\n")
    done = program(
        "law", "uniform", "--range", "40000-40009", "--busy", "busy.txt", "--csv", "law.csv"
    )
    assert done.returncode == 0, done.stderr
    with (program.folder / "law.csv").open() as file:
        rows = {int(row["port"]): row for row in csv.DictReader(file)}
    assert [port for port, row in rows.items() if row["free"] == "1"] == [
        40001, 40003, 40006, 40008, 40009,
    ]  # fmt: skip
    assert [float(row["probability"]) for row in rows.values() if row["free"] == "1"] == [0.2] * 5


def test_an_estimate_has_bounds_in_its_file(program: Program) -> None:
    program("law", "byte-local-2009(full=redraw)", "--range", "40000-40009", "--samples", 1000,
            "--csv", "law.csv")  # fmt: skip
    header = (program.folder / "law.csv").read_text().splitlines()[0]
    assert header == "port,free,probability,lower_99,upper_99"


def test_a_port_that_is_never_chosen_is_named(program: Program) -> None:
    (program.folder / "one.txt").write_text("40000\n")
    done = program("law", "linux-2.6.27", "--busy", "one.txt")
    assert "max : min        infinite" in done.stdout
    assert "never chosen   220 free ports, the first is 32832" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["linux-2.6.28x"], "did you mean 'linux-2.6.28'?"),
        (["uniform", "--range", "5-3"], "5-3"),
        (["uniform", "--busy", "rondom(0.5)"], "random"),
        (["uniform", "--busy", "bad.txt"], "bad.txt:2: "),
        (["uniform", "--busy", "outside.txt"], "none of its 2 ports is in 32768-61000"),
        (["uniform", "--chains", "3"], "3 chains"),
        (["uniform", "--chains", "0"], "--chains"),
        (["uniform", "--csv", ""], "names no file"),
        (["uniform", "--busy", "nofile.txt"], "nor is there a file of that name"),
        (["uniform", "--samples", "0"], "samples"),
        ([], "allocator"),
    ],
)
def test_bad_input_is_refused(program: Program, arguments: list[str], sentence: str) -> None:
    (program.folder / "bad.txt").write_text("40000\nforty\n")
    (program.folder / "outside.txt").write_text("1 2\n")
    done = program("law", *arguments)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert done.stdout == ""


def test_a_file_that_cannot_be_written_is_an_error(program: Program) -> None:
    done = program("law", "uniform", "--csv", "no/such/folder.csv")
    assert done.returncode == 4
    assert "no/such/folder.csv" in done.stderr


def test_a_file_does_not_hide_a_pattern(program: Program) -> None:
    (program.folder / "all").write_text("")
    (program.folder / "none").mkdir()
    assert "28233 of 28233 ports free" in program("law", "uniform").stdout
    full = program("law", "uniform", "--busy", "all", "--json")
    assert json.loads(full.stdout)["failure"] == 1
    assert json.loads(full.stdout)["max_to_min"] is None
    assert "28233 of 28233 ports free" in program("law", "uniform", "--busy", "./all").stdout


def test_a_byte_order_mark_is_no_port(program: Program) -> None:
    (program.folder / "bom.txt").write_text("\ufeff40000\n", encoding="utf-8")
    assert "28232 of 28233" in program("law", "uniform", "--busy", "bom.txt").stdout
