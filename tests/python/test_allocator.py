# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""What a PortAllocator gives, and that it gives the same again."""

from __future__ import annotations

import ipaddress

import bindstorm as bs
import numpy as np
import pytest

NAMES = bs.allocators().names


@pytest.mark.parametrize("name", NAMES)
def test_draw_gives_the_ports_of_repeated_bind_and_close(name: str) -> None:
    one = bs.PortAllocator(name, seed=3, busy="random(0.5)", range=(32768, 33767))
    other = bs.PortAllocator(name, seed=3, busy="random(0.5)", range=(32768, 33767))
    singly = []
    for _ in range(500):
        port = one.bind()
        one.close(port)
        singly.append(port)
    assert other.draw(500).tolist() == singly
    assert other.counters == one.counters
    assert other.close_counters == one.close_counters


@pytest.mark.parametrize("name", NAMES)
def test_equal_arguments_give_equal_ports(name: str) -> None:
    ports = [bs.PortAllocator(name, seed=7, run=2).draw(200) for _ in range(2)]
    assert ports[0].tolist() == ports[1].tolist()


def test_seed_run_and_host_each_give_other_ports() -> None:
    sequences = [
        bs.PortAllocator("uniform", seed=seed, run=run, host=host).draw(100)
        for seed, run, host in [(1, 0, "a"), (2, 0, "a"), (1, 1, "a"), (1, 0, "b")]
    ]
    for i, one in enumerate(sequences):
        for other in sequences[:i]:
            # About 100/28233 of 100 places agree by chance; 8 or more do at 1e-20.
            assert np.count_nonzero(one == other) < 8


def test_two_calls_of_draw_continue_one_stream() -> None:
    whole = bs.PortAllocator("linux-2.6.29").draw(300)
    parts = bs.PortAllocator("linux-2.6.29")
    assert np.concatenate([parts.draw(100), parts.draw(0), parts.draw(200)]).tolist() == (
        whole.tolist()
    )


def test_churn_keeps_the_number_held() -> None:
    allocator = bs.PortAllocator("linux-2.6.28", range=(32768, 33767))
    ports = allocator.churn(2000, occupancy=0.3)
    assert ports.size == 2000
    assert allocator.held.size == 300
    assert allocator.churn(100).size == 100
    assert allocator.held.size == 300
    allocator.churn(0, occupancy=0.1)
    assert allocator.held.size == 100
    assert np.unique(allocator.held).size == 100


def test_occupancy_is_a_share_of_the_eligible_ports() -> None:
    allocator = bs.PortAllocator("uniform", range=(40000, 40099), reserved="40000-40019")
    allocator.churn(10, occupancy=1)
    assert allocator.held.tolist() == list(range(40020, 40100))


def test_churn_may_start_from_sockets_bound_by_hand() -> None:
    allocator = bs.PortAllocator("uniform", range=(40000, 40099))
    allocator.bind(50000)
    allocator.bind(50001)
    ports = allocator.churn(50)
    assert allocator.held.size == 2
    assert set(allocator.held.tolist()) <= set(ports.tolist())


def test_held_free_and_busy_divide_the_range() -> None:
    allocator = bs.PortAllocator(
        "linux-2.6.29", range=(40000, 40999), busy="every(2)", reserved="40001,40003"
    )
    for _ in range(20):
        allocator.bind()
    parts = [allocator.held, allocator.free, allocator.busy, np.array([40001, 40003])]
    assert np.sort(np.concatenate(parts)).tolist() == list(range(40000, 41000))


def test_leaving_a_with_block_closes_everything() -> None:
    with bs.PortAllocator("uniform", range=(40000, 40001)) as allocator:
        allocator.bind()
        allocator.bind()
        assert allocator.free.size == 0
    assert allocator.held.size == 0
    assert allocator.free.tolist() == [40000, 40001]


def test_reuse_lets_two_sockets_share_a_port() -> None:
    allocator = bs.PortAllocator("linux-2.6.29")
    assert allocator.bind(40000, reuse_address=True) == 40000
    assert allocator.bind(40000, reuse_address=True) == 40000
    assert allocator.held.tolist() == [40000, 40000]
    allocator.close(40000)
    assert allocator.held.tolist() == [40000]


def test_addresses_have_ports_of_their_own() -> None:
    allocator = bs.PortAllocator("linux-2.6.29")
    allocator.bind(40000, "192.0.2.1")
    allocator.bind(40000, ipaddress.IPv4Address("192.0.2.2"))
    with pytest.raises(ValueError, match=r"2 different sockets.*192\.0\.2\.[12].*say which"):
        allocator.close(40000)
    allocator.close(40000, "192.0.2.1")
    allocator.bind(40000, "192.0.2.1")
    allocator.close(40000, ipaddress.IPv4Address("192.0.2.2"))
    allocator.close(40000)
    assert allocator.held.size == 0


def test_devices_and_destinations_tell_sockets_apart() -> None:
    allocator = bs.PortAllocator("linux-2.6.29", protocol="tcp")
    allocator.bind(40000, device=1)
    allocator.bind(40000, device=2)
    allocator.close(40000, device=2)
    allocator.close(40000)
    near, far = ("198.51.100.1", 80), ("198.51.100.2", 80)
    one = bs.PortAllocator("uniform", range=(40000, 40000))
    assert one.bind(remote=near) == 40000
    assert one.bind(remote=far) == 40000
    one.close(40000, remote=near)
    assert one.held.tolist() == [40000]


def test_counters_add_up_what_each_bind_did() -> None:
    allocator = bs.PortAllocator("linux-2.6.28", range=(40000, 40099), busy="random(0.9)")
    total = dict.fromkeys(allocator.last_counters, 0)
    for _ in range(30):
        allocator.close(allocator.bind())
        for name, value in allocator.last_counters.items():
            total[name] += value
    counters = allocator.counters
    assert counters == {"binds": 30, "failures": 0, "closes": 30, **total}
    assert counters["rng_draws"] == 30
    assert counters["probes"] == counters["chain_scans"] > 30


def test_a_full_range_costs_a_bounded_pass() -> None:
    allocator = bs.PortAllocator("linux-2.6.28", range=(40000, 40099), busy="all")
    with pytest.raises(OSError, match="in use"):
        allocator.bind()
    assert allocator.counters["failures"] == 1
    assert allocator.last_counters["probes"] == 100


def test_chains_are_the_allocators_own_unless_given() -> None:
    assert bs.PortAllocator("linux-2.6.29").chains == 128
    assert bs.PortAllocator("linux-2.6.29", chains=1024).chains == 1024


def test_repr_says_what_it_is() -> None:
    allocator = bs.PortAllocator("linux-2.6.28(lock=table)", seed=9, busy="every(3)")
    allocator.bind()
    text = repr(allocator)
    for part in (
        "linux-2.6.28(lock=table)",
        "(32768, 61000)",
        "udp",
        "seed=9",
        "every(step=3)",
        "1 held",
    ):
        assert part in text


def test_measuring_judges_churn_by_what_was_free() -> None:
    even = bs.PortAllocator("uniform", seed=1, range=(32768, 36767))
    uneven = bs.PortAllocator("linux-2.6.29", seed=1, range=(32768, 36767))
    for allocator in (even, uneven):
        allocator.measure()
        allocator.churn(100_000, occupancy=0.9)
    assert not even.uniformity(level=1e-6).rejected
    assert uneven.uniformity(level=1e-6).rejected
    assert even.uniformity().samples == 100_000  # filling is not measured
    assert not even.uniformity().is_static
    even.measure()
    assert even.uniformity().samples == 0
