# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""Parameters are stored as text and come back as what they are."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from bindstorm.columns import typed


@pytest.mark.parametrize(
    ("texts", "dtype", "values"),
    [
        (["1", "20", "-3"], np.dtype(np.int64), [1, 20, -3]),
        (["1", "0.5"], np.dtype(np.float64), [1, 0.5]),
        (["true", "false"], np.dtype(bool), [True, False]),
        (["1", str(2**70)], np.dtype(np.float64), [1, 2.0**70]),
    ],
)
def test_columns_of_one_kind_get_its_type(
    texts: list[str], dtype: np.dtype[np.generic], values: list[object]
) -> None:
    column = typed(pd.Series(texts))
    assert column.dtype == dtype
    assert column.tolist() == values


@pytest.mark.parametrize("texts", [["1", "uniform"], ["32768-61000"], ["true", "1 s"], []])
def test_other_columns_stay_text(texts: list[str]) -> None:
    assert typed(pd.Series(texts, dtype=object)).tolist() == texts


def test_a_parameter_that_some_runs_lack_is_missing_there() -> None:
    column = typed(pd.Series(["1", float("nan")], dtype=object))
    assert column.tolist()[0] == 1
    assert np.isnan(column.tolist()[1])
