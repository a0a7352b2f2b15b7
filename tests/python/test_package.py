# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""The package as a whole: version, public names, examples in docstrings."""

from __future__ import annotations

import doctest
import importlib
import importlib.metadata
import pkgutil
import re
from pathlib import Path

import bindstorm as bs
import pytest
from places import ROOT

MODULES = sorted(
    module.name
    for module in pkgutil.walk_packages(bs.__path__, prefix="bindstorm.")
    if not module.name.startswith("bindstorm._")
)
NEED_PROGRAM = {"bindstorm.report", "bindstorm.run", "bindstorm.store"}


def test_the_version_is_that_of_the_cmake_project() -> None:
    text = (ROOT / "CMakeLists.txt").read_text()
    match = re.search(r"project\(bindstorm VERSION ([0-9.]+)", text)
    assert match is not None
    assert match[1] == bs.__version__ == importlib.metadata.version("bindstorm")


def test_every_public_name_exists_and_is_documented() -> None:
    for name in bs.__all__:
        assert getattr(bs, name).__doc__, name


def test_the_package_says_that_it_is_typed() -> None:
    folder = Path(bs.__path__[0])
    assert (folder / "py.typed").is_file()
    assert (folder / "_core.pyi").is_file()


def test_the_package_brings_the_digests_that_verify_compares_with() -> None:
    file = Path("results") / "reference" / "digests.json"
    assert (Path(bs.__path__[0]) / file).read_bytes() == (ROOT / file).read_bytes()


def test_there_are_modules_to_test() -> None:
    assert {"bindstorm.allocator", "bindstorm.uniformity"} | NEED_PROGRAM <= set(MODULES)


def check_examples(name: str, **names: object) -> None:
    module = importlib.import_module(name)
    outcome = doctest.testmod(module, extraglobs=names, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert outcome.failed == 0


@pytest.mark.parametrize("name", ["bindstorm", *(m for m in MODULES if m not in NEED_PROGRAM)])
def test_examples_are_true(name: str) -> None:
    check_examples(name)


@pytest.mark.program
def test_examples_of_store_are_true(quick_store: Path) -> None:
    check_examples("bindstorm.store", store_path=quick_store)


@pytest.mark.program
def test_examples_of_report_are_true(quick_store: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    check_examples("bindstorm.report", store_path=quick_store, output_path=page)


@pytest.mark.program
def test_examples_of_run_are_true(tmp_path: Path) -> None:
    check_examples("bindstorm.run", store_path=tmp_path / "example.sqlite")
