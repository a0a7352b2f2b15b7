# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""One NAT: its table, its clock, its random stream."""

from __future__ import annotations

import html
from collections.abc import Iterable, Mapping
from typing import SupportsIndex

import pandas as pd

from bindstorm import _core
from bindstorm.checks import whole
from bindstorm.nat.columns import link_frame
from bindstorm.nat.redirects import Redirects
from bindstorm.nat.rules import Address
from bindstorm.nat.settings import SETTINGS, Behaviour, PortRange, addresses, flat_settings
from bindstorm.nat.times import Duration, nanoseconds
from bindstorm.nat.traffic import Traffic

__all__ = ["Nat"]


class Nat(Traffic, Redirects):
    """A network address and port translator for IPv4: the table behind one box.

    It is what a simulated NAT box has, without network and costs. Packets are given as endpoints
    (:meth:`outbound`, :meth:`inbound`, and many at a time :meth:`outbound_many`,
    :meth:`inbound_many`) or as bytes (:meth:`translate_out`, :meth:`translate_in`). Equal
    arguments and packets give equal ports, on every machine. Behaviours have the names of RFC 4787.

    Every argument is by keyword; one that is None, and one that is not given, is as in the profile.

    Parameters
    ----------
    external : list of address
        The pool of external addresses. Without any, addresses are kept and only ports change.
    profile : str
        Where to start from: ``"rfc4787"``, as that RFC and its successors recommend: mappings
        independent of the endpoint, timers of 300 s (UDP), 7440 s and 240 s (TCP);
        ``"libalias"``, FreeBSD's library as of 2021; ``"linux"``, a masquerade as measured on 6.18.
    index, housekeeping, clock, ports : str
        Names of :func:`nat_indexes`, :func:`nat_housekeeping`, :func:`nat_clocks` and
        :func:`nat_port_choices`, with parameters where wanted: ``"mixed-chains(buckets=65537)"``.
    range : str or tuple of int
        External ports, ``"1024-65535"``; else those that the port choice was written for.
    reserved : str
        External ports never given, ``"5060,8000-8999"``.
    mapping, filtering : str or dict
        ``"endpoint-independent"``, ``"address-dependent"``, ``"address-and-port-dependent"``, for
        all or by protocol: ``{"udp": ..., "tcp": ..., "icmp": ...}``.
    pooling : str
        ``"paired"``, ``"soft-paired"``, ``"arbitrary"``, ``"in-order"``: which address of the pool.
    timers : dict
        Idle times by name: ``udp``, ``udp_unreplied``, ``icmp``, ``other``, ``tcp_opening``,
        ``tcp_established``, ``tcp_half_closed``, ``tcp_closed``, ``tcp_reset``. Seconds, or text
        such as ``"5 min"``, or a timedelta.
    preserve_port, keep_parity, keep_class : bool
        Try the internal port first; keep even even and odd odd; keep ports below 1024 there.
    overload : bool
        One external port may serve several internal endpoints towards different remotes.
    hairpin : bool
        Packets from inside to the NAT's own addresses come back inside.
    inbound_refresh : bool
        Packets from outside renew the timer too.
    max_links, max_ports_per_host : int
        Limits of the table, and of the external ports of one internal host; 0 for none.
    when_full : str
        ``"refuse"`` or ``"evict-unassured"``: the oldest session without an answer makes room.
    port_hold : float, str or timedelta
        How long a port rests before it is given again.
    syn_hold : float, str or timedelta
        How long an unsolicited SYN waits for one from inside; see :meth:`unanswered_syns`.
    sources : str
        ``"all"``, ``"unregistered"`` (RFC 1918), ``"unregistered-cgn"``: which are translated.
    unsolicited : str
        ``"deny"`` or ``"accept"``, to `target` or to where it was sent.
    target : address
        Where accepted unsolicited packets go.
    first_internal : address
        Internal hosts are numbered from here, for port choices that go by the number.
    reset_on_address_change : bool
        Another pool ends all sessions.
    reverse : bool
        Inside and outside swap roles.
    denied_fragments_open : bool
        A first fragment that is dropped opens the way for the later ones all the same.
    max_fragmented_datagrams, max_held_fragments : int
        Bounds of what is remembered of fragments.
    seed, run, host : int, int, str
        What the random stream of the port choice is derived from.
    generator : str
        A name of :func:`generators`.

    Notes
    -----
    An object serves one thread at a time; a second caller gets a RuntimeError. Calls for many
    packets let other threads run, and Ctrl-C interrupts them after a whole packet.

    Every method for packets takes `now`, in seconds since the NAT's start (or text, or a
    timedelta); without, it is when it was. Time may not go back. A session is over at the instant
    ``last use + timer``: a packet at that very instant finds it gone.

    Examples
    --------
    >>> import bindstorm as bs
    >>> nat = bs.Nat(external=["203.0.113.1"], preserve_port=True)
    >>> nat.outbound("10.0.0.2", 5000, "198.51.100.9", 53, now=0)
    <NatResult translated 203.0.113.1:5000>
    >>> nat.inbound("198.51.100.9", 53, "203.0.113.1", 5000, now=299.9)
    <NatResult translated 10.0.0.2:5000>
    >>> nat.inbound("198.51.100.9", 53, "203.0.113.1", 5000, now=300)
    <NatResult no-mapping>
    """

    def __init__(
        self,
        *,
        external: Iterable[Address] = (),
        profile: str = "rfc4787",
        index: str | None = None,
        housekeeping: str | None = None,
        clock: str | None = None,
        ports: str | None = None,
        range: PortRange | None = None,
        reserved: str | None = None,
        mapping: Behaviour | None = None,
        filtering: Behaviour | None = None,
        pooling: str | None = None,
        timers: Mapping[str, Duration] | None = None,
        preserve_port: bool | None = None,
        keep_parity: bool | None = None,
        keep_class: bool | None = None,
        overload: bool | None = None,
        hairpin: bool | None = None,
        inbound_refresh: bool | None = None,
        max_links: SupportsIndex | None = None,
        max_ports_per_host: SupportsIndex | None = None,
        when_full: str | None = None,
        port_hold: Duration | None = None,
        syn_hold: Duration | None = None,
        sources: str | None = None,
        unsolicited: str | None = None,
        target: Address | None = None,
        first_internal: Address | None = None,
        reset_on_address_change: bool | None = None,
        reverse: bool | None = None,
        denied_fragments_open: bool | None = None,
        max_fragmented_datagrams: SupportsIndex | None = None,
        max_held_fragments: SupportsIndex | None = None,
        seed: SupportsIndex = 1,
        run: SupportsIndex = 0,
        host: str = "nat",
        generator: str = "mt19937_64",
    ) -> None:
        given = {key: value for key, value in locals().items() if key in SETTINGS}
        self._profile = profile
        self._desk = _core.NatDesk(
            profile=profile,
            settings=flat_settings(given),
            generator=_core.resolve_generator(generator),
            seed=whole("seed", seed, 1, 2**63 - 1),
            run=whole("run", run, 0, 2**63 - 1),
            host=host,
        )

    def set_external(self, external: Iterable[Address]) -> None:
        """Replace the pool. Ends all sessions, unless `reset_on_address_change` is False."""
        self._desk.set_external(addresses("external", external))

    def advance(self, seconds: Duration) -> None:
        """Let time pass. Nothing is looked at before the next packet."""
        self._desk.set_now(self._desk.now() + nanoseconds("seconds", seconds))

    @property
    def now(self) -> float:
        """Seconds since the start."""
        return self._desk.now() / 1e9

    def mappings(self) -> pd.DataFrame:
        """Return everything in the table, in the order of making.

        Returns
        -------
        pandas.DataFrame
            One row a session, mapping or rule. ``protocol``, ``internal_address``,
            ``internal_port``, ``remote_address``, ``remote_port``, ``external_address``,
            ``external_port`` (missing where open, or where there is none); ``scope``: how much of
            the remote endpoint is known; ``origin``: ``session``, ``mapping`` or ``rule``; ``tcp``:
            state of a TCP session; ``assured``: whether an answer was seen; ``sessions`` made from
            it; ``last_use`` and ``expires`` as times since the start; ``expired``: its time is
            over, and housekeeping has not taken it away yet.

        Examples
        --------
        >>> import bindstorm as bs
        >>> nat = bs.Nat(external=["203.0.113.1"], preserve_port=True)
        >>> _ = nat.outbound("10.0.0.2", 5000, "198.51.100.9", 53)
        >>> nat.mappings()[["external_port", "remote_port", "scope", "origin", "expires"]]
           external_port  remote_port scope   origin         expires
        0           5000         <NA>   any  mapping             NaT
        1           5000           53  full  session 0 days 00:05:00
        """
        return link_frame(self._desk.columns())

    @property
    def counters(self) -> dict[str, int]:
        """Packets so far, by verdict, and the work done for them.

        Keys: ``packets``; the verdicts; the units of work ``rng_draws``, ``steps``, ``probes``,
        ``chain_scans``, ``node_visits``, ``locks``, ``bitmap_words``, ``comparisons``,
        ``clock_reads``, ``expiry_checks``, ``expired``.
        """
        desk = self._desk
        return {"packets": desk.count_packets(), **desk.verdicts(), **desk.work()}

    @property
    def work(self) -> dict[str, int]:
        """Work of the last packet."""
        return self._desk.last_work()

    @property
    def session_count(self) -> int:
        """Sessions in the table, those included that are over and were not taken away yet."""
        return self._desk.count_sessions()

    @property
    def mapping_count(self) -> int:
        """Mappings in the table: what sessions of one internal endpoint share."""
        return self._desk.count_mappings()

    def __len__(self) -> int:
        return self._desk.size()

    def __bool__(self) -> bool:
        return True

    def __repr__(self) -> str:
        try:
            parts = self._desk.config()
            state = f"{len(self)} links at {self.now:g} s"
        except RuntimeError:
            return "<Nat: busy in another thread>"
        pool = ", ".join(parts["external"]) or "no address of its own"
        return (
            f"<Nat {pool} profile={self._profile!r} index={parts['index']!r} "
            f"housekeeping={parts['housekeeping']!r} clock={parts['clock']!r} "
            f"ports={parts['ports']!r}: {state}>"
        )

    def _repr_html_(self) -> str:
        return f"<p><code>{html.escape(repr(self))}</code></p>"
