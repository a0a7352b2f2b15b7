# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""The probability of every port at one choice, computed instead of sampled."""

from __future__ import annotations

import html
from typing import SupportsIndex

import numpy as np
import numpy.typing as npt
import pandas as pd

from bindstorm import _core
from bindstorm.checks import whole

__all__ = ["Law"]

_LEVEL = 0.99


class Law:
    """The law of an allocator, for one table as it stood. Its repr is a page of numbers.

    An allocator's choice is a function of its raw draws. Where those are finitely many, the
    probability of every port follows from going through all of them, without sampling noise.

    Attributes
    ----------
    allocator : str
        Name with parameters.
    kind : str
        ``"exact"``; ``"given state"`` (exact, for the allocator's present state alone);
        ``"estimate"`` (from `samples` choices).
    method : str
        How it was computed.
    range : tuple of int
        First and last port.
    probability : numpy.ndarray of float64
        By port, 65,536 of them. They sum to 1 less `failure`.
    free : int
        Number of free ports, of which even choice would give each the same.
    failure : float
        Probability that no port is found.
    work : dict
        Mean work of a choice by unit (``steps``, ``probes``, ``node_visits``, ...); what inserting
        the socket costs is not part of it.
    samples : int
        Choices made for an estimate, else 0.
    interval : tuple of two numpy.ndarray, or None
        Of an estimate: 99 % bounds (Clopper and Pearson) of each probability, by port.

    Examples
    --------
    >>> import bindstorm as bs
    >>> law = bs.PortAllocator("dumazet-draft-2009", range=(32768, 61000)).law()
    >>> law.kind, round(law.max_to_min, 3), law.sixteenths.round(2)[:4].tolist()
    ('exact', 2.505, [1.42, 1.1, 1.0, 0.95])
    """

    def __init__(self, law: _core.PortLaw, allocator: str) -> None:
        self._law = law
        self._summary = law.summary()
        self._free = law.free
        self.allocator = allocator
        self.kind = law.kind
        self.method = law.method
        self.range = (law.low, law.high)
        self.probability = law.probability
        self.free = int(self._free.size)
        self.failure = law.failure
        self.work = law.work
        self.samples = law.samples
        self.interval = law.intervals(_LEVEL) if law.kind == "estimate" else None

    @property
    def max_to_min(self) -> float:
        """Most to least likely free port; infinite when one is never chosen."""
        return self._summary.max_to_min

    @property
    def greatest(self) -> tuple[float, int]:
        """The most likely port: how many times the mean, and which."""
        return self._summary.greatest, self._summary.greatest_at

    @property
    def least(self) -> tuple[float, int]:
        """The least likely free port: how many times the mean, and which."""
        return self._summary.least, self._summary.least_at

    @property
    def entropy(self) -> float:
        """Shannon entropy of the port chosen, bits."""
        return self._summary.entropy

    @property
    def min_entropy(self) -> float:
        """What the best single guess has against it, bits."""
        return self._summary.min_entropy

    def forgery_probability(self, *, forgeries: SupportsIndex, windows: SupportsIndex) -> float:
        """Return the chance that a resolver with such ports takes a forged answer.

        The formula of RFC 5452 section 7, with the share of the likeliest port in the place of one
        over the number of ports.

        Parameters
        ----------
        forgeries : int
            Forged answers that arrive before the genuine one, each with another query id.
        windows : int
            Queries that are attacked so, all with the table as it stands.

        Examples
        --------
        >>> import bindstorm as bs
        >>> law = bs.PortAllocator("uniform", range=(1024, 65535)).law()
        >>> f"{law.forgery_probability(forgeries=200, windows=100):.3g}"
        '4.73e-06'
        """
        return _core.forgery_probability(
            2**-self.min_entropy,
            whole("forgeries", forgeries, 0, 2**40),
            whole("windows", windows, 0, 2**40),
        )

    @property
    def possible(self) -> float:
        """Entropy of even choice over the free ports, bits."""
        return self._summary.possible

    @property
    def total_variation(self) -> float:
        """Distance from even choice, 0 to 1."""
        return self._summary.total_variation

    @property
    def sixteenths(self) -> npt.NDArray[np.float64]:
        """Relative density of sixteen parts of the range, from low to high."""
        return self._summary.sixteenths

    def to_frame(self) -> pd.DataFrame:
        """Return the free ports as a table.

        Returns
        -------
        DataFrame
            Index ``port``; ``probability`` and ``relative`` (times the mean); of an estimate also
            ``lower`` and ``upper``, bounds of the probability.
        """
        ports = self._free
        columns = {
            "probability": self.probability[ports],
            "relative": self.probability[ports] * self.free,
        }
        if self.interval is not None:
            columns["lower"] = self.interval[0][ports]
            columns["upper"] = self.interval[1][ports]
        return pd.DataFrame(columns, index=pd.Index(ports, name="port"))

    def expected(self, n: SupportsIndex) -> pd.Series:
        """Return how often each port of the range is expected in `n` choices.

        Returns
        -------
        Series
            Index ``port``, the whole range. With counts it makes a test of draws against the law:
            ``bs.uniformity(counts, law.expected(n), low=...)``.
        """
        low, high = self.range
        index = pd.RangeIndex(low, high + 1, name="port")
        times = whole("n", n, 0, 2**53)
        return pd.Series(self.probability[low : high + 1] * times, index=index, name="expected")

    def __repr__(self) -> str:
        return self._law.format(self.allocator).rstrip("\n")

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(repr(self))}</pre>"
