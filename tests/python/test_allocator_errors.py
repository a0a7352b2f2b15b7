# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""Refusals: each with the errno of a kernel, or a sentence that names the argument."""

from __future__ import annotations

import errno

import bindstorm as bs
import pytest


@pytest.mark.parametrize("name", bs.allocators().names)
def test_an_exhausted_range_gives_eaddrinuse(name: str) -> None:
    allocator = bs.PortAllocator(name, range=(40000, 40002), busy="all")
    with pytest.raises(OSError, match=r"40000-40002.*3 ports busy") as caught:
        allocator.bind()
    assert caught.value.errno == errno.EADDRINUSE
    with pytest.raises(OSError, match="in use") as caught:
        allocator.draw(10)
    assert caught.value.errno == errno.EADDRINUSE
    assert allocator.held.size == 0


def test_a_port_in_use_gives_eaddrinuse() -> None:
    allocator = bs.PortAllocator("uniform")
    allocator.bind(40000)
    with pytest.raises(OSError, match=r"bind\(40000\)") as caught:
        allocator.bind(40000)
    assert caught.value.errno == errno.EADDRINUSE


def test_an_excluded_port_gives_permission_error() -> None:
    allocator = bs.PortAllocator("uniform", excluded="40000", reserved="40001")
    with pytest.raises(PermissionError) as caught:
        allocator.bind(40000)
    assert caught.value.errno == errno.EACCES
    assert allocator.bind(40001) == 40001


def test_no_port_towards_a_destination_gives_eaddrnotavail() -> None:
    allocator = bs.PortAllocator("uniform", range=(40000, 40000))
    remote = ("198.51.100.1", 53)
    allocator.bind(remote=remote)
    with pytest.raises(OSError, match="destination") as caught:
        allocator.bind(remote=remote)
    assert caught.value.errno == errno.EADDRNOTAVAIL


def test_closing_what_is_not_open_gives_ebadf() -> None:
    allocator = bs.PortAllocator("uniform", busy="ports(40000)")
    for port, text in ((40001, "not, or no longer, open"), (40000, "busy pattern holds")):
        with pytest.raises(OSError, match=text) as caught:
            allocator.close(port)
        assert caught.value.errno == errno.EBADF
    port = allocator.bind(50000, "192.0.2.1")
    with pytest.raises(OSError, match="open"):
        allocator.close(port, "192.0.2.2")
    allocator.close(port)
    with pytest.raises(OSError, match="open"):
        allocator.close(port)


def test_churn_without_sockets_says_what_to_do() -> None:
    with pytest.raises(ValueError, match="bind some, or give occupancy"):
        bs.PortAllocator("uniform").churn(1)


def test_churn_that_finds_no_port_leaves_one_socket_less() -> None:
    # With 6 of 256 ports free its 256 random tries all fail once in 400 times.
    allocator = bs.PortAllocator("rfc6056-2", range=(40000, 40255), seed=1)
    with pytest.raises(OSError, match="with 250 sockets held") as caught:
        allocator.churn(10_000, occupancy=0.98)
    assert caught.value.errno == errno.EADDRINUSE
    assert allocator.held.size == 250
    assert allocator.free.size == 6


def test_a_verdict_needs_measure_first() -> None:
    with pytest.raises(ValueError, match=r"call measure\(\)"):
        bs.PortAllocator("uniform").uniformity()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"allocator": "linux-2.6.229"}, "did you mean 'linux-2.6.29'"),
        ({"allocator": "linux-2.6.28(lok=table)"}, "did you mean 'lock'"),
        ({"generator": "tauss88"}, "did you mean 'taus88'"),
        ({"busy": "randm(0.5)"}, "did you mean 'random'"),
        ({"busy": "random(1.5)"}, "random"),
        ({"range": (0, 100)}, r"range\[0\] must be 1 to 65535, not 0"),
        ({"range": (1, 65536)}, r"range\[1\] must be 1 to 65535"),
        ({"range": (101, 100)}, "above the last"),
        ({"range": (1, 2, 3)}, "two ports"),
        ({"range": "1"}, "two ports"),
        ({"seed": 0}, "seed must be 1 to"),
        ({"seed": 2**63}, "seed must be 1 to"),
        ({"run": -1}, "run must be 0 to"),
        ({"chains": 100}, "power of two"),
        ({"chains": 0}, "chains must be 1"),
        ({"reserved": "a"}, "a"),
        ({"protocol": "sctp"}, "sctp"),
        ({"host": "a\nb"}, "line break"),
    ],
)
def test_wrong_arguments_are_refused(arguments: dict[str, object], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        bs.PortAllocator(**{"allocator": "uniform", **arguments})  # type: ignore[arg-type]


@pytest.mark.parametrize("value", [1.5, "1", None, True])
def test_numbers_that_are_not_whole_are_refused(value: object) -> None:
    allocator = bs.PortAllocator("uniform")
    with pytest.raises(TypeError, match="n must be a whole number"):
        allocator.draw(value)  # type: ignore[arg-type]


def test_values_out_of_range_are_refused_by_name() -> None:
    allocator = bs.PortAllocator("uniform")
    with pytest.raises(ValueError, match="port must be 0 to 65535, not 65536"):
        allocator.bind(65536)
    with pytest.raises(ValueError, match="n must be 0"):
        allocator.draw(-1)
    with pytest.raises(ValueError, match="occupancy must be 0 to 1"):
        allocator.churn(1, occupancy=1.5)
    with pytest.raises(ValueError, match="occupancy must be 0 to 1"):
        allocator.churn(1, occupancy=float("nan"))
    with pytest.raises(ValueError, match="address"):
        allocator.bind(address="not an address")
