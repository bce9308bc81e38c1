# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Names of topics."""

from __future__ import annotations

from typing import Dict, Iterator, List

from ..core import listing
from .model import Reviewed, Topic
from .rule import CLUSTER, TOPIC, Rule, Trap

_LONGEST = 249
_SHOWN = 40


def _too_long(_found: Reviewed, topic: Topic) -> Iterator[Trap]:
    if len(topic.name) > _LONGEST:
        yield Trap(
            f"{len(topic.name)} characters > {_LONGEST}",
            f"at most {_LONGEST}",
            subject=f"topic {topic.name[:_SHOWN]}...",
        )


def _mixed(found: Reviewed, _cluster: Reviewed) -> Iterator[Trap]:
    """Metrics write a dot as an underscore, so that two names may become one."""
    names = [topic.name for topic in found.topics or () if not topic.internal]
    alike: Dict[str, List[str]] = {}
    for name in names:
        alike.setdefault(name.replace(".", "_"), []).append(name)
    for same in alike.values():
        if len(same) > 1:
            yield Trap(
                f"{' and '.join(sorted(same))} are one name in metrics", "dots or underscores alone", severity="high"
            )
    dots, underscores = sorted(name for name in names if "." in name), sorted(name for name in names if "_" in name)
    if dots and underscores:
        yield Trap(
            f"with dots: {listing.some(dots)}; with underscores: {listing.some(underscores)}",
            "dots or underscores alone",
        )


_SOURCE = "Apache Kafka documentation, Operations: Adding and removing topics"
RULES = (
    Rule(
        "topic_name_long",
        "high",
        TOPIC,
        _too_long,
        why="a partition's folder has the topic's name and a number, and file systems end at 255: Kafka refuses it",
        source=_SOURCE,
        remedy="give a shorter name",
        needs=("topics",),
    ),
    Rule(
        "topic_names_mixed",
        "low",
        CLUSTER,
        _mixed,
        why="metrics take a dot and an underscore for the same, so two names may meet, and Kafka refuses the second",
        source=_SOURCE,
        remedy="keep to one of them in new names; write a topic that has the other anew, or accept the finding for it",
        needs=("topics",),
    ),
)
