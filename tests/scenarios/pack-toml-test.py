# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""Packs the TOML 1.0.0 files of toml-test into one JSON file, which made toml-test-1.6.0.json.

The suite is a Go module:

    GOFLAGS=-mod=mod go mod download -json github.com/toml-lang/toml-test@v1.6.0
    python3 tests/scenarios/pack-toml-test.py FOLDER > tests/scenarios/toml-test-1.6.0.json

with the folder that the first command prints as "Dir". Documents are bytes, some of them no UTF-8:
each byte is the character with its number.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any


def main() -> None:
    """Print the packed suite of the folder given."""
    folder = Path(sys.argv[1])
    tests = folder / "tests"
    packed: dict[str, Any] = {
        "source": "https://github.com/toml-lang/toml-test, v1.6.0, tests/files-toml-1.0.0",
        "licence": (folder / "COPYING").read_text(),
        "valid": {},
        "invalid": {},
    }
    for line in sorted((tests / "files-toml-1.0.0").read_text().split()):
        kind, name = line.removesuffix(".toml").split("/", 1)
        if not line.endswith(".toml"):
            continue
        text = (tests / line).read_bytes().decode("latin-1")
        if kind == "valid":
            tagged = json.loads((tests / line).with_suffix(".json").read_text(encoding="utf-8"))
            packed[kind][name] = {"toml": text, "json": tagged}
        else:
            packed[kind][name] = text
    print(json.dumps(packed, indent=0, separators=(",", ":")))


if __name__ == "__main__":
    main()
