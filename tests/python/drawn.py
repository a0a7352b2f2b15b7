# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""What tests read off pictures."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes


def texts(axes: Axes) -> list[str]:
    return [text.get_text() for text in axes.texts]


def labels(axes: Axes) -> list[str]:
    legend = axes.get_legend()
    assert legend is not None
    return [text.get_text() for text in legend.get_texts()]


def points(axes: Axes) -> list[list[tuple[float, float]]]:
    return [
        [(float(x), float(y)) for x, y in np.asarray(line.get_xydata())]
        for line in axes.get_lines()
    ]
