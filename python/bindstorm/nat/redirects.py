# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""Rules of a NAT: static mappings from outside to inside."""

from __future__ import annotations

from typing import SupportsIndex

from bindstorm import _core
from bindstorm.nat.rules import Address, Endpoint, NatRule, endpoint, protocol_number

__all__ = ["Redirects"]

_ANY = ("0.0.0.0", 0)


class Redirects:
    """The rules of a NAT. Base of :class:`Nat`."""

    _desk: _core.NatDesk

    def add_redirect(
        self,
        protocol: str | SupportsIndex = "udp",
        *,
        internal: Endpoint,
        external: Endpoint,
        remote: Endpoint | None = None,
    ) -> NatRule:
        """Forward an external port to an internal endpoint.

        Of several that fit a packet equally well, the newest one wins.

        Parameters
        ----------
        protocol : str
            ``"udp"`` or ``"tcp"``.
        internal, external : str or tuple
            ``"10.0.0.2:80"``, or address and port. An external address of 0.0.0.0 is whatever the
            NAT's first address is at the time.
        remote : str or tuple, optional
            For packets from there only; 0.0.0.0 or port 0 leaves that part open.

        Returns
        -------
        NatRule
            A handle for :meth:`add_server`, :meth:`make_dynamic` and :meth:`delete`.

        Examples
        --------
        >>> import bindstorm as bs
        >>> nat = bs.Nat(external=["203.0.113.1"])
        >>> web = nat.add_redirect("tcp", internal="10.0.0.2:80", external="203.0.113.1:8080")
        >>> web
        <NatRule tcp 203.0.113.1:8080 to 10.0.0.2:80>
        >>> nat.inbound("198.51.100.9", 4711, "203.0.113.1", 8080, protocol="tcp", flags="S")
        <NatResult translated 10.0.0.2:80>
        >>> nat.delete(web, end_sessions=True)
        >>> nat.inbound("198.51.100.9", 4711, "203.0.113.1", 8080, protocol="tcp", flags="A")
        <NatResult no-mapping>
        """
        inside = endpoint("internal", internal)
        outside = endpoint("external", external)
        peer = _ANY if remote is None else endpoint("remote", remote)
        handle = self._desk.add_redirect(protocol_number(protocol), inside, outside, peer)
        text = f"{protocol} {_text(outside)} to {_text(inside)}"
        text += "" if remote is None else f" from {_text(peer)}"
        return self._rule(text, handle, whole=remote is not None and _is_whole(peer))

    def add_protocol_redirect(
        self,
        protocol: SupportsIndex,
        *,
        internal: Address,
        external: Address,
        remote: Address | None = None,
    ) -> NatRule:
        """Forward all packets of an IP protocol without ports, such as 47 (GRE).

        Parameters
        ----------
        protocol : int
            Its number; not that of ICMP, TCP or UDP.
        internal, external : address
        remote : address, optional
            For packets from there only.
        """
        number = protocol_number(protocol)
        peer = "0.0.0.0" if remote is None else str(remote)
        handle = self._desk.add_protocol_redirect(
            number, (str(internal), 0), (str(external), 0), (peer, 0)
        )
        text = f"protocol {number} {external} to {internal}"
        text += "" if remote is None else f" from {peer}"
        return self._rule(text, handle, whole=remote is not None and peer != "0.0.0.0")

    def add_address_redirect(self, internal: Address, external: Address) -> NatRule:
        """Map one address to one address, ports kept: basic NAT. The newest wins, both ways.

        Unsolicited packets come in where filtering is endpoint-independent or `unsolicited` is
        ``"accept"``.
        """
        handle = self._desk.add_address_redirect(str(internal), str(external))
        return self._rule(f"{external} to {internal}", handle, whole=False)

    def add_server(self, rule: NatRule, server: Endpoint) -> None:
        """Add a server to the pool of a redirect (LSNAT, RFC 2391).

        Sessions take turns, the server added last first. The pool replaces the redirect's own
        internal endpoint.

        Raises
        ------
        ValueError
            When the rule is gone, or has no ports.
        """
        address, port = endpoint("server", server)
        self._check(rule, self._desk.add_server(*self._handle(rule), address, port))

    def make_dynamic(self, rule: NatRule) -> None:
        """Give a redirect the timer of a session: it goes when it is idle for that long.

        Raises
        ------
        ValueError
            When the rule is gone, or leaves a part of the remote endpoint open.
        """
        handle = self._handle(rule)
        if not rule._whole:
            raise ValueError(f"{rule!r}: one that leaves the remote endpoint open has no timer")
        self._check(rule, self._desk.make_dynamic(*handle))

    def delete(self, rule: NatRule, *, end_sessions: bool = False) -> None:
        """Delete a redirect.

        Parameters
        ----------
        rule : NatRule
        end_sessions : bool
            Whether the sessions made from it end with it; else they live until they are idle.

        Raises
        ------
        ValueError
            When it is gone already; nothing has happened then.

        Examples
        --------
        >>> import bindstorm as bs
        >>> nat = bs.Nat(external=["203.0.113.1"])
        >>> rule = nat.add_address_redirect("10.0.0.2", "203.0.113.2")
        >>> nat.delete(rule)
        >>> nat.delete(rule)
        Traceback (most recent call last):
            ...
        ValueError: <NatRule 203.0.113.2 to 10.0.0.2> is gone: it was deleted, or its time was over
        """
        self._check(rule, self._desk.delete(*self._handle(rule), end_sessions))

    def _rule(self, text: str, handle: tuple[int, int], *, whole: bool) -> NatRule:
        return NatRule(text, *handle, self._desk, whole)

    def _handle(self, rule: NatRule) -> tuple[int, int]:
        if not isinstance(rule, NatRule):
            raise TypeError(f"a rule that add_redirect() gave is expected, not {rule!r}")
        if rule._owner is not self._desk:
            raise ValueError(f"{rule!r} belongs to another Nat")
        return rule._id, rule._generation

    def _check(self, rule: NatRule, is_done: bool) -> None:
        if not is_done:
            raise ValueError(f"{rule!r} is gone: it was deleted, or its time was over")


def _text(value: tuple[str, int]) -> str:
    return f"{value[0]}:{value[1]}"


def _is_whole(value: tuple[str, int]) -> bool:
    return value[0] != "0.0.0.0" and value[1] != 0
