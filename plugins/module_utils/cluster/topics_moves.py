# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Topics that are to have another number of replicas, as moves: the room ``reassign`` plans and judges them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Dict, Mapping, Sequence, Tuple

from ..reassign import document, plan, summary
from ..reassign.model import Wish
from . import moves, reassignments, topics
from .topics import Known
from .topics_wanted import Topic


def planned(
    client: Any, wanted: Sequence[Topic], resized: Mapping[str, int]
) -> Tuple[reassignments.Reading, plan.Plan]:
    """What the cluster tells, and what is moved so that topics are *resized*, with what is under way already.

    What counts is the min ISR that a topic is *wanted* with, as that is set before.
    """
    found, least = reassignments.read(client), topics.min_isr(wanted)
    partitions = [replace(one, min_isr=least.get(one.topic, one.min_isr)) for one in found.partitions]
    found = replace(found, partitions=partitions)
    return found, moves.worked_out(found, Wish(replication=resized, balance=False))


def move(  # noqa: PLR0917 - of what, which and how
    client: Any, wanted: Sequence[Topic], known: Known, resized: Mapping[str, int], how: moves.Pace, check_mode: bool
) -> Dict[str, Any]:
    """Ask for the next moves of topics that are *resized*, or were before a run ended early; how far they are.

    Where nothing moves at all, a limit to replication was left behind, and goes.
    """
    names = {topic.name for topic in wanted if topic.replication is not None}
    if not names:
        return nothing()
    if not known.moving and not resized:
        edits = moves.limit(client, known.brokers, known.topics, [], None, check_mode)
        return {**nothing(), "changed": bool(edits), "summary": [summary.LEFT_BEHIND] if edits else []}
    if not resized and names.isdisjoint(topic for topic, _number in known.moving):
        return nothing()  # what others move has its own limit
    found, made = planned(client, wanted, resized)
    done = moves.go_on(client, found, made.changes, how, moves.Rules(), check_mode)
    del done["limits"]
    return {
        **done,
        "reassigned": [
            {"topic": one.topic, "partition": one.number, "from": list(one.before), "to": list(one.after)}
            for one in made.changes
            if one.topic in names
        ],
        "plan": document.written(made.changes),
        "summary": summary.sentences(made),
        "diff": {"before": _lines(summary.replicas(made, False)), "after": _lines(summary.replicas(made, True))},
    }


def nothing() -> Dict[str, Any]:
    """What :func:`move` gives where nothing is to be moved."""
    numbers = dict.fromkeys(("left", "bytes_left", "under_way", "bytes_under_way"), 0)
    empty = {"reassigned": [], "plan": document.written([]), "summary": [], "diff": {"before": "", "after": ""}}
    return {"changed": False, **numbers, **empty}


def _lines(of: Sequence[str]) -> str:
    return "".join(line + "\n" for line in of)
