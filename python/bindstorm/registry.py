# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""Allocators, generators and busy patterns by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from typing import Any, Generic, Protocol, TypeVar, overload

import pandas as pd

from bindstorm import _core

__all__ = [
    "AllocatorInfo",
    "BusyPatternInfo",
    "Components",
    "GeneratorInfo",
    "NatPartInfo",
    "NatPortChoiceInfo",
    "ParameterInfo",
    "allocators",
    "busy_patterns",
    "generators",
    "nat_clocks",
    "nat_housekeeping",
    "nat_indexes",
    "nat_port_choices",
]


@dataclass(frozen=True, slots=True)
class ParameterInfo:
    """A parameter of a named part, written ``name(key=value)``."""

    name: str
    default: str
    choices: tuple[str, ...]
    help: str

    def __str__(self) -> str:
        values = "|".join(self.choices) or "..."
        return f"{self.name}={values}" + (f" [{self.default}]" if self.default else "")


@dataclass(frozen=True, slots=True)
class AllocatorInfo:
    """What is known of a port allocator."""

    name: str
    summary: str
    source: str  #: commit, mail or RFC section that it follows
    chains: int  #: hash chains of the socket table it was written for
    lock: str  #: "table" or "chain": what is locked while it works
    plugin: str  #: the file it comes from; empty for a built-in one
    parameters: tuple[ParameterInfo, ...]


@dataclass(frozen=True, slots=True)
class GeneratorInfo:
    """What is known of a random number generator."""

    name: str
    summary: str
    good: bool  #: False for those that are bad on purpose
    parameters: tuple[ParameterInfo, ...]


@dataclass(frozen=True, slots=True)
class BusyPatternInfo:
    """What is known of a pattern of ports that are busy from the beginning."""

    name: str
    summary: str
    parameters: tuple[ParameterInfo, ...]


@dataclass(frozen=True, slots=True)
class NatPartInfo:
    """What is known of a NAT's index, housekeeping or clock."""

    name: str
    summary: str
    parameters: tuple[ParameterInfo, ...]
    source: str = ""  #: review, commit or paper that it follows


@dataclass(frozen=True, slots=True)
class NatPortChoiceInfo:
    """What is known of a NAT's port choice."""

    name: str
    summary: str
    source: str  #: commit, thread or RFC section that it follows
    range: str  #: ports that it was written for
    parameters: tuple[ParameterInfo, ...]


class _Named(Protocol):
    @property
    def name(self) -> str: ...


T = TypeVar("T", bound=_Named)


class Components(Sequence[T], Generic[T]):
    """A fixed sequence of named parts, also indexed by name and shown as a table.

    Examples
    --------
    >>> import bindstorm as bs
    >>> "uniform" in bs.allocators()
    True
    >>> bs.generators()["taus88"].good
    True
    """

    def __init__(self, items: Iterable[T]) -> None:
        self._items = tuple(items)

    @property
    def names(self) -> tuple[str, ...]:
        """The names, in order."""
        return tuple(item.name for item in self._items)

    def to_frame(self) -> pd.DataFrame:
        """One row a part, indexed by name."""
        rows = [
            {**_flat(item), "parameters": ", ".join(map(str, _parameters(item)))}
            for item in self._items
        ]
        return pd.DataFrame(rows).set_index("name")

    @overload
    def __getitem__(self, index: int | str) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[T, ...]: ...
    def __getitem__(self, index: int | str | slice) -> T | tuple[T, ...]:
        if isinstance(index, str):
            for item in self._items:
                if item.name == index:
                    return item
            raise KeyError(f"{index!r}; known: {', '.join(self.names)}")
        return self._items[index]

    def __contains__(self, value: object) -> bool:
        return value in self._items or value in self.names

    def __iter__(self) -> Iterator[T]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __repr__(self) -> str:
        width = max(map(len, self.names))
        lines = []
        for item in self._items:
            about = _flat(item)["summary"]
            lines.append(f"{item.name:{width}}  {about}")
            lines.extend(f"{'':{width}}    {parameter}" for parameter in _parameters(item))
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        return self.to_frame().to_html()


def _flat(item: Any) -> dict[str, Any]:
    return {field.name: getattr(item, field.name) for field in fields(item)}


def _parameters(item: Any) -> tuple[ParameterInfo, ...]:
    parameters: tuple[ParameterInfo, ...] = item.parameters
    return parameters


def _build(make: Callable[..., T], entries: list[dict[str, Any]]) -> Components[T]:
    return Components(
        make(**{**entry, "parameters": tuple(ParameterInfo(**p) for p in entry["parameters"])})
        for entry in entries
    )


def allocators() -> Components[AllocatorInfo]:
    """List the port allocators.

    Returns
    -------
    Components
        A sequence of :class:`AllocatorInfo`; ``.to_frame()`` makes a table of it.

    Examples
    --------
    >>> import bindstorm as bs
    >>> bs.allocators()["linux-2.6.29"].chains
    128
    >>> bs.allocators().names[:2]
    ('linux-2.6.23', 'linux-2.6.27')
    """
    return _build(AllocatorInfo, _core.allocators())


def generators() -> Components[GeneratorInfo]:
    """List the random number generators, the bad ones too.

    Examples
    --------
    >>> import bindstorm as bs
    >>> [g.name for g in bs.generators() if not g.good]
    ['lcg16', 'counter']
    """
    return _build(GeneratorInfo, _core.generators())


def busy_patterns() -> Components[BusyPatternInfo]:
    """List the patterns of ports that are busy from the beginning.

    Examples
    --------
    >>> import bindstorm as bs
    >>> "lower-half" in bs.busy_patterns()
    True
    """
    return _build(BusyPatternInfo, _core.busy_patterns())


def nat_indexes() -> Components[NatPartInfo]:
    """List what finds the entries of a NAT's table.

    Examples
    --------
    >>> import bindstorm as bs
    >>> bs.nat_indexes()["mixed-chains"].parameters[0].default
    '4001'
    """
    return _build(NatPartInfo, _core.nat_indexes())


def nat_housekeeping() -> Components[NatPartInfo]:
    """List what looks for the entries of a NAT's table whose time is over.

    Examples
    --------
    >>> import bindstorm as bs
    >>> bs.nat_housekeeping().names
    ('sweep', 'incremental', 'on-use', 'timer-wheel')
    """
    return _build(NatPartInfo, _core.nat_housekeeping())


def nat_clocks() -> Components[NatPartInfo]:
    """List how a NAT reads the time.

    Examples
    --------
    >>> import bindstorm as bs
    >>> bs.nat_clocks().names
    ('each-packet', 'every-n', 'ticker', 'coarse')
    """
    return _build(NatPartInfo, _core.nat_clocks())


def nat_port_choices() -> Components[NatPortChoiceInfo]:
    """List what chooses the external ports of a NAT.

    Examples
    --------
    >>> import bindstorm as bs
    >>> bs.nat_port_choices()["uniform"].range
    '1024-65535'
    """
    return _build(NatPortChoiceInfo, _core.nat_port_choices())
