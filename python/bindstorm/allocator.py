# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""One port space: an allocator, its random stream, and the sockets opened in it."""

from __future__ import annotations

import enum
import html
import ipaddress
import math
import os
from collections.abc import Iterable
from types import TracebackType
from typing import Self, SupportsIndex, TypeAlias

import numpy as np
import numpy.typing as npt

from bindstorm import _core
from bindstorm.checks import MAXIMUM_PORT, port_range, whole
from bindstorm.law import Law
from bindstorm.own_allocator import Allocator, load_plugin, resolve
from bindstorm.uniformity import Uniformity

__all__ = ["PortAllocator", "Protocol"]

Address: TypeAlias = str | ipaddress.IPv4Address | ipaddress.IPv6Address
Ports: TypeAlias = npt.NDArray[np.int32]


class Protocol(enum.StrEnum):
    """Protocols; each has a port space of its own."""

    UDP = "udp"
    TCP = "tcp"


class PortAllocator:
    """A host's ephemeral ports, given out by a named algorithm.

    It is what a simulated host has, without clock and costs: the socket table with its hash
    chains and conflict rule, the allocator, the generator. Equal arguments give equal ports, on
    every machine, and the ports that a host named `host` gives in a scenario with that seed.

    Parameters
    ----------
    allocator : str or Allocator
        A name of :func:`allocators`, with parameters where wanted: ``"linux-2.6.28(lock=table)"``;
        or one of your own, an object or a class (see :class:`Allocator`).
    range : tuple of int
        First and last port of automatic choice, both included.
    generator : str
        A name of :func:`generators`.
    seed : int
        1 to 2**63 - 1.
    run : int
        Replication; another one has other random numbers.
    host : str
        Name that the random streams are derived from.
    chains : int, optional
        Hash chains of the socket table, a power of two up to 65536; else what the allocator was
        written for.
    reserved, excluded : str
        Ports never chosen automatically, as ``"33000,40000-40999"``. An explicit bind to a reserved
        port is allowed, to an excluded one refused.
    busy : str
        Ports that others hold for ever: a pattern of :func:`busy_patterns`, ``"random(0.9)"``.
    protocol : Protocol or str
        ``"udp"`` or ``"tcp"``.
    plugins : iterable of path-like
        Files for :func:`load_plugin`.

    Notes
    -----
    An object serves one thread at a time; a second caller gets a RuntimeError. Long calls let
    other threads run, and Ctrl-C interrupts them after a whole operation.

    Examples
    --------
    >>> import bindstorm as bs
    >>> with bs.PortAllocator("linux-2.6.29", range=(32768, 61000), seed=1) as allocator:
    ...     port = allocator.bind()
    ...     allocator.close(port)
    ...     ports = allocator.draw(100_000)
    >>> ports.dtype, bool(ports.min() >= 32768), bool(ports.max() <= 61000)
    (dtype('int32'), True, True)
    """

    def __init__(
        self,
        allocator: str | Allocator | type[Allocator],
        *,
        range: tuple[SupportsIndex, SupportsIndex] = (32768, 61000),
        generator: str = "taus88",
        seed: SupportsIndex = 1,
        run: SupportsIndex = 0,
        host: str = "host",
        chains: SupportsIndex | None = None,
        reserved: str = "",
        excluded: str = "",
        busy: str = "none",
        protocol: Protocol | str = Protocol.UDP,
        plugins: Iterable[str | os.PathLike[str]] = (),
    ) -> None:
        for path in plugins:
            load_plugin(path)
        self._range = port_range(range)
        self._allocator, own = resolve(allocator)
        self._generator = _core.resolve_generator(generator)
        self._busy_pattern = _core.resolve_busy_pattern(busy)
        self._seed = whole("seed", seed, 1, 2**63 - 1)
        self._run = whole("run", run, 0, 2**63 - 1)
        self._protocol = Protocol(protocol)
        self._desk = _core.PortDesk(
            allocator=self._allocator,
            low=self._range[0],
            high=self._range[1],
            generator=self._generator,
            seed=self._seed,
            run=self._run,
            host=host,
            chains=0 if chains is None else whole("chains", chains, 1, 65536),
            reserved=reserved,
            excluded=excluded,
            busy=self._busy_pattern,
            tcp=self._protocol is Protocol.TCP,
            own=own,
        )

    def bind(
        self,
        port: SupportsIndex | None = None,
        address: Address | None = None,
        *,
        reuse_address: bool = False,
        ipv6_only: bool = False,
        device: SupportsIndex = 0,
        remote: tuple[Address, SupportsIndex] | None = None,
    ) -> int:
        """Open a socket and give it a port.

        Parameters
        ----------
        port : int, optional
            A port of one's own choice; without, or with 0, the allocator chooses.
        address : str or ipaddress address, optional
            Local address; without, the wildcard 0.0.0.0.
        reuse_address, ipv6_only : bool
            The socket options of these names.
        device : int
            Interface index that the socket is bound to; 0 for none.
        remote : tuple of address and port, optional
            The destination of a connect() without bind.

        Returns
        -------
        int
            The socket's port.

        Raises
        ------
        OSError
            EADDRINUSE when the port, or every port, is taken; EADDRNOTAVAIL when there is none
            towards `remote`; EACCES (PermissionError) for an excluded port.

        Examples
        --------
        >>> import bindstorm as bs
        >>> allocator = bs.PortAllocator("uniform", range=(40000, 40000))
        >>> allocator.bind()
        40000
        >>> allocator.bind()
        Traceback (most recent call last):
            ...
        OSError: [Errno 98] bind(0) by uniform in 40000-40000 with 1 sockets held and 0 ports \
busy: the port, or every port, is in use
        """
        return self._desk.bind(
            0 if port is None else whole("port", port, 0, MAXIMUM_PORT),
            None if address is None else str(address),
            reuse_address,
            ipv6_only,
            whole("device", device, 0, 2**32 - 1),
            _remote(remote),
        )

    def close(
        self,
        port: SupportsIndex,
        address: Address | None = None,
        *,
        device: SupportsIndex | None = None,
        remote: tuple[Address, SupportsIndex] | None = None,
    ) -> None:
        """Close a socket that :meth:`bind` opened.

        Parameters
        ----------
        port : int
            Its port.
        address, device, remote : optional
            Which socket is meant, when several share the port. Of sockets that do not differ in
            anything, one is closed.

        Raises
        ------
        OSError
            EBADF when no such socket is open. Ports of the busy pattern are not ours to close.
        ValueError
            When sockets that differ share the port and it is not said which one is meant.
        """
        self._desk.close(
            whole("port", port, 1, MAXIMUM_PORT),
            None if address is None else str(address),
            None if device is None else whole("device", device, 0, 2**32 - 1),
            _remote(remote),
        )

    def close_all(self) -> None:
        """Close every socket that :meth:`bind` or :meth:`churn` opened."""
        self._desk.close_all()

    def draw(self, n: SupportsIndex) -> Ports:
        """Bind and close `n` times, one socket at a time.

        The ports are those of `n` calls of ``bind()``, each closed at once: what the program in the
        thread of 2009 did.

        Returns
        -------
        numpy.ndarray of int32

        Raises
        ------
        OSError
            EADDRINUSE when no port is left. Nothing is open that was not before.
        """
        return self._desk.draw(whole("n", n, 0, 2**40))

    def churn(self, n: SupportsIndex, occupancy: float | None = None) -> Ports:
        """Replace a socket `n` times: close a random one of those held, open another.

        Parameters
        ----------
        n : int
            Number of replacements.
        occupancy : float, optional
            Share of the eligible ports to hold, 0 to 1. Sockets are opened, or random ones closed,
            before the first replacement until that many are held; these are not measured.

        Returns
        -------
        numpy.ndarray of int32
            The ports opened, in order. They depend on each other by the set that is held, so an
            ordinary chi-square rejects even a perfect allocator; use :meth:`measure` and
            :meth:`uniformity`.

        Raises
        ------
        OSError
            EADDRINUSE when no port is found; the socket closed last stays closed.
        ValueError
            When nothing is held.

        Examples
        --------
        >>> import bindstorm as bs
        >>> allocator = bs.PortAllocator("uniform", range=(32768, 32867), seed=1)
        >>> allocator.churn(1000, occupancy=0.9).size
        1000
        >>> allocator.held.size
        90
        """
        count = whole("n", n, 0, 2**40)
        if occupancy is not None:
            if not 0 <= occupancy <= 1:
                raise ValueError(f"occupancy must be 0 to 1, not {occupancy}")
            self._desk.hold(math.floor(occupancy * self._desk.count_eligible() + 0.5))
        return self._desk.churn(count)

    def measure(self) -> None:
        """Start to measure, from now on, how evenly the free ports are used.

        Measured are automatic choices of plain sockets (no address, device, options or
        destination). Calling it again forgets what was measured.
        """
        self._desk.measure()

    def uniformity(self, *, level: float = 0.001) -> Uniformity:
        """Return the verdict on what was chosen since :meth:`measure`.

        Every choice is compared with the ports that were free at that moment, so the verdict holds
        while ports come and go.

        Parameters
        ----------
        level : float
            Chance of rejecting a sound allocator, at most.

        Examples
        --------
        >>> import bindstorm as bs
        >>> allocator = bs.PortAllocator("uniform", seed=1)
        >>> allocator.measure()
        >>> ports = allocator.churn(100_000, occupancy=0.5)
        >>> allocator.uniformity().rejected
        False
        """
        return Uniformity(self._desk.report(level))

    def law(self, *, samples: SupportsIndex = 1_000_000) -> Law:
        """Return the probability of every port at the next ``bind()``, as things stand now.

        Nothing is drawn, opened or changed. Takes well under a second for most allocators and
        about six for ``linux-2.6.28`` on a range in use.

        Parameters
        ----------
        samples : int
            Choices of an estimate; an exact law needs none.

        Examples
        --------
        >>> import bindstorm as bs
        >>> allocator = bs.PortAllocator("linux-2.6.29", busy="random(0.9)", seed=1)
        >>> law = allocator.law()
        >>> law.kind, law.free, round(law.max_to_min, 2)
        ('exact', 2823, 3.69)
        """
        return Law(self._desk.law(whole("samples", samples, 1, 2**40)), self._allocator)

    @property
    def held(self) -> Ports:
        """The ports of the sockets opened here, ascending; one element a socket."""
        return self._desk.held()

    @property
    def busy(self) -> Ports:
        """The ports that the busy pattern holds, ascending."""
        return self._desk.busy()

    @property
    def free(self) -> Ports:
        """The ports that ``bind()`` could be given now, ascending."""
        return self._desk.free()

    @property
    def counters(self) -> dict[str, int]:
        """Work of all binds so far, refused ones too, and the numbers of calls.

        Keys: ``binds``, ``failures`` (of them), ``closes``, and the units of work ``rng_draws``,
        ``steps``, ``probes``, ``chain_scans``, ``node_visits``, ``locks``, ``bitmap_words``.
        """
        work = self._desk.work()
        return {
            "binds": work["binds"],
            "failures": work["failures"],
            "closes": work["closes"],
            **work["bind"],
        }

    @property
    def last_counters(self) -> dict[str, int]:
        """Work of the last bind."""
        return self._desk.work()["last_bind"]

    @property
    def close_counters(self) -> dict[str, int]:
        """Work of all closes so far."""
        return self._desk.work()["close"]

    @property
    def chains(self) -> int:
        """Hash chains of the socket table."""
        return self._desk.count_chains()

    @property
    def range(self) -> tuple[int, int]:
        """First and last port of automatic choice."""
        return self._range

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close_all()

    def _repr_html_(self) -> str:
        return f"<p><code>{html.escape(repr(self))}</code></p>"

    def __repr__(self) -> str:
        low, high = self._range
        try:
            held = f"{self._desk.count_held()} held"
        except RuntimeError:
            held = "busy in another thread"
        busy = "" if self._busy_pattern == "none" else f", busy={self._busy_pattern!r}"
        return (
            f"<PortAllocator {self._allocator!r} range=({low}, {high}) {self._protocol} "
            f"generator={self._generator!r} seed={self._seed} run={self._run}{busy}: "
            f"{held}>"
        )


def _remote(remote: tuple[Address, SupportsIndex] | None) -> tuple[str, int] | None:
    if remote is None:
        return None
    address, port = remote
    return str(address), whole("remote[1]", port, 1, MAXIMUM_PORT)
