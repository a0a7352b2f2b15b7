# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""Pictures of results; needs matplotlib (``pip install bindstorm[plot]``).

Every function takes data frames or objects of this package and an optional ``ax``, and returns the
matplotlib Axes, so that titles, scales and colours can be changed afterwards.

Examples
--------
>>> import bindstorm as bs
>>> import matplotlib; matplotlib.use("Agg")
>>> import numpy as np, pandas as pd
>>> drawn = bs.PortAllocator("dumazet-draft-2009", seed=1).draw(200_000)
>>> counts = np.bincount(drawn - 32768, minlength=28233)
>>> frame = pd.DataFrame({"observed": counts, "expected": 200_000 / 28233})
>>> frame.index = pd.RangeIndex(32768, 61001, name="port")
>>> axes = bs.plot.density(frame, bins=64)
>>> axes.get_xlabel()
'port'
"""

from bindstorm.plot.attack import attack_load, nat_series
from bindstorm.plot.attack_cells import attack_matrix
from bindstorm.plot.bins import binned, occupancy_of
from bindstorm.plot.distribution import density, parabola, ports
from bindstorm.plot.duration import frames, latency, latency_vs_occupancy, predicted, quantiles
from bindstorm.plot.law_curve import law
from bindstorm.plot.nat import nat_ratios, nat_rounds, nat_work
from bindstorm.plot.nat_rate import nat_instances, nat_rates
from bindstorm.plot.verdicts import battery, matrix

__all__ = [
    "attack_load",
    "attack_matrix",
    "battery",
    "binned",
    "density",
    "frames",
    "latency",
    "latency_vs_occupancy",
    "law",
    "matrix",
    "nat_instances",
    "nat_rates",
    "nat_ratios",
    "nat_rounds",
    "nat_series",
    "nat_work",
    "occupancy_of",
    "parabola",
    "ports",
    "predicted",
    "quantiles",
]
