# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""Any sequence of packets and pauses through bs.Nat, against dicts kept in Python."""

from __future__ import annotations

import bindstorm as bs
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

OUTSIDE = "203.0.113.1"
PORTS = range(40000, 40004)
TIMER = 10  # seconds

Endpoint = tuple[str, int]

PROTOCOLS = st.sampled_from(["udp", "icmp"])
HOSTS = st.sampled_from(["10.0.0.2", "10.0.0.3", "10.0.0.4"])
SOURCES = st.sampled_from([5000, 5001])
REMOTES = st.sampled_from(["198.51.100.1", "198.51.100.2"])
EXACT = ["timer-wheel", "timer-wheel(tick=3)", "on-use", "incremental(check=use)"]


class Sessions(RuleBasedStateMachine):
    """Endpoint-independent mapping, filtering by address and port; few ports, often used up."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0
        self.last_use: dict[tuple[str, Endpoint, str], int] = {}
        self.port: dict[tuple[str, Endpoint], int] = {}

    @initialize(
        index=st.sampled_from(bs.nat_indexes().names),
        housekeeping=st.sampled_from(EXACT),
        refresh=st.booleans(),
    )
    def create(self, index: str, housekeeping: str, refresh: bool) -> None:
        self.refresh = refresh
        self.nat = bs.Nat(
            external=[OUTSIDE],
            index=index,
            housekeeping=housekeeping,
            inbound_refresh=refresh,
            range=(PORTS[0], PORTS[-1]),
            timers={"udp": TIMER, "icmp": TIMER},
        )

    def forget_what_is_over(self) -> None:
        self.last_use = {
            key: time for key, time in self.last_use.items() if time + TIMER > self.now
        }
        alive = {key[:2] for key in self.last_use}
        self.port = {key: port for key, port in self.port.items() if key in alive}

    @rule(seconds=st.integers(0, TIMER + 1))
    def wait(self, seconds: int) -> None:
        self.now += seconds
        self.nat.advance(seconds)

    @rule(protocol=PROTOCOLS, host=HOSTS, source=SOURCES, remote=REMOTES)
    def send_out(self, protocol: str, host: str, source: int, remote: str) -> None:
        self.forget_what_is_over()
        dport = 0 if protocol == "icmp" else 53
        result = self.nat.outbound(host, source, remote, dport, protocol=protocol)
        inside = (protocol, (host, source))
        taken = {port for key, port in self.port.items() if key[0] == protocol}
        if inside in self.port:
            assert result.port == self.port[inside]
        elif protocol == "udp" and taken == set(PORTS):
            assert result.verdict == "no-port"
            return
        else:
            assert result.port not in taken
            assert protocol == "icmp" or result.port in PORTS  # identifiers have no range
        assert (result.verdict, result.address) == ("translated", OUTSIDE)
        assert result.port is not None
        self.port[inside] = result.port
        self.last_use[(*inside, remote)] = self.now

    @rule(protocol=PROTOCOLS, remote=REMOTES, port=st.sampled_from(PORTS), place=st.integers(0, 7))
    def send_in(self, protocol: str, remote: str, port: int, place: int) -> None:
        in_use = list(self.port.values())  # also of the other protocol, and of what is over
        port = in_use[place] if place < len(in_use) else port
        self.forget_what_is_over()
        sport = 0 if protocol == "icmp" else 53
        result = self.nat.inbound(remote, sport, OUTSIDE, port, protocol=protocol)
        owners = [key for key, own in self.port.items() if key[0] == protocol and own == port]
        if not owners:
            assert result.verdict == "no-mapping"
            return
        (owner,) = owners
        session = (*owner, remote)
        if session not in self.last_use:
            assert result.verdict == "filtered"
            return
        assert (result.verdict, (result.address, result.port)) == ("translated", owner[1])
        if self.refresh:
            self.last_use[session] = self.now

    @rule()
    def the_table_has_the_sessions_of_the_model(self) -> None:
        self.forget_what_is_over()
        frame = self.nat.mappings()
        alive = frame[~frame["expired"] & (frame["origin"] == "session")]
        columns = ["protocol", "internal_address", "internal_port", "remote_address"]
        assert {(p, (h, s), r) for p, h, s, r in alive[columns].to_numpy()} == set(self.last_use)
        mappings = frame[~frame["expired"] & (frame["origin"] == "mapping")]
        columns = ["protocol", "internal_address", "internal_port", "external_port"]
        rows = mappings[columns].to_numpy()
        assert {(p, (h, s)): port for p, h, s, port in rows} == self.port
        assert not mappings.duplicated(["protocol", "external_address", "external_port"]).any()

    def teardown(self) -> None:
        if hasattr(self, "nat"):
            self.the_table_has_the_sessions_of_the_model()


TestAnySequence = Sessions.TestCase
TestAnySequence.settings = settings(
    max_examples=40, stateful_step_count=40, deadline=None, derandomize=True
)
