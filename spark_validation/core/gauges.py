# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Values as Prometheus' node exporter reads them from a text file. The collection shares it.

Source: https://prometheus.io/docs/instrumenting/exposition_formats/
"""

from __future__ import annotations

from typing import Iterable, List, Mapping


def gauge(name: str, meaning: str, values: Mapping[str, float], label: str = "") -> List[str]:
    """The lines of the metric *name*: a value for each value of *label*, or for "" one without it; none without any."""
    if not values:
        return []
    lines = [f"{name}{_labels(label, whose)} {value:.15g}" for whose, value in values.items()]
    return [f"# HELP {name} {meaning}", f"# TYPE {name} gauge", *lines]


def page(lines: Iterable[str]) -> str:
    """The whole file of these *lines*."""
    return "".join(f"{line}\n" for line in lines)


def _labels(label: str, value: str) -> str:
    if not value:
        return ""
    escaped = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'{{{label}="{escaped}"}}'
