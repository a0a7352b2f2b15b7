# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""The scenario that tests of plug-ins run."""

from __future__ import annotations

HEAD = """
schema = 1
title = "Hosts with different reserved ports, some of them full"
question = "Does an allocator from outside do what the same one inside does?"
[matrix]
seed = [1, 2]
"""

HOSTS = """
[[host]]
name = "server{n}"
allocator = "{allocator}"
range = "40000-40199"
reserved = "40010-40019"
busy = "random(0.5)"
costs = "unit"
[[host.workload]]
kind = "churn"
name = "churn"
count = 40
occupancy = 0.3
[[host]]
name = "client{n}"
allocator = "{allocator}"
range = "40000-40199"
reserved = "40100-40149"
costs = "unit"
queue = 9
[[host.workload]]
kind = "open-close"
name = "program"
count = 20
processes = 2
protocol = "tcp"
[[host]]
name = "full{n}"
allocator = "{allocator}"
range = "40000-40199"
busy = "all"
costs = "unit"
[[host.workload]]
kind = "open-close"
name = "program"
count = 1
"""


def scenario_of(*allocators: str) -> str:
    return HEAD + "".join(HOSTS.format(n=n, allocator=a) for n, a in enumerate(allocators))


def hosts(allocator: str) -> list[str]:
    return [f"--set={host}0.allocator={allocator}" for host in ("server", "client", "full")]
