# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""The command ``python -m bindstorm``."""

from __future__ import annotations

import argparse
import sys
import traceback
from collections.abc import Sequence

from bindstorm._core import __version__
from bindstorm.errors import BindstormError, ExperimentError
from bindstorm.report import report


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the arguments say and return the exit status: 0, 2 for bad input, 4 for no page."""
    parser = argparse.ArgumentParser(prog="python -m bindstorm", description="Results, for people.")
    parser.add_argument("--version", action="version", version=f"bindstorm {__version__}")
    commands = parser.add_subparsers(dest="command", required=True)
    command = commands.add_parser(
        "report", help="one page with the pictures and tables of a result store"
    )
    command.add_argument("store", help="result store")
    command.add_argument(
        "-o", "--output", help="page to write; default: STORE with the ending .html"
    )
    command.add_argument(
        "--experiment",
        action="append",
        help="name or number of an experiment; may be repeated. Without, the newest of each name",
    )
    given = parser.parse_args(arguments)
    experiments = None
    if given.experiment is not None:
        # A row is a number of 64 bits; no experiment has a greater one.
        experiments = [
            int(name) if name.isdecimal() and int(name) < 2**63 else name
            for name in given.experiment
        ]
    try:
        page = report(given.store, given.output, experiments)
    except ExperimentError as error:
        print(f"bindstorm: error: {error}", file=sys.stderr)
        return 2
    except BindstormError as error:
        print(f"bindstorm: error: {error}", file=sys.stderr)
        return 4
    except Exception as error:
        # Status 1 means that an expectation failed, which a fault of ours does not.
        traceback.print_exc()
        print(f"bindstorm: error: the page could not be made: {error!r}", file=sys.stderr)
        return 4
    print(page)
    return 0


if __name__ == "__main__":
    sys.exit(main())
