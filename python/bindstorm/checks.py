# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""Checks of arguments, with messages that name the argument and what it may be."""

from __future__ import annotations

import operator
from collections.abc import Iterable
from difflib import get_close_matches
from typing import TYPE_CHECKING, SupportsIndex

if TYPE_CHECKING:
    import pandas as pd

MAXIMUM_PORT = 65535


def whole(name: str, value: SupportsIndex, low: int, high: int) -> int:
    """Return a whole number of [low, high]; numpy's integers are welcome, floats are not."""
    if isinstance(value, bool):
        raise TypeError(f"{name} must be a whole number, not {value!r}")
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} must be a whole number, not {value!r}") from None
    if not low <= number <= high:
        raise ValueError(f"{name} must be {low} to {high}, not {number}")
    return number


def port_range(value: tuple[SupportsIndex, SupportsIndex]) -> tuple[int, int]:
    """Return both ends of an inclusive range of ports."""
    try:
        first, last = value
    except (TypeError, ValueError):
        raise ValueError(f"range must be two ports, (low, high), not {value!r}") from None
    low = whole("range[0]", first, 1, MAXIMUM_PORT)
    high = whole("range[1]", last, 1, MAXIMUM_PORT)
    if low > high:
        raise ValueError(f"range ({low}, {high}): the first port is above the last one")
    return low, high


def has_columns(function: str, frame: pd.DataFrame, columns: Iterable[str]) -> None:
    """Refuse a frame that lacks a column, with those that it has.

    Examples
    --------
    >>> import pandas as pd
    >>> has_columns("plot.latency()", pd.DataFrame({"counts": [1]}), ["upper_ns", "count"])
    Traceback (most recent call last):
    ...
    ValueError: plot.latency(): there are no columns 'upper_ns', 'count' (did you mean 'counts'?); \
    the frame has: 'counts'
    """
    known = [str(name) for name in frame.columns]
    missing = [name for name in dict.fromkeys(columns) if name not in frame.columns]
    if not missing:
        return
    wanted = []
    for name in missing:
        near = get_close_matches(name, known, n=1)
        wanted.append(f"{name!r} (did you mean {near[0]!r}?)" if near else repr(name))
    raise ValueError(
        f"{function}: there {'is no column' if len(missing) == 1 else 'are no columns'} "
        f"{', '.join(wanted)}; the frame has: {', '.join(map(repr, known)) or 'none'}"
    )
