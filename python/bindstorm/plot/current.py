# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""The axes that are drawn on."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def axes_or_current(ax: Axes | None) -> Axes:
    """Return the axes given, else the current ones of pyplot."""
    if ax is not None:
        return ax
    from matplotlib import pyplot

    return pyplot.gca()
