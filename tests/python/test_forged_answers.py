# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""What ports are worth to a resolver (case E15: 200 forged answers in each of 100 windows)."""

from __future__ import annotations

import bindstorm as bs
import numpy as np
import pytest

RANGE = (1024, 65535)
ATTACK = {"forgeries": 200, "windows": 100}


def test_a_fixed_port_leaves_the_query_id_alone() -> None:
    report = bs.uniformity_of_ports(np.full(1000, 4321), range=RANGE)
    assert report.entropy_bits == 0
    assert report.forgery_probability(**ATTACK) == pytest.approx(0.26335, abs=5e-4)
    law = bs.PortAllocator("uniform", range=(4321, 4321)).law()
    assert law.forgery_probability(**ATTACK) == pytest.approx(0.26335, abs=5e-6)


def test_fresh_ports_make_it_hopeless_which_a_thousand_of_them_do_not_show() -> None:
    resolver = bs.PortAllocator("uniform", range=RANGE, seed=1)
    report = bs.uniformity_of_ports(resolver.draw(1000), range=RANGE)
    assert not report.entropy_is_reliable
    assert "too small with so few samples a port" in repr(report)
    with pytest.warns(UserWarning, match=r"1000 samples cannot measure 15\.98 bits"):
        chance = report.forgery_probability(**ATTACK)
    assert chance == pytest.approx(4.73e-6, abs=5e-9)
    many = bs.uniformity_of_ports(resolver.draw(400_000), range=RANGE)
    assert many.entropy_is_reliable
    assert many.forgery_probability(**ATTACK) == pytest.approx(4.73e-6, abs=5e-9)


def test_uneven_ports_help_the_attacker_by_as_much_as_the_likeliest_is_likelier() -> None:
    law = bs.PortAllocator("dumazet-draft-2009").law()
    even = bs.PortAllocator("uniform").law()
    ratio = law.forgery_probability(**ATTACK) / even.forgery_probability(**ATTACK)
    assert ratio == pytest.approx(law.probability.max() * law.free, rel=1e-4)
    assert ratio > 1.2


def test_attacks_that_are_none_are_refused() -> None:
    law = bs.PortAllocator("uniform").law()
    with pytest.raises(ValueError, match="forgeries"):
        law.forgery_probability(forgeries=-1, windows=1)
    with pytest.raises(TypeError, match="windows"):
        law.forgery_probability(forgeries=1, windows=0.5)  # type: ignore[arg-type]
