# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Carry a plan of module_utils.cluster.topics out over kafka-python's admin client.

What a plan would write, the cluster itself is asked first whether it would take, all of it before anything is written.
"""

from __future__ import annotations

import time
from contextlib import contextmanager
from typing import Any, Callable, Dict, Iterator, List, Mapping, Sequence, Tuple

from ..core import listing
from ..core.errors import GroundworkError
from . import patient, topics, topics_read, topics_text
from .topics import Known, Part, Plan
from .topics_wanted import Topic

_PAUSE_SECONDS = 0.25
_LOOKS = 8
# The controller takes up to 10,000 changes in one request (MAX_RECORDS_PER_USER_OP): partitions and settings.
_AT_ONCE = 2000


def run(client: Any, wanted: Sequence[Topic], reassign: bool, timeout: float, check_mode: bool) -> Dict[str, Any]:
    """The result of making *wanted* so, over kafka-python's *client*; replicas that go on moving are *left* in it."""
    found, planned = _planned(client, wanted)
    _check(client, wanted, planned, found, reassign)
    moves = dict(planned.moves)
    if planned and not check_mode:
        _apply(client, planned)
        now = _settled(client, wanted, timeout)
        # Partitions that were made a moment ago have as many replicas as the others had until now.
        moves = dict(topics.plan(wanted, now).moves)
        _reassign(client, moves)
    left, bytes_left = (0, 0) if check_mode else topics_read.moving(client, wanted)
    names = planned.concerned
    return {
        "changed": bool(planned),
        "created": [topic.name for topic in planned.created],
        "deleted": list(planned.deleted),
        "partitions": dict(planned.raised),
        "configs": {name: dict(changes) for name, changes in planned.configs.items()},
        "reassigned": [
            {"topic": part[0], "partition": part[1], "from": list(before), "to": list(now)}
            for part, (before, now) in sorted(moves.items())
        ],
        "left": left,
        "bytes_left": bytes_left,
        "diff": {"before": topics_text.text(names, found), "after": topics_text.after(names, planned, found)},
    }


def _planned(client: Any, wanted: Sequence[Topic]) -> Tuple[Known, Plan]:
    """What the cluster tells, and what is to be done; a broker may still tell where replicas were a moment ago."""
    found = topics_read.read(client, wanted)
    planned = topics.plan(wanted, found)
    for _look in range(_LOOKS):
        if not planned.moves and not _are_there(client, planned):
            break
        time.sleep(_PAUSE_SECONDS)
        found = topics_read.read(client, wanted)
        planned = topics.plan(wanted, found)
    return found, planned


def _are_there(client: Any, planned: Plan) -> bool:
    """Whether the controller has topics that are to be made, of which the broker that was asked has not heard yet."""
    return any(
        told.endswith(" already exists.")
        for batch in _batches(planned.created, lambda topic: (topic.partitions or 1) + len(topic.configs))
        for told in _create(client, batch, True)
    )


def _check(client: Any, wanted: Sequence[Topic], planned: Plan, found: Known, reassign: bool) -> None:
    """Raise GroundworkError, before anything is written, for what is planned and may not be, or would be refused."""
    accepted = {topic.name for topic in wanted if topic.keys_may_move}
    written = topics_read.written(client, {name: found.topics[name] for name in planned.raised if name not in accepted})
    told = topics.keys_would_move(planned, found, wanted, written)
    if planned.moves and not reassign:
        told += topics.not_asked_for(planned, topics_read.partition_sizes(client, found.racks))
    elif planned.moves:
        told += topics_read.no_room(client, planned.moves)
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
    with _controller():
        answer = client.create_topics(asked, validate_only=validate_only, raise_errors=False)
    return [
        _refusal(f"make the topic {one['name']}", one["error_code"], one.get("error_message"))
        for one in answer["topics"]
        if one["error_code"]
    ]


def _raise(client: Any, counts: Mapping[str, int], validate_only: bool) -> List[str]:
    if not counts:
        return []
    with _controller():
        answer = client.create_partitions(dict(counts), validate_only=validate_only, raise_errors=False)
    return [
        _refusal(f"give the topic {one.name} {counts[one.name]} partitions", one.error_code, one.error_message)
        for one in answer.results
        if one.error_code
    ]


def _alter(client: Any, changes: Mapping[str, Mapping[str, str | None]], validate_only: bool) -> List[str]:
    answer = client.send(patient.topic_changes_request(changes, validate_only))
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
    with _controller():
        answer = client.delete_topics(list(names), raise_errors=False)
    return [
        _refusal(f"delete the topic {one['name']}", one["error_code"], one.get("error_message"))
        for one in answer["topics"]
        if one["error_code"]
    ]


def _reassign(client: Any, moves: Mapping[Part, Tuple[Sequence[int], Sequence[int]]]) -> None:
    from kafka import TopicPartition  # noqa: PLC0415 there is no client without it

    if not moves:
        return
    with _controller():
        answer = client.alter_partition_reassignments(
            {TopicPartition(*part): list(to) for part, (_before, to) in moves.items()}
        )
    failed = [f"{part.topic}-{part.partition} ({error.__name__})" for part, error in sorted(answer.items()) if error]
    if failed:
        raise GroundworkError(
            f"The cluster did not begin to move the replicas of {listing.some(failed)}; look at the controller's "
            "journal. What has begun goes on, and the same command goes on from there."
        )


def _settled(client: Any, wanted: Sequence[Topic], timeout: float) -> Known:
    """What the cluster tells once it has all that it took: one broker knows it a moment before the others.

    Many topics take a broker their time, so *timeout* is that in which nothing came nearer to its end.
    """
    end, least = time.monotonic() + timeout, 0
    while True:
        known = topics_read.read(client, wanted)
        left = topics.plan(wanted, known)
        if not (left.created or left.deleted or left.raised or left.configs):
            return known
        if not least or len(left.concerned) < least:
            end, least = time.monotonic() + timeout, len(left.concerned)
        if time.monotonic() >= end:
            raise GroundworkError(
                f"The cluster took the change, and it is not in force after {timeout:.0f} seconds "
                f"({listing.some(left.concerned)}); look at the brokers' journals."
            )
        time.sleep(_PAUSE_SECONDS)


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


@contextmanager
def _controller() -> Iterator[None]:
    """What is asked of the controller here fails with a sentence where no broker is it."""
    try:
        yield
    except RuntimeError as error:
        raise GroundworkError(f"No broker is the controller ({error}); run it again in a moment.") from error
