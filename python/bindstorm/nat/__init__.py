# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""A NAT's table: packets in, verdicts out."""

from bindstorm.nat.answers import NatResult, NatVerdict
from bindstorm.nat.rules import NatRule
from bindstorm.nat.table import Nat

__all__ = ["Nat", "NatResult", "NatRule", "NatVerdict"]
