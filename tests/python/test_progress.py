# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""A bar where someone looks, and nothing else."""

from __future__ import annotations

import sys
import types
import warnings

import pytest
from bindstorm.progress import in_notebook, progress_bar


@pytest.fixture
def notebook(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make this look like the kernel of a notebook."""
    shell = types.SimpleNamespace(config={"IPKernelApp": {}})
    module = types.ModuleType("IPython")
    module.get_ipython = lambda: shell  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "IPython", module)


def test_without_a_terminal_nothing_is_written(capsys: pytest.CaptureFixture[str]) -> None:
    assert not in_notebook()
    with progress_bar(wanted=True) as tell:
        tell(1, 2)
    assert capsys.readouterr().err == ""


@pytest.mark.usefixtures("notebook")
def test_a_notebook_without_widgets_has_a_bar_of_text_and_no_warning(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert in_notebook()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with progress_bar(wanted=True) as tell:
            tell(1, 2)
            tell(2, 2)
    assert "run/s" in capsys.readouterr().err


@pytest.mark.usefixtures("notebook")
def test_no_bar_where_none_is_wanted(capsys: pytest.CaptureFixture[str]) -> None:
    with progress_bar(wanted=False) as tell:
        tell(1, 2)
    assert capsys.readouterr().err == ""


def test_without_tqdm_nothing_is_written(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "tqdm", None)
    with progress_bar(wanted=True) as tell:
        tell(1, 2)
    assert capsys.readouterr().err == ""
