# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The table: what modules refuse that ask a cluster, the words that say what to write, and what is written then."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Mapping

TOPIC, WIDE, DOTTED, GROUP = "w-orders", "w-wide", "w.dotted", "w-billing"
#: Of each partition the brokers; WIDE may lose one of them.
PLACED: Mapping[str, Mapping[int, list[int]]] = {
    TOPIC: {0: [1, 2], 1: [2, 3]},
    WIDE: {0: [1, 2, 3]},
    DOTTED: {0: [1]},
}
RECORDS = 10


@dataclass(frozen=True)
class Request:
    """The *module* refuses what is *given* with the sentence that *begins* so and *tells* what to do.

    What a person then writes is *then*. It is done, or planned alone where it only *plans*.
    """

    begins: str
    module: str
    given: Mapping[str, Any]
    tells: str
    then: Mapping[str, Any]
    plans: bool = False

    @property
    def id(self) -> str:
        """How it is called among all."""
        return f"{self.begins} {self.tells}"


def _groups(*groups: Mapping[str, Any]) -> Mapping[str, Any]:
    return {"groups": [{"name": GROUP, **one} for one in groups]}


_EARLIEST = _groups({"to": "earliest"})
_OF_GROUPS = (
    Request(
        "There is no group … in this cluster; give the",
        "consumer_groups",
        _groups({"name": "w-biling", "to": "earliest", "topics": [TOPIC]}),
        "give the name as kafka-consumer-groups.sh --list shows it",
        _groups({"to": "earliest", "topics": [TOPIC]}),
    ),
    Request(
        "The group … is to be reset in …, which this cluster does not have; correct",
        "consumer_groups",
        _groups({"to": "earliest", "topics": ["w-order"]}),
        "correct the name",
        _groups({"to": "earliest", "topics": [TOPIC]}),
    ),
    Request(
        "The group … is to be reset in …, which this cluster does not have; ….",
        "consumer_groups",
        _groups({"to": "earliest", "topics": [f"{TOPIC}:0,7"]}),
        f"{TOPIC}-7, which this cluster does not have; leave it out",
        _groups({"to": "earliest", "topics": [f"{TOPIC}:0"]}),
    ),
    Request(
        "The group … has no position; name the topics in",
        "consumer_groups",
        _groups({"name": "w-new", "to": "earliest", "may_be_new": True}),
        "name the topics in which it is to have one",
        _groups({"name": "w-new", "to": "earliest", "may_be_new": True, "topics": [TOPIC]}),
    ),
    Request(
        "The group … would stand at … in …, which",
        "consumer_groups",
        _groups({"offset": 6}),
        "holds 0 to 5; give an offset between these",
        _groups({"offset": 3}),
    ),
    Request(
        "The group … stands twice in the list; put what",
        "consumer_groups",
        _groups({"positions": {TOPIC: {"0": 1}}}, {"positions": {TOPIC: {"1": 2}}}),
        "put what is to be done with it into one entry",
        _groups({"positions": {TOPIC: {"0": 1, "1": 2}}}),
    ),
    Request(
        "A group has an empty name; give it, as kafka-consumer-groups.sh",
        "consumer_groups",
        _groups({"name": "", "to": "earliest"}),
        "give it, as kafka-consumer-groups.sh --list shows it",
        _EARLIEST,
    ),
    Request(
        "The group … is to be absent, with …; leave",
        "consumer_groups",
        _groups({"to": "earliest", "state": "absent"}),
        "leave that out",
        _groups({"state": "absent"}),
    ),
    Request(
        "The group … has …; give one of them.",
        "consumer_groups",
        _groups({"to": "earliest", "offset": 3}),
        "has to and offset; give one of them",
        _EARLIEST,
    ),
    Request(
        "The group … has topics, and not where to reset",
        "consumer_groups",
        _groups({"topics": [TOPIC]}),
        "give to, time, offset or shift with them",
        _groups({"topics": [TOPIC], "offset": 1}),
    ),
    Request(
        "The group … has offset: …; give 0 or more,",
        "consumer_groups",
        _groups({"offset": -1}),
        "give 0 or more, or to: latest for the end",
        _groups({"to": "latest"}),
    ),
    Request(
        "The group … has … among its topics; give the",
        "consumer_groups",
        _groups({"to": "earliest", "topics": [f"{TOPIC}:0-1"]}),
        "or TOPIC:0,1 for some of its partitions",
        _groups({"to": "earliest", "topics": [f"{TOPIC}:0,1"]}),
    ),
    Request(
        "The group … has the topic … twice; give its",
        "consumer_groups",
        _groups({"to": "earliest", "topics": [f"{TOPIC}:0", f"{TOPIC}:1"]}),
        f"give its partitions in one, as in {TOPIC}:0,1",
        _groups({"to": "earliest", "topics": [f"{TOPIC}:0,1"]}),
    ),
    Request(
        "The group … has positions of … that are not",
        "consumer_groups",
        _groups({"positions": {TOPIC: 3}}),
        "give each partition with its offset, such as {0: 1234}",
        _groups({"positions": {TOPIC: {0: 3}}}),
    ),
    Request(
        "The group … has the position … for partition …",
        "consumer_groups",
        _groups({"positions": {TOPIC: {0: -3}}}),
        "give whole numbers from 0 on",
        _groups({"positions": {TOPIC: {0: 3}}}),
    ),
    Request(
        "The group … has no positions; give some, or leave",
        "consumer_groups",
        _groups({"positions": {}}),
        "give some, or leave positions out",
        _groups({}),
    ),
    Request(
        "The group … has time: …; give a moment with",
        "consumer_groups",
        _groups({"time": "2026-01-31T23:59:59"}),
        "give a moment with its time zone, such as 2026-01-31T23:59:59Z",
        _groups({"time": "2026-01-31T23:59:59Z"}),
    ),
)


def _topics(*topics: Mapping[str, Any]) -> Mapping[str, Any]:
    return {"topics": [{"name": TOPIC, **one} for one in topics]}


_NEW = {"name": "w-new", "partitions": 1, "replication_factor": 1}
_OF_TOPICS = (
    Request(
        "The topic … has … partitions and is to have",
        "cluster_topics",
        _topics({"partitions": 1}),
        "give 2, or make another topic",
        _topics({"partitions": 2}),
    ),
    Request(
        "The topic … is to have …, and … alone",
        "cluster_topics",
        _topics({**_NEW, "name": "w-three", "replication_factor": 4}),
        "brokers 1, 2, 3 alone run; give 3 at most",
        _topics({**_NEW, "name": "w-three", "replication_factor": 3}),
    ),
    Request(
        "The topic … collides with …, which is there: Kafka",
        "cluster_topics",
        _topics({**_NEW, "name": "w_dotted"}),
        "give it another name",
        _topics(_NEW),
    ),
    Request(
        "The topic … stands twice in the list; put what",
        "cluster_topics",
        _topics({"partitions": 2}, {"configs": {"retention.ms": 1}}),
        "put what it is to be into one entry",
        _topics({"partitions": 2, "configs": {"retention.ms": 604800000}}),
    ),
    Request(
        "The topic … collides with …: Kafka takes . and",
        "cluster_topics",
        _topics({**_NEW, "name": "w-new.1"}, {**_NEW, "name": "w-new_1"}),
        "give it another name",
        _topics({**_NEW, "name": "w-new.1"}, {**_NEW, "name": "w-new-1"}),
    ),
    Request(
        "Kafka refuses the topic …; give 1 to … letters",
        "cluster_topics",
        _topics({**_NEW, "name": "w new"}),
        "give 1 to 249 letters (a to z), digits, dots, underscores and hyphens",
        _topics(_NEW),
    ),
    Request(
        "… is an internal topic, which Kafka makes and changes",
        "cluster_topics",
        _topics({"name": "__consumer_offsets", "partitions": 60}, {"partitions": 2}),
        "leave it out",
        _topics({"partitions": 2}),
    ),
    Request(
        "The topic … has …, which is not a setting",
        "cluster_topics",
        _topics({"configs": {"retention.mss": 604800000}}),
        "the nearest that is one is retention.ms: give that",
        _topics({"configs": {"retention.ms": 604800000}}),
    ),
    Request(
        "The topic … is to be absent, with partitions, replication_factor",
        "cluster_topics",
        _topics({"name": "w-gone", "partitions": 2, "state": "absent"}),
        "leave these out",
        _topics({"name": "w-gone", "state": "absent"}),
    ),
    Request(
        "The topic … has …: …; give 1 or more,",
        "cluster_topics",
        _topics({"partitions": 0}),
        "has partitions: 0; give 1 or more, or leave it out",
        _topics({}),
    ),
    Request(
        "The topic … has partitions: …; give fewer: Kafka has",
        "cluster_topics",
        _topics({"partitions": 2**31}),
        "give fewer: Kafka has 2147483647 at most",
        _topics({"partitions": 2}),
    ),
    Request(
        "The topic … has … … and replication_factor …: nobody",
        "cluster_topics",
        _topics({**_NEW, "name": "w-two", "replication_factor": 2, "configs": {"min.insync.replicas": 3}}),
        "give min.insync.replicas 2 at most",
        _topics({**_NEW, "name": "w-two", "replication_factor": 2, "configs": {"min.insync.replicas": 2}}),
    ),
)


def _quotas(*quotas: Mapping[str, Any]) -> Mapping[str, Any]:
    return {"quotas": [dict(one) for one in quotas]}


_RATE = {"producer_byte_rate": 1048576}
_OF_USER = _quotas({"user": "w-user", "limits": _RATE})
_OF_ADDRESS = {"connection_creation_rate": 50}
_OF_QUOTAS = (
    Request(
        "The quotas of … stand twice in the list; put",
        "cluster_quotas",
        _quotas({"user": "w-user", "limits": _RATE}, {"user": "w-user", "limits": {"consumer_byte_rate": 1048576}}),
        "put them into one entry",
        _quotas({"user": "w-user", "limits": {**_RATE, "consumer_byte_rate": 1048576}}),
    ),
    Request(
        "A quota is for nobody; give user, client_id or ip,",
        "cluster_quotas",
        _quotas({"limits": _RATE}),
        "give user, client_id or ip, <default> for all others of a kind",
        _quotas({"client_id": "<default>", "limits": _RATE}),
    ),
    Request(
        "A quota is for a … without a name; give",
        "cluster_quotas",
        _quotas({"client_id": "", "limits": _RATE}),
        "give it, or <default> for all others",
        _quotas({"client_id": "w-app", "limits": _RATE}),
    ),
    Request(
        "The quotas of … are for an address and more;",
        "cluster_quotas",
        _quotas({"user": "w-user", "ip": "10.9.8.7", "limits": _OF_ADDRESS}),
        "give ip alone",
        _quotas({"ip": "10.9.8.7", "limits": _OF_ADDRESS}),
    ),
    Request(
        "The quotas of … are to be absent, with limits;",
        "cluster_quotas",
        _quotas({"user": "w-user", "limits": _RATE, "state": "absent"}),
        "leave these out",
        _quotas({"user": "w-user", "state": "absent"}),
    ),
    Request(
        "The quotas of … have no limits; give one, or",
        "cluster_quotas",
        _quotas({"user": "w-user"}),
        "give one, or state: absent",
        _OF_USER,
    ),
    Request(
        "The quotas of … have …, which Kafka does not",
        "cluster_quotas",
        _quotas({"user": "w-user", "limits": {"producer_byte_rates": 1048576}}),
        "give producer_byte_rate",
        _OF_USER,
    ),
    Request(
        "… of … is …; give a number above 0,",
        "cluster_quotas",
        _quotas({"user": "w-user", "limits": {**_RATE, "consumer_byte_rate": 0}}),
        "or leave it out for no limit",
        _OF_USER,
    ),
    Request(
        "… of … is …; give a whole number.",
        "cluster_quotas",
        _quotas({"user": "w-user", "limits": {"producer_byte_rate": 1.5}}),
        "give a whole number",
        _quotas({"user": "w-user", "limits": {"producer_byte_rate": 2}}),
    ),
)


def _rules(*rules: Mapping[str, Any]) -> Mapping[str, Any]:
    whole = {"principals": ["User:w-user"], "resource": "topic", "name": TOPIC, "operations": ["read"]}
    return {"acls": [{**whole, **one} for one in rules]}


_OF_RULES = (
    Request(
        "The rule … is to be there and not to",
        "cluster_acls",
        _rules({}, {"state": "absent"}),
        "take one of the two out of acls",
        _rules({}),
    ),
    Request(
        "Rule … of acls is for nobody; give principals, such",
        "cluster_acls",
        _rules({"principals": []}),
        "give principals, such as User:orders",
        _rules({"principals": ["User:orders"]}),
    ),
    Request(
        "Rule … of acls is for …; give its type",
        "cluster_acls",
        _rules({"principals": ["w-user"]}),
        "give its type as well, such as User:orders, or User:* for everybody",
        _rules({"principals": ["User:w-user"]}),
    ),
    Request(
        "Rule … of acls is for the host …, which",
        "cluster_acls",
        _rules({"hosts": ["10.9.8.0/24"]}),
        "give an IP address, one for each host, or '*' for all",
        _rules({"hosts": ["10.9.8.7", "10.9.8.8"]}),
    ),
)


_LISTENER = {"client_servers": ["127.0.0.1:9"]}
_OF_USERS = (
    Request(
        "client_config has no security.protocol SSL or SASL_SSL, and passwords are",
        "cluster_users",
        {**_LISTENER, "users": [{"name": "w-user", "password": "planted"}]},
        "or leave kafka_users empty",
        {**_LISTENER, "users": []},
    ),
)


def _plan(*entries: tuple[int, list[int]], **others: Any) -> Mapping[str, Any]:
    named = [{"topic": TOPIC, "partition": number, "replicas": replicas} for number, replicas in entries]
    return {"plan": {"version": 1, "partitions": named, **others}}


def _entry(topic: str, replicas: list[Any], **others: Any) -> Mapping[str, Any]:
    return {"plan": {"partitions": [{"topic": topic, "partition": 0, "replicas": replicas, **others}]}}


_SWAPPED = _plan((0, [2, 1]))
_OF_PLANS = (
    Request(
        "A plan is given, and leaving or replication beside it;",
        "cluster_reassign",
        {**_SWAPPED, "leaving": [3]},
        "give the one or the other",
        _SWAPPED,
        plans=True,
    ),
    Request(
        "The plan names …, which the cluster does not have;",
        "cluster_reassign",
        _plan((0, [2, 1]), (7, [1])),
        "take it out of the plan",
        _SWAPPED,
        plans=True,
    ),
    Request(
        "The plan names … twice; take one of the two",
        "cluster_reassign",
        _plan((0, [2, 1]), (0, [3, 1])),
        "take one of the two out of the plan",
        _SWAPPED,
        plans=True,
    ),
    Request(
        "The plan places … on broker …, which the cluster",
        "cluster_reassign",
        _plan((0, [2, 9])),
        "it has 1, 2, 3",
        _plan((0, [2, 3])),
        plans=True,
    ),
    Request(
        "The plan is no list of partitions; give it as",
        "cluster_reassign",
        {"plan": {TOPIC: {"0": [2, 1]}}},
        '"partitions": [{"topic": "orders", "partition": 0, "replicas": [1, 2, 3]}]}',
        _SWAPPED,
        plans=True,
    ),
    Request(
        "The plan is of version …; there is version 1",
        "cluster_reassign",
        _plan((0, [2, 1]), version=2),
        "there is version 1 alone",
        _plan((0, [2, 1]), version=1),
        plans=True,
    ),
    Request(
        'The plan has the entry …; give each as {"topic":',
        "cluster_reassign",
        _entry(TOPIC, ["2", "1"]),
        'give each as {"topic": "orders", "partition": 0, "replicas": [1, 2]}',
        _entry(TOPIC, [2, 1]),
        plans=True,
    ),
    Request(
        "The plan gives … no replicas, and what it holds",
        "cluster_reassign",
        _entry(TOPIC, []),
        "name its brokers",
        _entry(TOPIC, [2, 1]),
        plans=True,
    ),
    Request(
        "The plan places … on broker … twice; a broker",
        "cluster_reassign",
        _entry(TOPIC, [2, 2]),
        "a broker has one replica of a partition",
        _entry(TOPIC, [2, 1]),
        plans=True,
    ),
    Request(
        "The plan has … replicas of … and … log_dirs;",
        "cluster_reassign",
        _entry(TOPIC, [2, 1], log_dirs=["any"]),
        "give a folder or any for each replica, in their order",
        _entry(TOPIC, [2, 1], log_dirs=["any", "any"]),
        plans=True,
    ),
    Request(
        "Broker … is to have its share, and it does not",
        "cluster_reassign",
        {"brokers": [1, 2, 3, 9], "balance": False},
        "or let it leave",
        {"brokers": [1, 2, 3, 9], "leaving": [9], "balance": False},
    ),
    Request(
        "There is no broker …, which is to leave; the",
        "cluster_reassign",
        {"leaving": [9], "balance": False},
        "the cluster has 1, 2, 3",
        {"leaving": [], "balance": False},
        plans=True,
    ),
    Request(
        "There is no topic …, which is to have …",
        "cluster_reassign",
        {"replication": {"w-order": 3}, "balance": False},
        "correct its name",
        {"replication": {TOPIC: 3}, "balance": False},
        plans=True,
    ),
    Request(
        "… is to have … replicas, and … broker… can",
        "cluster_reassign",
        {"replication": {TOPIC: 4}, "balance": False},
        "give a number from 1 to 3",
        {"replication": {TOPIC: 3}, "balance": False},
        plans=True,
    ),
    Request(
        "Fewer replicas of … would be in sync than min.insync.replicas",
        "cluster_reassign",
        _entry(WIDE, [1]),
        "or give more replicas",
        _entry(WIDE, [2, 1, 3]),
        plans=True,
    ),
    Request(
        "No more replicas of … would be left than min.insync.replicas",
        "cluster_reassign",
        _entry(WIDE, [1, 2]),
        "give more replicas",
        _entry(WIDE, [2, 1, 3]),
        plans=True,
    ),
)
_OF_CONNECTIONS = (
    Request(
        "The brokers at … accept connections but did not answer",
        "consumer_groups",
        {"client_config": {"security.protocol": "SSL"}, "timeout": 2},
        "check that security.protocol fits the listener",
        {"client_config": {"security.protocol": "PLAINTEXT"}},
    ),
)
REQUESTS = (*_OF_GROUPS, *_OF_TOPICS, *_OF_QUOTAS, *_OF_RULES, *_OF_USERS, *_OF_PLANS, *_OF_CONNECTIONS)
