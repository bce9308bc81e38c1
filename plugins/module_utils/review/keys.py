# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Keys and values held against what reads them: unknown, gone, mistyped, refused, deprecated, given twice."""

from __future__ import annotations

from typing import Any, Callable, Dict, Iterator, NamedTuple, Tuple

from ..broker import keys as broker_keys
from ..broker.odd_keys import DEPRECATED, GONE, NEAR, NOWHERE, PLUGIN, REFUSED, Odd
from . import client_keys, settings, zookeeper_keys
from .model import JAVA, Broker, Client, Keeper, Reviewed
from .rule import CONFIGURATION, NotKnownError, Rule, Trap

#: What went before the oldest version that the table has, with what has its place. Source: Upgrading to 3.0.
_GONE_IN_3 = {
    "advertised.host.name": "advertised.listeners",
    "advertised.port": "advertised.listeners",
    "host.name": "listeners",
    "port": "listeners",
    "quota.consumer.default": "a client quota (kafka-configs.sh)",
    "quota.producer.default": "a client quota (kafka-configs.sh)",
}
_PASSED_OVER = "a key that its reader does not know is passed over: what it says is not so"
_SOURCE = f"{broker_keys.SOURCE}; {client_keys.SOURCE}; {zookeeper_keys.SOURCE}"


class _Read(NamedTuple):
    """What is *odd* about a configuration that *reader* reads, which is a *what*; *place* tells where a key stands."""

    odd: Iterator[Odd]
    reader: str
    what: str
    place: Callable[[str], str]


def _of_broker(broker: Broker) -> _Read:
    if not broker.version:
        raise NotKnownError("version of Kafka")

    def place(key: str) -> str:
        if broker.file == broker_keys.OWN and key in broker.defaults:
            return f"{key} in {broker_keys.PRODUCTION}"
        return f"{key} in {broker.file}" if broker.file else f"{key} of {settings.called(broker)}"

    odd = broker_keys.examine(broker.config, broker.version)
    return _Read(odd, f"Kafka {broker.version}", "broker", place)


def _of_keeper(keeper: Keeper) -> _Read:
    place = "{} of ZooKeeper on {}".format
    return _Read(zookeeper_keys.examine(keeper.config), "ZooKeeper", "server", lambda key: place(key, keeper.name))


def _of_client(client: Client) -> _Read:
    if client.library != JAVA:
        raise NotKnownError(f"settings of {client.library}")
    odd = client_keys.examine(client.config, client.kind, client.version)
    reader = f"a {client.kind} of Kafka {client.version}" if client.version else f"any {client.kind} known here"
    return _Read(odd, reader, client.kind, lambda key: f"{key} of {client.kind} {client.name}")


_READ: Dict[type, Callable[[Any], _Read]] = {Broker: _of_broker, Keeper: _of_keeper, Client: _of_client}


def _odd(one: Broker | Keeper | Client, *kinds: str) -> Iterator[Tuple[Odd, _Read]]:
    """What is odd in one of these ways about the configuration of *one*."""
    read = _READ[type(one)](one)
    return ((each, read) for each in read.odd if each.what in kinds)


def _lacking(each: Odd, read: _Read, told: str) -> Trap:
    return Trap(f"no setting of {read.reader}: {told}", subject=read.place(each.key))


def _unknown(_found: Reviewed, one: Broker | Keeper | Client) -> Iterator[Trap]:
    for each, read in _odd(one, PLUGIN):
        yield Trap("unknown to Kafka itself", subject=read.place(each.key), words={"plugins": each.words})


def _removed(_found: Reviewed, one: Broker | Keeper | Client) -> Iterator[Trap]:
    for each, read in _odd(one, GONE, NEAR, NOWHERE):
        if each.what == GONE:
            yield _lacking(each, read, each.words.partition(":")[0])
        elif isinstance(one, Broker) and each.key in _GONE_IN_3:
            yield _lacking(each, read, f"{_GONE_IN_3[each.key]} has its place since 3.0")


def _mistyped(_found: Reviewed, one: Broker | Keeper | Client) -> Iterator[Trap]:
    for each, read in _odd(one, NEAR, NOWHERE):
        if not (isinstance(one, Broker) and each.key in _GONE_IN_3):
            near = each.what == NEAR
            yield _lacking(each, read, each.words.partition(":")[0] if near else "no setting is near it")


def _refused(_found: Reviewed, one: Broker | Keeper | Client) -> Iterator[Trap]:
    for each, read in _odd(one, REFUSED):
        if isinstance(one, Broker) and each.key in one.defaults and one.complete:
            continue  # Kafka's own, which its definitions would not take from a file
        yield Trap(f"{each.words} by {read.reader}", subject=read.place(each.key), words={"reader": read.what})


def _deprecated(_found: Reviewed, one: Broker | Keeper | Client) -> Iterator[Trap]:
    for each, read in _odd(one, DEPRECATED):
        if not (isinstance(one, Broker) and each.key in one.defaults):
            yield Trap(f"deprecated in {read.reader}", subject=read.place(each.key))


def _repeated(_found: Reviewed, one: Broker | Keeper | Client) -> Iterator[Trap]:
    for key in one.repeated:
        yield Trap(
            f"given more than once; the last one counts: {one.config.get(key, '')}", subject=f"{key} of {one.name}"
        )


RULES = (
    Rule(
        "setting_unknown",
        "medium",
        CONFIGURATION,
        _unknown,
        why="the classes in {plugins} may read it; if they do not, nothing does",
        source=_SOURCE,
        remedy="make sure that it is theirs, or leave it out",
    ),
    Rule(
        "setting_removed",
        "medium",
        CONFIGURATION,
        _removed,
        why=_PASSED_OVER,
        source=_SOURCE,
        remedy="leave it out, and give what Kafka's upgrade notes name instead",
    ),
    Rule(
        "setting_mistyped",
        "medium",
        CONFIGURATION,
        _mistyped,
        why=_PASSED_OVER,
        source=_SOURCE,
        remedy="correct it, or leave it out",
    ),
    Rule(
        "setting_value_refused",
        "high",
        CONFIGURATION,
        _refused,
        why="the {reader} dies at its next start",
        source=_SOURCE,
        remedy="correct it before the {reader} is restarted",
    ),
    Rule(
        "setting_repeated",
        "medium",
        CONFIGURATION,
        _repeated,
        why="Java takes the last value of a key without a word, and people read the first one",
        source="java.util.Properties",
        remedy="leave the value that is meant, and take the others out",
    ),
    Rule(
        "setting_deprecated",
        "low",
        CONFIGURATION,
        _deprecated,
        why="a later version will refuse or ignore it",
        source=_SOURCE,
        remedy="read what Kafka's documentation of the key names instead, and leave it out",
    ),
)
