# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""How far a child process is, as its store tells."""

from __future__ import annotations

import importlib.util
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

_EXPERIMENTS = "SELECT id, begun_at FROM experiments"
_COUNTS = "SELECT count(run), count(*) FROM experiment_runs WHERE experiment = ?"


class Progress:
    """Watches a store for the experiment that is begun, or gone on with, from now on."""

    def __init__(self, store: Path) -> None:
        self._store = store
        self._before = set(self._select(_EXPERIMENTS))
        self._last: tuple[int, int] | None = None

    def tell(self, listener: Callable[[int, int], None]) -> None:
        """Call the listener with the runs that are done, and all, when that changed."""
        begun = [row for row in self._select(_EXPERIMENTS) if row not in self._before]
        if not begun:
            return
        for done, planned in self._select(_COUNTS, max(begun, key=lambda row: str(row[1]))[0]):
            if self._last != (done, planned):
                self._last = (done, planned)
                listener(done, planned)

    def _select(self, statement: str, *values: object) -> list[tuple[int, ...]]:
        """Ask the store; one that is absent, or busy at this moment, has nothing to tell."""
        if not self._store.is_file():
            return []
        address = f"{self._store.absolute().as_uri()}?mode=ro"
        try:
            with closing(sqlite3.connect(address, uri=True, timeout=0)) as connection:
                return connection.execute(statement, values).fetchall()
        except sqlite3.Error:
            return []


def in_notebook() -> bool:
    """Tell whether the kernel of a notebook runs this."""
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return shell is not None and "IPKernelApp" in shell.config


def _find_tqdm() -> tuple[Any, bool | None] | None:
    """Return a bar and whether to hide it: None for hide it where no one looks."""
    try:
        if not in_notebook():
            from tqdm import tqdm

            return tqdm, None
        # Asked for first, since tqdm warns where it is missing.
        if importlib.util.find_spec("ipywidgets") is not None:
            from tqdm.notebook import tqdm as notebook_tqdm

            return notebook_tqdm, False
        from tqdm import tqdm as text_tqdm
    except ImportError:
        return None
    return text_tqdm, False


@contextmanager
def progress_bar(wanted: bool) -> Iterator[Callable[[int, int], None]]:
    """Give a listener that draws a bar, where one is wanted, tqdm is there and someone looks."""
    found = _find_tqdm() if wanted else None
    if found is None:
        yield lambda done, planned: None
        return
    tqdm, hidden = found
    with tqdm(unit="run", file=sys.stderr, disable=hidden, leave=False) as bar:

        def show(done: int, planned: int) -> None:
            bar.total = planned
            bar.update(done - bar.n)

        yield show
