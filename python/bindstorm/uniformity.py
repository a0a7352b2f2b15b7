# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""Whether ports were given out evenly, and how far from it."""

from __future__ import annotations

import html
import warnings
from collections.abc import Sequence
from typing import Any, SupportsIndex, TypeAlias

import numpy as np
import numpy.typing as npt
import pandas as pd

from bindstorm import _core
from bindstorm.checks import MAXIMUM_PORT, port_range, whole

__all__ = ["Uniformity", "uniformity", "uniformity_of_ports"]

Numbers: TypeAlias = Sequence[int] | Sequence[float] | npt.NDArray[Any] | pd.Series


class Uniformity:
    """A verdict on ports, with the tests that it rests on. Its repr is the whole report.

    Attributes
    ----------
    low, high : int
        The range, both ends included.
    samples : int
        Ports that were drawn.
    outside : int
        Draws that were not a free port of the range; any of them is a rejection.
    is_static : bool
        Whether the same ports were free all the time, so that ordinary chi-square tests hold.
    rejected : bool
        Whether even choice is rejected at `level`.
    p_value : float
        Least p-value of all tests, corrected for their number by Holm's method; NaN without data.
    level : float
        Chance of rejecting a sound allocator, at most.
    worst : str
        Name of the test with the least p-value.
    """

    def __init__(self, report: _core.UniformityReport) -> None:
        self._report = report
        self.low = report.low
        self.high = report.high
        self.samples = report.samples
        self.outside = report.outside
        self.is_static = report.is_static
        self.rejected = report.is_rejected
        self.p_value = report.p_overall
        self.level = report.level
        self.worst = report.worst

    @property
    def tests(self) -> pd.DataFrame:
        """One row a test, indexed by name: statistic, dof, p_value, p_holm, effect, method."""
        rows = [
            {
                "test": test.name,
                "statistic": test.statistic,
                "dof": test.degrees_of_freedom,
                "p_value": test.p_value,
                "p_holm": test.p_holm,
                "effect": test.effect_size,
                "method": test.method,
            }
            for test in self._report.tests
        ]
        columns = ["test", "statistic", "dof", "p_value", "p_holm", "effect", "method"]
        return pd.DataFrame(rows, columns=columns).set_index("test")

    @property
    def total_variation(self) -> float:
        """Distance between drawn and expected shares, 0 to 1. Chance alone makes it positive."""
        return self._report.total_variation.distance

    @property
    def total_variation_by_chance(self) -> tuple[float, float]:
        """What even choice would give: mean and standard deviation."""
        spread = self._report.total_variation
        return spread.expected, spread.deviation

    @property
    def max_min(self) -> float:
        """Ratio of the most to the least likely port, counting noise taken out."""
        return _ratio(self._report.ports)

    @property
    def max_min_sixteenths(self) -> float:
        """The same for sixteenths of the range."""
        return _ratio(self._report.sixteenths)

    @property
    def entropy_bits(self) -> float:
        """Shannon entropy of a port, bias corrected (Miller and Madow)."""
        return self._report.entropy.corrected

    @property
    def min_entropy_bits(self) -> float:
        """Min-entropy of a port: what the best single guess has against it; noise taken out."""
        return self._report.entropy.min_corrected

    @property
    def possible_bits(self) -> float:
        """Entropy of even choice."""
        return self._report.entropy.possible

    @property
    def entropy_is_reliable(self) -> bool:
        """Whether there are five samples a port: with fewer, `entropy_bits` is too small."""
        return self._report.entropy.is_reliable

    def forgery_probability(self, *, forgeries: SupportsIndex, windows: SupportsIndex) -> float:
        """Return the chance that a resolver with such ports takes a forged answer.

        The formula of RFC 5452 section 7, with the measured share of the likeliest port in the
        place of one over the number of ports.

        Parameters
        ----------
        forgeries : int
            Forged answers that arrive before the genuine one, each with another query id.
        windows : int
            Queries that are attacked so.

        Warns
        -----
        UserWarning
            When the samples are too few to tell so many ports from far fewer.

        Examples
        --------
        >>> import bindstorm as bs
        >>> ports = bs.PortAllocator("uniform", range=(1024, 65535)).draw(500_000)
        >>> report = bs.uniformity_of_ports(ports, range=(1024, 65535))
        >>> f"{report.forgery_probability(forgeries=200, windows=100):.3g}"
        '4.73e-06'
        """
        entropy = self._report.entropy
        chance = _core.forgery_probability(
            2**-entropy.min_corrected,
            whole("forgeries", forgeries, 0, 2**40),
            whole("windows", windows, 0, 2**40),
        )
        if not entropy.is_reliable and entropy.min_corrected > entropy.min_lower_bound + 1:
            warnings.warn(
                f"{self.samples} samples cannot measure {entropy.possible:.2f} bits: they show "
                f"{entropy.min_lower_bound:.2f} bits, and no sign of fewer than "
                f"{entropy.min_corrected:.2f}",
                stacklevel=2,
            )
        return chance

    @property
    def even_share(self) -> float:
        """Share of even port numbers."""
        return self._report.even_share

    @property
    def correlation(self) -> float | None:
        """Correlation of successive ports; None when their order is not known."""
        return self._report.lag_one_correlation if self._report.has_serial else None

    def __repr__(self) -> str:
        return self._report.format().rstrip("\n")

    def _repr_html_(self) -> str:
        head, _, tail = repr(self).partition("\n\n")
        _, _, sizes = tail.partition("\n\n")
        return (
            f"<pre>{html.escape(head)}</pre>{self.tests.to_html()}<pre>{html.escape(sizes)}</pre>"
        )


def _ratio(spread: _core.DensitySpread) -> float:
    if spread.cells == 0:
        return float("nan")
    if spread.least_corrected == 0:
        return float("inf")
    return spread.greatest_corrected / spread.least_corrected


def uniformity(
    observed: Numbers | pd.DataFrame,
    expected: Numbers | None = None,
    *,
    low: SupportsIndex | None = None,
    variance: Numbers | None = None,
    level: float = 0.001,
) -> Uniformity:
    """Test counts of ports against even choice.

    Parameters
    ----------
    observed : array, Series or DataFrame
        How often each port of a range was drawn, from its first port on; also 0 for a port that
        was never drawn. A Series has the ports as its index. A DataFrame, such as
        :meth:`Results.ports` gives, has columns ``observed`` and, where wanted, ``expected`` and
        ``variance``.
    expected : array or Series, optional
        Expected counts (not shares) with the same total, 0 for a port that was not free; without,
        all ports were equally likely.
    low : int, optional
        First port of the range; without, the first of the index, or 0.
    variance : array or Series, optional
        Variance of each count, for ports that come and go while others are drawn. Where it is
        given and the expected counts are not all alike, only the whole range can be tested:
        groups of ports would need variances of their own.
    level : float
        Chance of rejecting a sound allocator, at most.

    Returns
    -------
    Uniformity

    Raises
    ------
    ValueError
        When a count is negative or no whole number, or lengths or totals differ.

    Examples
    --------
    >>> import bindstorm as bs, numpy as np
    >>> ports = bs.PortAllocator("dumazet-draft-2009", range=(32768, 61000)).draw(200_000)
    >>> report = bs.uniformity(np.bincount(ports - 32768, minlength=28233), low=32768)
    >>> report.rejected
    True
    >>> print(repr(report).splitlines()[0])
    ports 32768-61000, 200000 samples, static occupancy: NOT uniform; clearest defect: sixteenths
    """
    if isinstance(observed, pd.DataFrame):
        if expected is not None or variance is not None:
            raise ValueError("a DataFrame brings its own expected and variance columns")
        frame = observed
        expected = frame["expected"] if "expected" in frame else None
        variance = frame["variance"] if "variance" in frame else None
        observed = frame["observed"]
    first = _first_port(observed, low)
    counts = _counts(observed)
    high = first + counts.size - 1
    if counts.size == 0 or high > MAXIMUM_PORT:
        raise ValueError(f"{counts.size} counts from port {first} on: ports end at {MAXIMUM_PORT}")
    likely = None if expected is None else _reals("expected", expected)
    if variance is not None and likely is not None and _is_even(likely):
        variance = None
    return Uniformity(
        _core.measure_counts(
            first,
            high,
            counts,
            likely,
            None if variance is None else _reals("variance", variance),
            level,
        )
    )


def uniformity_of_ports(
    ports: Numbers,
    *,
    range: tuple[SupportsIndex, SupportsIndex],
    free: Numbers | None = None,
    level: float = 0.001,
) -> Uniformity:
    """Test ports in the order drawn: even choice, and independence of successive ports.

    Parameters
    ----------
    ports : array or Series of int
        The ports, drawn while the same ports were free all the time.
    range : tuple of int
        First and last port that could be drawn.
    free : array of int, optional
        The ports that could be drawn; without, all of the range. One that could not and was drawn
        all the same is counted as ``outside`` and makes the report a rejection.
    level : float
        Chance of rejecting a sound allocator, at most.

    Examples
    --------
    >>> import bindstorm as bs
    >>> allocator = bs.PortAllocator("linux-2.6.29", busy="random(0.9)", seed=1)
    >>> ports = allocator.draw(100_000)
    >>> report = bs.uniformity_of_ports(ports, range=allocator.range, free=allocator.free)
    >>> report.rejected, report.max_min > 3
    (True, True)
    """
    low, high = port_range(range)
    drawn = _whole_numbers("ports", ports)
    usable = None if free is None else _whole_numbers("free", free)
    if usable is not None and usable.size == 0:
        raise ValueError("no port is free: nothing could be drawn")
    return Uniformity(_core.measure_ports(low, high, drawn, usable, level))


def _first_port(observed: Numbers, low: SupportsIndex | None) -> int:
    first = 0
    if isinstance(observed, pd.Series) and len(observed) > 0:
        index = observed.index
        if not pd.api.types.is_integer_dtype(index.dtype):
            raise ValueError(f"the index must be the ports, whole numbers, not {index.dtype}")
        steps = np.diff(index.to_numpy().astype(np.int64))
        if not bool((steps == 1).all()):
            raise ValueError(
                "the index must be every port of the range, ascending: use "
                ".reindex(range(low, high + 1), fill_value=0), or uniformity_of_ports()"
            )
        first = int(index[0])
        if low is not None and first not in (0, int(low)):
            raise ValueError(f"low={int(low)}, but the index begins at {first}")
    return whole("low", first if low is None else low, 0, MAXIMUM_PORT)


def _array(name: str, values: Numbers) -> npt.NDArray[Any]:
    array = np.asarray(values)
    if array.ndim != 1:
        raise ValueError(f"{name} must have one dimension, not {array.ndim}")
    if array.size > 0 and array.dtype.kind not in "iuf":
        raise ValueError(f"{name} must be numbers, not {array.dtype}")
    return array


def _whole_numbers(name: str, values: Numbers) -> npt.NDArray[np.int64]:
    array = _array(name, values)
    if array.dtype.kind == "f" and not bool((array == np.floor(array)).all()):
        raise ValueError(f"{name} must be whole numbers; a missing one is not a number")
    return array.astype(np.int64)


def _counts(observed: Numbers) -> npt.NDArray[np.uint64]:
    counts = _whole_numbers("observed", observed)
    if bool((counts < 0).any()):
        raise ValueError("observed: a count is negative")
    return counts.astype(np.uint64)


def _reals(name: str, values: Numbers) -> npt.NDArray[np.float64]:
    return _array(name, values).astype(np.float64)


def _is_even(expected: npt.NDArray[np.float64]) -> bool:
    exposed = expected[expected > 0]
    return exposed.size == 0 or bool(np.ptp(exposed) <= 1e-9 * exposed.max())
