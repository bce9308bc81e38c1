# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The page of an exporter: Prometheus' text format, and what is read from it.

Source: https://prometheus.io/docs/instrumenting/exposition_formats/
"""

from __future__ import annotations

import re
from typing import Dict, List, Mapping, NamedTuple

_LINE = re.compile(r"([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})?\s+(\S+)(?:\s+[-0-9.]+)?(?:\s+#.*)?\s*\Z")
_LABEL = re.compile(r'\s*([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\]|\\.)*)"\s*(?:,|\Z)')
_ESCAPED = {"\\\\": "\\", '\\"': '"', "\\n": "\n"}
_SHOWN = 60


class Sample(NamedTuple):
    """A line: a value of the metric *name* with these *labels*."""

    name: str
    labels: Mapping[str, str]
    value: float


def parse(text: str) -> List[Sample]:
    """The samples on a page. Raises ValueError, with the line, for a page that is not one of metrics."""
    found = []
    for line in text.split("\n"):  # and nowhere else: a label may hold whatever Python takes for a line's end
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        match = _LINE.match(line.strip())
        if match is None:
            raise ValueError(f"it is no page of metrics: it says {line.strip()[:_SHOWN]!r}")
        name, labels, value = match.groups()
        try:
            found.append(Sample(name, _labels(labels or ""), float(value)))
        except ValueError as error:
            raise ValueError(f"it is no page of metrics: it says {line.strip()[:_SHOWN]!r}") from error
    if not found:
        raise ValueError("it has no metric")
    return found


def _labels(text: str) -> Dict[str, str]:
    found, at = {}, 0
    while at < len(text):
        match = _LABEL.match(text, at)
        if match is None:
            raise ValueError(text)
        found[match.group(1)] = re.sub(r'\\[\\"n]', lambda one: _ESCAPED[one.group()], match.group(2))
        at = match.end()
    return found
