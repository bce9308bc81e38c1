# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Carry a plan of module_utils.cluster.topics out over kafka-python's admin client.

What a plan would write, the cluster itself is asked first whether it would take, all of it before anything is written.
"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any, Callable, Dict, Iterator, List, Mapping, Sequence, Tuple

from ..core import listing
from ..core.errors import GroundworkError
from . import connection, patient, settling, topics, topics_moves, topics_read, topics_text
from .moves import Pace
from .topics import Known, Plan
from .topics_wanted import Topic

_PAUSE_SECONDS = 0.25
_LOOKS = 8
# The controller takes up to 10,000 changes in one request (MAX_RECORDS_PER_USER_OP): partitions and settings.
_AT_ONCE = 2000


def run(client: Any, wanted: Sequence[Topic], how: Pace | None, timeout: float, check_mode: bool) -> Dict[str, Any]:
    """The result of making *wanted* so, over kafka-python's *client*; replicas that go on moving are *left* in it.

    *how* they are moved is None where they are not to be.
    """
    found, planned = _planned(client, wanted)
    _check(client, wanted, planned, found, how is not None)
    # Once as in check mode, as something may speak against the moves, and that is to be said before the first write.
    moved = topics_moves.move(client, wanted, found, planned.resized, how, True) if how else topics_moves.nothing()
    if planned and not check_mode:
        _apply(client, planned)
        settling.wait(lambda: _left(client, wanted), timeout)
    if how and moved["changed"] and not check_mode:
        # Partitions that were made a moment ago have as many replicas as the others had until now.
        moved = topics_moves.move(client, wanted, found, planned.resized, how, False)
    names, replicas = planned.concerned, moved["diff"]
    return {
        **moved,
        "changed": bool(planned) or moved["changed"],
        "created": [topic.name for topic in planned.created],
        "deleted": list(planned.deleted),
        "partitions": dict(planned.raised),
        "configs": {name: dict(changes) for name, changes in planned.configs.items()},
        "diff": {
            "before": topics_text.text(names, found) + replicas["before"],
            "after": topics_text.after(names, planned, found) + replicas["after"],
        },
    }


def _planned(client: Any, wanted: Sequence[Topic]) -> Tuple[Known, Plan]:
    """What the cluster tells, and what is to be done; a broker may still tell where replicas were a moment ago."""
    found = topics_read.read(client, wanted)
    planned = topics.plan(wanted, found)
    for _look in range(_LOOKS):
        if not planned.resized and not _is_late(client, planned):
            break
        time.sleep(_PAUSE_SECONDS)
        found = topics_read.read(client, wanted)
        planned = topics.plan(wanted, found)
    return found, planned


def _is_late(client: Any, planned: Plan) -> bool:
    """Whether the controller has topics or partitions that are to be made, of which the broker that was asked has not
    heard yet."""
    made = _batches(planned.created, lambda topic: (topic.partitions or 1) + len(topic.configs))
    return any(told.endswith(" already exists.") for batch in made for told in _create(client, batch, True)) or any(
        " already has " in told for told in _raise(client, planned.raised, True)
    )


def _check(client: Any, wanted: Sequence[Topic], planned: Plan, found: Known, reassign: bool) -> None:
    """Raise GroundworkError, before anything is written, for what is planned and may not be, or would be refused."""
    accepted = {topic.name for topic in wanted if topic.keys_may_move}
    written = topics_read.written(client, {name: found.topics[name] for name in planned.raised if name not in accepted})
    told = topics.keys_would_move(planned, found, wanted, written)
    if planned.resized and not reassign:
        _reading, moves = topics_moves.planned(client, wanted, planned.resized)
        told += topics.not_asked_for(planned.resized, moves.changes)
    told += _refusals(client, planned)
    if told:
        raise GroundworkError("\n".join(told))


def _refusals(client: Any, planned: Plan) -> List[str]:
    """What the cluster would say to the plan, which is not carried out."""
    told = []
    for batch in _batches(planned.created, lambda topic: (topic.partitions or 1) + len(topic.configs)):
        told += _create(client, batch, True)
    told += _raise(client, planned.raised, True)
    for changes in _batches(list(planned.configs.items()), lambda one: len(one[1])):
        told += _alter(client, dict(changes), True)
    if planned.deleted and topics_read.refuses_deletion(client):
        told.append(
            f"The topics {listing.some(planned.deleted)} are to be deleted, and {topics_read.DELETION} is false in "
            "this cluster; take it out of kafka_config, or leave them out."
        )
    return told


def _apply(client: Any, planned: Plan) -> None:
    """Do what is planned, but for replicas that are to be moved."""
    told = []
    for batch in _batches(planned.created, lambda topic: (topic.partitions or 1) + len(topic.configs)):
        told += _create(client, batch, False)
    for changes in _batches(list(planned.configs.items()), lambda one: len(one[1])):
        told += _alter(client, dict(changes), False)
    told += _raise(client, planned.raised, False)
    told += _delete(client, planned.deleted)
    if told:
        raise GroundworkError("\n".join(told))


def _create(client: Any, made: Sequence[Topic], validate_only: bool) -> List[str]:
    asked = {
        topic.name: {
            "num_partitions": topic.partitions or -1,
            "replication_factor": topic.replication or -1,
            "configs": {key: value for key, value in topic.configs.items() if value is not None},
        }
        for topic in made
    }
    with connection.controller_asked():
        answer = client.create_topics(asked, validate_only=validate_only, raise_errors=False)
    return [
        _refusal(f"make the topic {one['name']}", one["error_code"], one.get("error_message"))
        for one in answer["topics"]
        if one["error_code"]
    ]


def _raise(client: Any, counts: Mapping[str, int], validate_only: bool) -> List[str]:
    if not counts:
        return []
    with connection.controller_asked():
        answer = client.create_partitions(dict(counts), validate_only=validate_only, raise_errors=False)
    return [
        _refusal(f"give the topic {one.name} {counts[one.name]} partitions", one.error_code, one.error_message)
        for one in answer.results
        if one.error_code
    ]


def _alter(client: Any, changes: Mapping[str, Mapping[str, str | None]], validate_only: bool) -> List[str]:
    edits = [(False, name, key, value) for name, keys in sorted(changes.items()) for key, value in sorted(keys.items())]
    answer = client.send(patient.settings_request(edits, validate_only))
    return [
        _refusal(
            f"set {', '.join(f'{key} = {value}' for key, value in sorted(changes[one.resource_name].items()))} of the "
            f"topic {one.resource_name}",
            one.error_code,
            one.error_message,
        )
        for one in answer.responses
        if one.error_code
    ]


def _delete(client: Any, names: Sequence[str]) -> List[str]:
    if not names:
        return []
    with connection.controller_asked():
        answer = client.delete_topics(list(names), raise_errors=False)
    return [
        _refusal(f"delete the topic {one['name']}", one["error_code"], one.get("error_message"))
        for one in answer["topics"]
        if one["error_code"]
    ]


def _left(client: Any, wanted: Sequence[Topic]) -> List[str]:
    """The topics that a broker does not tell of as it took them, but for replicas that are to be moved."""
    left = topics.plan(wanted, topics_read.read(client, wanted))
    return replace(left, resized={}).concerned


def _batches(items: Sequence[Any], weight: Callable[[Any], int]) -> Iterator[List[Any]]:
    """*items* in their order, so many at a time as the controller takes."""
    batch: List[Any] = []
    heavy = 0
    for item in items:
        if batch and heavy + weight(item) > _AT_ONCE:
            yield batch
            batch, heavy = [], 0
        batch.append(item)
        heavy += weight(item)
    if batch:
        yield batch


def _refusal(what: str, code: int, message: str | None) -> str:
    from kafka import errors  # noqa: PLC0415 there is no client without it

    why = " ".join((message or errors.for_code(code).__name__).split()).rstrip(".")
    return f"The cluster refuses to {what}: {why}."
