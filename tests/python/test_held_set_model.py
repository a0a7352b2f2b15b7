# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""Any sequence of binds and closes, against a set of ports kept in Python."""

from __future__ import annotations

import errno

import bindstorm as bs
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

LOW, HIGH = 40000, 40011
RESERVED = {40003}
OUTSIDE = st.sampled_from([1, 39999, 40012, 65535])


class PortsInUse(RuleBasedStateMachine):
    """A small range, so that it is often full."""

    def __init__(self) -> None:
        super().__init__()
        self.model: set[int] = set()

    @initialize(name=st.sampled_from(bs.allocators().names), seed=st.integers(1, 2**63 - 1))
    def create(self, name: str, seed: int) -> None:
        self.name = name
        self.allocator = bs.PortAllocator(
            name, range=(LOW, HIGH), reserved="40003", seed=seed, chains=4
        )

    @rule()
    def bind_any(self) -> None:
        eligible = set(range(LOW, HIGH + 1)) - RESERVED
        try:
            port = self.allocator.bind()
        except OSError as error:
            assert error.errno == errno.EADDRINUSE
            if self.name in ("linux-2.6.29", "linux-2.6.28", "uniform", "rfc6056-1"):
                assert eligible <= self.model  # these find the last free port
            return
        assert port in eligible - self.model
        self.model.add(port)

    @rule(port=st.one_of(st.integers(LOW, HIGH), OUTSIDE))
    def bind_to(self, port: int) -> None:
        if port in self.model:
            with pytest.raises(OSError, match=f"bind\\({port}\\)"):
                self.allocator.bind(port)
        else:
            assert self.allocator.bind(port) == port
            self.model.add(port)

    @rule(port=st.one_of(st.integers(LOW, HIGH), OUTSIDE))
    def close(self, port: int) -> None:
        if port in self.model:
            self.allocator.close(port)
            self.model.remove(port)
        else:
            with pytest.raises(OSError, match=f"close\\({port}\\)"):
                self.allocator.close(port)

    @precondition(lambda self: not set(range(LOW, HIGH + 1)) - RESERVED <= self.model)
    @rule(n=st.integers(1, 20))
    def draw(self, n: int) -> None:
        try:
            ports = self.allocator.draw(n).tolist()
        except OSError as error:
            assert error.errno == errno.EADDRINUSE
            return
        assert not set(ports) & (self.model | RESERVED)

    @invariant()
    def held_and_free_are_those_of_the_model(self) -> None:
        assert self.allocator.held.tolist() == sorted(self.model)
        free = set(range(LOW, HIGH + 1)) - RESERVED - self.model
        assert self.allocator.free.tolist() == sorted(free)


TestPortsInUse = PortsInUse.TestCase
TestPortsInUse.settings = settings(
    max_examples=100, stateful_step_count=40, deadline=None, derandomize=True
)
