# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""Times of a NAT: seconds outside, whole nanoseconds inside."""

from __future__ import annotations

import datetime
import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import pandas as pd

from bindstorm import _core

__all__ = ["Duration", "Times", "nanoseconds", "nanoseconds_of_many"]

Duration: TypeAlias = float | str | datetime.timedelta
Times: TypeAlias = Sequence[float] | npt.NDArray[Any] | pd.Series

_SECOND = 1_000_000_000
_MOST = 2**63 / _SECOND


def nanoseconds(name: str, value: Duration) -> int:
    """Return a time as whole nanoseconds, the nearest ones.

    Examples
    --------
    >>> nanoseconds("now", 309.9), nanoseconds("now", "5 min")
    (309900000000, 300000000000)
    """
    if isinstance(value, str):
        return _core.parse_duration(value)
    if isinstance(value, datetime.timedelta):
        whole = value // datetime.timedelta(microseconds=1) * 1000
        return whole + getattr(value, "nanoseconds", 0)  # pandas.Timedelta is finer
    if isinstance(value, (bool, np.bool_)) or not isinstance(
        value, (int, float, np.integer, np.floating)
    ):
        raise TypeError(f'{name} must be seconds or a text such as "300 s", not {value!r}')
    if not math.isfinite(value) or abs(value) >= _MOST:
        raise ValueError(f"{name} must be a number of seconds, not {value!r}")
    return round(Fraction(value.item() if isinstance(value, np.generic) else value) * _SECOND)


def nanoseconds_of_many(values: Times) -> npt.NDArray[np.int64]:
    """Return times in seconds as nanoseconds; those of timedelta64 are taken as they are."""
    array: npt.NDArray[Any] = np.asarray(values)
    if array.dtype.kind == "m":
        exact: npt.NDArray[np.int64] = array.astype("timedelta64[ns]").astype(np.int64)
        return exact
    if array.dtype.kind in "iuf" and bool((np.abs(array.astype(np.float64)) >= _MOST).any()):
        raise ValueError(f"now must be below {_MOST:.3g} seconds, 292 years")
    if array.dtype.kind in "iu":
        return array.astype(np.int64) * _SECOND
    if array.dtype.kind != "f" or not bool(np.isfinite(array).all()):
        raise ValueError("now must be seconds, one number for each packet")
    seconds = np.floor(array)
    total: npt.NDArray[np.int64] = seconds.astype(np.int64) * _SECOND + np.rint(
        (array - seconds) * _SECOND
    ).astype(np.int64)
    return total
