"""Runs the test suites of a build and counts what passed and failed.

Each suite is one or more commands that write JUnit XML; one that writes none has failed. The last
line is ``N passed, N failed``; the exit status is 0 only when nothing failed and something ran.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


# A test that hangs ends with its program after this, and the program counts as failed.
LONGEST = 900


@dataclass
class Command:
    """A command and the JUnit file that it writes."""

    words: list[str]
    report: Path
    environment: dict[str, str] = field(default_factory=dict)


@dataclass
class Suite:
    """Commands that may run at the same time."""

    name: str
    commands: list[Command]


@dataclass
class Count:
    """Tests of one suite."""

    passed: int = 0
    failed: int = 0
    names: list[str] = field(default_factory=list)

    def add(self, other: Count) -> None:
        """Add the tests of another one."""
        self.passed += other.passed
        self.failed += other.failed
        self.names += other.names


def googletest(name: str, folder: Path, jobs: int) -> Suite:
    """Make a suite of all GoogleTest programs, each in as many parts as jobs run at a time.

    A process for each test, as CTest has it, would take longer to start than most tests take.
    """
    programs = sorted(path for path in (folder / "tests").glob("test-*") if path.suffix == "")
    commands = []
    for program in programs:
        for part in range(jobs):
            report = (folder / "tests" / f"{program.name}-{part}.xml").resolve()
            environment = {
                "GTEST_TOTAL_SHARDS": str(jobs),
                "GTEST_SHARD_INDEX": str(part),
                "RC_PARAMS": "seed=1",
            }
            words = [str(program.resolve()), "--gtest_brief=1", f"--gtest_output=xml:{report}"]
            commands.append(Command(words, report, environment))
    return Suite(name, commands)


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
    words = [*pytest, "-m", marker, f"--junitxml={report}", "tests"]
    build_type = "release" if deep else "sanitized"
    # What threads share, watched by a sanitizer of its own.
    threads = [googletest("threads", build / "threads", 1)] if deep else []
    return [
        googletest(build_type, build / build_type, jobs),
        *threads,
        Suite("python", [Command(words, report, environment)]),
    ]


def run(suite: Suite, jobs: int) -> Count:
    """Run a suite, letting it print, and read its reports."""
    print(f"--- {suite.name}", flush=True)
    began = time.monotonic()
    count = Count()
    with ThreadPoolExecutor(max_workers=jobs) as pool:
        for done in pool.map(lambda command: run_command(suite.name, command), suite.commands):
            count.add(done)
    print(f"--- {suite.name}: {time.monotonic() - began:.0f} s", flush=True)
    if count.passed + count.failed == 0:
        count.failed = 1
        count.names.append(f"{suite.name}: ran no test")
    return count


def run_command(suite: str, command: Command) -> Count:
    """Run one command and read its report."""
    command.report.unlink(missing_ok=True)
    name = f"{suite}: {Path(command.words[0]).name}"
    environment = {**os.environ, **command.environment}
    try:
        status = subprocess.run(
            command.words, cwd=ROOT, env=environment, check=False, timeout=LONGEST
        ).returncode
    except subprocess.TimeoutExpired:
        return Count(failed=1, names=[f"{name}: not done after {LONGEST} s"])
    count = Count()
    if command.report.exists():
        for case in ElementTree.parse(command.report).iter("testcase"):
            bad = case.find("failure") is not None or case.find("error") is not None
            bad = bad or case.get("status") not in (None, "run")
            skipped = case.find("skipped") is not None or case.get("result") == "skipped"
            if bad or skipped:
                count.failed += 1
                count.names.append(f"{suite}: {case.get('classname')}.{case.get('name')}")
            else:
                count.passed += 1
    elif status == 0:
        status = 1
    if status != 0 and count.failed == 0:
        count.failed = 1
        count.names.append(f"{name}: ended with exit status {status}")
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
    counts = [
        run(suite, arguments.jobs)
        for suite in suites(arguments.build, arguments.jobs, arguments.deep)
    ]
    passed = sum(count.passed for count in counts)
    failed = sum(count.failed for count in counts)
    for count in counts:
        for name in count.names:
            print(f"failed: {name}")
    print(f"{passed} passed, {failed} failed")
    return 0 if failed == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
