# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""Checks of arguments, with messages that name the argument and what it may be."""

from __future__ import annotations

import operator
from typing import SupportsIndex

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
