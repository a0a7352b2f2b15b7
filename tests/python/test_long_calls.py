# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""Long calls let other threads run, end on Ctrl-C and refuse to be entered twice."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time

import bindstorm as bs
import pytest

INTERRUPTED = """
import bindstorm as bs
allocator = bs.PortAllocator({name!r}, busy={busy!r})
print("ready", flush=True)
try:
    allocator.{call}
except KeyboardInterrupt:
    counters = allocator.counters
    assert counters["binds"] > 0
    assert allocator.held.size == counters["binds"] - counters["closes"], counters
    print("interrupted", allocator.draw(10).size, flush=True)
"""


def test_another_thread_runs_during_a_draw() -> None:
    began = threading.Event()
    ended = threading.Event()
    allocator = bs.PortAllocator("uniform")

    def draw() -> None:
        began.set()
        allocator.draw(2_000_000)
        ended.set()

    thread = threading.Thread(target=draw)
    thread.start()
    began.wait()
    turns = 0
    while not ended.is_set():
        turns += 1
        time.sleep(0.001)
    thread.join()
    # With the lock held for the whole call there would be a turn or two.
    assert turns > 20


@pytest.mark.parametrize(
    ("name", "busy", "call"),
    [
        ("uniform", "none", "draw(200_000_000)"),
        ("uniform", "none", "churn(200_000_000, occupancy=0.5)"),
        (
            "linux-2.6.28",
            "all-but(40000-40000)",
            "draw(200_000_000)",
        ),  # a millisecond a bind and more
    ],
)
def test_ctrl_c_ends_a_long_call_between_two_operations(name: str, busy: str, call: str) -> None:
    code = INTERRUPTED.format(name=name, busy=busy, call=call)
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "ready\n"
        time.sleep(0.5)
        child.send_signal(signal.SIGINT)
        try:
            output, complaints = child.communicate(timeout=20)
        except subprocess.TimeoutExpired:
            child.kill()
            raise
    assert (output, complaints) == ("interrupted 10\n", "")


def test_a_second_thread_is_refused_and_harmless() -> None:
    allocator = bs.PortAllocator("uniform", seed=4)
    expected = bs.PortAllocator("uniform", seed=4).draw(1_000_000)
    drawn = []
    thread = threading.Thread(target=lambda: drawn.append(allocator.draw(1_000_000)))
    thread.start()
    refusals = 0
    while thread.is_alive():
        try:
            allocator.held  # noqa: B018
        except RuntimeError as error:
            assert "another call" in str(error)
            assert "busy in another thread" in repr(allocator) or not thread.is_alive()
            refusals += 1
        time.sleep(0.001)
    assert refusals > 0
    assert drawn[0].tolist() == expected.tolist()
