# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""What a bind costs while a range fills without release (case E04).

Probes of a bind at 50, 75, 90, 95 and 99 % of 28,232 ports, against the law of each algorithm:
`rfc6056-1` (random start, then the next free port) is linear probing, whose mean is Knuth's;
`rfc6056-2` (a fresh random port each time, repeats and all) takes n/f probes of n ports with f
free; `linux-2.6.28` meets no port twice and takes (n + 1)/(f + 1) where the taken ports lie at
random, as those that it filled itself do. Means over the seeds must be within four standard errors:
of sound sets of 15 cells one in 1,000 would not be, but the seeds are fixed.
"""

from __future__ import annotations

from collections.abc import Callable

import bindstorm as bs
import numpy as np
import pytest

RANGE = (32768, 60999)
PORTS = 28232
LEVELS = (0.5, 0.75, 0.9, 0.95, 0.99)
SEEDS = 200
BINDS = 10


def knuth(ports: int, taken: int) -> float:
    """Mean probes of an insertion by linear probing: (1 + Q1(M, N))/2 (TAOCP 6.4, theorem K)."""
    total, term = 0.0, 1.0
    for k in range(taken + 1):
        total += (k + 1) * term
        term *= (taken - k) / ports
    return (1 + total) / 2


def with_repeats(ports: int, taken: int) -> float:
    return ports / (ports - taken)


def without_repeats(ports: int, taken: int) -> float:
    return (ports + 1) / (ports - taken + 1)


def taken_at(level: float) -> int:
    return int(level * PORTS)


def test_the_formulas_give_the_numbers_of_the_case() -> None:
    taken = [taken_at(level) for level in LEVELS]
    assert [knuth(PORTS, n) for n in taken] == pytest.approx(
        [2.4996, 8.490, 50.00, 192.8, 2793], rel=3e-4
    )
    assert [without_repeats(PORTS, n) for n in taken] == pytest.approx(
        [2.000, 4.000, 9.994, 19.98, 99.4], rel=3e-4
    )


@pytest.mark.parametrize(
    ("allocator", "law"),
    [
        ("rfc6056-1", knuth),
        ("rfc6056-2", with_repeats),
        ("linux-2.6.28", without_repeats),
    ],
)
def test_probes_of_a_bind_follow_their_law(
    allocator: str, law: Callable[[int, int], float]
) -> None:
    probes = np.zeros((SEEDS, len(LEVELS)))
    for seed in range(SEEDS):
        # A chain a port: what is counted are probes, and walking chains would only take time.
        host = bs.PortAllocator(allocator, range=RANGE, seed=seed + 1, chains=65536)
        for place, level in enumerate(LEVELS):
            host.churn(0, occupancy=taken_at(level) / PORTS)
            before = host.counters["probes"]
            host.draw(BINDS)
            probes[seed, place] = (host.counters["probes"] - before) / BINDS
        assert host.held.size == taken_at(LEVELS[-1])
    expected = np.array([law(PORTS, taken_at(level)) for level in LEVELS])
    error = probes.std(axis=0, ddof=1) / np.sqrt(SEEDS)
    assert np.abs((probes.mean(axis=0) - expected) / error).max() < 4


def test_the_bitmap_of_the_range_costs_the_same_at_any_level() -> None:
    # Scanned from end to end it has 442 words; with counts above it a bind needs 14 of them.
    host = bs.PortAllocator("uniform", range=RANGE, seed=1)
    port = host.bind()  # makes the bitmap, once
    host.close(port)
    while host.held.size < taken_at(LEVELS[-1]):
        for _ in range(1000):
            host.bind()
            assert host.last_counters["bitmap_words"] <= 14
            assert host.last_counters["probes"] == 0


def test_bitmaps_of_chains_are_looked_at_once_each() -> None:
    # linux-2.6.29 marks 8 words a chain and goes on to the next chain when it is full: filling
    # itself, it crowds like linear probing, and 442 words do not bound it. All 128 chains do.
    words = []
    for seed in range(1, 6):
        host = bs.PortAllocator("linux-2.6.29", range=RANGE, seed=seed)
        host.churn(0, occupancy=taken_at(LEVELS[-1]) / PORTS)
        for _ in range(200):
            host.draw(1)
            words.append(host.last_counters["bitmap_words"])
            assert host.last_counters["chain_scans"] * 8 == words[-1]
    assert max(words) <= 128 * 8
    assert max(words) > 442
