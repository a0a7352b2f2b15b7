# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""Packets through a NAT, one at a time and many."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, SupportsIndex

import numpy as np
import pandas as pd

from bindstorm import _core
from bindstorm.nat.answers import VERDICTS, NatResult, NatVerdict
from bindstorm.nat.columns import Addresses, Ports, answer_frame, packet_columns
from bindstorm.nat.packets import flag_bits, has_ports, packet_end, result_of
from bindstorm.nat.rules import Address, protocol_number
from bindstorm.nat.times import Duration, Times, nanoseconds, nanoseconds_of_many

__all__ = ["Traffic"]


class Traffic:
    """The packets of a NAT. Base of :class:`Nat`."""

    _desk: _core.NatDesk

    def outbound(
        self,
        src: Address,
        sport: SupportsIndex,
        dst: Address,
        dport: SupportsIndex,
        protocol: str | SupportsIndex = "udp",
        now: Duration | None = None,
        flags: str = "",
    ) -> NatResult:
        """Send a packet from inside. Makes a session when there is none.

        Parameters
        ----------
        src, sport, dst, dport : address, int, address, int
            Its endpoints. An ICMP query has its identifier for `sport` and 0 for `dport`; a
            protocol without ports has 0 for both.
        protocol : str or int
            ``"udp"``, ``"tcp"``, ``"icmp"`` or a number.
        now : float, str or timedelta, optional
            The time. See the notes of :class:`Nat`.
        flags : str
            Of TCP, as tcpdump and scapy write them: ``"S"``, ``"SA"`` or ``"S."``, ``"R"``.

        Returns
        -------
        NatResult
            Its address and port are the external endpoint, the source that the packet gets.

        Examples
        --------
        >>> import bindstorm as bs
        >>> nat = bs.Nat(external=["203.0.113.1"], range="40000-40000")
        >>> nat.outbound("10.0.0.2", 5000, "198.51.100.9", 443, protocol="tcp", flags="S")
        <NatResult translated 203.0.113.1:40000>
        >>> nat.outbound("10.0.0.3", 5000, "198.51.100.9", 443, protocol="tcp", flags="S")
        <NatResult no-port>
        """
        number = protocol_number(protocol)
        bits = flag_bits(number, flags)
        source = packet_end(number, "sport", src, sport)
        destination = packet_end(number, "dport", dst, dport)
        self._set_now(now)
        return result_of(self._desk.outbound(number, bits, *source, *destination))

    def inbound(
        self,
        src: Address,
        sport: SupportsIndex,
        dst: Address,
        dport: SupportsIndex,
        protocol: str | SupportsIndex = "udp",
        now: Duration | None = None,
        flags: str = "",
    ) -> NatResult:
        """Send a packet from outside.

        Parameters
        ----------
        src, sport, dst, dport : address, int, address, int
            Its endpoints: remote and external. An ICMP answer has its identifier for `dport` and
            0 for `sport`.
        protocol, now, flags
            As for :meth:`outbound`.

        Returns
        -------
        NatResult
            Its address and port are the internal endpoint, the destination that the packet gets.
        """
        number = protocol_number(protocol)
        bits = flag_bits(number, flags)
        source = packet_end(number, "sport", src, sport)
        destination = packet_end(number, "dport", dst, dport)
        self._set_now(now)
        return result_of(self._desk.inbound(number, bits, *source, *destination))

    def outbound_many(
        self,
        src: Addresses,
        sport: Ports,
        dst: Addresses,
        dport: Ports,
        protocol: str | SupportsIndex = "udp",
        now: Duration | Times | None = None,
        flags: str = "",
    ) -> pd.DataFrame:
        """Send many packets from inside, in order.

        Parameters
        ----------
        src, dst : address, or array of uint32 or text
            What is single goes for all packets. Numbers are in host order.
        sport, dport : int or array of int
        protocol, flags
            As for :meth:`outbound`, for all packets.
        now : float, str, timedelta or array, optional
            The time of all, or seconds (or timedelta64) for each, ascending.

        Returns
        -------
        pandas.DataFrame
            One row a packet: ``verdict``, and ``address`` and ``port`` of the external endpoint,
            which are missing for a packet that was dropped.

        Examples
        --------
        How even a port choice is. One internal endpoint opens flows to 400,000 remote ones, and
        external ports are shared between remotes: for each flow all 64,512 ports are free, so the
        ports are independent draws. `linux` takes a 16-bit number modulo 64,512, which makes 1024
        of the 65,536 numbers fold onto ports 1024 to 2047: a share of exactly 2048 / 65,536, 1/32,
        where even choice has 1024 / 64,512, 1/63.

        >>> import bindstorm as bs, numpy as np
        >>> remote = 0x0B000000 + np.arange(400_000)
        >>> for ports, share in {"uniform": 1 / 63, "linux(random=fully)": 1 / 32}.items():
        ...     nat = bs.Nat(
        ...         external=["203.0.113.1"], ports=ports, range="1024-65535", overload=True,
        ...         mapping="address-and-port-dependent", seed=1,
        ...     )
        ...     port = nat.outbound_many("10.0.0.2", 5000, remote, 53)["port"]
        ...     verdict = bs.uniformity_of_ports(port, range=(1024, 65535))
        ...     deviation = (port < 2048).sum() - 400_000 * share
        ...     as_computed = abs(deviation) < 4 * np.sqrt(400_000 * share)
        ...     print(f"{ports}: rejected {verdict.rejected}, share as computed {as_computed}")
        uniform: rejected False, share as computed True
        linux(random=fully): rejected True, share as computed True
        """
        return self._many(self._desk.outbound_many, src, sport, dst, dport, protocol, now, flags)

    def inbound_many(
        self,
        src: Addresses,
        sport: Ports,
        dst: Addresses,
        dport: Ports,
        protocol: str | SupportsIndex = "udp",
        now: Duration | Times | None = None,
        flags: str = "",
    ) -> pd.DataFrame:
        """Send many packets from outside, in order.

        As :meth:`outbound_many`, with the packets of :meth:`inbound`; ``address`` and ``port`` are
        the internal endpoint.

        Examples
        --------
        >>> import bindstorm as bs
        >>> nat = bs.Nat(external=["203.0.113.1"], preserve_port=True)
        >>> _ = nat.outbound("10.0.0.2", 5000, "198.51.100.9", 53)
        >>> answers = nat.inbound_many("198.51.100.9", 53, "203.0.113.1", [4999, 5000, 5001])
        >>> answers["verdict"].tolist()
        ['no-mapping', 'translated', 'no-mapping']
        """
        return self._many(self._desk.inbound_many, src, sport, dst, dport, protocol, now, flags)

    def translate_out(
        self, packet: bytes | bytearray | memoryview, now: Duration | None = None
    ) -> tuple[NatVerdict, bytes]:
        """Translate an IPv4 packet from inside, given from its first byte.

        Returns
        -------
        NatVerdict
            What became of it.
        bytes
            The packet, with other addresses, ports and checksums where the verdict says so, else as
            it was: also when it is dropped.
        """
        self._set_now(now)
        verdict, translated = self._desk.translate_out(bytes(memoryview(packet)))
        return VERDICTS[verdict], translated

    def translate_in(
        self, packet: bytes | bytearray | memoryview, now: Duration | None = None
    ) -> tuple[NatVerdict, bytes]:
        """Translate an IPv4 packet from outside. As :meth:`translate_out`."""
        self._set_now(now)
        verdict, translated = self._desk.translate_in(bytes(memoryview(packet)))
        return VERDICTS[verdict], translated

    def released_fragments(self) -> list[bytes]:
        """Return fragments that had been held and may go on now, translated, oldest first."""
        return self._desk.released_fragments()

    def unanswered_syns(self) -> list[tuple[str, int, str, int]]:
        """Return inbound SYNs that waited `syn_hold` and that nothing came out for.

        Whoever sent one is to get an ICMP port unreachable (RFC 5382 REQ-4). Each is returned
        once: remote address and port, external address and port.
        """
        return self._desk.unanswered_syns()

    def _set_now(self, now: Duration | None) -> None:
        if now is not None:
            self._desk.set_now(nanoseconds("now", now))

    def _many(
        self,
        call: Callable[..., tuple[Any, Any, Any]],
        src: Addresses,
        sport: Ports,
        dst: Addresses,
        dport: Ports,
        protocol: str | SupportsIndex,
        now: Duration | Times | None,
        flags: str,
    ) -> pd.DataFrame:
        number = protocol_number(protocol)
        bits = flag_bits(number, flags)
        columns = packet_columns(src, sport, dst, dport)
        for name, ports in ("sport", columns[1]), ("dport", columns[3]):
            if ports.any() and not has_ports(number):
                raise ValueError(f"{name} must be 0: IP protocol {number} has no ports")
        times = np.zeros(0, dtype=np.int64)
        if isinstance(now, (Sequence, np.ndarray, pd.Series)) and not isinstance(now, str):
            times = nanoseconds_of_many(now)
            if times.shape != columns[0].shape:
                raise ValueError(f"now has {times.size} times for {columns[0].size} packets")
        else:
            self._set_now(now)
        return answer_frame(*call(number, bits, times, *columns))
