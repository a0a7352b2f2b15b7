# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""Bindstorm: ephemeral ports as they are given out, simulated, stored and judged.

Examples
--------
>>> import bindstorm as bs
>>> ports = bs.PortAllocator("linux-2.6.29", range=(32768, 61000), seed=1).draw(200_000)
>>> bs.uniformity_of_ports(ports, range=(32768, 61000)).rejected
False
"""

from bindstorm import plot
from bindstorm._core import __version__
from bindstorm.allocator import PortAllocator, Protocol
from bindstorm.errors import (
    BindstormError,
    ExpectationFailed,
    Inconclusive,
    RunError,
    ScenarioError,
    StoreError,
)
from bindstorm.judgement import ResultView
from bindstorm.law import Law
from bindstorm.nat import Nat, NatResult, NatRule, NatVerdict
from bindstorm.own_allocator import Allocator, Draws, View, load_plugin, plugin_header
from bindstorm.registry import (
    AllocatorInfo,
    BusyPatternInfo,
    Components,
    GeneratorInfo,
    NatPartInfo,
    NatPortChoiceInfo,
    ParameterInfo,
    allocators,
    busy_patterns,
    generators,
    nat_clocks,
    nat_housekeeping,
    nat_indexes,
    nat_port_choices,
)
from bindstorm.report import report
from bindstorm.run import run
from bindstorm.store import Results, open
from bindstorm.uniformity import Uniformity, uniformity, uniformity_of_ports

__all__ = [
    "Allocator",
    "AllocatorInfo",
    "BindstormError",
    "BusyPatternInfo",
    "Components",
    "Draws",
    "ExpectationFailed",
    "GeneratorInfo",
    "Inconclusive",
    "Law",
    "Nat",
    "NatPartInfo",
    "NatPortChoiceInfo",
    "NatResult",
    "NatRule",
    "NatVerdict",
    "ParameterInfo",
    "PortAllocator",
    "Protocol",
    "ResultView",
    "Results",
    "RunError",
    "ScenarioError",
    "StoreError",
    "Uniformity",
    "View",
    "__version__",
    "allocators",
    "busy_patterns",
    "generators",
    "load_plugin",
    "nat_clocks",
    "nat_housekeeping",
    "nat_indexes",
    "nat_port_choices",
    "open",
    "plot",
    "plugin_header",
    "report",
    "run",
    "uniformity",
    "uniformity_of_ports",
]
