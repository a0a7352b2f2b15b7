# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""Write inputs from which nat-packet-fuzzer starts: what it would take long to stumble upon.

Usage: make-seeds.py FOLDER, the one that the fuzzers were built in.
"""

import pathlib
import sys

OUT, IN = 2, 3  # control bytes: direction, and "make it a sound packet"
ICMP, UDP, TCP, GRE = range(4)  # as nat-packet-fuzzer.cc numbers them
EXTERNAL, HOST, REMOTE, OTHER_HOST = range(4)
FIRST, LAST = 3, 1  # of a fragmented datagram

Packet = bytearray


def packet(protocol: int, source: int, destination: int, *, size: int = 64) -> Packet:
    """Return a packet as the fuzzer repairs it; its ports and identifier are 1000."""
    made = bytearray(size)
    made[9], made[15], made[19] = protocol, source, destination
    if protocol == ICMP:
        made[20] = 8
    return made


def fragment(kind: int, offset: int, whole: Packet) -> Packet:
    """Return a packet made a fragment, its place in units of 8 bytes."""
    made = bytearray(whole)
    made[6], made[7] = kind, offset
    return made


def error(source: int, quoted: Packet) -> Packet:
    """Return an ICMP error to whoever sent a packet."""
    made = packet(ICMP, source, quoted[15], size=28) + quoted
    made[20] = 11
    return made


def record(control: int, made: Packet) -> bytes:
    """Return one step of the fuzzer's input."""
    return bytes([control, len(made)]) + bytes(made)


def seeds() -> dict[str, bytes]:
    """Return inputs by name; each begins with the choice of a configuration."""
    inputs = {}
    for name, protocol in {"icmp": ICMP, "udp": UDP, "tcp": TCP, "gre": GRE}.items():
        sent = packet(protocol, HOST, REMOTE)
        opened = b"\0" + record(OUT, sent)
        left = packet(protocol, EXTERNAL, REMOTE)
        came = packet(protocol, REMOTE, EXTERNAL)
        first, last = fragment(FIRST, 0, came), fragment(LAST, 3, came)
        inputs[f"{name}-reply"] = opened + record(IN, came)
        inputs[f"{name}-error-in"] = opened + record(IN, error(REMOTE, left))
        arrived = packet(protocol, REMOTE, HOST)
        inputs[f"{name}-error-out"] = opened + record(OUT, error(HOST, arrived))
        inputs[f"{name}-fragments"] = opened + record(IN, first) + record(IN, last)
        inputs[f"{name}-fragments-late"] = opened + record(IN, last) + record(IN, first)
    return inputs


if __name__ == "__main__":
    corpus = pathlib.Path(sys.argv[1]) / "nat-packet-fuzzer.corpus"
    corpus.mkdir(parents=True, exist_ok=True)
    for name, content in seeds().items():
        (corpus / f"seed-{name}").write_bytes(content)
