# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""Redirects of bs.Nat, and their handles."""

from __future__ import annotations

import bindstorm as bs
import pytest

OUTSIDE = "203.0.113.1"
SERVER = "198.51.100.9"


@pytest.fixture
def nat() -> bs.Nat:
    return bs.Nat(external=[OUTSIDE])


def test_a_redirect_lets_the_outside_in(nat: bs.Nat) -> None:
    rule = nat.add_redirect("tcp", internal="10.0.0.2:80", external=(OUTSIDE, 8080))
    assert repr(rule) == f"<NatRule tcp {OUTSIDE}:8080 to 10.0.0.2:80>"
    arrival = nat.inbound(SERVER, 4711, OUTSIDE, 8080, protocol="tcp", flags="S")
    assert (arrival.address, arrival.port) == ("10.0.0.2", 80)
    answer = nat.outbound("10.0.0.2", 80, SERVER, 4711, protocol="tcp", flags="SA")
    assert (answer.address, answer.port) == (OUTSIDE, 8080)
    row = nat.mappings().iloc[0]
    assert (row["origin"], row["scope"], row["sessions"]) == ("rule", "any", 1)


def test_a_redirect_may_be_for_one_remote_only(nat: bs.Nat) -> None:
    nat.add_redirect("udp", internal="10.0.0.2:53", external=f"{OUTSIDE}:53", remote=f"{SERVER}:0")
    assert nat.inbound(SERVER, 4711, OUTSIDE, 53).address == "10.0.0.2"
    assert nat.inbound("198.51.100.10", 4711, OUTSIDE, 53).verdict == "filtered"


def test_a_redirect_may_be_for_whatever_the_address_is(nat: bs.Nat) -> None:
    nat.add_redirect("udp", internal="10.0.0.2:53", external="0.0.0.0:53")
    assert nat.inbound(SERVER, 4711, OUTSIDE, 53).address == "10.0.0.2"
    nat.set_external(["203.0.113.7"])
    assert nat.inbound(SERVER, 4711, "203.0.113.7", 53).address == "10.0.0.2"
    assert nat.mappings()["external_address"].iloc[0] is None


def test_of_equal_redirects_the_newest_wins(nat: bs.Nat) -> None:
    nat.add_redirect("udp", internal="10.0.0.2:53", external=f"{OUTSIDE}:53")
    newest = nat.add_redirect("udp", internal="10.0.0.3:53", external=f"{OUTSIDE}:53")
    assert nat.inbound(SERVER, 1, OUTSIDE, 53).address == "10.0.0.3"
    nat.delete(newest)
    assert nat.inbound(SERVER, 2, OUTSIDE, 53).address == "10.0.0.2"


def test_an_address_redirect_keeps_ports() -> None:
    nat = bs.Nat(external=[OUTSIDE], preserve_port=True, filtering="endpoint-independent")
    nat.add_address_redirect("10.0.0.2", "203.0.113.2")
    assert nat.outbound("10.0.0.2", 5000, SERVER, 53).address == "203.0.113.2"
    arrival = nat.inbound(SERVER, 4711, "203.0.113.2", 22, protocol="tcp", flags="S")
    assert (arrival.address, arrival.port) == ("10.0.0.2", 22)
    with pytest.raises(ValueError, match=r"to 0\.0\.0\.0"):
        nat.add_address_redirect("10.0.0.2", "0.0.0.0")


def test_a_protocol_redirect_is_for_protocols_without_ports(nat: bs.Nat) -> None:
    rule = nat.add_protocol_redirect(47, internal="10.0.0.2", external=OUTSIDE)
    assert repr(rule) == f"<NatRule protocol 47 {OUTSIDE} to 10.0.0.2>"
    assert nat.inbound(SERVER, 0, OUTSIDE, 0, protocol=47).address == "10.0.0.2"
    with pytest.raises(ValueError, match="protocol redirect of IP protocol 6"):
        nat.add_protocol_redirect(6, internal="10.0.0.2", external=OUTSIDE)


def test_a_protocol_redirect_may_be_for_one_remote_only(nat: bs.Nat) -> None:
    nat.add_protocol_redirect(47, internal="10.0.0.2", external=OUTSIDE, remote=SERVER)
    assert nat.inbound(SERVER, 0, OUTSIDE, 0, protocol=47).address == "10.0.0.2"
    assert not nat.inbound("198.51.100.10", 0, OUTSIDE, 0, protocol=47)


def test_servers_take_turns_the_one_added_last_first(nat: bs.Nat) -> None:
    rule = nat.add_redirect("tcp", internal="10.0.0.2:80", external=f"{OUTSIDE}:80")
    for host in (3, 4, 5):
        nat.add_server(rule, f"10.0.0.{host}:8080")
    turns = [
        nat.inbound(SERVER, port, OUTSIDE, 80, protocol="tcp", flags="S").address
        for port in (1, 2, 3, 4)
    ]
    assert turns == ["10.0.0.5", "10.0.0.4", "10.0.0.3", "10.0.0.5"]


def test_a_dynamic_redirect_goes_when_it_is_idle(nat: bs.Nat) -> None:
    rule = nat.add_redirect(
        "udp", internal="10.0.0.2:53", external=f"{OUTSIDE}:53", remote=f"{SERVER}:4711"
    )
    nat.advance(1000)
    assert nat.inbound(SERVER, 4711, OUTSIDE, 53)
    nat.make_dynamic(rule)
    assert nat.inbound(SERVER, 4711, OUTSIDE, 53, now=1299)
    assert nat.inbound(SERVER, 4711, OUTSIDE, 53, now=1300).verdict == "no-mapping"
    with pytest.raises(ValueError, match="is gone"):
        nat.make_dynamic(rule)


def test_a_redirect_for_anyone_cannot_be_dynamic(nat: bs.Nat) -> None:
    rule = nat.add_redirect("udp", internal="10.0.0.2:53", external=f"{OUTSIDE}:53")
    with pytest.raises(ValueError, match="leaves the remote endpoint open"):
        nat.make_dynamic(rule)
    assert nat.mappings()["origin"].tolist() == ["rule"]


@pytest.mark.parametrize("reused", [False, True])
def test_a_stale_handle_is_an_error_and_harms_nothing(nat: bs.Nat, reused: bool) -> None:
    stale = nat.add_redirect(
        "udp", internal="10.0.0.2:53", external=f"{OUTSIDE}:53", remote=f"{SERVER}:1"
    )
    nat.delete(stale)
    if reused:  # another link takes its place
        nat.add_redirect("udp", internal="10.0.0.3:53", external=f"{OUTSIDE}:54")
    before = nat.mappings()
    for use in (nat.delete, nat.make_dynamic, lambda rule: nat.add_server(rule, "10.0.0.9:53")):
        with pytest.raises(ValueError, match=r"<NatRule udp .*> is gone"):
            use(stale)
    assert nat.mappings().equals(before)


def test_a_handle_of_another_nat_is_refused(nat: bs.Nat) -> None:
    other = bs.Nat(external=[OUTSIDE])
    rules = [
        each.add_redirect("udp", internal="10.0.0.2:53", external=f"{OUTSIDE}:53")
        for each in (nat, other)
    ]
    with pytest.raises(ValueError, match="belongs to another Nat"):
        nat.delete(rules[1])
    with pytest.raises(TypeError, match="a rule that"):
        nat.delete(0)  # type: ignore[arg-type]
    assert len(nat) == len(other) == 1


@pytest.mark.parametrize(
    ("protocol", "internal", "message"),
    [
        ("icmp", "10.0.0.2:80", "TCP or UDP is expected"),
        ("tcp", "10.0.0.2:0", "both ports from 1 to 65535"),
        ("tcp", "10.0.0.2", 'internal must be an address with a port, "10.0.0.2:80"'),
        ("tcp", "10.0.0.2:http", "internal must be an address with a port"),
        ("tcp", "10.0.0.2:70000", "internal's port must be 0 to 65535"),
        ("tcp", "10.0.0:80", r"10\.0\.0"),
        ("tcp", ("10.0.0.2",), "internal must be an address and a port"),
        ("sctp", "10.0.0.2:80", 'protocol must be "udp"'),
    ],
)
def test_a_bad_redirect_is_refused(
    nat: bs.Nat, protocol: str, internal: bs.nat.rules.Endpoint, message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        nat.add_redirect(protocol, internal=internal, external=f"{OUTSIDE}:80")
    assert len(nat) == 0
