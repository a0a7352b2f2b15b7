# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""Many packets at a time through bs.Nat."""

from __future__ import annotations

from typing import Any

import bindstorm as bs
import numpy as np
import pandas as pd
import pytest

OUTSIDE = "203.0.113.1"
SERVER = "198.51.100.9"


def make_nat() -> bs.Nat:
    return bs.Nat(external=[OUTSIDE], preserve_port=True)


def test_many_packets_are_as_one_after_the_other() -> None:
    hosts = [f"10.0.{i % 3}.{i % 7}" for i in range(2, 500)]
    ports = np.arange(2, 500) * 100
    times = np.arange(498) * 0.7
    one, many = bs.Nat(external=[OUTSIDE], seed=7), bs.Nat(external=[OUTSIDE], seed=7)
    frame = many.outbound_many(hosts, ports, SERVER, 53, now=times)
    for row, (host, port, time) in enumerate(zip(hosts, ports, times)):
        result = one.outbound(host, port, SERVER, 53, now=float(time))
        assert frame.iloc[row].tolist() == [result.verdict, result.address, result.port]
    assert one.counters == many.counters
    pd.testing.assert_frame_equal(one.mappings(), many.mappings())


def test_many_packets_take_numbers_series_and_lists() -> None:
    nat = make_nat()
    numbers = np.array([0x0A000002, 0x0A000003], dtype=np.uint32)
    frame = nat.outbound_many(numbers, pd.Series([5000, 5001]), [SERVER, SERVER], [53, 53])
    assert frame["port"].tolist() == [5000, 5001]
    assert nat.mappings()["internal_address"].unique().tolist() == ["10.0.0.2", "10.0.0.3"]
    assert nat.outbound_many([], [], SERVER, 53).empty
    assert len(nat.outbound_many("10.0.0.9", 1, SERVER, 53)) == 1


def test_many_packets_that_are_dropped_have_no_port() -> None:
    nat = bs.Nat(external=[OUTSIDE], range="40000-40001")
    frame = nat.outbound_many("10.0.0.2", [1, 2, 3], SERVER, 53)
    assert frame["verdict"].tolist() == ["translated", "translated", "no-port"]
    assert frame["port"].isna().tolist() == [False, False, True]
    assert frame["address"].tolist() == [OUTSIDE, OUTSIDE, None]


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ((["10.0.0.2"] * 3, [1, 2], SERVER, 53), "one length: src 3, sport 2"),
        (("10.0.0.2", [70000], SERVER, 53), "sport must be 0 to 65535, and 70000"),
        (([-1], 1, SERVER, 53), "src must be"),
        (("10.0.0.2", [1], "10.0.0", 53), "10.0.0"),
        ((["10.0.0.2", "::1"], 1, SERVER, 53), "::1"),
        (([[1]], 1, SERVER, 53), "one dimension"),
    ],
)
def test_bad_columns_are_refused_before_any_packet(columns: Any, message: str) -> None:
    nat = make_nat()
    with pytest.raises(ValueError, match=message):
        nat.outbound_many(*columns)
    assert nat.counters["packets"] == 0


def test_times_of_many_packets_may_not_go_back() -> None:
    nat = make_nat()
    with pytest.raises(ValueError, match="time does not go back"):
        nat.outbound_many("10.0.0.2", [1, 2, 3], SERVER, 53, now=[1.0, 2.0, 1.5])
    assert nat.counters["packets"] == 2  # those before have gone through
    with pytest.raises(ValueError, match="now has 2 times for 3 packets"):
        nat.outbound_many("10.0.0.2", [1, 2, 3], SERVER, 53, now=[3.0, 4.0])
