# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Matplotlib's figures as SVG inside an HTML page, which gives them its font and its colours, light or dark."""

from __future__ import annotations

import io
import re
import warnings
import xml.etree.ElementTree as Xml
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Callable, Collection, Iterator

import matplotlib
from matplotlib.axes import Axes
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter

from ...core.words import NOT_PRINTABLE

# Widths in units of a pixel: over the page, and half of it.
FULL, HALF = 900, 430

# Okabe and Ito's colours, which people with any kind of colour vision tell apart; each is also a shape or a hatch.
INK, GROUND = "#1b2026", "#fefefe"
BLUE, SKY, ORANGE, VERMILLION = "#0072b2", "#56b4e9", "#e69f00", "#d55e00"
# Bars of what is as it should be, and of what is not.
RIGHT: dict[str, Any] = {"facecolor": BLUE, "edgecolor": "none", "linewidth": 0}
WRONG: dict[str, Any] = {"facecolor": VERMILLION, "edgecolor": GROUND, "linewidth": 0, "hatch": "///"}
# What a colour is called in the page's style, which has a light and a dark one for each.
_IN_PAGE = {
    INK: "currentColor",
    GROUND: "var(--card, #fff)",
    BLUE: "var(--blue, #0072b2)",
    SKY: "var(--sky, #56b4e9)",
    ORANGE: "var(--orange, #e69f00)",
    VERMILLION: "var(--vermillion, #d55e00)",
}
_SETTINGS: dict[Any, Any] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "groundwork",
    "text.parse_math": False,
    "font.size": 12.5,
    "font.family": ["DejaVu Sans"],  # comes with matplotlib, so that a chart is laid out alike everywhere
    "text.color": INK,
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "axes.linewidth": 0.8,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.grid": True,
    "axes.grid.axis": "y",
    "grid.color": INK,
    "grid.alpha": 0.15,
    "grid.linewidth": 0.8,
    "xtick.color": INK,
    "ytick.color": INK,
    "ytick.major.size": 0,
    "hatch.linewidth": 1.6,
    "figure.constrained_layout.use": True,
}
_SVG = "{http://www.w3.org/2000/svg}"
_XLINK = "{http://www.w3.org/1999/xlink}"


@dataclass(frozen=True)
class Chart:
    """A drawing and all it shows: ``rows`` are its numbers under ``columns``, ``svg`` is for an HTML page."""

    title: str
    description: str
    columns: tuple[str, ...]
    rows: list[tuple[object, ...]]
    svg: str
    wide: bool = False


@contextmanager
def house_style() -> Iterator[None]:
    """Draw as the report does, whatever the user's own matplotlibrc says.

    A letter that matplotlib's font lacks is only measured by it: the browser draws the text, with fonts of its own.
    """
    with matplotlib.rc_context(), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing from font", category=UserWarning)
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(_SETTINGS)
        yield


def figure(width: float, height: float) -> Figure:
    """An empty figure of ``width`` by ``height`` pixels, to be made and drawn within :func:`house_style`."""
    made = Figure(figsize=(width / 72, height / 72))
    FigureCanvasSVG(made)
    made.patch.set_visible(False)
    return made


def plain(axes: Axes) -> None:
    """Leave out the ground, which is the page's."""
    axes.patch.set_visible(False)


def formatter(word: Callable[[float], str]) -> FuncFormatter:
    """Say each tick by ``word``."""
    return FuncFormatter(lambda value, _position: word(value))


def label(text: object, most: int = 40) -> str:
    """``text`` as a label: what XML cannot carry is replaced, what is too long ends in an ellipsis."""
    printable = NOT_PRINTABLE.sub("\N{REPLACEMENT CHARACTER}", str(text))
    return printable if len(printable) <= most else printable[: most - 1] + "…"


def svg(drawn: Figure, name: str, title: str, description: str) -> str:
    """``drawn`` as an SVG element for an HTML page, with ``name`` before every id so that several go into one page."""
    written = io.StringIO()
    drawn.savefig(written, format="svg", metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
    root = Xml.fromstring(written.getvalue())  # noqa: S314 matplotlib has just written it
    for node in root.iter():
        for child in [child for child in node if child.tag.endswith(("metadata", "style"))]:
            node.remove(child)
    wanted = set(re.findall(r"#([mphi][0-9a-f]{10})\b", written.getvalue()))
    for node in root.iter():
        _into_page(node, name, wanted)
    width, height = root.attrib["viewBox"].split()[2:]
    root.attrib = {
        "viewBox": f"0 0 {width} {height}",
        "role": "img",
        "aria-labelledby": f"{name}-title {name}-description",
    }
    for place, (kind, text) in enumerate((("title", title), ("desc", description))):
        spoken = Xml.Element(kind, {"id": f"{name}-{'title' if kind == 'title' else 'description'}"})
        spoken.text = label(text, 2000)
        root.insert(place, spoken)
    return Xml.tostring(root, encoding="unicode")


def _into_page(node: Xml.Element, name: str, wanted: Collection[str]) -> None:
    """Names without a namespace, as HTML has them; ids that others do not meet; the page's font and colours."""
    node.tag = node.tag.replace(_SVG, "")
    node.tail = None
    node.attrib = {
        key.replace(_XLINK, ""): _value(key.replace(_XLINK, ""), value, name)
        for key, value in node.attrib.items()
        if key != "id" or value in wanted
    }


def _value(key: str, value: str, name: str) -> str:
    if key == "id":
        return f"{name}-{value}"
    if key == "href":
        return value.replace("#", f"#{name}-")
    if key == "d":
        return _short(value)
    if key not in ("style", "fill", "clip-path"):
        return value
    styled = re.sub(r"font-family:[^;]*;? ?", "", value)
    styled = re.sub(r"#[0-9a-f]{6}\b", lambda found: _IN_PAGE[found.group()], styled)
    return styled.replace("url(#", f"url(#{name}-")


def _short(path: str) -> str:
    """The same path to a hundredth of a pixel."""
    numbers = re.sub(r"-?\d+\.\d+", lambda found: f"{float(found.group()):.2f}".rstrip("0").rstrip("."), path)
    return " ".join(numbers.split())
