# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""Counts machine instructions an operation and compares them with the committed numbers.

A count does not depend on who else uses the machine. Each case is run twice under callgrind; what
the longer run does more, divided by its operations, is the count. More than MARGIN above the
committed number fails; as much below asks to commit the better one.

    instructions.py BUILD            compare with instructions.json
    instructions.py BUILD --write    write it
"""

from __future__ import annotations

import argparse
import json
import platform
import re
import subprocess
import sys
import tempfile
from pathlib import Path

REFERENCE = Path(__file__).with_name("instructions.json")
MARGIN = 0.03
SHORT, LONG = 2_000, 12_000
CASES = {
    "choice": ("bench-ports", "uniform: the choice alone, idle"),
    "choice-full": ("bench-ports", "uniform: the choice alone, 99.9 % busy"),
    "uniform": ("bench-ports", "uniform: bind and close, 65536 chains, idle"),
    "uniform-full": ("bench-ports", "uniform: bind and close, 65536 chains, 99.9 % busy"),
    "linux-2.6.28": ("bench-ports", "linux-2.6.28: bind and close, 128 chains, idle"),
    "linux-2.6.29": ("bench-ports", "linux-2.6.29: bind and close, 128 chains, idle"),
    "linux-2.6.29-busy": ("bench-ports", "linux-2.6.29: bind and close, 128 chains, 90 % busy"),
    "event": ("bench-host", "a bare ns-3 event"),
    "loop": ("bench-host", "linux-2.6.29: an open-close through the event loop, idle"),
    "hit-out/flat": ("bench-nat-flat", "flat: a packet of a flow from inside, made and translated"),
    "hit-in/flat": ("bench-nat-flat", "flat: the same from outside"),
    "miss/flat": ("bench-nat-flat", "flat: a stranger's packet"),
    "new/flat": ("bench-nat-flat", "flat: a new flow, and its end"),
    "loop-busy": ("bench-host", "linux-2.6.29: an open-close through the event loop, 90 % busy"),
}
# What must hold on every machine: no loop depends on occupancy, and the event path is thin.
FLAT = [("choice-full", "choice", 1.05), ("uniform-full", "uniform", 1.05)]
EVENTS = 4.0


def total(program: Path, case: str, count: int) -> int:
    """Return the instructions of a whole process."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            ["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/out", str(program),
             "--work", case, str(count)],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
    found = re.search(r"Collected : (\d+)", done.stderr)
    if done.returncode != 0 or found is None:
        sys.exit(f"{program.name} --work {case}: {done.stderr.strip()[-500:]}")
    return int(found[1])


def each(build: Path, case: str) -> float:
    """Return instructions an operation."""
    program = build / "tests" / "bench" / CASES[case][0]
    return (total(program, case, LONG) - total(program, case, SHORT)) / (LONG - SHORT)


def verdict(name: str, value: float, limit: float) -> bool:
    """Print a comparison; return whether it holds."""
    kept = value <= limit
    print(f"{'pass' if kept else 'FAIL'} {name}: {value:.2f}, at most {limit:.2f}")
    return kept


def main() -> int:
    """Compare, or write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build", type=Path)
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    counts = {case: each(arguments.build, case) for case in CASES}
    machine = platform.machine()
    known = json.loads(REFERENCE.read_text()) if REFERENCE.exists() else {}
    if arguments.write:
        known[machine] = {case: round(count, 1) for case, count in counts.items()}
        REFERENCE.write_text(json.dumps(known, indent=2, sort_keys=True) + "\n")
    if machine not in known:
        sys.exit(f"no committed counts for {machine}: --write makes them")
    kept = True
    print(f"{'instructions an operation':<66} {'now':>8} {'committed':>10}")
    for case, count in counts.items():
        committed = known[machine][case]
        print(f"  {CASES[case][1]:<64} {count:>8.1f} {committed:>10.1f}")
        if count < committed * (1 - MARGIN):
            print(f"  {case} is better than what is committed: --write keeps it so")
    for case, count in counts.items():
        kept &= verdict(f"{case} to committed", count / known[machine][case], 1 + MARGIN)
    for full, idle, limit in FLAT:
        kept &= verdict(f"{full} to {idle}", counts[full] / counts[idle], limit)
    for suffix, state in [("", "idle"), ("-busy", "90 % busy")]:
        beyond = counts["loop" + suffix] - counts["linux-2.6.29" + suffix]
        name = f"{state}: bare events that an open-close costs beyond the module"
        kept &= verdict(name, beyond / counts["event"], EVENTS)
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
