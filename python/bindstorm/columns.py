# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""Columns of a result store: how they are packed, and typed values from text."""

from __future__ import annotations

import zlib
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from bindstorm.errors import StoreError

_TYPES = {"i8": np.dtype("<i8"), "f8": np.dtype("<f8")}


def unpack(name: str, kind: str, count: int, data: bytes) -> npt.NDArray[Any]:
    """Return the values of a stored column: int64 or float64, never anything narrower."""
    if kind not in _TYPES:
        raise StoreError(f"column {name!r} has the unknown type {kind!r}")
    dtype = _TYPES[kind]
    expander = zlib.decompressobj()
    try:
        values = expander.decompress(data, count * dtype.itemsize + 1)
    except zlib.error as error:
        raise StoreError(f"column {name!r} is damaged: {error}") from error
    if len(values) != count * dtype.itemsize or not expander.eof:
        raise StoreError(f"column {name!r} is damaged: {count} values were stored")
    return np.frombuffer(values, dtype).astype(dtype.newbyteorder("="))


def typed(texts: pd.Series) -> pd.Series:
    """Turn text into bool, int64 or float64 where every value of the column is such a one."""
    words = list(texts)
    if words and all(word in ("true", "false") for word in words):
        return pd.Series([word == "true" for word in words], index=texts.index, dtype=bool)
    for kind, convert in (("int64", int), ("float64", float)):
        try:
            return pd.Series([convert(word) for word in words], index=texts.index, dtype=kind)
        except (TypeError, ValueError, OverflowError):
            continue
    return texts
