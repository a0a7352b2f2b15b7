# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""Words that belong beside our pictures: those of others, with their sources, and ours."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources


@cache
def _all() -> dict[str, dict[str, dict[str, str]]]:
    text = resources.files("bindstorm.report").joinpath("said.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def said(scenario: str, picture: str) -> tuple[str, str]:
    """Return what was said, and by whom; two empty texts where nothing is known.

    Examples
    --------
    >>> said("thread-2009", "parabola")[1]
    'netdev, 23 January 2009: the test of the draft'
    """
    entry = _all().get(scenario, {}).get(picture, {})
    return entry.get("words", ""), entry.get("source", "")


def why(scenario: str, picture: str) -> str:
    """Return our own explanation of a picture; empty where none is written.

    Examples
    --------
    >>> why("quick", "matrix")
    ''
    """
    return _all().get(scenario, {}).get(picture, {}).get("why", "")
