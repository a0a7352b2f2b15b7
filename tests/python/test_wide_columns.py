# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""Ports and counts come in types wide enough (case T10; numpy#13879: 16-bit sums overflow)."""

from __future__ import annotations

import bindstorm as bs
import numpy as np
import pytest


def test_ports_are_signed_and_wide() -> None:
    allocator = bs.PortAllocator("uniform", range=(60000, 60001))
    ports = allocator.draw(1000)
    assert ports.dtype == np.int32
    assert ports.sum() == ports.astype(object).sum() > 65535
    assert set(np.diff(ports).tolist()) == {-1, 0, 1}
    allocator.bind()
    assert allocator.held.dtype == allocator.free.dtype == allocator.busy.dtype == np.int32


def test_the_last_port_is_counted_once_in_the_last_bin() -> None:
    ports = bs.PortAllocator("uniform", range=(65520, 65535)).draw(10_000)
    counts, edges = np.histogram(ports, bins=16, range=(65520, 65536))
    assert counts.sum() == 10_000
    assert counts[-1] == np.count_nonzero(ports == 65535) > 0
    report = bs.uniformity_of_ports(ports, range=(65520, 65535))
    assert (report.samples, report.outside) == (10_000, 0)
    assert edges[-1] == 65536


def test_large_counts_in_one_bin_do_not_wrap() -> None:
    counts = np.array([40_000, 40_000], dtype=np.uint16)
    assert bs.uniformity(counts, low=32768).samples == 80_000


def test_a_port_that_is_missing_is_no_number() -> None:
    allocator = bs.PortAllocator("uniform", range=(65535, 65535))
    assert allocator.bind() == 65535
    with pytest.raises(OSError, match="in use"):
        allocator.draw(1)
    for missing in (float("nan"), None):
        with pytest.raises(ValueError, match="numbers"):
            bs.uniformity_of_ports([65535, missing], range=(65535, 65535))  # type: ignore[arg-type]


@pytest.mark.program
def test_columns_of_a_store_are_int64_or_float64(quick: bs.Results) -> None:
    run = quick.runs().index[0]
    ports = quick.ports(run)
    assert ports.index.dtype == ports["observed"].dtype == np.int64
    assert ports["expected"].dtype == ports["variance"].dtype == np.float64
    assert (ports.index.to_numpy() * ports["observed"]).sum() > 20_000 * 32768
    assert np.diff(ports.index).tolist() == [1] * 28232
    bins, _ = np.histogram(ports.index, bins=4, range=(32768, 61000), weights=ports["observed"])
    assert bins.sum() == 20_000
    latency = quick.latency(run, "bind")
    assert set(latency.dtypes) == {np.dtype(np.int64)}
    assert latency["count"].sum() == 20_000
