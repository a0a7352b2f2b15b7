# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""Pictures show what the frames hold."""

from __future__ import annotations

from collections.abc import Iterator

import matplotlib as mpl
import numpy as np
import pandas as pd
import pytest
from bindstorm import plot
from matplotlib import pyplot


@pytest.fixture(autouse=True)
def closed_figures() -> Iterator[None]:
    mpl.use("Agg")
    yield
    pyplot.close("all")


def test_density_draws_observed_over_expected_by_parts_of_the_range() -> None:
    ports = pd.DataFrame(
        {"observed": [30, 10, 10, 0, 0, 0], "expected": [10.0, 10, 10, 20, 0, 0]},
        index=pd.Index(range(40000, 40006), name="port"),
    )
    axes = plot.density(ports, bins=3)
    (line,) = axes.get_lines()
    assert np.asarray(line.get_ydata()).tolist() == pytest.approx([2, 1 / 3])  # the last: no port
    assert np.asarray(line.get_xdata()).tolist() == [40000.5, 40002.5]
    assert axes.get_xlabel() == "port"


def test_latency_draws_the_share_that_took_longer() -> None:
    histogram = pd.DataFrame({"lower_ns": [1, 2, 4], "upper_ns": [1, 3, 7], "count": [50, 25, 25]})
    _, axes = pyplot.subplots()
    assert plot.latency(histogram, label="bind", ax=axes) is axes
    (line,) = axes.get_lines()
    assert np.asarray(line.get_xdata()).tolist() == [1, 3]
    assert np.asarray(line.get_ydata()).tolist() == pytest.approx([0.5, 0.25])


def test_the_number_of_bins_is_checked() -> None:
    with pytest.raises(ValueError, match="bins must be 1 to 1"):
        plot.density(pd.DataFrame({"observed": [1], "expected": [1.0]}), bins=2)
