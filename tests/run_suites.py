"""Runs the test suites of a build and counts what passed and failed.

Each suite is a command that writes JUnit XML; a suite that writes none has failed. The last line is
``N passed, N failed``; the exit status is 0 only when nothing failed and something ran.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


@dataclass
class Suite:
    """A command and the JUnit file that it writes."""

    name: str
    command: list[str]
    report: Path
    environment: dict[str, str] = field(default_factory=dict)


@dataclass
class Count:
    """Tests of one suite."""

    passed: int = 0
    failed: int = 0
    names: list[str] = field(default_factory=list)


def ctest(name: str, folder: Path, jobs: int) -> Suite:
    """Make a suite of the tests that CMake knows in a build folder."""
    report = folder / "ctest.xml"
    command = ["ctest", "--test-dir", str(folder), "--output-on-failure", "-j", str(jobs)]
    return Suite(name, [*command, "--progress", "--output-junit", str(report.resolve())], report)


def suites(build: Path, jobs: int, deep: bool) -> list[Suite]:
    """Return what is to be run, the quick things first."""
    program = Path("scenarios") / "program" / "bindstorm"
    environment = {
        "BINDSTORM_PROGRAM": str((build / "release" / program).resolve()),
        "BINDSTORM_DEBUG_PROGRAM": str((build / "sanitized" / program).resolve()),
        "BINDSTORM_FUZZERS": str((build / "fuzz" / "tests" / "fuzz").resolve()),
    }
    pytest = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    pytest += ["-n", str(jobs), "--dist=worksteal"]
    report = build / "pytest.xml"
    marker = "deep" if deep else "not deep"
    python = Suite(
        "python",
        [*pytest, "-m", marker, f"--junitxml={report}", "tests"],
        report,
        environment,
    )
    build_type = "release" if deep else "sanitized"
    return [ctest(build_type, build / build_type, jobs), python]


def run(suite: Suite) -> Count:
    """Run a suite, letting it print, and read its report."""
    print(f"--- {suite.name}: {' '.join(suite.command)}", flush=True)
    suite.report.unlink(missing_ok=True)
    began = time.monotonic()
    status = subprocess.run(
        suite.command, cwd=ROOT, env={**os.environ, **suite.environment}, check=False
    ).returncode
    print(f"--- {suite.name}: {time.monotonic() - began:.0f} s", flush=True)
    count = Count()
    if suite.report.exists():
        for case in ElementTree.parse(suite.report).iter("testcase"):
            bad = case.find("failure") is not None or case.find("error") is not None
            bad = bad or case.get("status") not in (None, "run")
            skipped = case.find("skipped") is not None
            if bad or skipped:
                count.failed += 1
                count.names.append(f"{suite.name}: {case.get('classname')}.{case.get('name')}")
            else:
                count.passed += 1
    if status != 0 and count.failed == 0:
        count.failed = 1
        count.names.append(f"{suite.name}: ended with exit status {status}")
    if count.passed + count.failed == 0:
        count.failed = 1
        count.names.append(f"{suite.name}: ran no test")
    return count


def main() -> int:
    """Run all suites; 0 when nothing failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=Path, required=True)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--deep", action="store_true")
    arguments = parser.parse_args()
    # Who is started in the background ignores Ctrl-C, and so would every program that a test
    # interrupts. A signal that is handled here has its default in them.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    counts = [run(suite) for suite in suites(arguments.build, arguments.jobs, arguments.deep)]
    passed = sum(count.passed for count in counts)
    failed = sum(count.failed for count in counts)
    for count in counts:
        for name in count.names:
            print(f"failed: {name}")
    print(f"{passed} passed, {failed} failed")
    return 0 if failed == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
