#!/usr/bin/env python3
# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
# Author: The Bindstorm developers
"""The expected numbers of golden-stream-test.cc, from the published definitions alone.

Prints the eight seed words and the first eight numbers of every generator, and the
first eight exponential variates of mean 10^9 from chacha20 (exponential-draw-test.cc), for the
stream (seed 1, run 0, host "host", purpose "allocator"). Shares no code with the C++ it checks.
"""

import hashlib
import struct

M32 = 0xFFFFFFFF
M64 = 0xFFFFFFFFFFFFFFFF


def seed_bytes(seed, run, host, purpose):
    text = f"bindstorm stream 1\n{seed}\n{run}\n{host}\n{purpose}\n"
    return hashlib.sha256(text.encode()).digest()


def tausworthe(components, state, warm_up):
    state = [
        s if s >= (~mask & M32) + 1 else s + (~mask & M32) + 1
        for s, (_, _, mask, _) in zip(state, components)
    ]
    while True:
        out = 0
        for i, (a, b, mask, d) in enumerate(components):
            s = state[i]
            state[i] = (((s & mask) << d) & M32) ^ ((((s << a) & M32) ^ s) >> b)
            out ^= state[i]
        if warm_up > 0:
            warm_up -= 1
        else:
            yield out


TAUS88 = [(13, 19, 0xFFFFFFFE, 12), (2, 25, 0xFFFFFFF8, 4), (3, 11, 0xFFFFFFF0, 17)]
TAUS113 = [
    (6, 13, 0xFFFFFFFE, 18),
    (2, 27, 0xFFFFFFF8, 2),
    (13, 21, 0xFFFFFFF0, 7),
    (3, 12, 0xFFFFFF80, 13),
]


def seed_seq(v, n):
    """[rand.util.seedseq] of the C++ standard."""
    s = len(v)
    b = [0x8B8B8B8B] * n
    t = 11 if n >= 623 else 7 if n >= 68 else 5 if n >= 39 else 3 if n >= 7 else (n - 1) // 2
    p = (n - t) // 2
    q = p + t
    m = max(s + 1, n)
    mix = lambda x: x ^ (x >> 27)
    for k in range(m):
        r1 = (1664525 * mix(b[k % n] ^ b[(k + p) % n] ^ b[(k - 1) % n])) & M32
        r2 = (r1 + (s if k == 0 else k % n + v[k - 1] if k <= s else k % n)) & M32
        b[(k + p) % n] = (b[(k + p) % n] + r1) & M32
        b[(k + q) % n] = (b[(k + q) % n] + r2) & M32
        b[k % n] = r2
    for k in range(m, m + n):
        r3 = (1566083941 * mix((b[k % n] + b[(k + p) % n] + b[(k - 1) % n]) & M32)) & M32
        r4 = (r3 - k % n) & M32
        b[(k + p) % n] ^= r3
        b[(k + q) % n] ^= r4
        b[k % n] = r4
    return b


def mt19937_64(words):
    """[rand.eng.mers] seeded by a seed sequence: two words a state word, the low one first."""
    a = seed_seq(words, 624)
    x = [a[2 * i] + (a[2 * i + 1] << 32) for i in range(312)]
    assert any(x)
    i = 0
    while True:
        y = (x[i] & (M64 << 31) & M64) | (x[(i + 1) % 312] & 0x7FFFFFFF)
        x[i] = x[(i + 156) % 312] ^ (y >> 1) ^ (0xB5026F5AA96619E9 if y & 1 else 0)
        z = x[i]
        z ^= (z >> 29) & 0x5555555555555555
        z ^= (z << 17) & 0x71D67FFFEDA60000
        z ^= (z << 37) & 0xFFF7EEE000000000
        z ^= z >> 43
        yield z >> 32
        yield z & M32
        i = (i + 1) % 312


def chacha20(key):
    """RFC 8439, section 2.3, nonce of zeros, counter from 0."""
    rotate = lambda x, n: ((x << n) | (x >> (32 - n))) & M32

    def quarter(s, a, b, c, d):
        for left, right, other, n in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
            s[left] = (s[left] + s[right]) & M32
            s[other] = rotate(s[other] ^ s[left], n)

    counter = 0
    while True:
        start = [
            *struct.unpack("<4I", b"expand 32-byte k"),
            *struct.unpack("<8I", key),
            counter,
            0,
            0,
            0,
        ]
        s = list(start)
        for _ in range(10):
            quarter(s, 0, 4, 8, 12), quarter(s, 1, 5, 9, 13)
            quarter(s, 2, 6, 10, 14), quarter(s, 3, 7, 11, 15)
            quarter(s, 0, 5, 10, 15), quarter(s, 1, 6, 11, 12)
            quarter(s, 2, 7, 8, 13), quarter(s, 3, 4, 9, 14)
        yield from ((a + b) & M32 for a, b in zip(s, start))
        counter += 1


def lcg16(x):
    while True:
        x = (x * 25173 + 13849) % 65536
        high = x
        x = (x * 25173 + 13849) % 65536
        yield high << 16 | x


def counter(x):
    while True:
        yield x
        x = (x + 1) & M32


def exponential(numbers, mean):
    """Von Neumann 1951; the middle of the cell of 2^-32 that is left, rounded to nearest."""
    while True:
        whole = 0
        while True:
            first = last = next(numbers)
            length = 1
            while (number := next(numbers)) < last:
                last = number
                length += 1
            if length % 2 == 1:
                break
            whole += 1
        yield ((2 * ((whole << 32) + first) + 1) * mean + (1 << 32)) >> 33


def main():
    key = seed_bytes(1, 0, "host", "allocator")
    words = struct.unpack("<8I", key)
    engines = {
        "taus88": tausworthe(TAUS88, words[:3], 6),
        "taus113": tausworthe(TAUS113, words[:4], 10),
        "mt19937_64": mt19937_64(words),
        "chacha20": chacha20(key),
        "lcg16": lcg16(words[0] & 0xFFFF),
        "counter": counter(words[0]),
    }
    print("seed", ", ".join(map(str, words)))
    for name, numbers in engines.items():
        print(name, ", ".join(str(next(numbers)) for _ in range(8)))
    variates = exponential(chacha20(key), 10**9)
    print("exponential", ", ".join(str(next(variates)) for _ in range(8)))


if __name__ == "__main__":
    main()
