# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""Columns of packets and of links: numbers for the extension, frames for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, SupportsIndex, TypeAlias

import numpy as np
import numpy.typing as npt
import pandas as pd

from bindstorm import _core
from bindstorm.checks import MAXIMUM_PORT
from bindstorm.nat.answers import VERDICTS
from bindstorm.nat.rules import Address

__all__ = ["Addresses", "Ports", "answer_frame", "link_frame", "packet_columns"]

Addresses: TypeAlias = Address | SupportsIndex | Sequence[Any] | npt.NDArray[Any] | pd.Series
Ports: TypeAlias = SupportsIndex | Sequence[int] | npt.NDArray[Any] | pd.Series

_PROTOCOLS = {1: "icmp", 6: "tcp", 17: "udp"}
_SCOPES = ("full", "any-port", "any-address", "any")
_ORIGINS = ("session", "mapping", "rule")
_TCP = (None, "opening", "established", "half-closed", "closed", "reset")


def packet_columns(
    source: Addresses, source_port: Ports, destination: Addresses, destination_port: Ports
) -> tuple[
    npt.NDArray[np.uint32],
    npt.NDArray[np.uint16],
    npt.NDArray[np.uint32],
    npt.NDArray[np.uint16],
]:
    """Return four columns of one length; what is single is repeated."""
    columns = (
        _addresses("src", source),
        _ports("sport", source_port),
        _addresses("dst", destination),
        _ports("dport", destination_port),
    )
    sizes = {column.size for column in columns if column.ndim == 1}
    if len(sizes) > 1:
        lengths = ", ".join(
            f"{name} {column.size}"
            for name, column in zip(("src", "sport", "dst", "dport"), columns, strict=True)
            if column.ndim == 1
        )
        raise ValueError(f"columns must have one length: {lengths}")
    count = sizes.pop() if sizes else 1
    a, b, c, d = (np.broadcast_to(column, count) for column in columns)
    return (
        a.astype(np.uint32),
        b.astype(np.uint16),
        c.astype(np.uint32),
        d.astype(np.uint16),
    )


def answer_frame(
    verdict: npt.NDArray[np.uint8], address: npt.NDArray[np.uint32], port: npt.NDArray[np.int32]
) -> pd.DataFrame:
    """Return verdict, address and port; the last two are missing where a packet was dropped."""
    names = np.array([each.value for each in VERDICTS], dtype=object)
    forwarded = np.array([each.forwarded for each in VERDICTS])[verdict]
    return pd.DataFrame(
        {
            "verdict": names[verdict],
            "address": _address_texts(address, missing=~forwarded),
            "port": _optional_ports(port, missing=~forwarded),
        }
    )


def link_frame(columns: dict[str, npt.NDArray[Any]]) -> pd.DataFrame:
    """Return the links of a table, one row each; parts that a link leaves open are missing."""
    has_ports = np.isin(columns["protocol"], list(_PROTOCOLS))
    scope = columns["scope"]
    external = columns["external_address"]
    # Of an ICMP query only one side has an identifier, the internal one.
    remote_port = (columns["remote_port"] != 0) & has_ports
    return pd.DataFrame(
        {
            "protocol": [_PROTOCOLS.get(number, str(number)) for number in columns["protocol"]],
            "internal_address": _address_texts(columns["internal_address"]),
            "internal_port": _optional_ports(columns["internal_port"], missing=~has_ports),
            "remote_address": _address_texts(
                columns["remote_address"], missing=columns["remote_address"] == 0
            ),
            "remote_port": _optional_ports(columns["remote_port"], missing=~remote_port),
            "external_address": _address_texts(external, missing=external == 0),
            "external_port": _optional_ports(columns["external_port"], missing=~has_ports),
            "scope": _words(_SCOPES, scope),
            "origin": _words(_ORIGINS, columns["origin"]),
            "tcp": _words(_TCP, columns["tcp"]),
            "assured": columns["assured"],
            "sessions": columns["sessions"],
            "last_use": columns["last_use"].astype("timedelta64[ns]"),
            "expires": columns["expires"].astype("timedelta64[ns]"),
            "expired": columns["expired"],
        }
    )


def _words(words: tuple[str | None, ...], codes: npt.NDArray[np.uint8]) -> pd.Series:
    return pd.Series(np.array(words, dtype=object)[codes], dtype=object)


def _address_texts(
    numbers: npt.NDArray[np.uint32], missing: npt.NDArray[np.bool_] | None = None
) -> pd.Series:
    few, places = np.unique(numbers, return_inverse=True)
    parts = few.astype(">u4").view(np.uint8).reshape(-1, 4)
    texts = np.array([".".join(map(str, quad)) for quad in parts.tolist()], dtype=object)
    column: npt.NDArray[np.object_] = texts[places]
    if missing is not None:
        column[missing] = None
    return pd.Series(column, dtype=object)  # of type str None would become NaN


def _optional_ports(
    ports: npt.NDArray[np.int32], missing: npt.NDArray[np.bool_]
) -> pd.arrays.IntegerArray:
    return pd.arrays.IntegerArray(ports.astype(np.int32), missing)


def _addresses(name: str, values: Addresses) -> npt.NDArray[np.int64]:
    if isinstance(values, str) or not hasattr(values, "__len__"):
        return np.array(_address(name, values))
    array = np.asarray(values)
    if array.ndim != 1:
        raise ValueError(f"{name} must have one dimension, not {array.ndim}")
    if array.size == 0:
        return np.zeros(0, dtype=np.int64)
    if array.dtype.kind in "iu":
        return _within(name, array, 2**32 - 1)
    known = {value: _address(name, value) for value in dict.fromkeys(array.tolist())}
    return np.array([known[value] for value in array.tolist()], dtype=np.int64)


def _address(name: str, value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)):
        return _core.parse_ipv4(str(value))
    if not 0 <= value < 2**32:
        raise ValueError(f"{name} must be an IPv4 address, and {value} has more than 32 bits")
    return int(value)


def _ports(name: str, values: Ports) -> npt.NDArray[np.int64]:
    array = np.asarray(values)
    if array.ndim > 1:
        raise ValueError(f"{name} must have one dimension, not {array.ndim}")
    if array.size == 0:
        return np.zeros(0, dtype=np.int64)
    if array.dtype.kind not in "iu":
        raise TypeError(f"{name} must be whole numbers, not {array.dtype}")
    return _within(name, array, MAXIMUM_PORT)


def _within(name: str, array: npt.NDArray[Any], most: int) -> npt.NDArray[np.int64]:
    least, greatest = int(array.min()), int(array.max())
    if least < 0 or greatest > most:
        wrong = least if least < 0 else greatest
        raise ValueError(f"{name} must be 0 to {most}, and {wrong} is not")
    return array.astype(np.int64)
