#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Scans of pass 2 of linux-2.6.27, simulated apart from the C++ code.

Range 32768-61000, 128 chains, busy ports drawn at random; prints the mean over busy sets and the
lowest and highest mean over one set. The numbers are quoted in reference-costs-test.cc.
"""

import random

LOW, HIGH, CHAINS = 32768, 61000, 128


def fold(port):
    return LOW + (port - LOW) % CHAINS if port > HIGH else port


def mean_scans(rng, occupancy, calls):
    ports = range(LOW, HIGH + 1)
    busy = set(rng.sample(ports, round(occupancy * len(ports))))
    lengths = [0] * CHAINS
    for port in busy:
        lengths[port % CHAINS] += 1
    scans = 0
    for _ in range(calls):
        port = best = rng.choice(ports)
        shortest = len(busy) + 1
        for _ in range(CHAINS):
            if lengths[port % CHAINS] < shortest:
                shortest, best = lengths[port % CHAINS], port
            port = fold(port + 1)
        scans += 1
        while best in busy:
            scans += 1
            best = fold(best + CHAINS)
    return scans / calls


for occupancy in (0.9, 0.99, 0.999):
    rng = random.Random(7)
    means = sorted(mean_scans(rng, occupancy, 100) for _ in range(200))
    print(f"{occupancy}: {sum(means) / 200:.1f}, {means[0]:.1f} to {means[-1]:.1f}")
