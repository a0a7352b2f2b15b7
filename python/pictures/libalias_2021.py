# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""The README's picture of NAT tables: what a packet costs as the table grows, by index.

.venv/bin/python python/pictures/libalias_2021.py results/local/demo.sqlite \
        python/pictures/libalias_2021.svg
"""

from __future__ import annotations

import sys

import bindstorm as bs
import matplotlib as mpl
import matplotlib.pyplot as plt
import pandas as pd
from bindstorm import plot

SHOWN = ["mixed-chains", "mixed-chains(buckets=65537)", "split-chains", "split-splay"]
PHASES = {
    "new_nat": "a new flow",
    "random": "a miss",
    "attack": "the same miss again",
    "use_nat": "a hit",
}


def main(store: str, picture: str) -> None:
    """Draw the cost of four kinds of packets, side by side on one scale."""
    mpl.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "bindstorm"})
    mpl.rcParams.update({"axes.grid": True, "grid.linewidth": 0.4})
    figure, axes = plt.subplots(
        1, len(PHASES), figsize=(11, 3.3), sharey=True, layout="constrained"
    )
    with bs.open(store, experiment="libalias-perf-fair") as results:
        runs = results.runs()
        runs = runs[(runs["part"] == "index") & runs["nat.index"].isin(SHOWN)]
        rounds = pd.concat(
            results.rounds(run).assign(index=name) for run, name in runs["nat.index"].items()
        )
    for (phase, name), axis in zip(PHASES.items(), axes, strict=True):
        plot.nat_rounds(rounds[rounds["round"] % 2 == 0], by="index", phase=phase, ax=axis)
        axis.set_title(name)
        axis.set_ylabel("")
        axis.set_xlabel("flows in the table")
        axis.set_xticks([0, 100_000, 200_000])
        axis.get_legend().remove()
    axes[0].set_ylabel("simulated time of a packet")
    handles, labels = axes[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=4, frameon=False)
    figure.savefig(picture, metadata={"Date": None, "Creator": None})


if __name__ == "__main__":
    main(*sys.argv[1:3])
