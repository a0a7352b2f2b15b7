# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""Notebooks run from first to last cell, in a kernel and a folder that have seen nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient
from places import ROOT

NOTEBOOKS = sorted((ROOT / "python" / "notebooks").glob("*.ipynb"))


def read(path: Path) -> Any:
    return nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]


def execute(notebook: Any, folder: Path) -> Any:
    client = NotebookClient(
        notebook, timeout=120, kernel_name="python3", resources={"metadata": {"path": str(folder)}}
    )
    return client.execute()


@pytest.mark.program
@pytest.mark.filterwarnings("default")  # of the client; what a cell warns of is in its output
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_without_errors_and_warnings(path: Path, tmp_path: Path) -> None:
    notebook = read(path)
    nbformat.validate(notebook)
    done = execute(notebook, tmp_path)
    outputs = [output for cell in done.cells for output in cell.get("outputs", [])]
    assert not [output for output in outputs if output["output_type"] == "error"]
    texts = [output["text"] for output in outputs if output.get("name") == "stderr"]
    assert not [text for text in texts if "Warning" in text]
    pictures = [output for output in outputs if "image/png" in output.get("data", {})]
    assert len(pictures) >= 4
    assert (tmp_path / f"{path.stem}.html").stat().st_size > 10_000


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_are_kept_without_outputs(path: Path) -> None:
    notebook = read(path)
    assert not [cell for cell in notebook.cells if cell.get("outputs")]
    assert not [cell for cell in notebook.cells if cell.get("execution_count")]


def test_there_are_the_notebooks_of_all_stories() -> None:
    assert [path.stem for path in NOTEBOOKS] == [
        "bind-storm-2009",
        "nat-attacks",
        "nat-libalias-2021",
    ]
