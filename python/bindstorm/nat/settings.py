# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""A NAT's settings as the extension takes them: by name, flat, times in nanoseconds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Any, SupportsIndex, TypeAlias

from bindstorm.checks import whole
from bindstorm.nat.rules import Address
from bindstorm.nat.times import Duration, nanoseconds

__all__ = ["SETTINGS", "Behaviour", "PortRange", "addresses", "flat_settings"]

Behaviour: TypeAlias = str | Mapping[str, str]
PortRange: TypeAlias = str | tuple[SupportsIndex, SupportsIndex]

_PROTOCOLS = ("udp", "tcp", "icmp")
_TIMERS = (
    "udp",
    "udp_unreplied",
    "icmp",
    "other",
    "tcp_opening",
    "tcp_established",
    "tcp_half_closed",
    "tcp_closed",
    "tcp_reset",
)
_TEXTS = (
    "index", "housekeeping", "clock", "ports", "reserved", "pooling", "when_full", "sources",
    "unsolicited",
)  # fmt: skip
_FLAGS = (
    "preserve_port", "keep_parity", "keep_class", "overload", "hairpin", "inbound_refresh",
    "reset_on_address_change", "reverse", "denied_fragments_open",
)  # fmt: skip
_NUMBERS = ("max_links", "max_ports_per_host", "max_fragmented_datagrams", "max_held_fragments")
_TIMES = ("port_hold", "syn_hold")
_OTHERS = ("external", "range", "mapping", "filtering", "timers", "target", "first_internal")

#: Those arguments of a Nat that its profile has values for.
SETTINGS = frozenset((*_TEXTS, *_FLAGS, *_NUMBERS, *_TIMES, *_OTHERS))


def addresses(name: str, values: Iterable[Address]) -> list[str]:
    """Return addresses as a list of texts; a single text is not a list."""
    if isinstance(values, str):
        raise TypeError(f"{name} must be a list of addresses, [{values!r}], not a text")
    return [str(value) for value in values]


def flat_settings(arguments: Mapping[str, Any]) -> dict[str, object]:
    """Return those arguments that are not None, checked as to type and under flat names.

    Examples
    --------
    >>> flat_settings({"timers": {"udp": "300 s"}, "mapping": {"tcp": "address-dependent"}})
    {'udp_timeout': 300000000000, 'tcp_mapping': 'address-dependent'}
    """
    flat: dict[str, object] = {}
    for name, value in arguments.items():
        if value is None:
            continue
        if name in ("mapping", "filtering"):
            flat.update(_behaviours(name, value))
        elif name == "timers":
            flat.update(_timers(value))
        elif name == "external":
            flat[name] = addresses(name, value)
        elif name == "range":
            flat[name] = value if isinstance(value, str) else _range(value)
        else:
            flat[name] = _plain(name, value)
    return flat


def _plain(name: str, value: Any) -> object:
    if name in _TEXTS:
        if not isinstance(value, str):
            raise TypeError(f"{name} must be text, not {value!r}")
        return value
    if name in _FLAGS:
        if not isinstance(value, bool):
            raise TypeError(f"{name} must be True or False, not {value!r}")
        return value
    if name in _NUMBERS:
        return whole(name, value, 0, 2**32 - 1)
    if name in _TIMES:
        return nanoseconds(name, value)
    return str(value)


def _behaviours(name: str, value: Behaviour) -> dict[str, object]:
    if isinstance(value, str):
        return {f"{protocol}_{name}": value for protocol in _PROTOCOLS}
    _known(name, value, _PROTOCOLS)
    return {f"{protocol}_{name}": word for protocol, word in value.items()}


def _timers(value: Mapping[str, Duration]) -> dict[str, object]:
    _known("timers", value, _TIMERS)
    return {
        f"{timer}_timeout": nanoseconds(f"timers[{timer!r}]", time) for timer, time in value.items()
    }


def _known(name: str, given: Mapping[str, Any], known: tuple[str, ...]) -> None:
    if not isinstance(given, Mapping):
        raise TypeError(f"{name} must be a dict, not {given!r}")
    for key in given:
        if key not in known:
            near = get_close_matches(str(key), known, n=1)
            hint = f"did you mean {near[0]!r}?" if near else f"known: {', '.join(known)}"
            raise ValueError(f"{name} has no {key!r}; {hint}")


def _range(value: tuple[SupportsIndex, SupportsIndex]) -> str:
    try:
        low, high = value
    except (TypeError, ValueError):
        raise ValueError(f'range must be "1024-65535" or two ports, not {value!r}') from None
    return f"{whole('range[0]', low, 0, 65535)}-{whole('range[1]', high, 0, 65535)}"
