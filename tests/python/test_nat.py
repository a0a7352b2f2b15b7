# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""bs.Nat: its arguments, packets as endpoints, time, limits and counters."""

from __future__ import annotations

import dataclasses
import datetime
import ipaddress
from typing import Any

import bindstorm as bs
import numpy as np
import pandas as pd
import pytest
from bindstorm import _core

OUTSIDE = "203.0.113.1"
SERVER = "198.51.100.9"
SHARED = {"mapping": "address-and-port-dependent", "overload": True}


def make_nat(**settings: Any) -> bs.Nat:
    return bs.Nat(**{"external": [OUTSIDE], "preserve_port": True, **settings})


def test_a_flow_goes_out_and_its_answer_comes_in() -> None:
    nat = make_nat()
    out = nat.outbound("10.0.0.2", 5000, SERVER, 53)
    assert out == bs.NatResult(bs.NatVerdict.TRANSLATED, OUTSIDE, 5000)
    back = nat.inbound(SERVER, 53, OUTSIDE, 5000)
    assert (back.verdict, back.address, back.port) == ("translated", "10.0.0.2", 5000)
    assert out
    assert out.forwarded


def test_a_dropped_packet_has_a_reason_and_no_endpoint() -> None:
    result = make_nat().inbound(SERVER, 53, OUTSIDE, 5000)
    assert not result
    assert not result.forwarded
    assert (result.verdict, result.address, result.port) == ("no-mapping", None, None)
    assert repr(result) == "<NatResult no-mapping>"
    assert result._repr_html_() == "<code>&lt;NatResult no-mapping&gt;</code>"


def test_a_result_cannot_be_changed() -> None:
    result = make_nat().outbound("10.0.0.2", 5000, SERVER, 53)
    with pytest.raises(dataclasses.FrozenInstanceError):
        result.port = 1  # type: ignore[misc]


def test_verdicts_have_the_names_of_the_module_in_its_order() -> None:
    names = tuple(make_nat()._desk.verdicts())
    assert tuple(verdict.value for verdict in bs.NatVerdict) == names
    assert [v for v in bs.NatVerdict if v.forwarded] == list(names[:5])


def test_addresses_may_be_objects_and_ports_numpy_integers() -> None:
    nat = make_nat(external=[ipaddress.IPv4Address(OUTSIDE)])
    inside = ipaddress.IPv4Address("10.0.0.2")
    assert nat.outbound(inside, np.uint16(5000), SERVER, np.int64(53)).port == 5000


@pytest.mark.parametrize("index", bs.nat_indexes().names)
@pytest.mark.parametrize("housekeeping", bs.nat_housekeeping().names)
def test_every_index_and_housekeeping_can_be_used(index: str, housekeeping: str) -> None:
    nat = make_nat(index=index, housekeeping=housekeeping)
    assert nat.outbound("10.0.0.2", 5000, SERVER, 53)
    assert nat.inbound(SERVER, 53, OUTSIDE, 5000).address == "10.0.0.2"
    assert f"index='{index}' housekeeping='{housekeeping}'" in repr(nat)


@pytest.mark.parametrize("clock", bs.nat_clocks().names)
@pytest.mark.parametrize("ports", [p.name for p in bs.nat_port_choices() if p.name != "allocator"])
def test_every_clock_and_port_choice_can_be_used(clock: str, ports: str) -> None:
    nat = make_nat(clock=clock, ports=ports, first_internal="10.0.0.0")
    result = nat.outbound("10.0.0.2", 5000, SERVER, 53)
    assert result.address == OUTSIDE
    assert result.port is not None
    assert 1 <= result.port <= 65535


@pytest.mark.parametrize("listed", [bs.nat_indexes, bs.nat_housekeeping, bs.nat_clocks])
def test_parts_of_a_nat_are_listed_with_a_summary(listed: Any) -> None:
    for info in listed():
        assert info.summary.endswith(".")
    assert list(listed().to_frame().index) == list(listed().names)


def test_port_choices_say_what_they_follow_and_their_range() -> None:
    for info in bs.nat_port_choices():
        assert info.source
        low, high = map(int, info.range.split("-"))
        assert 0 <= low <= high <= 65535


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"index": "split-splays"}, "split-splays.*split-splay"),
        ({"mapping": "symmetric"}, 'mapping "symmetric".*endpoint-independent'),
        ({"mapping": {"sctp": "address-dependent"}}, "mapping has no 'sctp'; known: udp"),
        ({"pooling": "pair"}, 'pooling "pair".*paired'),
        ({"timers": {"tcp_close": 3}}, "timers has no 'tcp_close'; did you mean 'tcp_closed'"),
        ({"timers": {"udp": "300"}}, "300"),
        ({"timers": {"udp": -1}}, "NAT timer udp"),
        ({"external": ["2001:db8::1"]}, "an IPv4 address is expected"),
        ({"external": [OUTSIDE, OUTSIDE]}, "given twice"),
        ({"external": ["0.0.0.0"]}, r"0\.0\.0\.0"),
        ({"range": "60000-50000"}, "60000-50000"),
        ({"range": (1024, 70000)}, r"range\[1\]"),
        ({"reserved": "70000"}, "70000"),
        ({"profile": "linus"}, "NAT profile 'linus'.*linux"),
        ({"seed": 0}, "seed must be 1"),
        ({"generator": "mt19937"}, "mt19937_64"),
        ({"when_full": "drop"}, 'when_full "drop"'),
        ({"sources": "private"}, 'sources "private"'),
        ({"unsolicited": "allow"}, 'unsolicited "allow"'),
        ({"max_links": -1}, "max_links must be 0"),
        ({**SHARED, "filtering": "address-dependent"}, "overload"),
    ],
)
def test_a_bad_argument_is_refused_with_its_name(settings: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make_nat(**settings)


@pytest.mark.parametrize(
    "settings",
    [{"overload": 1}, {"external": OUTSIDE}, {"index": 3}, {"timers": 300}, {"port_hold": True}],
)
def test_an_argument_of_another_type_is_refused(settings: Any) -> None:
    with pytest.raises(TypeError, match=next(iter(settings))):
        make_nat(**settings)


def test_times_are_seconds_or_text_or_timedeltas() -> None:
    for minute in (60, 60.0, "60 s", "1 min", datetime.timedelta(minutes=1), pd.Timedelta("60s")):
        nat = make_nat(timers={"udp": minute})
        nat.outbound("10.0.0.2", 5000, SERVER, 53, now=0.25)
        (expires,) = nat.mappings()["expires"].dropna()
        assert expires == pd.Timedelta(seconds=60.25)


def test_time_does_not_go_back() -> None:
    nat = make_nat()
    nat.outbound("10.0.0.2", 5000, SERVER, 53, now="10 s")
    with pytest.raises(ValueError, match=r"now=9\.5 s: time does not go back, and it is 10 s"):
        nat.outbound("10.0.0.2", 5000, SERVER, 53, now=9.5)
    with pytest.raises(ValueError, match="does not go back"):
        nat.advance(-1)
    with pytest.raises(ValueError, match="hundred years"):
        nat.advance(9e9)
    nat.advance(0.5)
    assert nat.now == 10.5
    assert nat.counters["packets"] == 1


def test_a_session_is_over_at_the_nanosecond_of_its_timer() -> None:
    nat = make_nat(timers={"udp": 300})
    nat.outbound("10.0.0.2", 5000, SERVER, 53, now=0)
    assert nat.inbound(SERVER, 53, OUTSIDE, 5000, now="299999999999 ns")
    assert nat.inbound(SERVER, 53, OUTSIDE, 5000, now="300 s").verdict == "no-mapping"


@pytest.mark.parametrize("letters", ["X", "s"])
def test_tcp_flags_are_letters_of_tcpdump(letters: str) -> None:
    nat = make_nat()
    with pytest.raises(ValueError, match="flags="):
        nat.outbound("10.0.0.2", 5000, SERVER, 80, protocol="tcp", flags=letters)
    with pytest.raises(ValueError, match="only TCP has flags"):
        nat.outbound("10.0.0.2", 5000, SERVER, 80, flags="S")
    assert nat.counters["packets"] == 0


def test_a_protocol_without_ports_goes_by_address() -> None:
    nat = make_nat()
    assert nat.outbound("10.0.0.2", 0, SERVER, 0, protocol=47).address == OUTSIDE
    assert nat.inbound(SERVER, 0, OUTSIDE, 0, protocol=47).address == "10.0.0.2"
    with pytest.raises(ValueError, match="sport must be 0"):
        nat.outbound("10.0.0.2", 1, SERVER, 0, protocol=47)
    with pytest.raises(ValueError, match="sport must be 0"):
        nat.outbound_many("10.0.0.2", [0, 1], SERVER, 0, protocol=47)
    with pytest.raises(ValueError, match='protocol must be "udp"'):
        nat.outbound("10.0.0.2", 0, SERVER, 0, protocol="gre")


def test_mappings_say_what_is_in_the_table() -> None:
    nat = make_nat()
    nat.outbound("10.0.0.2", 5000, SERVER, 53, now=1)
    nat.inbound(SERVER, 53, OUTSIDE, 5000, now=2)
    nat.outbound("10.0.0.3", 77, SERVER, 0, protocol="icmp", now=3)
    nat.outbound("10.0.0.4", 6000, SERVER, 80, protocol="tcp", flags="S", now=4)
    frame = nat.mappings()
    assert frame["protocol"].tolist() == ["udp", "udp", "icmp", "icmp", "tcp", "tcp"]
    assert frame["origin"].tolist() == ["mapping", "session"] * 3
    assert frame["scope"].tolist() == ["any", "full"] * 3
    udp, icmp, tcp = (frame.iloc[row] for row in (1, 3, 5))
    assert (udp["internal_address"], udp["internal_port"]) == ("10.0.0.2", 5000)
    assert (udp["remote_address"], udp["remote_port"]) == (SERVER, 53)
    assert (udp["external_address"], udp["external_port"]) == (OUTSIDE, 5000)
    assert udp["assured"]
    assert not tcp["assured"]
    assert udp["last_use"] == pd.Timedelta(seconds=1)  # an answer renews nothing
    assert udp["expires"] == pd.Timedelta(seconds=301)
    assert (tcp["tcp"], udp["tcp"]) == ("opening", None)
    assert tcp["expires"] == pd.Timedelta(seconds=244)
    assert icmp["internal_port"] == 77
    assert icmp["remote_port"] is pd.NA
    mapping = frame.iloc[0]
    assert mapping["remote_address"] is None
    assert mapping["remote_port"] is pd.NA
    assert mapping["expires"] is pd.NaT
    assert mapping["sessions"] == 1
    assert len(nat) == 6
    assert (nat.session_count, nat.mapping_count) == (3, 3)


def test_mappings_of_an_empty_table_have_their_columns() -> None:
    frame = make_nat().mappings()
    assert len(frame) == 0
    assert {"protocol", "external_port", "expires", "expired"} <= set(frame.columns)


def test_mappings_tell_what_is_over_and_still_there() -> None:
    nat = make_nat(housekeeping="on-use")
    nat.outbound("10.0.0.2", 5000, SERVER, 53, now=0)
    nat.outbound("10.0.0.3", 5001, SERVER, 53, now=100)
    nat.advance(250)
    assert nat.mappings()["expired"].tolist() == [True, True, False, False]


@pytest.mark.parametrize(
    ("outbound", "inbound", "state", "seconds"),
    [
        ("S", "", "opening", 240),
        ("S", "SA", "established", 7440),
        ("SF", "SA", "half-closed", 7440),
        ("SF", "SAF", "closed", 240),
        ("S", "R", "reset", 240),
    ],
)
def test_a_tcp_session_has_the_timer_of_its_state(
    outbound: str, inbound: str, state: str, seconds: int
) -> None:
    nat = make_nat()
    nat.outbound("10.0.0.2", 5000, SERVER, 80, protocol="tcp", flags=outbound)
    if inbound:
        nat.inbound(SERVER, 80, OUTSIDE, 5000, protocol="tcp", flags=inbound)
    session = nat.mappings().iloc[-1]
    assert (session["tcp"], session["expires"]) == (state, pd.Timedelta(seconds=seconds))


def test_counters_are_the_sum_of_the_packets_work() -> None:
    nat = make_nat(clock="every-n(2)")
    total: dict[str, int] = {}
    for port in range(1, 50):
        nat.outbound("10.0.0.2", port, SERVER, 53)
        for unit, amount in nat.work.items():
            total[unit] = total.get(unit, 0) + amount
    counters = nat.counters
    assert {unit: counters[unit] for unit in total} == total
    assert total["clock_reads"] == 25
    assert counters["packets"] == counters["translated"] == 49


def test_equal_arguments_give_equal_ports_and_another_seed_others() -> None:
    ports = [
        bs.Nat(external=[OUTSIDE], **arguments)
        .outbound_many("10.0.0.2", np.arange(1, 100), SERVER, 53)["port"]
        .tolist()
        for arguments in ({}, {"seed": 1}, {"seed": 2}, {"run": 1}, {"host": "box"})
    ]
    assert ports[0] == ports[1]
    assert len({tuple(each) for each in ports}) == 4


def test_limits_refuse_with_their_names() -> None:
    nat = make_nat(max_ports_per_host=2, max_links=6)
    frame = nat.outbound_many(["10.0.0.2"] * 3 + ["10.0.0.3"] * 2, [1, 2, 3, 1, 2], SERVER, 53)
    assert frame["verdict"].tolist() == [
        "translated", "translated", "host-limit", "translated", "table-full",
    ]  # fmt: skip
    assert len(nat) == 6


def test_another_pool_ends_the_sessions_unless_it_is_told_not_to() -> None:
    for resets in (True, False):
        nat = make_nat(reset_on_address_change=resets)
        nat.outbound("10.0.0.2", 5000, SERVER, 53)
        nat.set_external(["203.0.113.7"])
        assert nat.session_count == (0 if resets else 1)
        assert nat.outbound("10.0.0.9", 5001, SERVER, 53).address == "203.0.113.7"


def test_profiles_behave_as_their_models() -> None:
    linux = bs.Nat(external=[OUTSIDE], profile="linux")
    assert linux.outbound("10.0.0.2", 5000, SERVER, 53).port == 5000
    assert linux.outbound("10.0.0.3", 5000, "198.51.100.10", 53).port == 5000  # another remote
    assert linux.outbound("10.0.0.3", 5000, SERVER, 53).port != 5000
    assert linux.mappings()["expires"].iloc[0] == pd.Timedelta(seconds=30)
    linux.inbound(SERVER, 53, OUTSIDE, 5000)
    assert linux.mappings()["expires"].iloc[0] == pd.Timedelta(seconds=120)
    libalias = bs.Nat(external=[OUTSIDE], profile="libalias")
    assert "index='mixed-chains' housekeeping='sweep'" in repr(libalias)
    assert libalias.inbound(SERVER, 53, OUTSIDE, 9999).verdict == "passed"  # not denied
    independent = bs.Nat(external=[OUTSIDE])
    first = independent.outbound("10.0.0.2", 5000, SERVER, 53)
    assert independent.outbound("10.0.0.2", 5000, "198.51.100.10", 80) == first


def test_only_unregistered_sources_are_translated_where_so_wanted() -> None:
    nat = make_nat(sources="unregistered")
    assert nat.outbound("10.0.0.2", 5000, SERVER, 53).verdict == "translated"
    assert nat.outbound("192.0.2.2", 5000, SERVER, 53).verdict == "passed"
    assert nat.outbound("100.64.0.2", 5001, SERVER, 53).verdict == "passed"
    cgn = make_nat(sources="unregistered-cgn")
    assert cgn.outbound("100.64.0.2", 5001, SERVER, 53).verdict == "translated"


def test_unsolicited_packets_go_to_the_target() -> None:
    nat = make_nat(unsolicited="accept", target="10.0.0.99")
    assert nat.inbound(SERVER, 4711, OUTSIDE, 22) == bs.NatResult(
        bs.NatVerdict.TRANSLATED, "10.0.0.99", 22
    )


def test_in_reverse_inside_and_outside_swap_roles() -> None:
    nat = make_nat(reverse=True)
    assert nat.inbound("10.0.0.2", 5000, SERVER, 53).address == OUTSIDE
    assert nat.outbound(SERVER, 53, OUTSIDE, 5000).address == "10.0.0.2"


def test_a_released_port_rests_as_long_as_it_is_told_to() -> None:
    nat = bs.Nat(external=[OUTSIDE], range="40000-40000", timers={"udp": 10}, port_hold=100)
    assert nat.outbound("10.0.0.2", 1, SERVER, 53, now=0)
    assert nat.outbound("10.0.0.3", 1, SERVER, 53, now=11).verdict == "no-port"
    assert nat.outbound("10.0.0.3", 1, SERVER, 53, now=200).port == 40000


def test_the_oldest_unanswered_session_makes_room_where_so_wanted() -> None:
    nat = make_nat(max_links=2, when_full="evict-unassured", mapping="address-and-port-dependent")
    nat.outbound("10.0.0.2", 5001, SERVER, 53)
    assert nat.inbound(SERVER, 53, OUTSIDE, 5001)
    nat.outbound("10.0.0.3", 5002, SERVER, 53)
    assert nat.outbound("10.0.0.4", 5003, SERVER, 53)
    assert nat.mappings()["internal_address"].tolist() == ["10.0.0.2", "10.0.0.4"]


def test_a_syn_that_nothing_came_out_for_is_told_once() -> None:
    nat = make_nat(syn_hold="6 s")
    nat.inbound(SERVER, 4711, OUTSIDE, 22, protocol="tcp", flags="S", now=0)
    nat.outbound("10.0.0.2", 5000, SERVER, 53, now=5.9)
    assert nat.unanswered_syns() == []
    nat.outbound("10.0.0.2", 5000, SERVER, 53, now=6)
    assert nat.unanswered_syns() == [(SERVER, 4711, OUTSIDE, 22)]
    assert nat.unanswered_syns() == []


def test_a_nat_is_shown_with_its_parts_and_never_false() -> None:
    nat = make_nat()
    assert bool(nat)
    assert len(nat) == 0
    assert repr(nat).startswith(f"<Nat {OUTSIDE} profile='rfc4787' index='flat' ")
    assert repr(nat).endswith("0 links at 0 s>")
    assert nat._repr_html_().startswith("<p><code>&lt;Nat")


def test_the_extension_refuses_a_setting_that_it_does_not_know() -> None:
    with pytest.raises(ValueError, match='no setting "speed"'):
        _core.NatDesk(
            profile="rfc4787", settings={"speed": 1}, generator="taus88", seed=1, run=0, host="n"
        )
