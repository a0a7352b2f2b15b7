# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""Frames made ready to be drawn: ports in parts of the range, occupancies as numbers."""

from __future__ import annotations

import re
from typing import SupportsIndex

import numpy as np
import pandas as pd

from bindstorm.checks import has_columns, whole

#: The columns of ports that are drawn.
COUNTS = ("observed", "expected")
_SHARE = re.compile(r"random\((?:share=)?([0-9.eE+-]+)\)")


def binned(ports: pd.DataFrame, *, bins: SupportsIndex = 128) -> pd.DataFrame:
    """Put ports into parts of equal width, without losing the single port that stands out.

    Parameters
    ----------
    ports : DataFrame
        As :meth:`Results.ports` gives.
    bins : int
        Parts of the range; one for each port where it has fewer.

    Returns
    -------
    DataFrame
        A row a part in which a port was free: ``first`` and ``last`` port, ``observed`` and
        ``expected`` counts, ``mean`` (their ratio), and of single ports ``max``, the greatest
        ratio, with ``max_port``, its port.

    Examples
    --------
    >>> import pandas as pd
    >>> from bindstorm import plot
    >>> counts = pd.DataFrame({"observed": [9, 1, 1, 1], "expected": [3.0] * 4},
    ...                       index=[40000, 40001, 40002, 40003])
    >>> plot.binned(counts, bins=2)[["first", "last", "mean", "max", "max_port"]]
       first   last      mean       max  max_port
    0  40000  40001  1.666667  3.000000     40000
    1  40002  40003  0.333333  0.333333     40002
    """
    has_columns("plot.binned()", ports, COUNTS)
    if len(ports) == 0:
        raise ValueError("ports has no rows: there is nothing to draw")
    count = min(whole("bins", bins, 1, 65536), len(ports))
    part = np.arange(len(ports)) * count // len(ports)
    exposed = ports["expected"].to_numpy() > 0
    ratio = pd.Series(
        np.where(exposed, ports["observed"] / ports["expected"].where(exposed, 1), -1.0),
        index=ports.index,
    )
    number = ports.index.to_series()
    frame = pd.DataFrame(
        {
            "first": number.groupby(part).min(),
            "last": number.groupby(part).max(),
            "observed": ports["observed"].groupby(part).sum(),
            "expected": ports["expected"].groupby(part).sum(),
            "max": ratio.groupby(part).max(),
            "max_port": ratio.groupby(part).idxmax(),
        }
    )
    frame = frame[frame["expected"] > 0]
    frame.insert(4, "mean", frame["observed"] / frame["expected"])
    return frame.reset_index(drop=True)


def occupancy_of(busy: object) -> float | None:
    """Return the share of the range that a busy pattern holds; None where the name does not say.

    Examples
    --------
    >>> from bindstorm import plot
    >>> plot.occupancy_of("random(share=0.9)"), plot.occupancy_of("all"), plot.occupancy_of(0.5)
    (0.9, 1.0, 0.5)
    """
    if isinstance(busy, int | float) and not isinstance(busy, bool):
        return float(busy) if 0 <= busy <= 1 else None
    text = str(busy)
    match = _SHARE.fullmatch(text)
    if match:
        return float(match[1])
    return {"none": 0.0, "all": 1.0}.get(text)
