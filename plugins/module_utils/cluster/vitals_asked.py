# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""One look at a running cluster's vital signs over its admin API: what it tells, and why it does not tell the rest.

*client* is what :func:`connection.connected` yields. Everything is read, and nothing changed. A broker that hangs costs
the connection's time-out, and hides nothing of the others.
"""

from __future__ import annotations

from typing import Any, Callable, Dict, List, Mapping, NamedTuple, Set, Tuple

from ..core.errors import GroundworkError
from ..health import of_cluster
from ..health.reading import CLUSTER, Reading
from . import log_dirs, state

_TRIES = 3
_PARTITIONS = (
    "under_replicated",
    "under_min_isr",
    "at_min_isr",
    "offline_partitions",
    "not_preferred",
    "partitions_spread",
    "leaders_spread",
)
_FENCED = "the controllers have fenced it"
_NOT_KNOWN = "partitions name it, and it is not in the cluster"
_GROUPS = ("group_lag", "group_lead")
_SHARE = "share"


class Asked(NamedTuple):
    """The *mode* of the cluster, empty where it is not known, and the *readings*."""

    mode: str
    readings: List[Reading]


def ask(client: Any) -> Asked:
    """All that the cluster tells. Raises kafka-python's errors where it does not even tell who it is."""
    described = _again(client.describe_cluster)
    brokers = state.brokers_of(described)
    live = state.running(brokers)
    mode, controller, readings = _quorum(client, described)
    readings = [*of_cluster.of_brokers(brokers, controller), *readings]
    hung: Dict[int, str] = {}
    for broker in live:
        try:
            readings += of_cluster.of_disks(broker, log_dirs.read(client, broker))
        except (GroundworkError, *_errors()) as error:
            refused = _refused(error)
            hung.update({} if refused else {broker: _said(error)})
            readings += _silent(broker, _said(error), refused)
    away = {int(one["id"]): _FENCED for one in brokers if one["fenced"]}
    try:
        partitions = _again(lambda: state.partitions(client))
        readings += of_cluster.of_partitions(partitions, live)
        # With ZooKeeper nobody tells of a broker that is gone but the partitions that it is to hold.
        holders = {int(number) for one in partitions for number in one["replicas"]}
        away.update(dict.fromkeys(holders - set(live) - set(away), _NOT_KNOWN))
    except (GroundworkError, *_errors()) as error:
        readings += [Reading(name, CLUSTER, of_cluster.ADMIN, missing=_said(error)) for name in _PARTITIONS]
    readings += [of_cluster.silent(number, why)[0] for number, why in sorted(away.items())]
    try:
        groups = of_cluster.of_groups(*_groups(client, sorted(set(live) - set(hung))))
        # Which groups one that hangs coordinates, nobody else knows: of all together nothing can be said then.
        readings += [one for one in groups if one.subject != CLUSTER or not hung]
        readings += [
            Reading(name, f"broker {number}", of_cluster.ADMIN, missing=why)
            for number, why in sorted(hung.items())
            for name in _GROUPS
        ]
    except (GroundworkError, *_errors()) as error:
        readings += [Reading(name, CLUSTER, of_cluster.ADMIN, missing=_said(error)) for name in _GROUPS]
    return Asked(mode, readings)


def nobody(why: str) -> Asked:
    """What is known of a cluster that does not answer."""
    return Asked(
        "", [Reading("answering", CLUSTER, of_cluster.ADMIN, 0), Reading("", CLUSTER, of_cluster.ADMIN, None, why)]
    )


def _quorum(client: Any, described: Mapping[str, Any]) -> Tuple[str, int | None, List[Reading]]:
    """The mode, the number of the controller that leads, and the readings of the quorum."""
    try:
        found = _again(lambda: state.quorum(client))
    except (GroundworkError, *_errors()) as error:
        return state.KRAFT, None, of_cluster.of_quorum(None, _said(error))
    if found is None:
        number = described["controller_id"]
        return state.ZOOKEEPER, None if number is None or number < 0 else int(number), []
    return state.KRAFT, found["leader_id"], of_cluster.of_quorum(found)


def _silent(broker: int, why: str, refused: bool) -> List[Reading]:
    """One that refuses to tell of its folders has answered."""
    found = of_cluster.silent(broker, why)
    return [found[0]._replace(value=1), *found[1:]] if refused else found


def _groups(
    client: Any, brokers: List[int]
) -> Tuple[Dict[str, Dict[of_cluster.Part, int]], Dict[of_cluster.Part, of_cluster.Log], Set[of_cluster.Part]]:
    """What each group has committed of each partition, where the logs of these begin and end, and which nobody leads.

    A share group stands nowhere, and a broker refuses to tell where all groups stand that are asked with it.
    """
    from kafka import TopicPartition  # noqa: PLC0415 there is no client without it
    from kafka.admin import OffsetSpec  # noqa: PLC0415

    listed = client.list_groups(broker_ids=brokers)
    names = sorted({one["group_id"] for one in listed if (one.get("group_type") or "").lower() != _SHARE})
    offsets = client.list_group_offsets(dict.fromkeys(names)) if names else {}
    committed = {
        group: {(part.topic, part.partition): at.offset for part, at in parts.items() if at.offset >= 0}
        for group, parts in offsets.items()
    }
    wanted = {part for parts in committed.values() for part in parts}
    leaders = _leaders(client, {topic for topic, _partition in wanted})
    led = [TopicPartition(*part) for part in sorted(wanted) if leaders.get(part, -1) >= 0]
    first = client.list_partition_offsets(dict.fromkeys(led, OffsetSpec.EARLIEST)) if led else {}
    last = client.list_partition_offsets(dict.fromkeys(led, OffsetSpec.LATEST)) if led else {}
    logs = {
        (part.topic, part.partition): of_cluster.Log(first[part].offset, last[part].offset)
        for part in led
        if part in first and part in last
    }
    return committed, logs, {part for part in wanted if leaders.get(part, 0) < 0}


def _leaders(client: Any, topics: Set[str]) -> Dict[of_cluster.Part, int]:
    """Who leads each partition of *topics*, below 0 where nobody does: nobody else tells where a log begins."""
    return {
        (topic["name"], partition["partition_index"]): partition["leader_id"]
        for topic in (client.describe_topics(sorted(topics)) if topics else [])
        for partition in topic["partitions"]
    }


def _again(asked: Callable[[], Any]) -> Any:
    """What is *asked*, of another broker where the one that was asked does not answer in time."""
    for attempt in range(_TRIES):
        try:
            return asked()
        except _timeouts():
            if attempt == _TRIES - 1:
                raise
    return None


def _errors() -> Tuple[Any, ...]:
    from kafka import errors  # noqa: PLC0415 there is no client without it

    return (errors.KafkaError,)


def _timeouts() -> Tuple[Any, ...]:
    from kafka import errors  # noqa: PLC0415 there is no client without it

    return (errors.KafkaTimeoutError, errors.RequestTimedOutError, errors.KafkaConnectionError)


def _refused(error: Exception) -> bool:
    return "AuthorizationFailed" in type(error).__name__


def _said(error: Exception) -> str:
    detail = " ".join(str(error).split()).rstrip(".")
    name = type(error).__name__
    return detail if isinstance(error, GroundworkError) else f"{name}: {detail}" if detail else name
