# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The table: inputs of the role probe that are refused, what is told, and what a person writes then."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Mapping

from tests.remedies.clusters import CLUSTERS


@dataclass(frozen=True)
class Probe:
    """The inputs *given* are refused with the sentence that *begins* so and *tells* what to write, which is *then*.

    Where they are *ungrouped*, the brokers are in the inventory's group kafka afterwards alone.
    """

    begins: str
    given: Mapping[str, Any]
    tells: str
    then: Mapping[str, Any]
    ungrouped: bool = False


PROBES = (
    Probe(
        "probe_interval is …; give a whole number of minutes from",
        {"probe_interval": 0},
        "probe_interval is 0; give a whole number of minutes from 1 on",
        {"probe_interval": 1},
    ),
    Probe(
        "probe_bootstrap_servers is empty; give brokers as HOST:PORT, or have the",
        {"probe_bootstrap_servers": ""},
        "give brokers as HOST:PORT",
        {"probe_bootstrap_servers": f"{CLUSTERS['keeper'].addresses['z1']}:9092"},
    ),
    Probe(
        "probe_bootstrap_servers is empty; give brokers as HOST:PORT, or have the",
        {},
        "or have the brokers in the inventory's group kafka",
        {},
        ungrouped=True,
    ),
)
