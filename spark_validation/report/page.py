# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The document as one HTML page that needs nothing but itself."""

from __future__ import annotations

from importlib.resources import files
from typing import Any, Mapping, Sequence

import jinja2

from ..core import words
from ..core.verdict import figure
from . import charts


def page(told: Mapping[str, Any], tables: Mapping[str, Any] | None = None) -> str:
    """Render ``told``, a document as :func:`spark_validation.report.document.document` gives it.

    ``tables`` are those that its command makes of the details, by name, each with its ``titles`` and ``rows``.
    What only one command tells is in ``sections/COMMAND.html.j2``, which has ``run``, ``details``, ``charts`` and the
    ``tables`` of the command, and imports ``parts.html.j2``. A command without one is told by ``sections/any.html.j2``.
    """
    environment = jinja2.Environment(
        loader=jinja2.FunctionLoader(_template),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(number=figure, duration=words.duration, size=words.size, of=words.of, cells=_cells)
    environment.filters.update(amount=words.amount, percent=words.percent)
    environment.globals.update(charts=charts)
    return environment.get_template("page.html.j2").render(run=told, details=told["details"], tables=tables or {})


def _template(name: str) -> str | None:
    """A file of this package, which may lie in a zip, or null."""
    found = files(__package__).joinpath(name)
    return found.read_text(encoding="utf-8") if found.is_file() else None


def _cells(objects: Sequence[Mapping[str, Any]], columns: Sequence[str]) -> list[list[Any]]:
    """The values of ``objects`` under ``columns``; null where one has none."""
    return [[one.get(column) for column in columns] for one in objects]
