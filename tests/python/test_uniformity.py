# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""Verdicts, against scipy where it knows the answer."""

from __future__ import annotations

import math

import bindstorm as bs
import numpy as np
import numpy.typing as npt
import pandas as pd
import pytest
from scipy import stats

LOW, HIGH = 32768, 61000
PORTS = HIGH - LOW + 1


def counts_of(ports: npt.NDArray[np.int32]) -> npt.NDArray[np.int64]:
    return np.bincount(ports - LOW, minlength=PORTS)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_p_values_of_dense_cells_are_those_of_scipy(seed: int) -> None:
    observed = np.random.default_rng(seed).multinomial(100_000, [1 / 1024] * 1024)
    tests = bs.uniformity(observed, low=32768).tests
    groups = {
        "whole range": np.arange(1024),
        "sixteenths": np.arange(1024) // 64,
        "residue mod 8": np.arange(1024) % 8,
        "low byte": np.arange(1024) % 256,
    }
    for name, group in groups.items():
        expected = stats.chisquare(np.bincount(group, weights=observed))
        assert tests.loc[name, "p_value"] == pytest.approx(expected.pvalue, rel=1e-10)
        assert tests.loc[name, "statistic"] == pytest.approx(expected.statistic, rel=1e-10)
    even = stats.binomtest(int(observed[::2].sum()), 100_000, 0.5)
    assert tests.loc["parity", "p_value"] == pytest.approx(even.pvalue, rel=1e-6)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_uneven_expectations_are_those_of_scipy(seed: int) -> None:
    generator = np.random.default_rng(seed)
    shares = generator.uniform(1, 3, 256)
    shares /= shares.sum()
    observed = generator.multinomial(50_000, shares)
    expected = shares * 50_000
    report = bs.uniformity(observed, expected)
    reference = stats.chisquare(observed, expected)
    assert report.tests.loc["whole range", "p_value"] == pytest.approx(reference.pvalue, rel=1e-10)


def test_holm_corrects_the_battery() -> None:
    tests = bs.uniformity(counts_of(bs.PortAllocator("uniform").draw(50_000)), low=LOW).tests
    p_values = tests["p_value"].to_numpy()
    order = np.argsort(p_values)
    corrected = np.empty_like(p_values)
    steps = p_values[order] * np.arange(p_values.size, 0, -1)
    corrected[order] = np.minimum(np.maximum.accumulate(steps), 1)
    assert tests["p_holm"].to_numpy() == pytest.approx(corrected, rel=1e-12)


@pytest.mark.parametrize("name", ["linux-2.6.28", "linux-2.6.29", "byte-local-2009", "uniform"])
def test_allocators_that_are_even_on_an_idle_range_are_not_rejected(name: str) -> None:
    ports = bs.PortAllocator(name, seed=1).draw(500_000)
    report = bs.uniformity_of_ports(ports, range=(LOW, HIGH), level=1e-6)
    assert not report.rejected
    assert report.entropy_bits == pytest.approx(math.log2(PORTS), abs=0.01)
    assert report.max_min_sixteenths == pytest.approx(1, abs=0.03)


def test_the_draft_of_2009_is_rejected_for_its_ends() -> None:
    report = bs.uniformity_of_ports(
        bs.PortAllocator("dumazet-draft-2009", seed=1).draw(500_000), range=(LOW, HIGH)
    )
    assert report.rejected
    assert report.p_value < 1e-12
    # The exact law: 1.422 at the ends, 0.868 in the middle.
    assert report.max_min_sixteenths == pytest.approx(1.422 / 0.868, rel=0.03)


def test_successive_ports_are_tested_when_their_order_is_known() -> None:
    counter = bs.PortAllocator("ns-3", seed=1).draw(PORTS)
    assert bs.uniformity(counts_of(counter), low=LOW).tests["p_holm"]["sixteenths"] == 1
    report = bs.uniformity_of_ports(counter, range=(LOW, HIGH))
    assert report.rejected
    assert report.tests.loc["small steps", "p_holm"] == 0
    assert bs.uniformity(counts_of(counter), low=LOW).correlation is None
    assert report.correlation is not None


def test_ports_that_were_not_free_are_no_evidence_against_a_static_range() -> None:
    allocator = bs.PortAllocator("uniform", busy="random(0.9)", seed=2)
    ports = allocator.draw(100_000)
    given = bs.uniformity_of_ports(ports, range=allocator.range, free=allocator.free, level=1e-6)
    assert not given.rejected
    assert given.outside == 0
    blind = bs.uniformity_of_ports(ports, range=allocator.range, level=1e-6)
    assert blind.rejected
    one_less = bs.uniformity_of_ports(ports, range=allocator.range, free=allocator.free[1:])
    assert one_less.outside == np.count_nonzero(ports == allocator.free[0]) > 0
    assert one_less.rejected


def test_arrays_lists_series_and_frames_give_the_same() -> None:
    observed = counts_of(bs.PortAllocator("uniform").draw(30_000))
    series = pd.Series(observed, index=range(LOW, HIGH + 1))
    frame = pd.DataFrame({"observed": series})
    texts = {
        repr(report)
        for report in (
            bs.uniformity(observed, low=LOW),
            bs.uniformity(observed.tolist(), low=LOW),
            bs.uniformity(observed.astype(float), low=LOW),
            bs.uniformity(series),
            bs.uniformity(frame),
        )
    }
    assert len(texts) == 1


def test_frames_with_equal_expectations_are_static() -> None:
    observed = np.array([10, 12, 9, 11])
    frame = pd.DataFrame({"observed": observed, "expected": 10.5, "variance": 7.9}, index=range(4))
    assert bs.uniformity(frame).is_static
    frame["expected"] = [10, 11, 10, 11]
    report = bs.uniformity(frame)
    assert not report.is_static
    assert list(report.tests.index) == ["whole range"]


def test_the_repr_is_the_report() -> None:
    report = bs.uniformity_of_ports(bs.PortAllocator("uniform").draw(50_000), range=(LOW, HIGH))
    text = repr(report)
    assert text.startswith("ports 32768-61000, 50000 samples, static occupancy: not rejected")
    for part in (*report.tests.index, "total variation", "max:min", "entropy", "Holm"):
        assert part in text
    assert "<table" in report._repr_html_()


def test_sizes_are_those_of_the_counts() -> None:
    observed = np.array([30_000, 10_000, 10_000, 10_000])
    report = bs.uniformity(observed, low=40000)
    assert report.total_variation == pytest.approx(0.25)
    mean, deviation = report.total_variation_by_chance
    assert 0 < deviation < mean < 0.01
    assert report.max_min == pytest.approx(3, rel=0.01)
    assert report.even_share == pytest.approx(40_000 / 60_000)
    assert report.entropy_bits == pytest.approx(stats.entropy([3, 1, 1, 1], base=2), abs=1e-4)
    assert report.min_entropy_bits == pytest.approx(1, abs=0.01)
    assert report.possible_bits == 2


def test_no_data_is_no_verdict() -> None:
    report = bs.uniformity([0] * 100)
    assert math.isnan(report.p_value)
    assert not report.rejected
    assert "no data" in repr(report)


@pytest.mark.parametrize(
    ("observed", "options", "sentence"),
    [
        ([214_598, 241_153], {"expected": [227_877, 227_877]}, r"455751 .*455754"),
        ([214_598, 241_153], {"expected": [0.5, 0.5]}, "455751 .*1"),
        ([227_877, 227_877], {"expected": [214_598, 241_153]}, "455754 .*455751"),
        ([1, 2, 3], {"expected": [3, 3]}, "3 observed, 2 expected"),
        ([1, -2], {}, "negative"),
        ([1, 1.5], {}, "whole numbers"),
        ([1, float("nan")], {}, "whole numbers"),
        (["a", "b"], {}, "numbers"),
        ([[1, 2], [3, 4]], {}, "one dimension"),
        ([], {}, "0 counts"),
        ([1] * 10, {"low": 65530}, "end at 65535"),
        ([1] * 10, {"low": -1}, "low must be"),
        ([1] * 10, {"level": 0}, "level"),
        (pd.Series([1, 2], index=[40000, 40002]), {}, "reindex"),
        (pd.Series([1, 2], index=[40000, 40001]), {"low": 5}, "begins at 40000"),
        (pd.Series([1, 2], index=["a", "b"]), {}, "must be the ports"),
    ],
)
def test_counts_that_cannot_be_right_are_refused(
    observed: object, options: dict[str, object], sentence: str
) -> None:
    with pytest.raises(ValueError, match=sentence):
        bs.uniformity(observed, **options)  # type: ignore[arg-type]


def test_two_port_counts_of_the_report_are_judged_as_published() -> None:
    # scipy#13362, with the expected counts that are right.
    report = bs.uniformity([214_598, 241_153], [227_875.5, 227_875.5])
    assert report.rejected
    assert stats.chisquare([214_598, 241_153]).statistic == pytest.approx(1547.266, abs=1e-3)


def test_ports_that_cannot_be_right_are_refused() -> None:
    with pytest.raises(ValueError, match="whole numbers"):
        bs.uniformity_of_ports([40000.5], range=(40000, 40001))
    with pytest.raises(ValueError, match="no port is free"):
        bs.uniformity_of_ports([40000], range=(40000, 40001), free=[])
    with pytest.raises(ValueError, match="free port 1 is not in the range"):
        bs.uniformity_of_ports([40000], range=(40000, 40001), free=[1])
    assert bs.uniformity_of_ports([0, 70000], range=(40000, 40001)).outside == 2
