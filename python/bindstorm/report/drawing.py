# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""Pictures as text: SVG that follows the colours of the page and is the same each time."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import matplotlib as mpl
from cycler import cycler
from matplotlib.figure import Figure as Canvas

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# Colours that stand for colours of the page: style.css has both a light and a dark one of each.
_TEXT = "#010203"
_FAINT = "#010204"
_SERIES = [f"#01{number:02x}05" for number in range(1, 9)]
_ROLES = {
    _TEXT: "var(--text)",
    _FAINT: "var(--rule)",
    **{colour: f"var(--series-{number})" for number, colour in enumerate(_SERIES, 1)},
}
_LONG = re.compile(r"-?\d+\.\d{3,}")
_DASHES = ["-", "-", "-", "-", "-", "-", "-", "-", "--", "--", "--", "--", "--", "--", "--", "--"]

_STYLE: Any = {
    "svg.fonttype": "none",
    "svg.hashsalt": "bindstorm",
    "font.family": "DejaVu Sans",
    "font.size": 10,
    "axes.titlesize": 10,
    "legend.fontsize": 9,
    "xtick.labelsize": 9,
    "ytick.labelsize": 9,
    "text.color": _TEXT,
    "axes.labelcolor": _TEXT,
    "axes.edgecolor": _FAINT,
    "xtick.color": _FAINT,
    "ytick.color": _FAINT,
    "xtick.labelcolor": _TEXT,
    "ytick.labelcolor": _TEXT,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": _FAINT,
    "grid.linewidth": 0.5,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.facecolor": "none",
    "figure.facecolor": "none",
    "legend.frameon": False,
    "lines.linewidth": 1.4,
    "axes.prop_cycle": cycler(color=_SERIES * 2) + cycler(linestyle=_DASHES),
}


def to_svg(
    draw: Callable[[Canvas, bool], None], size: tuple[float, float], narrow: bool, key: str
) -> str:
    """Draw and return an ``svg`` element.

    Parameters
    ----------
    draw : callable
        Draws on an empty canvas; told whether it is a narrow one.
    size : tuple of float
        Inches; the page scales it.
    narrow : bool
        Passed on.
    key : str
        Begins every id, so that pictures of one page do not disturb each other.
    """
    with mpl.rc_context():
        mpl.rcdefaults()
        mpl.rcParams.update(_STYLE)
        canvas = Canvas(figsize=size, layout="constrained")
        draw(canvas, narrow)
        text = io.StringIO()
        canvas.savefig(text, format="svg", metadata={"Date": None, "Creator": None, "Format": None})
    return _adapt(text.getvalue(), key)


def legend_below(axes: Axes, columns: int) -> None:
    """Put the legend below the data, where it hides nothing."""
    handles, labels = axes.get_legend_handles_labels()
    if axes.get_legend() is not None:
        axes.get_legend().remove()  # type: ignore[union-attr]
    if handles:
        figure = axes.get_figure()
        assert figure is not None
        figure.legend(handles, labels, loc="outside lower center", ncols=columns)


def _shorter(number: re.Match[str]) -> str:
    return f"{float(number[0]):.2f}"


def _adapt(text: str, key: str) -> str:
    body = text[text.index("<svg") :]
    body = re.sub(r"<metadata>.*?</metadata>", "", body, flags=re.DOTALL)
    head, _, rest = body.partition(">")
    box = re.search(r'viewBox="[^"]*"', head)
    assert box is not None
    body = f'<svg {box[0]} xmlns="http://www.w3.org/2000/svg" role="img">' + rest
    body = body.replace("xlink:href", "href")
    referred = set(re.findall(r'(?:href="|url\()#([^")]+)', body))
    body = re.sub(
        r' id="([^"]+)"', lambda m: f' id="{key}-{m[1]}"' if m[1] in referred else "", body
    )
    body = re.sub(r'(href="|url\()#', rf"\g<1>#{key}-", body)
    # In tags only: what is written on a picture stays as it is.
    body = re.sub(r"<[^>]+>", lambda tag: _LONG.sub(_shorter, tag[0]), body)
    for colour, role in _ROLES.items():
        body = body.replace(colour, role)
    # The letters of the page's own font, whatever it is; DejaVu Sans is wider, so all have room.
    body = body.replace("'DejaVu Sans'", "system-ui, sans-serif")
    body = re.sub(r"<defs>\s*<style.*?</style>\s*</defs>", "", body, flags=re.DOTALL)
    return re.sub(r"\s*\n\s*", "\n", body).strip()
