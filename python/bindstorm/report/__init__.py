# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""One page with the pictures and tables of a store, to be read anywhere and passed on.

Needs jinja2 and matplotlib (``pip install bindstorm[report]``).
"""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from pathlib import Path
from typing import SupportsIndex

from bindstorm.errors import RunError

__all__ = ["report"]


def report(
    store: str | PathLike[str],
    output: str | PathLike[str] | None = None,
    experiments: Sequence[str | SupportsIndex] | None = None,
) -> Path:
    """Write a page about the experiments of a store.

    Parameters
    ----------
    store : path-like
        A result store.
    output : path-like, optional
        The page; without, beside the store, with the ending ``.html``.
    experiments : list of str or int, optional
        Names or rows of experiments, in the order wanted; without, the newest of each name, in the
        order in which they were begun.

    Returns
    -------
    pathlib.Path
        The page: one file that needs no network and no script. The same store gives the same bytes.

    Raises
    ------
    StoreError
        When the store cannot be read, or has no such experiment.
    RunError
        When the page cannot be written, or jinja2 or matplotlib is missing.

    Examples
    --------
    >>> import bindstorm as bs
    >>> page = bs.report(store_path, output_path)
    >>> page.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    True
    """
    try:
        from bindstorm.report.page import make_page
    except ImportError as error:
        raise RunError(
            f"a report needs jinja2 and matplotlib: pip install 'bindstorm[report]' ({error})"
        ) from error
    page = make_page(Path(store), experiments)
    target = Path(output) if output is not None else Path(store).with_suffix(".html")
    if target.exists() and target.samefile(store):
        raise RunError(f"{target}: is the store itself; name another file for the page")
    # A full disk must not cost the page that was there before.
    unfinished = target.with_name(f"{target.name}.unfinished")
    try:
        unfinished.write_text(page, encoding="utf-8")
        unfinished.replace(target)
    except OSError as error:
        unfinished.unlink(missing_ok=True)
        raise RunError(f"{target}: cannot be written: {error.strerror}") from error
    return target
