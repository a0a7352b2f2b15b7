# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""The README's picture of a NAT under attack, and its table, printed.

bindstorm run scenarios/nat-attacks/box-capacity.toml --results results/local/attacks.sqlite
bindstorm run scenarios/nat-attacks/index-under-attack.toml --results results/local/attacks.sqlite
.venv/bin/python python/pictures/nat_attacks.py results/local/attacks.sqlite \
        python/pictures/nat_attacks.svg
"""

from __future__ import annotations

import sys

import bindstorm as bs
import matplotlib as mpl
import matplotlib.pyplot as plt
import pandas as pd
from bindstorm import plot
from bindstorm.plot.attack_cells import cell_text

_WORK = ".node_visits_per_packet"


def main(store: str, picture: str) -> None:
    """Draw which index falls to which attack, and print what half of the capacity does."""
    capacity = capacity_of(store)
    with bs.open(store, experiment="index-under-attack") as results:
        runs = results.runs()
    runs = runs[runs["part"] == "index"]
    runs = runs.assign(**{"box.index": runs["box.index"].str.replace("(", "\n(", regex=False)})
    mpl.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "bindstorm"})
    figure, axes = plt.subplots(figsize=(11, 3.1), layout="constrained")
    plot.attack_matrix(
        runs,
        metric="box.load.success",
        rows="box.index",
        columns="box.attack.pattern",
        rate="box.attack.rate",
        bound="box.load.queueing_bound",
        capacity=capacity,
        ax=axes,
    )
    figure.savefig(picture, metadata={"Date": None, "Creator": None})
    print(table(runs, capacity))


def capacity_of(store: str) -> float:
    """Return the packets a second of its own hosts' traffic that a box with chains carries."""
    with bs.open(store, experiment="box-capacity") as results:
        runs = results.runs()
        hosts = results.spec(runs.index[0])["nats"][0]["workloads"][0]["settings"]["hosts"]
    carried = runs[(runs["box.index"] == "mixed-chains") & (runs["box.load.success"] == 1)]
    # A flow is a request and a response.
    return float(2 * hosts * carried["box.load.rate"].max())


def table(runs: pd.DataFrame, capacity: float) -> str:
    """Return, in Markdown, success and links looked at for a packet of the attack."""
    half = runs[runs["box.attack.rate"] == capacity / 2]
    patterns = list(dict.fromkeys(half["box.attack.pattern"]))
    lines = ["| | " + " | ".join(patterns) + " |", "|:--|" + "--:|" * len(patterns)]
    links = links_of_attack(half)
    for index, rows in half.groupby("box.index", sort=False):
        cells = [
            f"{success:.3g} ({cell_text(links[run], is_share=False)})"
            for run, success in rows["box.load.success"].items()
        ]
        lines.append(f"| {str(index).replace(chr(10), '')} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def links_of_attack(runs: pd.DataFrame) -> pd.Series:
    """Return the links looked at for a packet of the attack, all of its kinds together."""
    done = pd.Series(0.0, index=runs.index)
    sent = done.copy()
    for name in runs.columns:
        if name.startswith("box.attack.") and name.endswith(_WORK):
            count = runs[name.removesuffix(_WORK) + ".count"].fillna(0)
            done += count * runs[name].fillna(0)
            sent += count
    return done / sent


if __name__ == "__main__":
    main(*sys.argv[1:3])
