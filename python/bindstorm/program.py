# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""Where the ``bindstorm`` program is, and the command of that name."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

from bindstorm.errors import RunError

_PACKAGE = Path(__file__).resolve().parent
_BUNDLED = _PACKAGE / "bin" / "bindstorm"


def find_program() -> Path:
    """Return the path of the simulator.

    Looked for, in this order: the environment variable ``BINDSTORM_PROGRAM``, the program installed
    with this package (where ns-3 was present), ``PATH``.

    Raises
    ------
    RunError
        When there is none.
    """
    given = os.environ.get("BINDSTORM_PROGRAM")
    if given:
        if not os.access(given, os.X_OK):
            raise RunError(f"BINDSTORM_PROGRAM={given}: there is no program that can be started")
        return Path(given)
    if os.access(_BUNDLED, os.X_OK):
        return _BUNDLED
    for folder in os.get_exec_path():
        found = shutil.which("bindstorm", path=folder)
        if found and not _is_script(Path(found)):
            return Path(found)
    raise RunError(
        "there is no bindstorm program: this package was built where ns-3 was not. Build the "
        "program (README.md) and set BINDSTORM_PROGRAM to its path; everything but run() works "
        "without"
    )


def environment() -> dict[str, str]:
    """Return the variables of a child: it finds this package's scenarios, and this Python."""
    return {
        "BINDSTORM_SCENARIOS": str(_PACKAGE / "scenarios"),
        "BINDSTORM_PYTHON": sys.executable,
        **os.environ,
    }


def main() -> None:
    """Become the program, with the arguments of this process."""
    try:
        program = find_program()
    except RunError as error:
        print(f"bindstorm: {error}", file=sys.stderr)
        raise SystemExit(4) from None
    os.execve(program, [str(program), *sys.argv[1:]], environment())


def _is_script(path: Path) -> bool:
    """Tell whether a file is a script, such as the one that calls main() and would for ever."""
    with path.open("rb") as file:
        return file.read(2) == b"#!"
