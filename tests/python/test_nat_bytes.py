# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""Packets as bytes through bs.Nat, with scapy and numpy as judges of every byte."""

from __future__ import annotations

import random
import struct
from collections.abc import Callable

import bindstorm as bs
import numpy as np
import numpy.typing as npt
import pytest
from scapy.layers.inet import ICMP, IP, TCP, UDP, IPOption_NOP, fragment
from scapy.packet import Packet, Raw

OUTSIDE = "203.0.113.1"
SERVER = "198.51.100.9"
ROUTER = "192.0.2.77"

Bytes = npt.NDArray[np.uint8]


def make_nat(**settings: object) -> bs.Nat:
    return bs.Nat(external=[OUTSIDE], **settings)  # type: ignore[arg-type]


def header(draw: random.Random, source: str, destination: str) -> Packet:
    return IP(
        src=source,
        dst=destination,
        ttl=draw.randrange(1, 256),
        tos=draw.randrange(256),
        id=draw.randrange(65536),
        flags=draw.choice(["", "DF"]),
        options=[IPOption_NOP()] * draw.choice([0, 0, 4]),
    )


def payload(draw: random.Random) -> Packet:
    return Raw(draw.randbytes(draw.randrange(0, 60)))


def udp(_: random.Random, sport: int, dport: int) -> Packet:
    return UDP(sport=sport, dport=dport)


def tcp(draw: random.Random, sport: int, dport: int) -> Packet:
    flags = draw.choice(["S", "SA", "A", "PA"])
    return TCP(sport=sport, dport=dport, seq=draw.randrange(2**32), flags=flags)


def echo(draw: random.Random, identifier: int, _: int) -> Packet:
    return ICMP(type=8, id=identifier, seq=draw.randrange(65536))


def port_of(packet: bytes, offset: int) -> int:
    start = 4 * (packet[0] & 15) + offset
    return int(struct.unpack_from("!H", packet, start)[0])


@pytest.mark.parametrize(
    ("transport", "port_at"), [(udp, 0), (tcp, 0), (echo, 4)], ids=["udp", "tcp", "echo"]
)
def test_translated_packets_are_what_scapy_computes(
    transport: Callable[[random.Random, int, int], Packet], port_at: int
) -> None:
    """500 packets out of each kind; scapy builds the same packet with the new source."""
    draw = random.Random(1)
    nat = make_nat()
    for _ in range(500):
        inside = f"10.0.0.{draw.randrange(2, 5)}"
        sport, dport = draw.randrange(1, 65536), draw.randrange(1, 65536)
        body = payload(draw)
        ip = header(draw, inside, SERVER)
        state = draw.getstate()
        given = bytes(ip / transport(draw, sport, dport) / body)
        verdict, translated = nat.translate_out(given)
        assert verdict is bs.NatVerdict.TRANSLATED
        ip.src = OUTSIDE
        draw.setstate(state)
        expected = bytes(ip / transport(draw, port_of(translated, port_at), dport) / body)
        assert translated == expected


@pytest.mark.parametrize("quoted", [28, 48, 1000])
@pytest.mark.parametrize("transport", [udp, tcp, echo], ids=["udp", "tcp", "echo"])
def test_icmp_errors_quote_the_packet_that_the_host_sent(
    transport: Callable[[random.Random, int, int], Packet], quoted: int
) -> None:
    """60 errors of each kind and length; inside, the quote is the original, byte by byte."""
    draw = random.Random(2)
    nat = make_nat()
    for _ in range(60):
        sent = IP(src="10.0.0.2", dst=SERVER, id=draw.randrange(65536))
        original = bytes(sent / transport(draw, draw.randrange(1, 65536), 7) / payload(draw))
        verdict, outside = nat.translate_out(original)
        assert verdict == "translated"
        kind, code = draw.choice([(3, 1), (3, 4), (11, 0), (12, 0)])
        error = IP(src=ROUTER, dst=OUTSIDE) / ICMP(type=kind, code=code) / Raw(outside[:quoted])
        verdict, inside = nat.translate_in(bytes(error))
        assert verdict == "error-translated"
        wanted = IP(src=ROUTER, dst="10.0.0.2") / ICMP(type=kind, code=code)
        assert inside == bytes(wanted / Raw(original[:quoted]))


def test_an_answer_comes_back_to_who_asked() -> None:
    nat = make_nat()
    request = bytes(IP(src="10.0.0.2", dst=SERVER) / UDP(sport=5000, dport=53) / b"?")
    _, out = nat.translate_out(request)
    answer = IP(src=SERVER, dst=OUTSIDE) / UDP(sport=53, dport=port_of(out, 0)) / b"!"
    verdict, inside = nat.translate_in(bytes(answer))
    assert verdict == "translated"
    assert inside == bytes(IP(src=SERVER, dst="10.0.0.2") / UDP(sport=53, dport=5000) / b"!")


def test_a_dropped_packet_comes_back_unchanged() -> None:
    nat = make_nat()
    stray = bytes(IP(src=SERVER, dst=OUTSIDE) / UDP(sport=53, dport=5000) / b"!")
    assert nat.translate_in(stray) == ("no-mapping", stray)
    wrong = bytearray(bytes(IP(src="10.0.0.2", dst=SERVER) / UDP(sport=1, dport=2)))
    wrong[2] = 1  # a length beyond the end
    assert nat.translate_out(wrong) == ("malformed", bytes(wrong))
    for cut in range(28):
        piece = memoryview(bytes(wrong))[:cut]
        assert nat.translate_out(piece) == ("malformed", bytes(piece))
    assert nat.counters["malformed"] == 29
    assert len(nat) == 0


def test_fragments_wait_for_their_first_one() -> None:
    nat = make_nat(preserve_port=True)
    datagram = IP(src="10.0.0.2", dst=SERVER, id=7) / UDP(sport=5000, dport=53) / (b"x" * 60)
    pieces = fragment(IP(bytes(datagram)), fragsize=32)  # type: ignore[no-untyped-call]
    first, *later = (bytes(piece) for piece in pieces)
    assert [nat.translate_out(piece)[0] for piece in later] == ["fragment-held"] * len(later)
    assert nat.released_fragments() == []
    assert nat.translate_out(first)[0] == "translated"
    released = nat.released_fragments()
    assert [IP(piece).src for piece in released] == [OUTSIDE] * len(later)
    assert [IP(piece).frag for piece in released] == [IP(piece).frag for piece in later]
    for piece in released:
        parsed = IP(piece)
        del parsed.chksum
        assert bytes(parsed) == piece
    assert nat.released_fragments() == []


HEADER = bytes.fromhex("45000028000040004011 0000 0a000002 c6336409")


# --- N18: the UDP checksum's special values, 100,000 datagrams ---


def ones_complement(words: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Sums of rows of 16-bit words, carries added in."""
    total: npt.NDArray[np.int64] = words.sum(axis=1)
    for _ in range(3):
        total = (total & 0xFFFF) + (total >> 16)
    return total


def as_words(packets: Bytes) -> npt.NDArray[np.int64]:
    pairs = packets.reshape(len(packets), -1, 2).astype(np.int64)
    words: npt.NDArray[np.int64] = 256 * pairs[:, :, 0] + pairs[:, :, 1]
    return words


def put(packets: Bytes, column: int, values: npt.NDArray[np.int64]) -> None:
    packets[:, column] = values >> 8
    packets[:, column + 1] = values & 255


def fill_checksums(packets: Bytes) -> None:
    """Recompute both checksums of 40-byte packets: IPv4, UDP, 12 bytes."""
    packets[:, [10, 11, 26, 27]] = 0
    put(packets, 10, 0xFFFF - ones_complement(as_words(packets[:, :20])))
    pseudo = ones_complement(as_words(packets[:, 12:])) + 17 + 20
    total = (pseudo & 0xFFFF) + (pseudo >> 16)
    total = np.where(total == 0xFFFF, 0xFFFF, 0xFFFF - total)
    put(packets, 26, total)


def test_udp_checksums_of_zero_stay_and_computed_zeros_become_ones() -> None:
    """N18: 89,000 at random, 10,000 without a checksum, 1,000 whose new sum is zero."""
    draws = np.random.default_rng(18)
    count, without, crafted = 100_000, slice(0, 10_000), slice(10_000, 11_000)
    packets = draws.integers(0, 256, (count, 40), dtype=np.uint8)
    packets[:, :20] = np.frombuffer(
        bytes.fromhex("450000280000400040110000 0a000002 c6336409"), np.uint8
    )
    packets[:, 20:22] = draws.integers(4, 20, (count, 2))  # ports that are kept
    packets[:, 24:26] = (0, 20)
    expected = packets.copy()
    expected[:, 12:16] = (203, 0, 113, 1)
    expected[crafted, 38:] = 0
    pseudo = expected[crafted, 12:].copy()
    pseudo[:, [14, 15]] = 0
    rest = ones_complement(as_words(pseudo)) + 17 + 20
    put(expected[crafted], 38, 0xFFFF - ((rest & 0xFFFF) + (rest >> 16)))
    packets[crafted, 38:] = expected[crafted, 38:]
    for each in (packets, expected):
        fill_checksums(each)
    for each in (packets, expected):
        each[without, 26:28] = 0
    assert (expected[crafted, 26:28] == 255).all()  # as they were crafted
    nat = make_nat(preserve_port=True)
    outcome = [nat.translate_out(row.tobytes()) for row in packets]
    assert {verdict for verdict, _ in outcome} == {bs.NatVerdict.TRANSLATED}
    got = np.frombuffer(b"".join(translated for _, translated in outcome), np.uint8)
    assert (got.reshape(count, 40) == expected).all()
