# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""Handles of redirects, and the endpoints that they are written with."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass, field
from typing import SupportsIndex, TypeAlias

from bindstorm.checks import MAXIMUM_PORT, whole

__all__ = ["Address", "Endpoint", "NatRule", "endpoint", "protocol_number"]

Address: TypeAlias = str | ipaddress.IPv4Address
Endpoint: TypeAlias = str | tuple[Address, SupportsIndex]

_PROTOCOLS = {"icmp": 1, "tcp": 6, "udp": 17}


@dataclass(frozen=True, slots=True)
class NatRule:
    """The handle of a redirect. It stays valid as an object when the redirect is gone.

    Attributes
    ----------
    text : str
        What the redirect does.
    """

    text: str
    _id: int = field(repr=False)
    _generation: int = field(repr=False)
    _owner: object = field(repr=False)
    _whole: bool = field(repr=False)

    def __repr__(self) -> str:
        return f"<NatRule {self.text}>"


def protocol_number(protocol: str | SupportsIndex) -> int:
    """Return the number of an IP protocol given as ``"udp"``, ``"tcp"``, ``"icmp"`` or a number."""
    if isinstance(protocol, str):
        if protocol not in _PROTOCOLS:
            raise ValueError(f'protocol must be "udp", "tcp", "icmp" or a number, not {protocol!r}')
        return _PROTOCOLS[protocol]
    return whole("protocol", protocol, 0, 255)


def endpoint(name: str, value: Endpoint) -> tuple[str, int]:
    """Return address and port of ``"10.0.0.2:80"`` or ``("10.0.0.2", 80)``.

    Examples
    --------
    >>> endpoint("internal", "10.0.0.2:80"), endpoint("remote", ("10.0.0.2", 0))
    (('10.0.0.2', 80), ('10.0.0.2', 0))
    >>> endpoint("internal", "10.0.0.2")
    Traceback (most recent call last):
        ...
    ValueError: internal must be an address with a port, "10.0.0.2:80", not '10.0.0.2'
    """
    if isinstance(value, str):
        address, colon, port = value.rpartition(":")
        if not colon or not (port.isascii() and port.isdigit()):
            raise ValueError(f'{name} must be an address with a port, "10.0.0.2:80", not {value!r}')
        return address, whole(f"{name}'s port", int(port), 0, MAXIMUM_PORT)
    try:
        host, number = value
    except (TypeError, ValueError):
        raise ValueError(f"{name} must be an address and a port, not {value!r}") from None
    return str(host), whole(f"{name}'s port", number, 0, MAXIMUM_PORT)
