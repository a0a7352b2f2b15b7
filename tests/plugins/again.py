# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""Built-in allocators once more, in Python: equal ports and equal work are expected of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from bindstorm import Draws, View


class Again2628:
    """The allocator linux-2.6.28 in Python."""

    name = "again-2.6.28"
    lock = "chain"
    parameters: ClassVar[dict[str, object]] = {
        "locks": ("per-probe", "table"),
        "passes": 1,
        "share": 0.5,
    }

    def __init__(self, locks: str = "per-probe", passes: int = 1, share: float = 0.5) -> None:
        assert (type(locks), type(passes), type(share)) == (str, int, float)
        self.once = locks == "table"

    def choose(self, view: View, draws: Draws) -> int | None:
        draw = draws.draw()
        step = (draw | 1) & 0xFFFF
        first = port = view.low + draw % view.size & 0xFFFF
        view.add_work(locks=1 if self.once else 0)
        steps = 0
        while True:
            if view.is_eligible(port):
                view.add_work(locks=0 if self.once else 1)
                if view.is_free(port):
                    view.add_work(steps=steps)
                    return port
            steps += 1
            port = port + step & 0xFFFF
            if port == first:
                view.add_work(steps=steps)
                return None


class Again2629:
    """The allocator linux-2.6.29 in Python."""

    name = "again-2.6.29"
    lock = "chain"

    def choose(self, view: View, draws: Draws) -> int | None:
        draw = draws.draw()
        start = view.low + (draw * view.size >> 32)
        stride = (draw | 1) * view.chains & 0xFFFF
        for chain in range(view.chains):
            first = port = start + chain & 0xFFFF
            view.add_work(locks=1)
            busy = view.busy_slots(port)
            steps = 0
            while True:
                steps += 1
                if view.is_eligible(port):
                    view.add_work(probes=1)
                    if not busy >> port // view.chains & 1:
                        view.add_work(steps=steps)
                        return port
                port = port + stride & 0xFFFF
                if port == first:
                    break
            view.add_work(steps=steps)
        return None


class AgainUniform:
    """The allocator uniform in Python."""

    name = "again-uniform"
    uses_free_set = True

    def choose(self, view: View, draws: Draws) -> int | None:
        view.add_work(locks=1)
        free = view.count_free()
        if free == 0:
            return None
        view.add_work(steps=1)
        return view.select_free(draws.below(free))


class AgainNs3:
    """The allocator ns-3 in Python."""

    name = "again-ns-3"
    default_chains = 1

    def __init__(self) -> None:
        self.last = 0

    def choose(self, view: View, draws: Draws) -> int | None:
        del draws
        view.add_work(locks=1)
        port = self.last if view.low <= self.last <= view.high else view.low
        for _ in range(view.size):
            port = view.low if port == view.high else port + 1
            view.add_work(steps=1)
            if view.is_eligible(port):
                view.add_work(probes=1)
                if not view.is_present(port):
                    self.last = port
                    return port
        return None
