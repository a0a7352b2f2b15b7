# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""Lists of allocators, generators and busy patterns."""

from __future__ import annotations

import dataclasses

import bindstorm as bs
import pandas as pd
import pytest

ALLOCATORS = {
    "linux-2.6.23",
    "linux-2.6.27",
    "linux-2.6.28",
    "dumazet-draft-2009",
    "dumazet-draft-2009-in-range",
    "byte-local-2009",
    "linux-2.6.29",
    "ns-3",
    "rfc6056-1",
    "rfc6056-2",
    "uniform",
}
GENERATORS = {"taus88", "taus113", "mt19937_64", "chacha20", "lcg16", "counter"}


def test_every_allocator_is_listed_with_summary_and_source() -> None:
    assert set(bs.allocators().names) >= ALLOCATORS
    for info in bs.allocators():
        assert info.summary
        assert info.source
        assert info.lock in ("table", "chain")
        assert info.chains >= 1


def test_generators_that_are_bad_on_purpose_are_marked() -> None:
    assert set(bs.generators().names) >= GENERATORS
    bad = {info.name for info in bs.generators() if not info.good}
    assert bad == {"lcg16", "counter"}


@pytest.mark.parametrize("name", bs.allocators().names)
def test_every_listed_allocator_can_be_used(name: str) -> None:
    ports = bs.PortAllocator(name, range=(40000, 40099)).draw(50)
    assert ports.min() >= 40000
    assert ports.max() <= 40099


@pytest.mark.parametrize("name", bs.generators().names)
def test_every_listed_generator_can_be_used(name: str) -> None:
    ports = bs.PortAllocator("uniform", range=(40000, 40099), generator=name).draw(50)
    assert ports.min() >= 40000
    assert ports.max() <= 40099


def test_a_part_is_found_by_name_and_by_place() -> None:
    everything = bs.allocators()
    assert everything["uniform"] is everything[everything.names.index("uniform")]
    assert "uniform" in everything  # type: ignore[comparison-overlap]
    assert everything["uniform"] in everything
    assert "linux-9.9" not in everything  # type: ignore[comparison-overlap]
    with pytest.raises(KeyError, match=r"linux-9\.9.*known: linux-2\.6\.23"):
        everything["linux-9.9"]


def test_parameters_name_their_choices_and_default() -> None:
    (lock,) = bs.allocators()["linux-2.6.28"].parameters
    assert (lock.name, lock.default, lock.choices) == ("lock", "per-probe", ("per-probe", "table"))


def test_entries_cannot_be_changed() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        bs.generators()[0].name = "other"  # type: ignore[misc]


def test_a_list_becomes_a_frame() -> None:
    frame = bs.generators().to_frame()
    assert list(frame.index) == list(bs.generators().names)
    assert bool(frame.loc["taus88", "good"])
    assert "seeding=corrected|2008" in str(frame.loc["taus88", "parameters"])
    assert len(pd.DataFrame(bs.busy_patterns())) == len(bs.busy_patterns())


def test_a_list_prints_one_part_a_line() -> None:
    text = repr(bs.allocators())
    for name in bs.allocators().names:
        assert f"\n{name} " in f"\n{text}"
    assert "lock=per-probe|table [per-probe]" in text
    assert "<table" in bs.allocators()._repr_html_()
