# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""What can go wrong besides wrong arguments (ValueError) and refused sockets (OSError)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bindstorm.store import Results

__all__ = [
    "BindstormError",
    "ExpectationFailed",
    "ExperimentError",
    "Inconclusive",
    "RunError",
    "ScenarioError",
    "StoreError",
]


class BindstormError(Exception):
    """Base of the errors of this package."""


class StoreError(BindstormError):
    """A result store that cannot be opened or read, or does not have what was asked for."""


class ExperimentError(StoreError):
    """A result store is there and does not have the experiment that was asked for."""


class ScenarioError(BindstormError, ValueError):
    """A scenario, or an override, that cannot be used. The message has file, line and column."""


class RunError(BindstormError, RuntimeError):
    """The program could not be started, ended early, or could not write its results."""


class _WithResults(BindstormError):
    def __init__(self, message: str, results: Results) -> None:
        super().__init__(message)
        self.results = results


class ExpectationFailed(_WithResults):
    """The experiment ran, and an ``[[expect]]`` of its scenario does not hold.

    Attributes
    ----------
    results : Results
        The stored results, complete and open.
    """


class Inconclusive(_WithResults):
    """The experiment ran, and has too little data for a verdict.

    Attributes
    ----------
    results : Results
        The stored results, complete and open.
    """
