# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""The file of a result store: one SQLite database, opened to read."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bindstorm.errors import StoreError

_APPLICATION_ID = 0x4253544D  # "BSTM"
_VERSION = 1


@contextmanager
def as_store_error(path: Path) -> Iterator[None]:
    """Turn what SQLite raises into an error that names the store."""
    try:
        yield
    except sqlite3.Error as error:
        raise StoreError(f"{path}: {error}") from error


def connect(path: Path) -> sqlite3.Connection:
    """Open a result store to read; whatever else the file may be is refused."""
    if not path.is_file():
        raise StoreError(f"{path}: {'is a folder' if path.is_dir() else 'there is no such file'}")
    with as_store_error(path):
        connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=60)
    connection.row_factory = sqlite3.Row
    try:
        with as_store_error(path):
            (application,) = connection.execute("PRAGMA application_id").fetchone()
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            (objects,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if application == version == objects == 0:
            raise StoreError(f"{path}: is empty, not a result store")
        if application != _APPLICATION_ID:
            raise StoreError(f"{path}: is a database of another program, not a result store")
        if version > _VERSION:
            raise StoreError(
                f"{path}: is a store of version {version}, this package knows versions up to "
                f"{_VERSION}; use a newer bindstorm"
            )
    except BaseException:
        connection.close()
        raise
    return connection
