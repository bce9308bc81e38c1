# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""All rules in one table: each id once."""

from __future__ import annotations

from typing import Dict, Tuple

from . import (
    clients,
    compaction,
    durability,
    dynamic,
    groups,
    hosts,
    keys,
    kraft,
    names,
    ordering,
    quotas,
    racks,
    retention,
    segments,
    sizes,
    versions,
    zookeeper,
)
from .rule import Rule, chosen

RULES: Tuple[Rule, ...] = (
    *retention.RULES,
    *durability.RULES,
    *sizes.RULES,
    *segments.RULES,
    *groups.RULES,
    *clients.RULES,
    *ordering.RULES,
    *compaction.RULES,
    *names.RULES,
    *racks.RULES,
    *zookeeper.RULES,
    *kraft.RULES,
    *hosts.RULES,
    *quotas.RULES,
    *dynamic.RULES,
    *versions.RULES,
    *keys.RULES,
)
BY_ID: Dict[str, Rule] = {rule.identity: rule for rule in RULES}


def of(*identities: str) -> Tuple[Rule, ...]:
    """The rules with these ids, in this order."""
    return chosen(RULES, *identities)
