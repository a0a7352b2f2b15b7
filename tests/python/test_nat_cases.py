# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""Cases of public reports, with their numbers. Seeds are fixed; bounds are 1e-6 a side."""

from __future__ import annotations

from math import comb
from typing import Any

import bindstorm as bs
import numpy as np
import pandas as pd
import pytest
from scipy import stats

OUTSIDE = "203.0.113.1"
POOL = ["203.0.113.1", "203.0.113.2"]
SERVER = "198.51.100.9"
INSIDE = 0x0A000002  # 10.0.0.2
PORTS = 64512  # 1024-65535


def hosts(count: int) -> np.ndarray[Any, Any]:
    return INSIDE + np.arange(count)


def tcp_out(nat: bs.Nat, sport: int, dst: str, flags: str, **time: float) -> bs.NatResult:
    now = time.get("now")
    return nat.outbound("10.0.0.2", sport, dst, 80, protocol="tcp", flags=flags, now=now)


def tcp_in(nat: bs.Nat, src: str, dport: int, flags: str, **time: float) -> bs.NatResult:
    now = time.get("now")
    return nat.inbound(src, 80, OUTSIDE, dport, protocol="tcp", flags=flags, now=now)


@pytest.mark.parametrize("pooling", ["in-order", "arbitrary"])
def test_n03_two_addresses_serve_twice_their_ports_and_no_flow_more(pooling: str) -> None:
    nat = bs.Nat(external=POOL, pooling=pooling)
    times = np.ones(129_100)
    times[0] = 0
    frame = nat.outbound_many(hosts(129_100), 5000, SERVER, 53, now=times)
    assert frame["verdict"].value_counts().to_dict() == {"translated": 129_024, "no-port": 76}
    assert nat.session_count == nat.mapping_count == 129_024
    given = frame[frame["verdict"] == "translated"]
    assert not given.duplicated(["address", "port"]).any()
    assert given["address"].value_counts().to_dict() == dict.fromkeys(POOL, PORTS)
    half = given["address"].iloc[:PORTS]
    assert (half == POOL[0]).sum() == (PORTS if pooling == "in-order" else PORTS // 2)
    late = nat.outbound_many([0x0AFF0001, 0x0AFF0002], 5000, SERVER, 53, now=300)
    assert late["verdict"].tolist() == ["translated", "no-port"]


@pytest.mark.parametrize(
    "housekeeping",
    [
        "timer-wheel",
        "timer-wheel(tick=10)",
        "on-use",
        "incremental(check=use)",
        *(f"sweep(fraction={fraction},check=use)" for fraction in (1, 0.1, 1 / 60)),
    ],
)
def test_n04_expiry_is_judged_by_time_whatever_the_housekeeping(housekeeping: str) -> None:
    def open_all() -> bs.Nat:
        nat = bs.Nat(external=[OUTSIDE], preserve_port=True, housekeeping=housekeeping)
        ports = np.arange(5000, 5100)
        for time in (0, 10):
            nat.outbound_many("10.0.0.2", ports, SERVER, 53, now=time)
        for flags in ("S", "F"):
            way = {"protocol": "tcp", "flags": flags, "now": 20}
            nat.outbound_many("10.0.0.2", ports, SERVER, 80, **way)  # type: ignore[arg-type]
            nat.inbound_many(SERVER, 80, OUTSIDE, ports, **way)  # type: ignore[arg-type]
        return nat

    for time, dport, protocol, usable in [
        (309.9, 53, "udp", 100),
        (310.1, 53, "udp", 0),
        (259.9, 80, "tcp", 100),
        (260.1, 80, "tcp", 0),
    ]:
        nat = open_all()
        late = nat.inbound_many(
            SERVER, dport, OUTSIDE, np.arange(5000, 5100), protocol=protocol, now=time
        )
        assert (late["verdict"] == "translated").sum() == usable, (time, protocol)


def test_n06_inbound_packets_renew_only_where_they_are_to() -> None:
    times = np.arange(100, 3700, 100)
    nat = bs.Nat(external=[OUTSIDE], preserve_port=True)
    nat.outbound("10.0.0.2", 5000, SERVER, 53, now=0)
    frame = nat.inbound_many(SERVER, 53, OUTSIDE, np.full(times.size, 5000), now=times)
    assert frame["verdict"].tolist() == ["translated"] * 2 + ["no-mapping"] * 34
    nat = bs.Nat(external=[OUTSIDE], preserve_port=True, inbound_refresh=True)
    nat.outbound("10.0.0.2", 5000, SERVER, 53, now=0)
    frame = nat.inbound_many(SERVER, 53, OUTSIDE, np.full(times.size, 5000), now=times)
    assert set(frame["verdict"]) == {"translated"}
    assert nat.inbound(SERVER, 53, OUTSIDE, 5000, now=3600 + 300).verdict == "no-mapping"


@pytest.mark.parametrize(("period", "ports"), [(299, 1), (301, 12)])
def test_n06_outbound_packets_keep_a_mapping_within_its_timer(period: int, ports: int) -> None:
    times = np.arange(0, 3600, period)
    frame = bs.Nat(external=[OUTSIDE]).outbound_many(
        "10.0.0.2", np.full(times.size, 5000), SERVER, 53, now=times
    )
    assert frame["port"].nunique() == ports  # a port twice in 12: 1e-3, and not with this seed


def test_n08_a_reset_ends_one_session_of_a_mapping() -> None:
    nat = bs.Nat(external=[OUTSIDE])
    servers = [f"198.51.100.{last}" for last in range(1, 11)]
    ports = {tcp_out(nat, 5000, server, "S", now=0).port for server in servers}
    (port,) = ports
    assert port is not None
    for server in servers:
        assert tcp_in(nat, server, port, "SA").address == "10.0.0.2"
    assert (nat.session_count, nat.mapping_count) == (10, 1)
    assert tcp_in(nat, servers[2], port, "R")
    others = [server for server in servers if server != servers[2]]
    # 240 s after the reset, RFC 7857 section 2.2.
    answers = [tcp_out(nat, 5000, server, "A", now=240) for server in others]
    assert {answer.port for answer in answers} == {port}
    assert (nat.session_count, nat.mapping_count) == (9, 1)
    assert tcp_in(nat, servers[2], port, "A").verdict == "filtered"
    for server in others:
        tcp_in(nat, server, port, "R")
    nat.advance(240)
    tcp_out(nat, 6000, SERVER, "S")
    assert (nat.session_count, nat.mapping_count) == (1, 1)  # the new one alone


@pytest.mark.parametrize("second", [SERVER, "198.51.100.10"])
def test_n10_of_two_that_want_a_port_one_keeps_it(second: str) -> None:
    nat = bs.Nat(external=[OUTSIDE], preserve_port=True)
    assert nat.outbound("10.0.0.2", 3074, SERVER, 3074).port == 3074
    other = nat.outbound("10.0.0.3", 3074, second, 3074)
    assert other
    assert other.port != 3074


@pytest.mark.parametrize(
    ("second", "verdict"), [(SERVER, "no-port"), ("198.51.100.10", "translated")]
)
def test_n10_a_static_port_is_never_shared_towards_one_server(second: str, verdict: str) -> None:
    nat = bs.Nat(
        external=[OUTSIDE],
        ports="pf(static-port=yes)",
        mapping="address-and-port-dependent",
        overload=True,
    )
    assert nat.outbound("10.0.0.2", 3074, SERVER, 3074).port == 3074
    assert nat.outbound("10.0.0.3", 3074, second, 3074).verdict == verdict
    sessions = nat.mappings()
    assert set(sessions["external_port"]) == {3074}
    tuples = ["protocol", "external_address", "external_port", "remote_address", "remote_port"]
    assert not sessions.duplicated(tuples).any()


def test_n11_ports_keep_their_class_and_are_never_zero() -> None:
    nat = bs.Nat(external=[f"203.0.113.{i}" for i in range(1, 5)], keep_class=True)
    high = 1024 + np.arange(200_000) % PORTS
    frame = nat.outbound_many(hosts(200_000), high, SERVER, 53)
    assert set(frame["verdict"]) == {"translated"}
    assert frame["port"].min() >= 1024
    low = nat.outbound_many(hosts(1000), 1 + np.arange(1000), SERVER, 53)
    assert set(low["verdict"]) == {"translated"}
    assert low["port"].between(1, 1023).all()


def test_n11_every_icmp_identifier_is_translated_and_answered() -> None:
    nat = bs.Nat(external=[OUTSIDE])
    ids = np.arange(65_536)
    frame = nat.outbound_many("10.0.0.2", ids, SERVER, 0, protocol="icmp")
    assert set(frame["verdict"]) == {"translated"}
    assert frame["port"].nunique() == 65_536
    answers = nat.inbound_many(SERVER, 0, OUTSIDE, frame["port"], protocol="icmp")
    assert set(answers["verdict"]) == {"translated"}
    assert answers["port"].tolist() == ids.tolist()


def rtp(nat: bs.Nat) -> tuple[pd.Series, pd.Series]:
    """1,000 hosts with a pair of ports each: inside and outside ports."""
    draws = np.random.default_rng(12)
    even = 2 * draws.integers(8192, 32768, 1000)
    inside = np.stack([even, even + 1], axis=1).ravel()
    remotes = 0xC6330001 + np.arange(2000)  # one each, so that all ports are free for each
    frame = nat.outbound_many(np.repeat(hosts(1000), 2), inside, remotes, 5004)
    assert set(frame["verdict"]) == {"translated"}
    return pd.Series(inside), frame["port"]


SHARED = {"mapping": "address-and-port-dependent", "overload": True}


def test_n12_parity_is_kept_and_ports_are_even_within_it() -> None:
    nat = bs.Nat(external=[OUTSIDE], keep_parity=True, **SHARED)  # type: ignore[arg-type]
    inside, outside = rtp(nat)
    assert (inside % 2 == outside % 2).sum() == 2000
    for parity in (0, 1):
        free = np.arange(1024 + parity, 65536, 2)
        assert free.size == 32_256
        drawn = outside[outside % 2 == parity]
        verdict = bs.uniformity_of_ports(drawn, range=(1024, 65535), free=free, level=1e-6)
        assert not verdict.rejected
    counts = np.bincount(outside.astype(int) - 1024, minlength=PORTS)
    assert not bs.uniformity(counts, low=1024, level=1e-6).rejected


def test_n12_without_it_parity_agrees_by_chance() -> None:
    inside, outside = rtp(bs.Nat(external=[OUTSIDE], **SHARED))  # type: ignore[arg-type]
    low, high = stats.binom.ppf([1e-6, 1 - 1e-6], 2000, 0.5)
    assert low <= (inside % 2 == outside % 2).sum() <= high


def test_n13_two_hosts_behind_one_nat_talk_through_their_outsides() -> None:
    nat = bs.Nat(external=[OUTSIDE])
    a = nat.outbound("10.0.0.2", 5000, SERVER, 53, now=0)
    b = nat.outbound("10.0.0.3", 6000, SERVER, 53)
    assert a.port is not None
    assert b.port is not None
    # Both are to know each other, as after a rendezvous: filtering is by address and port.
    nat.outbound("10.0.0.3", 6000, OUTSIDE, a.port)
    there = nat.outbound("10.0.0.2", 5000, OUTSIDE, b.port, now=10)
    back = nat.outbound("10.0.0.3", 6000, OUTSIDE, a.port, now=20)
    assert there == bs.NatResult(bs.NatVerdict.HAIRPINNED, OUTSIDE, a.port, ("10.0.0.3", 6000))
    assert back == bs.NatResult(bs.NatVerdict.HAIRPINNED, OUTSIDE, b.port, ("10.0.0.2", 5000))
    assert repr(there) == f"<NatResult hairpinned {OUTSIDE}:{a.port} to 10.0.0.3:6000>"
    sessions = nat.mappings().query("origin == 'session' and remote_address == @OUTSIDE")
    by_host = sessions.set_index("internal_address")["last_use"].dt.total_seconds().to_dict()
    assert by_host == {"10.0.0.2": 10, "10.0.0.3": 20}  # by what each sent


def test_n13_forwards_can_be_reached_from_inside() -> None:
    nat = bs.Nat(external=[OUTSIDE])
    for last in range(3):
        nat.add_redirect(
            "tcp", internal=f"10.0.0.{10 + last}:10000", external=f"{OUTSIDE}:{10000 + last}"
        )
    for last in range(3):
        result = nat.outbound("10.0.0.2", 5000, OUTSIDE, 10000 + last, protocol="tcp", flags="S")
        assert result.verdict == "hairpinned"
        assert result.address == OUTSIDE
        assert result.hairpin == (f"10.0.0.{10 + last}", 10000)


def test_n23_an_endpoint_dependent_mapping_uses_a_port_once_a_destination() -> None:
    nat = bs.Nat(external=[OUTSIDE], range=(40000, 40063), **SHARED)  # type: ignore[arg-type]
    opened = {}
    for last in range(10):
        frame = nat.outbound_many("10.0.0.2", 5000 + np.arange(1000), f"198.51.100.{last}", 53)
        opened[last] = int((frame["verdict"] == "translated").sum())
    assert opened == dict.fromkeys(range(10), 64)
    assert (nat.session_count, nat.mapping_count) == (640, 0)


def test_n23_an_endpoint_independent_mapping_uses_a_port_once_an_endpoint() -> None:
    nat = bs.Nat(external=[OUTSIDE], range=(40000, 40063))
    frames = [
        nat.outbound_many("10.0.0.2", 5000 + np.arange(1000), f"198.51.100.{last}", 53)
        for last in range(10)
    ]
    for frame in frames:
        assert frame["verdict"].tolist() == ["translated"] * 64 + ["no-port"] * 936
        assert frame["port"].equals(frames[0]["port"])  # as a STUN server sees it
    assert (nat.session_count, nat.mapping_count) == (640, 64)


@pytest.mark.parametrize("flush", [False, True])
def test_n26_a_changed_forward_keeps_old_sessions_unless_told_to_end_them(flush: bool) -> None:
    nat = bs.Nat(external=["192.0.2.1"], timers={"udp": 180}, inbound_refresh=True)
    forward = nat.add_redirect("udp", internal="10.0.0.10:53", external="192.0.2.1:53")

    def client(*times: int) -> list[str]:
        frame = nat.inbound_many(
            SERVER, np.full(len(times), 4711), "192.0.2.1", 53, now=np.array(times)
        )
        return frame["address"].tolist()

    assert client(*range(101)) == ["10.0.0.10"] * 101
    nat.delete(forward, end_sessions=flush)
    nat.add_redirect("udp", internal="10.0.0.11:53", external="192.0.2.1:53")
    assert client(*range(101, 401)) == (["10.0.0.11"] if flush else ["10.0.0.10"]) * 300
    assert client(600, 601) == ["10.0.0.11"] * 2


def test_n27_punching_256_holes_succeeds_as_often_as_the_birthdays_say() -> None:
    """500 rounds; the first k probes of one sequence serve for every k."""
    rounds, probes = 500, 1024
    draws = np.random.default_rng(27)
    nat = bs.Nat(external=[OUTSIDE])
    firsts = []
    for number in range(rounds):
        nat.outbound_many("10.0.0.2", 20_000 + np.arange(256), SERVER, 4711, now=number * 1000)
        order = 1024 + draws.choice(PORTS, probes, replace=False)
        frame = nat.inbound_many(SERVER, 4711, OUTSIDE, order)
        hit = (frame["verdict"] == "translated").to_numpy()
        firsts.append(int(hit.argmax()) if hit.any() else probes)
    for count, chance in {174: 0.49982, 256: 0.63937, 512: 0.87047, 1024: 0.98350}.items():
        exact = 1 - comb(PORTS - 256, count) / comb(PORTS, count)
        assert exact == pytest.approx(chance, abs=1e-5)
        low, high = stats.binom.ppf([1e-6, 1 - 1e-6], rounds, exact)
        assert low <= (np.array(firsts) < count).sum() <= high


def test_n27_ports_in_sequence_are_called_predictable() -> None:
    nat = bs.Nat(external=[OUTSIDE], preserve_port=True)  # and the host counts upwards
    ports = nat.outbound_many("10.0.0.2", 20_000 + np.arange(256), SERVER, 4711)["port"]
    verdict = bs.uniformity_of_ports(ports, range=(1024, 65535))
    assert verdict.rejected
    assert set(np.diff(ports.to_numpy())) == {1}


@pytest.mark.parametrize(("ports", "share"), [("uniform", 1 / 63), ("linux(random=fully)", 1 / 32)])
def test_linux_draws_ports_1024_to_2047_twice_as_often(ports: str, share: float) -> None:
    """16 bits modulo 64,512: 2048 of the 65,536 numbers fall there, as measured on a kernel."""
    count = 400_000
    nat = bs.Nat(external=[OUTSIDE], ports=ports, range="1024-65535", **SHARED)  # type: ignore[arg-type]
    drawn = nat.outbound_many("10.0.0.2", 5000, 0x0B000000 + np.arange(count), 53)["port"]
    low, high = stats.binom.ppf([1e-6, 1 - 1e-6], count, share)
    assert low <= (drawn < 2048).sum() <= high
    verdict = bs.uniformity_of_ports(drawn, range=(1024, 65535), level=1e-6)
    assert verdict.rejected == (ports != "uniform")
    counts = np.bincount(drawn.astype(int) - 1024, minlength=PORTS)
    assert bs.uniformity(counts, low=1024, level=1e-6).rejected == (ports != "uniform")
