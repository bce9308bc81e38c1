# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""HTML pages that need nothing but themselves, in the look of the validation's: its style, and the parts of its pages.

Templates stand in the folder ``pages``. What is drawn on them is drawn by hand, as a control node has Jinja2 and no
library of charts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from pathlib import Path
from typing import Any

import jinja2

from ansible_collections.groundwork.kafka.plugins.module_utils.capacity import amounts

_FOLDER = Path(__file__).with_name("pages")


@dataclass(frozen=True)
class Chart:
    """A drawing and all it shows: *rows* are its numbers under *columns*, *svg* is for an HTML page."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[object]]
    svg: str
    wide: bool = True


def render(template: str, **values: Any) -> str:
    """The page that *template* makes of *values*, all of which are escaped."""
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(_FOLDER),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(number=number, amount=amount, cells=_cells)
    return environment.get_template(template).render(**values)


def amount(value: float, unit: str) -> str:
    """*value* of *unit*, as a plan has it, for a person."""
    exact = Fraction(value)
    known = {"bytes": amounts.shown_size, "bytes/s": amounts.shown_rate, "hours": amounts.shown_hours}
    return known[unit](exact) if unit in known else f"{amounts.shown(exact)} {unit}".strip()


def drawing(name: str, title: str, described: str, size: tuple[int, int], parts: Sequence[str]) -> str:
    """An SVG element of *size* with *parts* in it, which a screen reader tells as *title* and *described*."""
    width, height = size
    return (
        f'<svg viewBox="0 0 {width} {height}" role="img" aria-labelledby="{name}-title {name}-description" '
        f'font-size="12.5" fill="currentColor">'
        f'<title id="{name}-title">{escape(title)}</title><desc id="{name}-description">{escape(described)}</desc>'
        f"{''.join(parts)}</svg>"
    )


def element(kind: str, text: str = "", **attributes: object) -> str:
    """An SVG element with *text* in it; in the names of *attributes* an underscore stands for a hyphen."""
    said = "".join(f' {name.strip("_").replace("_", "-")}="{escape(str(value))}"' for name, value in attributes.items())
    return f"<{kind}{said}>{escape(text)}</{kind}>"


def number(value: float) -> str:
    """*value* for a person."""
    return amounts.shown(Fraction(value))


def _cells(one: Mapping[str, Any], columns: Sequence[str]) -> list[Any]:
    """The values of *one* under *columns*."""
    return [one[column] for column in columns]
