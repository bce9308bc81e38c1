# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Flows that would copy the same records round and round, where copies have the name of what they are copied from.

With a name of its own for each copy MirrorMaker sees where a topic comes from, and ends a circle by itself.
"""

from __future__ import annotations

import re
from typing import Dict, List, Sequence, Set

from .wanted import Flow, named

#: Stands for whatever topic only regular expressions take.
_ANY = ""


def refusals(flows: Sequence[Flow]) -> List[str]:
    """A sentence for the first topic that goes round, with its way."""
    names = sorted({name for flow in flows for name in named(flow.topics)})
    for topic in [*names, _ANY]:
        ways: Dict[str, List[str]] = {}
        for flow in flows:
            if _takes(flow, topic):
                ways.setdefault(flow.source, []).append(flow.target)
        circle = _circle(ways)
        if circle:
            what = f"The topic {topic}" if topic else "Whatever topic two regular expressions take"
            return [
                f"{what} would go round from {' to '.join(circle)} without end, as copies have the name of what they "
                "are copied from; leave one of these flows out of mirror_maker_flows, name in each the topics that are "
                "written to its source alone, or give mirror_maker_replication_policy: default."
            ]
    return []


def _takes(flow: Flow, topic: str) -> bool:
    """Whether the *flow* takes the *topic*; a regular expression with more in it than is alike here may take any."""
    if topic in flow.topics_exclude and topic:
        return False
    patterns = [text for text in flow.topics if text not in named([text])]
    if not topic:
        return bool(patterns)
    return topic in flow.topics or any("\\" in text or re.fullmatch(text, topic) for text in patterns)


def _circle(ways: Dict[str, List[str]]) -> List[str]:
    """The clusters of a circle, the first of them again at its end; none where there is none."""
    ended: Set[str] = set()

    def found(path: List[str]) -> List[str]:
        here = path[-1]
        if here in path[:-1]:
            return path[path.index(here) :]
        if here in ended:
            return []
        for target in ways.get(here, ()):
            circle = found([*path, target])
            if circle:
                return circle
        ended.add(here)
        return []

    for start in ways:
        circle = found([start])
        if circle:
            return circle
    return []
