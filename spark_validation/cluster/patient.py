# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""kafka-python's admin client, asked again where it has not heard of a broker yet, or asked one that is gone.

The one file that touches what kafka-python keeps to itself, so the requests that none of its methods makes are here as
well. The collection and the validation share it, so it imports nothing of either.
"""

from __future__ import annotations

import time
from contextlib import suppress
from functools import lru_cache
from typing import Any, Callable, Iterable, List, Mapping, Sequence, Tuple

_LOOK_AGAIN_SECONDS = 0.1
_NEWEST_FETCH_BY_NAME = 12  # later versions of the request name topics by id
_ALL_BYTES = 16 * 1024 * 1024
_FETCH_WAIT_MS = 500
# Of access rules, as the protocol numbers them: what a filter leaves open, and rules about users, since which version.
_ANY, _USER, _SINCE_USERS = 1, 7, 3
# What changes nothing may be asked twice: nobody knows whether a broker whose connection was lost has done it.
_READING = ("describe_", "list_", "get_")


class Patient:
    """The methods of *client*, each tried for *seconds* while it fails for a broker that it lacks or that is gone.

    Or for a group's coordinator that is still to be chosen or to read what it keeps.

    The client takes the brokers from the first one that answers, and keeps to them for five minutes. One that started
    a moment ago has not heard of all of them, and those that come back later are missing. One that was killed stays
    among them until its session with the cluster ends, and the client asks it as gladly as any other.
    """

    def __init__(self, client: Any, seconds: float) -> None:
        self._client, self._seconds = client, seconds

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._client, name)
        if not callable(found):
            return found

        def ask(*given: Any, **named: Any) -> Any:
            return self._patiently(lambda: found(*given, **named), name.startswith(_READING))

        return ask

    def send(self, request: Any, broker: int | None = None, reading: bool = False) -> Any:
        """What *broker*, or any one, answers to a *request* that no method of the client makes."""
        manager = self._client._manager

        async def ask() -> Any:
            return await manager.send(request, node_id=broker)

        return self._patiently(lambda: manager.run(ask), reading)

    def send_to_controller(self, request: Any, failures: Callable[[Any], Any]) -> Any:
        """What the cluster's controller answers; *failures* are the errors in an answer, by which it is known.

        Raises RuntimeError where no broker is the controller.
        """
        return self._client._manager.run(self._client._send_request_to_controller, request, failures, False)

    def _patiently(self, asked: Callable[[], Any], reading: bool) -> Any:
        from kafka import errors  # noqa: PLC0415 whoever has a client has it

        passing = (
            errors.UnknownBrokerIdError,
            # A cluster's first question about a group makes the topic that groups are kept in; nothing was done before.
            errors.CoordinatorNotAvailableError,
            errors.CoordinatorLoadInProgressError,
            *((errors.KafkaConnectionError,) if reading else ()),
        )
        deadline = time.monotonic() + self._seconds
        while True:
            try:
                return asked()
            except errors.NodeNotReadyError as error:  # which tells no more than the number of a broker
                if time.monotonic() > deadline:
                    raise errors.KafkaTimeoutError("no broker is ready") from error
            except passing:
                if time.monotonic() > deadline:
                    raise
            time.sleep(_LOOK_AGAIN_SECONDS)
            manager = self._client._manager
            with suppress(errors.KafkaError):  # the next try tells
                manager.run(manager.cluster.refresh_metadata)


@lru_cache(maxsize=None)
def hear_last_words() -> None:
    """Have kafka-python hand on what a broker says before it closes a connection, from now on.

    It drops what comes together with the end, so one whose login is refused hears of a lost connection alone.
    """
    from kafka.net import transport  # noqa: PLC0415 whoever has a client has it

    for kind in (transport.KafkaTCPTransport, transport.KafkaSSLTransport):
        kind._sock_recv = _words_before_the_end(kind._sock_recv)


def _words_before_the_end(received: Callable[[Any], Tuple[bytes, Any]]) -> Callable[[Any], Tuple[bytes, Any]]:
    def receive(transport: Any) -> Tuple[bytes, Any]:
        data, error = received(transport)
        return data, None if data else error  # the end is read again

    return receive


def scram_request(mechanism: int, deleted: Iterable[str], made: Iterable[Any]) -> Any:
    """Deletes the passwords of the users *deleted*, and sets those that *made* has, UserScramCredentialUpsertions."""
    from kafka.protocol.admin import AlterUserScramCredentialsRequest  # noqa: PLC0415 whoever has a client has it

    return AlterUserScramCredentialsRequest(
        deletions=[(name, mechanism) for name in deleted],
        upsertions=[(one.user, mechanism, one.iterations, one.salt, one.salted_password) for one in made],
    )


def defaults_request(settings: Mapping[str, str]) -> Any:
    """Makes *settings* the cluster's default, a broker without a name; kafka-python's method takes numbers alone."""
    from kafka.admin import AlterConfigOp, ConfigResourceType  # noqa: PLC0415 whoever has a client has it
    from kafka.protocol.admin import IncrementalAlterConfigsRequest  # noqa: PLC0415

    entries = [(key, int(AlterConfigOp.SET), value) for key, value in sorted(settings.items())]
    return IncrementalAlterConfigsRequest(
        resources=[(int(ConfigResourceType.BROKER), "", entries)], validate_only=False
    )


def settings_request(edits: Iterable[Tuple[bool, str, str, str | None]], validate_only: bool = False) -> Any:
    """Sets settings of brokers and topics, or takes them out: is it a broker's, whose, the key, the value or None.

    kafka-python's method loses the reasons of errors.
    """
    from kafka.admin import AlterConfigOp, ConfigResourceType  # noqa: PLC0415 whoever has a client has it
    from kafka.protocol.admin import IncrementalAlterConfigsRequest  # noqa: PLC0415

    resources: dict[tuple[int, str], list[Any]] = {}
    for of_broker, name, key, value in edits:
        kind = int(ConfigResourceType.BROKER if of_broker else ConfigResourceType.TOPIC)
        operation = int(AlterConfigOp.DELETE if value is None else AlterConfigOp.SET)
        resources.setdefault((kind, name), []).append((key, operation, value))
    return IncrementalAlterConfigsRequest(
        resources=[(*whose, settings) for whose, settings in resources.items()], validate_only=validate_only
    )


@lru_cache(maxsize=None)
def _unregister_messages() -> tuple[Any, Any]:
    """UnregisterBroker's request and answer, which kafka-python does not have; its classes go by another one's names.

    The names, types and versions are those of Kafka's own UnregisterBrokerRequest.json and its response's.
    """
    from kafka.protocol.api_message import ApiMessage  # noqa: PLC0415 whoever has a client has it

    common = {"apiKey": 64, "validVersions": "0", "flexibleVersions": "0+"}

    def fields(*named: Tuple[str, str]) -> list[dict[str, str]]:
        nullable = {"string": {"nullableVersions": "0+"}}
        return [{"name": name, "type": kind, "versions": "0+", **nullable.get(kind, {})} for name, kind in named]

    class DeleteGroupsRequest(ApiMessage):  # type: ignore[misc]
        @classmethod
        def json_patch(cls, _json: Any) -> Any:
            own = {"type": "request", "listeners": ["broker"], "name": "UnregisterBrokerRequest"}
            return {**common, **own, "fields": fields(("BrokerId", "int32"))}

    class DeleteGroupsResponse(ApiMessage):  # type: ignore[misc]
        @classmethod
        def json_patch(cls, _json: Any) -> Any:
            told = fields(("ThrottleTimeMs", "int32"), ("ErrorCode", "int16"), ("ErrorMessage", "string"))
            return {**common, "type": "response", "name": "UnregisterBrokerResponse", "fields": told}

    return DeleteGroupsRequest, DeleteGroupsResponse  # the registry of answers does not keep them


def unregister_request(broker: int) -> Any:
    """Has a KRaft cluster forget a broker that was stopped."""
    request, _answer = _unregister_messages()
    return request(broker_id=broker)


def topic_settings_request(topics: Iterable[str], keys: Sequence[str] | None) -> Any:
    """Asks for *keys* of *topics* (None: for all), and is told each one's error, which kafka-python's method drops."""
    from kafka.admin import ConfigResourceType  # noqa: PLC0415 whoever has a client has it
    from kafka.protocol.admin import DescribeConfigsRequest  # noqa: PLC0415

    resources = [(int(ConfigResourceType.TOPIC), topic, None if keys is None else list(keys)) for topic in topics]
    return DescribeConfigsRequest(resources=resources, include_synonyms=True, min_version=1)


def settings_of_topics_request(keys: Mapping[str, Sequence[str]]) -> Any:
    """Asks for each topic's *keys* alone, with the type of each, and is told each one's error."""
    from kafka.admin import ConfigResourceType  # noqa: PLC0415 whoever has a client has it
    from kafka.protocol.admin import DescribeConfigsRequest  # noqa: PLC0415

    resources = [(int(ConfigResourceType.TOPIC), topic, list(asked)) for topic, asked in sorted(keys.items())]
    return DescribeConfigsRequest(resources=resources, min_version=3)


def quotas_request() -> Any:
    """Asks for the quotas of all users and clients; kafka-python has no method that does."""
    from kafka.protocol.admin import DescribeClientQuotasRequest  # noqa: PLC0415 whoever has a client has it

    return DescribeClientQuotasRequest(components=[], strict=False)


def quota_changes_request(changes: Mapping[Any, Mapping[str, float | None]], validate_only: bool) -> Any:
    """Sets quotas of entities, (type, name) pairs, or takes those away that are None; kafka-python has no method."""
    from kafka.protocol.admin import AlterClientQuotasRequest  # noqa: PLC0415 whoever has a client has it

    entry = AlterClientQuotasRequest.EntryData
    entries = [
        entry(
            entity=[entry.EntityData(entity_type=kind, entity_name=name) for kind, name in entity],
            ops=[
                entry.OpData(key=key, value=value or 0.0, remove=value is None) for key, value in sorted(quotas.items())
            ],
        )
        for entity, quotas in changes.items()
    ]
    return AlterClientQuotasRequest(entries=entries, validate_only=validate_only)


def acls_request() -> Any:
    """Asks for all access rules; kafka-python's method fails where one is of an operation that it has no name for."""
    from kafka.protocol.admin import DescribeAclsRequest  # noqa: PLC0415 whoever has a client has it

    return DescribeAclsRequest(
        resource_type_filter=_ANY,
        resource_name_filter=None,
        pattern_type_filter=_ANY,
        principal_filter=None,
        host_filter=None,
        operation=_ANY,
        permission_type=_ANY,
    )


def acl_deletions_request(rules: Iterable[Mapping[str, Any]]) -> Any:
    """Deletes the access *rules*, each by the fields of the protocol's filter."""
    from kafka.protocol.admin import DeleteAclsRequest  # noqa: PLC0415 whoever has a client has it

    filters = [DeleteAclsRequest.DeleteAclsFilter(**one) for one in rules]
    of_users = any(one.resource_type_filter == _USER for one in filters)
    return DeleteAclsRequest(filters=filters, min_version=_SINCE_USERS if of_users else 0)


def log_dirs_request() -> Any:
    """Asks a broker for all that lies in its folders; kafka-python's method asks for topics that the client may see."""
    from kafka.protocol.admin import DescribeLogDirsRequest  # noqa: PLC0415 whoever has a client has it

    return DescribeLogDirsRequest(topics=None)


def fetch_request(wanted: Mapping[Any, Tuple[int, int]], committed: bool) -> Any:
    """Asks for batches of the partitions *wanted*, of each from an offset on so many bytes."""
    from kafka.protocol.consumer import FetchRequest, IsolationLevel  # noqa: PLC0415 whoever has a client has it

    topics: dict[str, list[Any]] = {}
    for part, (offset, limit) in wanted.items():
        asked = FetchRequest.FetchTopic.FetchPartition(
            partition=part.partition, fetch_offset=offset, partition_max_bytes=limit
        )
        topics.setdefault(part.topic, []).append(asked)
    return FetchRequest(
        max_wait_ms=_FETCH_WAIT_MS,
        min_bytes=1,
        max_bytes=_ALL_BYTES,
        isolation_level=IsolationLevel.READ_COMMITTED if committed else IsolationLevel.READ_UNCOMMITTED,
        session_epoch=-1,  # no session: each request says all that it wants
        topics=[FetchRequest.FetchTopic(topic=topic, partitions=parts) for topic, parts in topics.items()],
        max_version=_NEWEST_FETCH_BY_NAME,
    )


def classic_groups_request(groups: Iterable[str]) -> Any:
    """Asks a broker for *groups* of whatever protocol: kafka-python's own method fails at members of another one.

    Those of Kafka Connect's workers are such.
    """
    from kafka.protocol.admin import DescribeGroupsRequest  # noqa: PLC0415 whoever has a client has it

    return DescribeGroupsRequest(groups=list(groups), include_authorized_operations=False)


def members_request(groups: Iterable[str]) -> Any:
    """Asks a broker for the members of *groups* of the protocol of Kafka 4.0 (KIP-848), which kafka-python lacks."""
    return _members_messages()[0](group_ids=list(groups), include_authorized_operations=False)


@lru_cache(maxsize=None)
def _members_messages() -> Tuple[Any, Any]:
    """Request and response of ConsumerGroupDescribe; kafka-python knows the latter by its number, while it is held."""
    from kafka.protocol.api_message import ApiMessage  # noqa: PLC0415 whoever has a client has it

    # Named as messages that kafka-python has: it looks for a file of the class's name before this takes its place.
    class DescribeGroupsRequest(ApiMessage):  # type: ignore[misc] # it has no type hints
        @classmethod
        def json_patch(cls, _json: Any) -> Any:
            return _message("request", ["group_ids []string", "include_authorized_operations bool"])

    class DescribeGroupsResponse(ApiMessage):  # type: ignore[misc] # it has no type hints
        @classmethod
        def json_patch(cls, _json: Any) -> Any:
            return _message("response", _MEMBERS)

    return DescribeGroupsRequest, DescribeGroupsResponse


# Name and type of each field in their order, as in Kafka's ConsumerGroupDescribeResponse.json; `?` may be null.
_ASSIGNMENT = [("topic_partitions []TopicPartitions", ["topic_id uuid", "topic_name string", "partitions []int32"])]
_MEMBER = [
    *("member_id string", "instance_id string?", "rack_id string?", "member_epoch int32", "client_id string"),
    *("client_host string", "subscribed_topic_names []string", "subscribed_topic_regex string?"),
    ("assignment Assignment", _ASSIGNMENT),
    ("target_assignment Assignment", _ASSIGNMENT),
]
_GROUP = [
    *("error_code int16", "error_message string?", "group_id string", "group_state string", "group_epoch int32"),
    *("assignment_epoch int32", "assignor_name string", ("members []Member", _MEMBER), "authorized_operations int32"),
]
_MEMBERS = ["throttle_time_ms int32", ("groups []DescribedGroup", _GROUP)]


def _message(kind: str, fields: Sequence[Any]) -> Mapping[str, Any]:
    name = f"ConsumerGroupDescribe{kind.capitalize()}"
    shape = {"apiKey": 69, "type": kind, "name": name, "validVersions": "0", "flexibleVersions": "0+"}
    return {**shape, "fields": _fields(fields)}


def _fields(told: Sequence[Any]) -> List[Mapping[str, Any]]:
    """The description of fields as Kafka's own files have it."""
    made: List[Mapping[str, Any]] = []
    for one in told:
        text, inner = (one, None) if isinstance(one, str) else one
        name, kind = text.split()
        field = {
            "name": "".join(word.capitalize() for word in name.split("_")),
            "type": kind.rstrip("?"),
            "versions": "0+",
        }
        if kind.endswith("?"):
            field["nullableVersions"] = "0+"
        made.append(field if inner is None else {**field, "fields": _fields(inner)})
    return made
