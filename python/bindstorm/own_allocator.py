# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""Allocators of one's own: Python classes, and plug-ins by file."""

from __future__ import annotations

import hashlib
import os
from functools import partial
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from bindstorm import _core
from bindstorm.plugin_host import describe, load_classes, make

__all__ = ["Allocator", "Draws", "View", "load_plugin", "plugin_header"]

_HEADER = Path(__file__).resolve().parent / "include" / "bindstorm-plugin.h"
_loaded: dict[Path, tuple[str, tuple[str, ...]]] = {}


class View(Protocol):
    """What is free for one request, as an allocator sees it during one choice.

    Every question costs what it costs the built-in allocators, and is counted. Used after the
    choice, it raises RuntimeError.
    """

    @property
    def low(self) -> int:
        """First port of the range."""

    @property
    def high(self) -> int:
        """Last port of the range, included."""

    @property
    def size(self) -> int:
        """Number of ports in the range."""

    @property
    def chains(self) -> int:
        """Number of hash chains: port ``p`` is in chain ``p % chains``, slot ``p // chains``."""

    def is_eligible(self, port: int, /) -> bool:
        """Whether a number is a port of the range that is not reserved; costs nothing."""

    def is_free(self, port: int, /) -> bool:
        """Whether an eligible port is free; a probe and the walk along its chain."""

    def count_free(self) -> int:
        """Number of free ports, by a bitmap with counts."""

    def select_free(self, rank: int, /) -> int:
        """The free port with `rank` free ports below it."""

    def chain_length(self, port: int, limit: int = 65536, /) -> int:
        """Sockets in the chain of a port, whatever they are bound to, counted up to a limit."""

    def is_present(self, port: int, /) -> bool:
        """Whether any socket at all has the port."""

    def busy_slots(self, port: int, /) -> int:
        """Return the chain of a port as bits: bit `k` is set when the port of slot `k` is taken."""

    def add_work(self, **work: int) -> None:
        """Count work of one's own, by the units of `PortAllocator.counters`: ``steps=1``."""


class Draws(Protocol):
    """Randomness of a choice, from the generator of the host; every number is counted."""

    def draw(self) -> int:
        """Return a number of 32 bits."""

    def below(self, bound: int, /) -> int:
        """Return an unbiased number from 0 to `bound` - 1."""


@runtime_checkable
class Allocator(Protocol):
    """A port allocator of one's own: a method `choose`, and what is to be known of it.

    Subclassing is not needed. All attributes but the method are optional in a notebook; a file for
    ``--plugin`` needs ``name``: ``summary`` (else the first line of the docstring), ``source``,
    ``default_chains`` (128), ``lock`` (``"table"`` or ``"chain"``), ``uses_free_set`` (True when
    every choice counts or selects free ports), and ``parameters``: a dict of names and defaults,
    where a tuple of str lists the words allowed. The constructor gets parameters by name.

    Choices must depend on nothing but the arguments and earlier choices.

    Examples
    --------
    >>> import bindstorm as bs
    >>> class Upwards:
    ...     "The next port upwards that is free."
    ...
    ...     def __init__(self):
    ...         self.last = 0
    ...
    ...     def choose(self, view, draws):
    ...         for step in range(1, view.size + 1):
    ...             port = view.low + (self.last + step) % view.size
    ...             if view.is_eligible(port) and view.is_free(port):
    ...                 self.last = port - view.low
    ...                 return port
    >>> bs.PortAllocator(Upwards, range=(40000, 40003)).draw(5).tolist()
    [40001, 40002, 40003, 40000, 40001]
    """

    def choose(self, view: View, draws: Draws, /) -> int | None:
        """Return a port that is free, or None to give up."""


def load_plugin(path: str | os.PathLike[str]) -> tuple[str, ...]:
    """Load a shared object or a Python file; its allocators are there by name from then on.

    Parameters
    ----------
    path : path-like
        A name that ends in ``.py`` is a Python file, which is executed in this interpreter; any
        other is a shared object, built with :func:`plugin_header`.

    Returns
    -------
    tuple of str
        The names of its allocators. Loading the same file again changes nothing.

    Raises
    ------
    ValueError
        When it is no plug-in, was built for another version, takes a name that exists, or was
        changed since it was loaded: a process cannot replace it.

    Examples
    --------
    >>> import bindstorm as bs
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     file = Path(folder, "lowest.py")
    ...     _ = file.write_text('''
    ... class Lowest:
    ...     "The lowest free port."
    ...     name = "lowest-free"
    ...     def choose(self, view, draws):
    ...         return view.select_free(0) if view.count_free() else None
    ... ''')
    ...     bs.load_plugin(file)
    ('lowest-free',)
    >>> bs.PortAllocator("lowest-free", busy="lower-half").bind()
    46884
    """
    file = Path(path)
    try:
        content = file.read_bytes()
    except OSError as error:
        raise ValueError(f"plug-in {str(file)!r}: {error.strerror}") from error
    digest = hashlib.sha256(content).hexdigest()
    if file.suffix != ".py":
        return tuple(_core.load_shared_object(os.fspath(path), digest))
    place = file.resolve()
    if place not in _loaded:
        _loaded[place] = digest, _add_classes(os.fspath(path), content, digest)
    known, names = _loaded[place]
    if known != digest:
        raise ValueError(
            f"plug-in {str(file)!r} was changed after this process loaded it; start a new one"
        )
    return names


def plugin_header() -> Path:
    """Return the path of ``bindstorm-plugin.h``, which shared objects are built with.

    Examples
    --------
    >>> import bindstorm as bs
    >>> bs.plugin_header().name
    'bindstorm-plugin.h'
    """
    return _HEADER


def resolve(allocator: object) -> tuple[str, tuple[Any, dict[str, Any]] | None]:
    """Return the name of an allocator, and for one of one's own the object and what it says."""
    if isinstance(allocator, str):
        return _core.resolve_allocator(allocator), None
    own = allocator() if isinstance(allocator, type) else allocator
    if not callable(getattr(own, "choose", None)):
        raise TypeError(f"an allocator is a name, or has a method choose(view, draws): {own!r}")
    about = describe(own, type(own).__name__)
    # Its results would be taken for those of the other one.
    if any(known["name"] == about["name"] and not known["plugin"] for known in _core.allocators()):
        raise ValueError(f"there is an allocator {about['name']!r} already; choose another name")
    return about["name"], (own, about)


def _add_classes(path: str, content: bytes, digest: str) -> tuple[str, ...]:
    names = []
    for found in load_classes(path, content):
        about = describe(found)
        about["source"] = about["source"] or path
        _core.add_class(about=about, make=partial(make, found), path=path, hash=digest)
        names.append(about["name"])
    return tuple(names)
