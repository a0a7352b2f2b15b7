# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""Laws against draws: what was computed and what was drawn must be the same distribution.

Every comparison has a false-alarm rate of 1e-8; there are fewer than 100.
"""

from __future__ import annotations

import bindstorm as bs
import numpy as np
import pytest
from scipy import stats

RANGE = (32768, 61000)
BUSY = ["none", "random(0.5)", "random(0.9)", "random(0.99)", "lower-half", "every(2)"]
SAMPLED = [
    "linux-2.6.27",
    "dumazet-draft-2009",
    "dumazet-draft-2009-in-range(bias=half)",
    "byte-local-2009",
    "byte-local-2009(index=port)",
    "linux-2.6.29",
    "rfc6056-1",
    "rfc6056-2",
    "uniform",
]
ONE_STEP = [  # about six seconds a law
    ("linux-2.6.28", "random(0.9)", RANGE),
    pytest.param("linux-2.6.28", "lower-half", (32768, 60999), marks=pytest.mark.deep),
    pytest.param("linux-2.6.28", "every(2)", RANGE, marks=pytest.mark.deep),
    pytest.param("linux-2.6.28", "random(0.5)", RANGE, marks=pytest.mark.deep),
    pytest.param("linux-2.6.28", "random(0.99)", (32768, 60999), marks=pytest.mark.deep),
]
BATCHES = 100
WORK = 20_000_000  # of all draws of a comparison
FALSE_ALARM = 1e-8


def pooled(counts: np.ndarray, expected: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Join neighbours until at least ten are expected in each cell."""
    cell = (np.cumsum(expected) // 10).astype(int)
    observed_sums = np.bincount(cell, counts)
    expected_sums = np.bincount(cell, expected)
    kept = expected_sums > 0
    assert observed_sums[~kept].sum() == 0
    observed_sums, expected_sums = observed_sums[kept], expected_sums[kept]
    if expected_sums.size > 1 and expected_sums[-1] < 10:
        observed_sums[-2] += observed_sums[-1]
        expected_sums[-2] += expected_sums[-1]
        observed_sums, expected_sums = observed_sums[:-1], expected_sums[:-1]
    return observed_sums, expected_sums


def check(name: str, busy: str, ports: tuple[int, int]) -> bs.Law:
    allocator = bs.PortAllocator(name, busy=busy, range=ports, generator="chacha20", seed=7)
    law = allocator.law()
    assert law.kind == "exact"
    assert law.failure < 1e-9
    low, high = ports
    draws = int(np.clip(WORK / (50 + sum(law.work.values())), 2_000, 200_000)) // BATCHES * BATCHES
    batches = []
    counts = np.zeros(high - low + 1)
    before = np.zeros(6)
    units = ["rng_draws", "steps", "probes", "chain_scans", "node_visits", "locks"]
    for _ in range(BATCHES):
        drawn = allocator.draw(draws // BATCHES)
        counts += np.bincount(drawn - low, minlength=counts.size)
        after = np.array([allocator.counters[unit] for unit in units], float)
        batches.append((after - before) / (draws // BATCHES))
        before = after
    expected = law.expected(draws).to_numpy()
    assert counts[expected == 0].sum() == 0
    cells = pooled(counts, expected)
    if cells[0].size > 1:
        assert stats.chisquare(*cells, sum_check=False).pvalue > FALSE_ALARM
    work = np.array(batches)
    theory = np.array([law.work[unit] for unit in units])
    error = work.std(axis=0, ddof=1) / np.sqrt(BATCHES)
    limit = stats.t.isf(FALSE_ALARM / 12, BATCHES - 1)
    assert (np.abs(work.mean(axis=0) - theory) <= limit * error + 1e-5 * (1 + theory)).all()
    return law


@pytest.mark.parametrize("busy", BUSY)
@pytest.mark.parametrize("name", SAMPLED)
def test_draws_follow_the_law(name: str, busy: str) -> None:
    check(name, busy, RANGE)


@pytest.mark.parametrize(("name", "busy", "ports"), ONE_STEP)
def test_draws_of_the_one_step_walk_follow_its_law(
    name: str, busy: str, ports: tuple[int, int]
) -> None:
    law = check(name, busy, ports)
    if busy.startswith("random"):
        assert law.max_to_min < 1.06
    else:
        assert law.max_to_min > 1.5


def test_how_uneven_the_merged_version_gets_is_that_of_the_reference() -> None:
    """About 1.8, 3 to 4, 15 to 19, by the busy set: means of four sets, whose seeds are fixed."""
    for share, least, most in [(0.5, 1.6, 1.9), (0.9, 3, 4), (0.99, 15, 19)]:
        laws = [
            bs.PortAllocator("linux-2.6.29", busy=f"random({share})", seed=seed).law()
            for seed in range(1, 5)
        ]
        assert least < np.mean([law.max_to_min for law in laws]) < most


def test_a_law_changes_nothing() -> None:
    asked = bs.PortAllocator("linux-2.6.29", seed=3)
    left = bs.PortAllocator("linux-2.6.29", seed=3)
    for _ in range(3):
        asked.law()
        assert asked.bind() == left.bind()
    assert asked.counters == left.counters
    assert asked.held.tolist() == left.held.tolist()


def test_a_law_sees_the_sockets_that_are_held() -> None:
    allocator = bs.PortAllocator("uniform", range=(40000, 40009), reserved="40004")
    held = [allocator.bind() for _ in range(4)]
    law = allocator.law()
    assert law.free == 5
    assert law.probability[held].sum() == 0
    assert law.probability[40004] == 0
    assert law.probability.size == 65536
    assert law.to_frame()["probability"].tolist() == [0.2] * 5
    assert law.to_frame()["relative"].tolist() == [1.0] * 5


def test_a_state_has_a_law_of_its_own() -> None:
    allocator = bs.PortAllocator("ns-3", range=(40000, 40099))
    for _ in range(5):
        law = allocator.law()
        assert law.kind == "given state"
        assert law.probability[allocator.bind()] == 1


def test_an_estimate_says_so_and_has_bounds() -> None:
    allocator = bs.PortAllocator("byte-local-2009(full=redraw)", range=(40000, 40099))
    law = allocator.law(samples=10_000)
    assert law.kind == "estimate"
    assert law.samples == 10_000
    assert law.interval is not None
    lower, upper = law.interval
    assert (lower <= law.probability).all()
    assert (law.probability <= upper).all()
    assert list(law.to_frame()) == ["probability", "relative", "lower", "upper"]
    assert "estimate, 10000 samples" in repr(law)


def test_a_full_range_has_no_ports_to_speak_of() -> None:
    law = bs.PortAllocator("linux-2.6.28", range=(40000, 40004), busy="all").law()
    assert law.failure == 1
    assert law.free == 0
    assert law.probability.sum() == 0
    assert "failure          1" in repr(law)


def test_counts_can_be_tested_against_a_law() -> None:
    allocator = bs.PortAllocator("dumazet-draft-2009", seed=1)
    law = allocator.law()
    counts = np.bincount(allocator.draw(300_000), minlength=65536)[RANGE[0] : RANGE[1] + 1]
    verdict = bs.uniformity(counts, law.expected(300_000), low=RANGE[0], level=FALSE_ALARM)
    assert not verdict.rejected
    even = bs.uniformity(counts, low=RANGE[0], level=FALSE_ALARM)
    assert even.rejected


class RoundRobin:
    """One after the other: a state that a law must not move."""

    name = "round-robin"

    def __init__(self) -> None:
        self.last = 0

    def choose(self, view: bs.View, draws: bs.Draws) -> int | None:  # noqa: ARG002
        for _ in range(view.size):
            self.last = (self.last + 1) % view.size
            if view.is_free(view.low + self.last):
                return view.low + self.last
        return None


def test_an_allocator_of_ones_own_has_an_estimate_that_leaves_it_as_it_is() -> None:
    allocator = bs.PortAllocator(RoundRobin, range=(40000, 40009))
    assert allocator.bind() == 40001
    law = allocator.law(samples=1_000)
    assert (law.kind, law.allocator) == ("estimate", "round-robin")
    assert law.probability[40001] == 0
    assert law.to_frame()["probability"].sum() == pytest.approx(1)
    assert allocator.bind() == 40002
