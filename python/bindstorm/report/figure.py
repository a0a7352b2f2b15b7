# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""A picture of the page, with what it shows as data."""

from __future__ import annotations

import base64
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pandas as pd

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Canvas


@dataclass
class Figure:
    """A picture, one sentence that says what one sees, and the numbers that were drawn.

    Attributes
    ----------
    key : str
        Unique on the page.
    title, sentence : str
        In plain text.
    runs : list of int
        The runs that are shown.
    data : DataFrame
        The numbers drawn.
    draw : callable
        Draws on an empty canvas; told whether it is a narrow one.
    wide, narrow : tuple of float
        Sizes in inches.
    quote, source : str
        Words of others that belong beside the picture.
    """

    key: str
    title: str
    sentence: str
    runs: Sequence[int]
    data: pd.DataFrame
    draw: Callable[[Canvas, bool], None]
    wide: tuple[float, float] = (9.0, 3.6)
    narrow: tuple[float, float] = (4.2, 3.6)
    quote: str = ""
    source: str = ""
    rows: int = field(init=False)

    def __post_init__(self) -> None:
        self.rows = len(self.data)

    @property
    def csv(self) -> str:
        """The numbers drawn, as text with commas."""
        return to_csv(self.data)


def to_csv(frame: pd.DataFrame) -> str:
    """Return a frame as text with commas, seven significant digits, without its index."""
    return frame.to_csv(index=False, float_format="%.7g", lineterminator="\n")


def data_address(text: str) -> str:
    """Return an address that holds the text itself, for a link that saves it."""
    return "data:text/csv;base64," + base64.b64encode(text.encode()).decode()
