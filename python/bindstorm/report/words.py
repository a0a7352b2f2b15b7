# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""Numbers and lists in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from bindstorm import _core


def number(value: float, digits: int = 3) -> str:
    """Return a number for a sentence.

    Examples
    --------
    >>> number(28233), number(0.86842), number(3.2e-17)
    ('28,233', '0.868', '3.2e-17')
    """
    return _core.format_number(float(value), digits)


def time(nanoseconds: float) -> str:
    """Return a time with its unit.

    Examples
    --------
    >>> time(2_256_574)
    '2.26 ms'
    """
    return _core.format_time(float(nanoseconds), 3)


def count(value: int, what: str) -> str:
    """Return how many there are.

    Examples
    --------
    >>> count(1, "run"), count(1200, "run")
    ('1 run', '1,200 runs')
    """
    return f"{value:,} {what}{'' if value == 1 else 's'}"


def listed(names: Sequence[str], most: int = 4) -> str:
    """Return names in a row, not all where they are many.

    Examples
    --------
    >>> listed(["a"]), listed(["a", "b", "c"]), listed(["a", "b", "c", "d", "e", "f"])
    ('a', 'a, b and c', 'a, b, c and 3 more')
    """
    shown = list(names)
    if len(shown) > most:
        shown = [*shown[: most - 1], f"{len(shown) - most + 1} more"]
    if len(shown) < 2:
        return "".join(shown)
    return ", ".join(shown[:-1]) + " and " + shown[-1]


def is_are(names: Sequence[object]) -> str:
    """Return the verb."""
    return "is" if len(names) == 1 else "are"


def two_lines(text: str) -> str:
    r"""Return text with a new line in its middle.

    Examples
    --------
    >>> two_lines("a miss, before / after")
    'a miss, before\n/ after'
    """
    words = text.split()
    half = (len(words) + 1) // 2
    return " ".join(words[:half]) + "\n" + " ".join(words[half:])
