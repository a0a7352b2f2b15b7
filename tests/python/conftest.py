# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""Stores that several tests read. Everything marked `program` needs the simulator."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import bindstorm as bs
import pytest
from places import QUICK

CHURN = """
schema = 1
title = "A host that replaces its sockets, and one that opens and closes"
question = "Are the ports of a host those of a PortAllocator in Python?"

[[host]]
name = "server"
allocator = "linux-2.6.29"
range = "32768-33767"
costs = "unit"

[[host.workload]]
kind = "churn"
name = "churn"
count = 5000
occupancy = 0.5

[[host]]
name = "client"
allocator = "uniform"
range = "40000-40999"
busy = "random(0.25)"
costs = "unit"

[[host.workload]]
kind = "open-close"
name = "program"
count = 3000

[matrix]
run = [0, 1, 2]
"""


@pytest.fixture
def closed_figures() -> Iterator[None]:
    """Draw without a screen, and close what a test drew."""
    import matplotlib as mpl
    from matplotlib import pyplot

    mpl.use("Agg")
    pyplot.close("all")
    yield
    pyplot.close("all")


@pytest.fixture(scope="session")
def quick_store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Results of quick.toml with short runs and two seeds."""
    store = tmp_path_factory.mktemp("quick") / "quick.sqlite"
    overrides = {"server.program.count": 20_000, "seed": [1, 2]}
    bs.run(QUICK, results=store, overrides=overrides, progress=False).close()
    return store


@pytest.fixture
def quick(quick_store: Path) -> Iterator[bs.Results]:
    with bs.open(quick_store) as results:
        yield results


@pytest.fixture(scope="session")
def churn_scenario(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("churn") / "two-hosts.toml"
    path.write_text(CHURN)
    return path


@pytest.fixture(scope="session")
def churn_store(churn_scenario: Path) -> Path:
    store = churn_scenario.with_suffix(".sqlite")
    bs.run(churn_scenario, results=store, progress=False).close()
    return store
