# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""A NAT that is busy with many packets: other threads run, none comes in, Ctrl-C ends it."""

from __future__ import annotations

import subprocess
import sys
import threading

import bindstorm as bs
import numpy as np

INTERRUPTED = """
import os, signal, threading
import bindstorm as bs, numpy as np
nat = bs.Nat(external=["203.0.113.1"])
ports = np.tile(np.arange(1, 60000), 200)

def interrupt():
    while "busy" not in repr(nat):
        pass
    os.kill(os.getpid(), signal.SIGINT)

thread = threading.Thread(target=interrupt)
thread.start()
try:
    nat.outbound_many("10.0.0.2", ports, "198.51.100.9", 53)
except KeyboardInterrupt:
    thread.join()
    counters = nat.counters
    assert 0 < counters["packets"] < ports.size, counters
    assert counters["packets"] == counters["translated"]
    assert nat.session_count == min(counters["packets"], 59999)
    print("interrupted", len(nat.outbound_many("10.0.0.3", 1, "198.51.100.9", 53)), flush=True)
"""


def test_a_second_thread_is_refused_and_harmless() -> None:
    ports = np.tile(np.arange(1, 60000), 10)
    nat, other = (bs.Nat(external=["203.0.113.1"], seed=4) for _ in range(2))
    expected = other.outbound_many("10.0.0.2", ports, "198.51.100.9", 53)
    frames = []
    thread = threading.Thread(
        target=lambda: frames.append(nat.outbound_many("10.0.0.2", ports, "198.51.100.9", 53))
    )
    thread.start()
    refusals = shown = 0
    while thread.is_alive():
        shown += repr(nat) == "<Nat: busy in another thread>"
        try:
            nat.outbound("10.0.0.2", 1, "198.51.100.9", 53)  # one that has its mapping, or will
        except RuntimeError as error:
            assert "this Nat is in the middle of another call" in str(error)
            refusals += 1
    thread.join()
    assert refusals > 0
    assert shown > 0
    assert frames[0]["port"].equals(expected["port"])


def test_ctrl_c_ends_a_long_call_between_two_packets() -> None:
    run = subprocess.run(
        [sys.executable, "-c", INTERRUPTED], capture_output=True, text=True, check=False, timeout=60
    )
    assert (run.stdout, run.stderr) == ("interrupted 1\n", "")
