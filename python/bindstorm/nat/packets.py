# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""Packets as arguments, and the extension's answers as results."""

from __future__ import annotations

from typing import SupportsIndex

from bindstorm.checks import MAXIMUM_PORT, whole
from bindstorm.nat.answers import VERDICTS, NatResult
from bindstorm.nat.rules import Address

__all__ = ["flag_bits", "has_ports", "packet_end", "result_of"]

# Bits as the extension has them. A dot is tcpdump's ACK; the others are no business of a NAT.
_FLAGS = {"S": 1, "A": 2, ".": 2, "F": 4, "R": 8, "P": 0, "U": 0, "E": 0, "C": 0}
_TCP = 6


def has_ports(protocol: int) -> bool:
    """Return whether packets of an IP protocol have ports, or an identifier in their place."""
    return protocol in (1, _TCP, 17)


def flag_bits(protocol: int, flags: str) -> int:
    """Return TCP flags as bits.

    Examples
    --------
    >>> flag_bits(6, "SA"), flag_bits(6, "S."), flag_bits(17, "")
    (3, 3, 0)
    """
    if flags and protocol != _TCP:
        raise ValueError(f"flags={flags!r}: only TCP has flags")
    bits = 0
    for letter in flags:
        if letter not in _FLAGS:
            raise ValueError(f"flags={flags!r}: {letter!r} is none of {''.join(_FLAGS)}")
        bits |= _FLAGS[letter]
    return bits


def packet_end(protocol: int, name: str, address: Address, port: SupportsIndex) -> tuple[str, int]:
    """Return address and port of one end of a packet."""
    number = whole(name, port, 0, MAXIMUM_PORT)
    if number != 0 and not has_ports(protocol):
        raise ValueError(f"{name} must be 0: IP protocol {protocol} has no ports")
    return str(address), number


def result_of(
    answer: tuple[int, tuple[str, int] | None, tuple[str, int] | None],
) -> NatResult:
    """Return what the extension says of a packet as a result."""
    verdict, where, hairpin = answer
    address, port = (None, None) if where is None else where
    return NatResult(VERDICTS[verdict], address, port, hairpin)
