# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""The page of boxes under attack, of rates without loss and of tables side by side."""

from __future__ import annotations

import html
import importlib.util
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import bindstorm as bs
import pandas as pd
import pytest
from bindstorm.report.attack_runs import Siege, sieges
from bindstorm.report.drawing import to_svg
from bindstorm.report.experiment import Experiment
from bindstorm.report.figure import Figure
from bindstorm.report.pictures import pictures
from places import ROOT

pytestmark = pytest.mark.program
SHORT = {"stop": "0.06 s", "measure.warm_up": "0.02 s"}
PATTERNS = ["random-inbound", "repeated-inbound", "hash-flood", "one-port", "syn-flood-outside"]

BOX = """
schema = 1
title = "{title}"
question = "{title}?"
{stop}

[[nat]]
name = "nat"
profile = "libalias"
external = "203.0.113.1"
unsolicited = "deny"
preserve_port = false
costs = "nat-zen5"
"""
LOSS = """
queue = 16

[[nat.workload]]
kind = "no-drop"
name = "load"
flows = 200
packets = 200

[[matrix]]
name = "hits"
"nat.index" = ["mixed-chains", "split-splay"]
"nat.load.flows" = [200, 400]

[[matrix]]
name = "strangers"
"nat.index" = ["mixed-chains", "split-splay"]
"nat.load.hit_outbound" = [0.5]
"nat.load.hit_inbound" = [0]
"nat.load.miss" = [0.5]
"""
LOCKS = """
[[nat.workload]]
kind = "request-response"
name = "load"
hosts = 20
flows = 100000
pace = "closed"
requests = 20
server_delay = "0 s"
timeout = "10 s"

[measure]
warm_up = "100 us"

[matrix]
"nat.lock" = ["each", "one"]
"nat.cpus" = [1, 2]
"nat.instances" = [1, 4, 16]
"""


def run(path: Path | str, store: Path, **overrides: object) -> None:
    """Run a scenario; what it expects does not hold for one that is cut short."""
    try:
        bs.run(path, results=store, overrides=overrides, progress=False).close()
    except bs.ExpectationFailed as error:
        error.results.close()


@pytest.fixture(scope="session")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("attacks")
    path = folder / "attacks.sqlite"
    run("nat-attacks/index-under-attack", path, **SHORT)
    run("nat-attacks/recommended-settings", path, **SHORT)
    run("nat-attacks/settings-that-fall", path, **SHORT)
    for name, title, stop, text in (
        ("loss", "The highest rate without loss", "", LOSS),
        ("locks", "One lock or many", 'stop = "300 us"', LOCKS),
    ):
        scenario = folder / f"{name}.toml"
        scenario.write_text(BOX.format(title=title, stop=stop) + text)
        run(scenario, path)
    return path


@pytest.fixture
def attacked(store: Path) -> Iterator[Experiment]:
    with bs.open(store, experiment="index-under-attack") as results:
        yield Experiment.read(results)


def keys(experiment: Experiment) -> list[str]:
    return [figure.key.removeprefix(f"{experiment.name}-") for figure in pictures(experiment)]


def index_runs(experiment: Experiment) -> pd.DataFrame:
    """Return the runs that compare indexes; in short ones no exchange may have ended."""
    runs = experiment.results.runs()
    return runs[(runs["part"] == "index") & runs["box.load.success"].notna()]


def only(figures: list[Figure], ending: str) -> Figure:
    (found,) = (figure for figure in figures if figure.key.endswith(ending))
    return found


def test_a_matrix_and_a_picture_for_each_attack(attacked: Experiment) -> None:
    assert keys(attacked) == [
        "box-attack-index-matrix",
        "box-attack-index-links",
        *(f"box-attack-index-attack-{pattern}" for pattern in PATTERNS),
        "box-attack-settings",
    ]


def test_the_matrix_has_the_numbers_of_the_runs(attacked: Experiment) -> None:
    runs = index_runs(attacked)
    data = only(pictures(attacked), "index-matrix").data
    assert 58 <= len(data) == len(runs) <= 60
    for column, metric in (
        ("success", "box.load.success"),
        ("queueing_bound", "box.load.queueing_bound"),
        ("pattern", "box.attack.pattern"),
        ("rate", "box.attack.rate"),
    ):
        assert data[column].tolist() == runs[metric].tolist()


def test_links_are_those_of_all_packets_of_the_attack(attacked: Experiment) -> None:
    data = only(pictures(attacked), "index-links").data
    runs = index_runs(attacked)
    strangers = (runs["box.attack.pattern"] == "random-inbound").to_numpy()
    probes = runs["box.attack.probe.node_visits_per_packet"]
    assert data["links"][strangers].tolist() == pytest.approx(probes[strangers].tolist())
    # Strangers and the flows' own packets, where a short run has both.
    kinds = [f"box.attack.{kind}.node_visits_per_packet" for kind in ("probe", "keep")]
    flood = (
        (runs["box.attack.pattern"] == "one-port") & runs[kinds].notna().all(axis=1)
    ).to_numpy()
    assert flood.sum() >= 4
    assert (data["links"][flood] < runs[kinds][flood].max(axis=1)).all()
    assert (data["links"][flood] > runs[kinds][flood].min(axis=1)).all()


def test_a_run_of_two_parts_is_in_the_pictures_of_both(attacked: Experiment) -> None:
    index, others = sieges(attacked)
    assert (index.part, index.by, others.by) == ("index", "box.index", "")
    assert set(index.numbers) & set(others.numbers)
    assert len(others.numbers) == 4
    assert others.label().tolist() == [
        "hash-flood \u00b7 split-chains \u00b7 sum",
        "hash-flood \u00b7 split-chains \u00b7 mixed",
        "hash-flood \u00b7 flat \u00b7 sum",
        "hash-flood \u00b7 flat \u00b7 mixed",
    ]


def test_attacks_without_variants_are_the_rows(store: Path) -> None:
    with bs.open(store, experiment="recommended-settings") as results:
        figures = pictures(Experiment.read(results))
        runs = results.runs()
    assert [figure.key for figure in figures] == ["recommended-settings-box-attack-matrix"]
    assert set(figures[0].runs) == set(runs.index)
    assert {"slow-trickle", "forged-rst"} <= {
        name.split(" ")[0] for name in figures[0].data["attack"]
    }


def test_settings_at_one_rate_are_bars(store: Path) -> None:
    with bs.open(store, experiment="settings-that-fall") as results:
        figures = pictures(Experiment.read(results))
        runs = results.runs()
    assert [figure.key for figure in figures] == ["settings-that-fall-box-attack-settings"]
    assert 16 <= len(figures[0].data) == runs["box.load.success"].count() <= 18
    assert "port-scan \u00b7 queue 1000" in figures[0].data["setting"].tolist()
    assert "exhaust-remote \u00b7 max ports per host 0 \u00b7 replies true" in list(
        figures[0].data["setting"]
    )


def test_rates_have_a_row_for_each_mix(store: Path) -> None:
    with bs.open(store, experiment="loss") as results:
        figures = pictures(Experiment.read(results))
        runs = results.runs()
    assert [figure.key for figure in figures] == ["loss-nat-load-rates"]
    data = figures[0].data.set_index("what")
    assert data.index.tolist() == ["hits \u00b7 flows 200", "hits \u00b7 flows 400", "strangers"]
    trees = runs[(runs["part"] == "strangers") & (runs["nat.index"] == "split-splay")]
    assert data.loc["strangers", "split-splay"] == trees["nat.load.no_drop_pps"].item()


def test_tables_side_by_side_have_a_line_for_lock_and_cpus(store: Path) -> None:
    with bs.open(store, experiment="locks") as results:
        figures = pictures(Experiment.read(results))
        runs = results.runs()
    assert [figure.key for figure in figures] == ["locks-nat-load-exchanges-instances"]
    data = figures[0].data.set_index("variant")
    assert data.index.tolist() == [
        "a lock each \u00b7 1 CPU",
        "a lock each \u00b7 2 CPUs",
        "one lock \u00b7 1 CPU",
        "one lock \u00b7 2 CPUs",
    ]
    # 200 of 300 microseconds are measured.
    assert data.loc["a lock each \u00b7 1 CPU", "1"] == pytest.approx(
        runs["nat.load.exchanges"].iloc[0] / 200e-6
    )


def test_stores_of_something_else_have_no_such_pictures(quick: bs.Results, tmp_path: Path) -> None:
    assert sieges(Experiment.read(quick)) == []
    path = tmp_path / "boxes.sqlite"
    run("nat/request-response", path)
    with bs.open(path) as results, results.select("request-response") as chosen:
        experiment = Experiment.read(chosen)
        assert sieges(experiment) == []
        endings = ("matrix", "links", "settings", "rates", "instances")
        assert not [key for key in keys(experiment) if key.endswith(endings)]


def test_the_page_shows_them_beside_the_tables(store: Path, tmp_path: Path) -> None:
    page = bs.report(
        store, tmp_path / "page.html", experiments=["settings-that-fall", "locks"]
    ).read_text(encoding="utf-8")
    assert re.findall(r'<figure id="([^"]+)">', page) == [
        "settings-that-fall-box-attack-settings",
        "locks-nat-load-exchanges-instances",
    ]
    assert "A queue explains losses only where" in html.unescape(page)
    assert "Which setting falls to which attack" in page
    assert not re.search(r"\bnan\b", page)


@pytest.mark.parametrize("narrow", [False, True])
@pytest.mark.parametrize("ending", ["index-matrix", "index-attack-one-port"])
def test_pictures_name_everything_on_wide_and_on_narrow_pages(
    attacked: Experiment, ending: str, narrow: bool
) -> None:
    figure = only(pictures(attacked), ending)
    svg = to_svg(figure.draw, figure.narrow if narrow else figure.wide, narrow=narrow, key="k")
    shown = re.findall(r"<text[^>]*>([^<]*)</text>", svg) + re.findall(r">([^<>]+)</tspan>", svg)
    text = html.unescape(" ".join(shown))
    for index in ("mixed-chains", "(buckets=65537)", "split-splay", "flat"):
        assert index in text
    assert "attack, packets a second" in text
    if ending == "index-matrix":
        for pattern in PATTERNS:
            assert pattern in text


def picture_script() -> ModuleType:
    spec = importlib.util.spec_from_file_location(
        "nat_attacks", ROOT / "python" / "pictures" / "nat_attacks.py"
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_table_of_the_readme_is_what_the_scenarios_say(tmp_path: Path) -> None:
    path = tmp_path / "attacks.sqlite"
    run("nat-attacks/box-capacity", path)
    run("nat-attacks/index-under-attack", path, **{"box.attack.rate": 20_000})
    script = picture_script()
    with bs.open(path, experiment="index-under-attack") as results:
        runs = results.runs()
    table = script.table(runs[runs["part"] == "index"], script.capacity_of(str(path)))
    assert table.count("\n") == 5
    assert table in (ROOT / "README.md").read_text(encoding="utf-8")


def test_a_siege_names_its_metrics(attacked: Experiment) -> None:
    siege: Siege = sieges(attacked)[0]
    for name in (siege.success, siege.bound, siege.pattern, siege.rate, siege.offered):
        assert name in siege.runs
