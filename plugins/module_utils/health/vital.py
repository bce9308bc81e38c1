# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The shape of a vital sign: what is measured, where it comes from, what is normal, and when to do something."""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass, replace
from typing import List, NamedTuple, Tuple

#: What a vital sign is of, in the order in which people read them.
BROKER, CONTROLLER, ZOOKEEPER, HOST, CLIENT = "broker", "controller", "zookeeper", "host", "client"
VALIDATION = "validation"
OF = (BROKER, CONTROLLER, ZOOKEEPER, HOST, CLIENT, VALIDATION)

#: How a metric becomes a value: as it is; by how much it grows in a second; a part of the metric *whole*; the lesser of
#: it and *whole*, by server; what it has grown by for each that *whole* has grown by; or how many seconds ago it was,
#: which has a monitoring alone.
GAUGE, COUNTER, SHARE, LESSER, MEAN, AGE = "gauge", "counter", "share", "lesser", "mean", "age"

#: Whose value it is: each server's own, the whole cluster's, or the greatest of the servers against their mean.
SERVER, CLUSTER, SPREAD = "server", "cluster", "spread"

BOTH, KRAFT, KEEPER = "both", "kraft", "zookeeper"

MONITORING = "Apache Kafka documentation, Monitoring: https://kafka.apache.org/documentation/#monitoring"
#: For a source that names the metric and gives no number.
CHOSEN = "; the bound is this collection's own"

_SUFFIXES = {
    "Value": "",
    "Count": "_total",
    "OneMinuteRate": "_rate_one_minute",
    "50thPercentile": "_p50",
    "99thPercentile": "_p99",
}
_OPTIONAL = "?"
#: What each controller of KRaft tells, and nobody else; what each broker does.
OF_CONTROLLERS = "kafka_controller_kafkacontroller_lastappliedrecordlagms"
OF_BROKERS = "kafka_server_replicamanager_partitioncount"


class Level(NamedTuple):
    """Off its normal: *comparison* with *bound* holds, in a monitoring for so many *seconds* without a break."""

    comparison: str
    bound: float
    seconds: int


class Key(NamedTuple):
    """A property of an MBean's name: the *values* it may have, none for any; one that is *optional* may be missing."""

    name: str
    values: Tuple[str, ...]
    optional: bool

    @property
    def label(self) -> str:
        """What the exporter calls it."""
        return re.sub(r"\W", "_", self.name).lower()


@dataclass(frozen=True)
class Vital:
    """A vital sign by its *identity*.

    *bean* is the MBean's name, in which ``a|b`` are the values that are meant, ``*`` any, and a key with a question
    mark may be missing. *alone* is the one that tells it of a process which has no *bean*, or the same: of one that is
    broker and controller in one it tells what both do or the other does, so that it counts where a process is but one
    of them. *exposed* is the name of the metric where it does not follow from the bean, and *costly* is one that is not
    exposed, as it has a series for each partition. *over* says how the series of one server come to one value (sum,
    max, min, mean), and *across* how those of the servers come to the cluster's; *by* are the labels that stay.
    *passed_over* is a label, with the values that do not count. *since* and *until* are versions of Kafka, or of
    ZooKeeper where it is of that; a bean that has one *alone* beside it is there since then.

    *asked* says where one look has it beside an exporter: admin (Kafka's own API), audit, mntr.
    """

    identity: str
    of: str
    meaning: str
    normal: str
    why: str
    first: str
    source: str
    bean: str = ""
    alone: str = ""
    attribute: str = "Value"
    exposed: str = ""
    unit: str = ""
    kind: str = GAUGE
    whole: str = ""
    over: str = "max"
    scope: str = SERVER
    across: str = "sum"
    by: Tuple[str, ...] = ()
    passed_over: Tuple[str, str] = ("", "")
    warning: Level | None = None
    alarm: Level | None = None
    mode: str = BOTH
    since: str = ""
    until: str = ""
    asked: Tuple[str, ...] = ()
    costly: bool = False

    @property
    def metric(self) -> str:
        """The name of the metric that is exposed; empty where only Kafka's admin API, or an audit, tells it."""
        if self.exposed or not self.bean or self.costly:
            return self.exposed
        domain, keys = parts(self.bean)
        named = [key.values[0] for key in keys if key.name in ("type", "name") and len(key.values) == 1]
        suffix = _SUFFIXES.get(self.attribute, f"_{self.attribute}")
        return re.sub(r"\W", "_", "_".join([domain, *named]) + suffix).lower()

    @property
    def teller(self) -> str:
        """What kind of server tells it: a controller also of what is the brokers'."""
        return CONTROLLER if self.bean.startswith("kafka.controller:") else self.of

    @property
    def of_one(self) -> Vital:
        """The same as a process that is a broker or a controller alone tells it."""
        return replace(self, bean=self.alone)

    @property
    def levels(self) -> List[Tuple[str, Level]]:
        """The levels that it has, by their words, the worst first."""
        return [(word, level) for word, level in (("alarm", self.alarm), ("warning", self.warning)) if level]


def parts(bean: str) -> Tuple[str, List[Key]]:
    """The domain of a *bean*'s name, and its keys."""
    domain, _colon, given = bean.partition(":")
    keys = []
    for one in given.split(","):
        name, _equals, value = one.partition("=")
        values = () if value.strip('"') == "*" else tuple(value.split("|"))
        keys.append(Key(name.rstrip(_OPTIONAL), values, name.endswith(_OPTIONAL)))
    return domain, keys


def object_names(bean: str) -> List[str]:
    """The names by which a JVM is asked for *bean*: one for each value that is meant."""
    domain, keys = parts(bean)
    fixed = [key for key in keys if not key.optional]
    tail = ",*" if len(fixed) < len(keys) else ""
    ways = itertools.product(*[key.values or ("*",) for key in fixed])
    return [f"{domain}:{','.join(f'{key.name}={value}' for key, value in zip(fixed, way))}{tail}" for way in ways]
