# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The table: what modules are refused as a user with few rights, and the rights that the refusal says to give."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Mapping, Sequence

CLERK, TOPIC, GROUP = "w-clerk", "w-desk", "w-readers"
Rule = Mapping[str, Any]


def on_topic(*operations: str) -> Rule:
    """The rule by which the user may do these to the topic."""
    return {"principals": [f"User:{CLERK}"], "resource": "topic", "name": TOPIC, "operations": list(operations)}


def on_cluster(*operations: str) -> Rule:
    """The rule by which the user may do these to the cluster."""
    return {"principals": [f"User:{CLERK}"], "resource": "cluster", "operations": list(operations)}


#: What is taken away by name alone: without it an operator could be shut out.
ALL, ALTER = on_cluster("all"), on_cluster("alter")


@dataclass(frozen=True)
class Right:
    """As a user with the rules *before* the *module* is refused what is *given*.

    It *begins* so and *tells* what to do, which is to give the rules *granted* as well. It is planned alone, or done
    where only that is refused.
    """

    begins: str
    module: str
    given: Mapping[str, Any]
    tells: str
    granted: Sequence[Rule]
    before: Sequence[Rule] = ()
    plans: bool = True


#: A replica comes to each broker that has none.
MOVED = {"plan": {"partitions": [{"topic": TOPIC, "partition": 0, "replicas": [1, 2, 3]}]}}
MOVES = (ALTER, on_cluster("describe", "describe_configs"), on_topic("describe"))
RIGHTS = (
    Right(
        "The settings of … are not told; give the user",
        "cluster_topics",
        {"topics": [{"name": TOPIC, "configs": {"min.insync.replicas": 1}}]},
        "give the user the right to DescribeConfigs on them",
        [on_topic("describe_configs")],
        [on_topic("describe")],
    ),
    Right(
        "The topic… … … to be absent, and may not",
        "cluster_topics",
        {"topics": [{"name": TOPIC, "state": "absent"}]},
        "give the user the rights to Describe and Delete, and to DescribeConfigs on the cluster",
        [on_topic("describe", "delete"), on_cluster("describe_configs")],
    ),
    Right(
        "The group… … may not be looked at, so nobody",
        "consumer_groups",
        {"groups": [{"name": GROUP, "state": "absent"}]},
        "give the user the right to Describe on it",
        [{"principals": [f"User:{CLERK}"], "resource": "group", "name": GROUP, "operations": ["describe"]}],
    ),
    Right(
        "The cluster does not tell its quotas (…); give the",
        "cluster_quotas",
        {"quotas": [{"user": CLERK, "state": "absent"}]},
        "give the user the right to DescribeConfigs on the cluster",
        [on_cluster("describe_configs")],
    ),
    Right(
        "The settings of … may not be read; give the",
        "cluster_settings",
        {},
        "give the user of kafka_admin_config the right to DescribeConfigs on the cluster",
        [on_cluster("describe_configs")],
    ),
    Right(
        "The cluster refuses this to its user (…); use the",
        "cluster_acls",
        {"acls": []},
        "give the user the right to administer the cluster",
        [ALL],
    ),
    Right(
        "The cluster refuses to limit replication at …: …; give",
        "cluster_reassign",
        MOVED,
        "give the user of kafka_admin_config the right to AlterConfigs",
        [on_cluster("alter_configs"), on_topic("alter_configs")],
        [*MOVES, on_topic("describe_configs")],
        plans=False,
    ),
)
