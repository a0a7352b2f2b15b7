# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""The README's picture: ports of an idle range under four allocators of the thread.

.venv/bin/python python/pictures/thread_2009.py results/local/demo.sqlite \
        python/pictures/thread_2009.svg
"""

from __future__ import annotations

import sys

import bindstorm as bs
import matplotlib as mpl
import matplotlib.pyplot as plt
from bindstorm import plot

SHOWN = ["linux-2.6.28", "dumazet-draft-2009", "byte-local-2009", "linux-2.6.29"]


def main(store: str, picture: str) -> None:
    """Draw relative densities, side by side on one scale."""
    mpl.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "bindstorm"})
    figure, axes = plt.subplots(1, len(SHOWN), figsize=(11, 3), sharey=True, layout="constrained")
    with bs.open(store, experiment="thread-2009") as results:
        runs = results.runs()
        idle = runs[runs["part"] == "idle"].set_index("server.allocator")
        for name, axis in zip(SHOWN, axes, strict=True):
            row = runs.index[(runs["part"] == "idle") & (runs["server.allocator"] == name)][0]
            plot.density(results.ports(row), bins=128, ax=axis)
            axis.set_title(name)
            axis.set_ylabel("")
            axis.set_xticks([32768, 46884, 61000])
            axis.get_legend().remove()
        draws = int(idle["server.ports.samples"].iloc[0])
    axes[0].set_ylabel("relative density")
    axes[0].set_ylim(0, 2.3)
    figure.suptitle(f"Idle range, {draws:,} rounds of bind(0) and close; shaded: chance (2 sigma)")
    figure.savefig(picture, metadata={"Date": None, "Creator": None})


if __name__ == "__main__":
    main(*sys.argv[1:3])
