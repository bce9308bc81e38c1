# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What one client may take of the cluster."""

from __future__ import annotations

from typing import Iterator

from . import shown
from .model import Reviewed
from .rule import CLUSTER, Rule, Trap

_RATES = ("producer_byte_rate", "consumer_byte_rate", "request_percentage")
_SMALL = 10 << 20  # the example of Kafka's documentation, in a second


def _none(found: Reviewed, _cluster: Reviewed) -> Iterator[Trap]:
    if not any(rate in given for given in (found.quotas or {}).values() for rate in _RATES):
        yield Trap("no quota for anybody", "a default for users or clients")


def _small(found: Reviewed, _cluster: Reviewed) -> Iterator[Trap]:
    for entity, given in sorted((found.quotas or {}).items()):
        small = [f"{rate} {shown.many(given[rate])}" for rate in _RATES[:2] if 0 < given.get(rate, 0) <= _SMALL]
        if "default" in entity and small:
            yield Trap(", ".join(small), "what the smallest of them needs at its peak", subject=f"quota of {entity}")


_SOURCE = "Apache Kafka documentation, Operations: Setting quotas"
RULES = (
    Rule(
        "quotas_none",
        "low",
        CLUSTER,
        _none,
        why="one client that reads or writes without end takes network and disks from all others",
        source=_SOURCE,
        remedy="set a default that no honest client meets (kafka-configs.sh --alter --entity-type clients "
        "--entity-default --add-config producer_byte_rate=BYTES,consumer_byte_rate=BYTES)",
        needs=("quotas",),
    ),
    Rule(
        "quota_default_small",
        "low",
        CLUSTER,
        _small,
        why="every client without a quota of its own is slowed down to it, which may be the documentation's example "
        "and not meant",
        source=_SOURCE,
        remedy="raise it, or leave it where it is meant",
        needs=("quotas",),
    ),
)
