# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""Files of the tree that tests use."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
QUICK = ROOT / "scenarios" / "bind-storm" / "quick.toml"
