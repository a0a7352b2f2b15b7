# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""The page of a store: complete in itself, the same each time, right about what is in the store."""

from __future__ import annotations

import base64
import io
import os
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from html.parser import HTMLParser
from pathlib import Path

import bindstorm as bs
import pandas as pd
import pytest
from bindstorm.__main__ import main
from bindstorm.program import find_program
from places import QUICK

pytestmark = pytest.mark.program

VOID = {"meta", "link", "br", "hr", "img", "input"}

STORY = """
schema = 1
title = "Small story <with> marks & more"
question = "Is everything drawn?"

[[host]]
name = "server"
allocator = "uniform"
range = "40000-40999"
costs = "thread-2009"

[[host.workload]]
kind = "open-close"
name = "program"
count = 2000

[[host.workload]]
kind = "frames"
name = "game"
period = "1 ms"
work = "100 us"
count = 20

[[matrix]]
"server.allocator" = ["linux-2.6.28", "linux-2.6.29", "uniform"]
"server.busy" = ["none", "random(0.5)", "random(0.9)"]

[[published]]
label = "a bind, published"
metric = "server.program.bind.mean_ns"
value = 3
unit = "us"
source = "nobody"

[[expect]]
metric = "server.program.bind.count"
at_least = 1
reason = "something is measured"
"""

BARE = """
schema = 1
title = "Nothing but sockets"
question = "Is a page made of it?"

[[host]]
name = "server"
allocator = "uniform"
costs = "unit"

[[host.workload]]
kind = "fill"
limit = 10

[matrix]
"server.allocator" = ["uniform"]

[measure]
ports = false

[[table]]
title = "Sockets"
where = { "server.allocator" = "uniform" }
columns = ["server.fill.bind.count"]
"""


class Page(HTMLParser):
    """Reads a page and holds it to what a browser expects."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.addresses: list[str] = []
        self.tags: list[str] = []
        self.problems: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        for name, value in attrs:
            if name == "id":
                self.ids.append(str(value))
            if name in ("href", "src", "srcset", "xlink:href", "data", "action"):
                self.addresses.append(str(value))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.problems.append(f"</{tag}> at {self.getpos()}")


@pytest.fixture(scope="session")
def story(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with an experiment of each kind, one of them twice."""
    folder = tmp_path_factory.mktemp("story")
    store = folder / "story.sqlite"
    for name, text in (("story", STORY), ("bare", BARE)):
        scenario = folder / f"{name}.toml"
        scenario.write_text(text)
        bs.run(scenario, results=store, progress=False).close()
    bs.run(folder / "story.toml", results=store, overrides={"seed": [1, 2]}, progress=False).close()
    return store


@pytest.fixture(scope="session")
def page(story: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    target = tmp_path_factory.mktemp("page") / "page.html"
    assert bs.report(story, target) == target
    return target.read_text(encoding="utf-8")


def figures(page: str) -> dict[str, str]:
    return dict(re.findall(r'<figure id="([^"]+)">(.*?)</figure>', page, flags=re.DOTALL))


def test_the_page_is_well_formed(page: str) -> None:
    read = Page(page)
    assert (read.problems, read.open) == ([], [])
    assert len(set(read.ids)) == len(read.ids)
    assert read.tags.count("h1") == 1


def test_the_page_loads_nothing(page: str) -> None:
    read = Page(page)
    assert read.addresses
    for address in read.addresses:
        assert address.startswith(("#", "data:text/csv;base64,")), address
    targets = {address[1:] for address in read.addresses if address.startswith("#")}
    targets |= set(re.findall(r"url\(#([^)]+)\)", page))
    assert targets <= set(read.ids)
    assert not {"link", "img", "iframe", "object", "embed"} & set(read.tags)
    assert set(re.findall(r"https?://[^\"'< ]+", page)) <= {"http://www.w3.org/2000/svg"}
    assert "@import" not in page


def test_every_figure_has_two_widths_its_runs_and_its_data(page: str) -> None:
    assert len(figures(page)) >= 5
    for key, figure in figures(page).items():
        assert figure.count("<svg ") == 2, key
        assert '<div class="wide"><svg' in figure
        assert '<div class="narrow"><svg' in figure
        names = re.search(r'<p class="faint names">(.*?)</p>', figure)
        assert names is not None
        assert re.match(r"runs? [\d\u2013, ]+; seed [\d\u2013, ]+; digests? [0-9a-f]{8}", names[1])
        assert f"bindstorm {bs.__version__} (" in names[1]
        (text,) = re.findall(r"<pre[^>]*>(.*?)</pre>", figure, flags=re.DOTALL)
        saved = re.search(r'href="data:text/csv;base64,([^"]+)"', figure)
        assert saved is not None
        frame = pd.read_csv(io.BytesIO(base64.b64decode(saved[1])))
        assert len(frame) == text.strip().count("\n") > 0


def test_what_varies_and_was_measured_is_drawn(page: str) -> None:
    keys = list(figures(page))
    for ending in ("matrix", "spread", "densities", "battery", "frame-late", "published"):
        assert [key for key in keys if key.endswith(ending)], ending
    assert any("node-visits-per-op-by-occupancy" in key for key in keys)


def test_the_newest_experiment_of_each_name_is_shown(page: str) -> None:
    sections = re.findall(r'<section id="x(\d+)-(\w+)"', page)
    assert sections == [("2", "bare"), ("3", "story")]
    assert "18 runs; 1 expectation holds" in page
    assert "bare: 1 run" in page


def test_text_of_scenarios_is_escaped(page: str) -> None:
    assert "Small story &lt;with&gt; marks &amp; more" in page
    assert "<with>" not in page


def test_tables_and_published_figures_are_those_of_the_results(story: Path, page: str) -> None:
    with bs.open(story, experiment="story") as results:
        (view,) = results.views()
        (figure,) = results.published().to_dict("records")
    for cell in view.text.to_numpy().ravel():
        assert f">{str(cell).replace('<', '&lt;')}</td>" in page
    assert f"{100 * figure['relative_error']:+.1f} %" in page


def test_colours_are_those_of_the_page(page: str) -> None:
    assert "prefers-color-scheme: dark" in page
    for figure in figures(page).values():
        assert "var(--text)" in figure
        assert not re.findall(r"#01[0-9a-f]{4}\b|#000000", figure)


def test_the_same_store_gives_the_same_page_anywhere(
    story: Path, page: str, tmp_path: Path
) -> None:
    other = tmp_path / "elsewhere" / "story.sqlite"
    other.parent.mkdir()
    shutil.copy(story, other)
    program = "import sys; from bindstorm.__main__ import main; sys.exit(main(sys.argv[1:]))"
    command = [sys.executable, "-c", program, "report", str(other)]
    environment = {**os.environ, "PYTHONHASHSEED": "7", "TZ": "Asia/Tokyo", "LC_ALL": "C"}
    told = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert told.stdout.strip() == str(other.with_suffix(".html"))
    assert other.with_suffix(".html").read_text(encoding="utf-8") == page


Change = Callable[[Path, str], Path]


@pytest.fixture
def changed(tmp_path: Path) -> Change:
    def change(store: Path, statement: str) -> Path:
        target = tmp_path / "changed.sqlite"
        shutil.copy(store, target)
        with closing(sqlite3.connect(target)) as connection, connection:
            connection.executescript(statement)
        return target

    return change


def test_an_experiment_half_done_says_so(story: Path, changed: Change) -> None:
    store = changed(story, "DELETE FROM runs WHERE id > 2")
    text = bs.report(store, experiments=["story"]).read_text(encoding="utf-8")
    assert "2 of 18 runs done so far" in text
    assert Page(text).problems == []


NEWER = """
    INSERT INTO experiments SELECT 9, 'other', name, scenario_path, scenario_text, scenario_hash,
        title, question, created_at, '2035-06-07T08:09:10Z', NULL FROM experiments WHERE id = 2;
    INSERT INTO planned_runs SELECT 9, ordinal, 'x' || identity, parameters FROM planned_runs
        WHERE experiment = 2;
"""


def test_a_newer_experiment_that_was_passed_over_is_said(
    story: Path, changed: Change, page: str
) -> None:
    store = changed(story, NEWER)
    text = bs.report(store).read_text(encoding="utf-8")
    sentence = (
        "This is experiment 2. Newer of this name and without a run that is done, so not shown: "
        "9 (begun 2035-06-07 08:09:10 UTC)."
    )
    assert re.findall(r'<section id="x(\d+)-(\w+)"', text) == [("2", "bare"), ("3", "story")]
    assert text.count(sentence) == 1
    assert text.index('<section id="x2-bare"') < text.index(sentence)
    assert Page(text).problems == []
    # Nothing is passed over: where nothing is newer, where one was asked for, where none has runs.
    assert "This is experiment" not in page
    asked = bs.report(store, experiments=[2]).read_text(encoding="utf-8")
    assert "This is experiment" not in asked
    bare = bs.report(changed(story, NEWER + "DELETE FROM runs;")).read_text(encoding="utf-8")
    assert "This is experiment" not in bare
    assert '<section id="x9-bare"' in bare


def test_an_experiment_without_runs_says_so(story: Path, changed: Change) -> None:
    text = bs.report(changed(story, "DELETE FROM runs")).read_text(encoding="utf-8")
    assert "No run is done yet." in text
    assert "0 of 18 runs done so far" in text
    assert "1 of 1 expectation failed" in text
    assert "<figure" not in text


def test_metrics_that_are_missing_leave_no_picture_and_no_error(
    story: Path, changed: Change
) -> None:
    statement = """
        DELETE FROM metrics WHERE name LIKE '%p_value' AND run % 2 = 0;
        DELETE FROM metrics WHERE name LIKE '%node_visits%';
        UPDATE metrics SET value = 9e999 WHERE name LIKE '%max_to_min%';
        DELETE FROM tables WHERE name LIKE '%.ports' AND run % 3 = 0;
    """
    text = bs.report(changed(story, statement), experiments=["story"]).read_text(encoding="utf-8")
    assert Page(text).problems == []
    assert "node-visits" not in text


def test_a_scenario_that_cannot_be_evaluated_here_still_has_a_page(
    story: Path, changed: Change
) -> None:
    statement = """UPDATE experiments
        SET scenario_text = replace(scenario_text, '"uniform"', '"of-a-plug-in"')"""
    text = bs.report(changed(story, statement), experiments=["bare"]).read_text(encoding="utf-8")
    assert "cannot be evaluated here" in text
    assert "of-a-plug-in" in text
    assert "1 run" in text


def test_experiments_are_shown_in_the_order_asked_for(story: Path, tmp_path: Path) -> None:
    target = tmp_path / "bare.html"
    assert main(["report", str(story), "-o", str(target), "--experiment", "2"]) == 0
    text = target.read_text(encoding="utf-8")
    assert "<h1>Nothing but sockets</h1>" in text
    assert "story" not in re.sub(r"story\.sqlite", "", text)


@pytest.mark.parametrize(
    ("arguments", "status", "sentence"),
    [
        (["absent.sqlite"], 4, "absent.sqlite: there is no such file"),
        (["text.sqlite"], 4, "not a database"),
        (["nothing.sqlite"], 4, "nothing.sqlite: is empty, not a result store"),
        (["."], 4, "is a folder"),
        (["empty.sqlite"], 2, "the store has no experiment"),
        (["story.sqlite", "--experiment", "stroy"], 2, "no experiment 'stroy'"),
        (["story.sqlite", "--experiment", "9" * 30], 2, "no experiment '999"),
        (["story.sqlite", "--experiment", "2", "--experiment", "bare"], 2, "asked for twice"),
        (["story.sqlite", "-o", "story.sqlite", "--experiment", "2"], 4, "is the store itself"),
        (["story.sqlite", "-o", "no/folder.html", "--experiment", "2"], 4, "cannot be written"),
    ],
)
def test_errors_are_sentences_with_an_exit_status(
    story: Path,
    changed: Change,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    status: int,
    sentence: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copy(story, "story.sqlite")
    Path("text.sqlite").write_text("no database " * 100)
    Path("nothing.sqlite").touch()
    changed(story, "DELETE FROM experiments").rename("empty.sqlite")
    assert main(["report", *arguments]) == status
    error = capsys.readouterr().err
    assert sentence in error
    assert error.startswith("bindstorm: error: ")
    assert error.count("\n") == 1


def run_program(*arguments: object, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [find_program(), "report", *map(str, arguments)],
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_program_hands_over_to_the_package(story: Path, tmp_path: Path) -> None:
    target = tmp_path / "-o.html"
    done = run_program(story, "-o", target, "--experiment", "bare", BINDSTORM_PYTHON=sys.executable)
    assert (done.returncode, done.stdout.strip()) == (0, str(target)), done.stderr
    assert "Nothing but sockets" in target.read_text(encoding="utf-8")
    wrong = run_program(story, "--experiment", "x", BINDSTORM_PYTHON=sys.executable)
    assert wrong.returncode == 2


def test_the_program_says_what_is_missing(story: Path, tmp_path: Path) -> None:
    bare = tmp_path / "python"
    bare.write_text(f'#!/bin/sh\nexec {sys.executable} -I -S "$@"\n')
    bare.chmod(0o755)
    done = run_program(story, BINDSTORM_PYTHON=str(bare))
    assert done.returncode == 4
    assert "BINDSTORM_PYTHON" in done.stderr
    assert str(bare) in done.stderr
    absent = run_program(story, BINDSTORM_PYTHON=str(tmp_path / "absent"))
    assert absent.returncode == 4


def test_all_commands_agree_about_what_is_no_store(tmp_path: Path) -> None:
    (tmp_path / "nothing.sqlite").touch()
    (tmp_path / "text.sqlite").write_text("no database " * 100)
    for name, sentence in (
        ("absent.sqlite", "absent.sqlite: there is no such file"),
        ("nothing.sqlite", "nothing.sqlite: is empty, not a result store"),
        ("text.sqlite", "text.sqlite: is not a result store"),
    ):
        store = str(tmp_path / name)
        commands = [["report", store], ["show", store], ["reproduce", store, "1"]]
        commands += [["compare", store, store], ["compare", "a", "b", "--in", store]]
        for command in commands:
            done = subprocess.run(
                [find_program(), *command],
                env={**os.environ, "BINDSTORM_PYTHON": sys.executable},
                capture_output=True,
                text=True,
                check=False,
            )
            assert (done.returncode, done.stdout) == (4, ""), command
            assert sentence in done.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["nothing.sqlite", "text.sqlite"]


def test_a_range_of_few_ports_has_a_page(tmp_path: Path) -> None:
    store = tmp_path / "few.sqlite"
    overrides = {"server.range": "40000-40015", "server.program.count": 2000}
    bs.run(QUICK, results=store, overrides=overrides, progress=False).close()
    page = bs.report(store, tmp_path / "few.html").read_text()
    assert "Where the ports fell" in page
    # A run without its p-value is not taken for an even one.
    with closing(sqlite3.connect(store)) as connection, connection:
        connection.execute("DELETE FROM metrics WHERE name = 'server.ports.p_value' AND run = 1")
    page = bs.report(store, tmp_path / "few.html").read_text()
    assert "1 without a test" in page


def test_a_fault_of_ours_is_no_failed_expectation(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("a fault")

    monkeypatch.setattr("bindstorm.__main__.report", fail)
    assert main(["report", "any.sqlite"]) == 4
    assert "a fault" in capsys.readouterr().err
