# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The traps of a cluster that was started by hand from the bare archive: those put in, and none that is not so."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from threading import Event

import pytest
from kafka import KafkaConsumer
from kafka.consumer.subscription_state import ConsumerRebalanceListener

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import connection
from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Host
from ansible_collections.groundwork.kafka.plugins.modules import cluster_review, config_review
from tests.admin.by_hand import started
from tests.admin.reviewing import audit
from tests.servers.meanwhile import meanwhile

DAY_MS = 86_400_000
#: Two traps in the files: a key that Kafka passes over, and records that are forced to disk.
IN_FILES = ["num.replica.fetcher=4", "log.flush.interval.messages=1000"]
#: Three in topics of three replicas: nobody may be missing, whoever lags may lead, and data that outlive their offsets.
IN_TOPICS = {
    "payments": {"min.insync.replicas": "3"},
    "events": {"min.insync.replicas": "2", "unclean.leader.election.enable": "true"},
    "archive": {"min.insync.replicas": "2", "retention.ms": str(30 * DAY_MS)},
}
PUT_IN = {"setting_mistyped", "flush_forced", "min_isr_all", "unclean_election", "offsets_expire"}
#: What is so as well, because nothing but addresses, numbers and folders was given: a new topic has one replica, no
#: broker has a rack, all are broker and controller in one, no quota, and the limit of timestamps that 4.0 brought.
SO_BY_DEFAULT = {"replication_single", "racks_unknown", "controllers_combined", "quotas_none", "timestamps_limited"}


@pytest.fixture(scope="module")
def by_hand(tmp_path_factory):
    """Three servers with Kafka's defaults and the traps; the addresses, the files, and the version."""
    with started(tmp_path_factory.mktemp("by_hand"), IN_FILES) as made:
        with connection.connected(made.addresses, {}, 30) as client:
            assignments = {0: [1, 2, 3]}
            client.create_topics(
                {name: {"assignments": assignments, "configs": config} for name, config in IN_TOPICS.items()}
            )
            client.wait_for_topics(list(IN_TOPICS))
        yield made.addresses, made.files, made.version


def review(addresses, **given):
    defaults = {name: argument.get("default") for name, argument in cluster_review.ARGUMENTS.items()}
    return cluster_review.run({**defaults, "bootstrap_servers": addresses, "timeout": 30, **given})


def test_all_five_traps_are_found_in_the_cluster_and_nothing_that_is_not_so(by_hand) -> None:
    addresses, _files, version = by_hand
    result = review(addresses)
    found = {one["id"]: one for one in result["findings"]}
    assert set(found) == PUT_IN | SO_BY_DEFAULT
    assert {broker["version"] for broker in result["reviewed"]["brokers"]} == {version}
    told = {identity: (found[identity]["subject"], found[identity]["found"]) for identity in PUT_IN}
    near = f"no setting of Kafka {version}: the nearest that is one is num.replica.fetchers"
    retention = "offsets.retention.minutes 7 d < retention of topic archive, 30 d"
    unclean = "unclean.leader.election.enable=true, 3 replicas: any of 2 that lag may lead"
    assert told == {
        "min_isr_all": ("topic payments", "min.insync.replicas 3 = 3 replicas: 0 may be missing"),
        "unclean_election": ("topic events", unclean),
        "offsets_expire": ("broker 1, 2, 3", retention),
        "flush_forced": ("broker 1, 2, 3", "log.flush.interval.messages=1000"),
        "setting_mistyped": ("num.replica.fetcher of broker 1, 2, 3", near),
    }
    severities = ["high", "medium", "low"]
    assert [one["severity"] for one in result["findings"]] == sorted(
        (one["severity"] for one in result["findings"]), key=severities.index
    )
    assert [one for one in found if one == "rule_defect"] == []


def test_two_of_them_are_found_in_the_files_alone(by_hand) -> None:
    _addresses, files, version = by_hand
    given = [{"path": str(path), "kind": "broker", "version": version} for path in files]
    result = config_review.run({"files": given, "name": "here", "accepted": {}}, Host())
    assert {"setting_mistyped", "flush_forced"} <= {one["id"] for one in result["findings"]}
    assert not {"min_isr_all", "unclean_election"} & {one["id"] for one in result["findings"]}


def test_a_trap_that_somebody_lives_with_is_told_as_accepted(by_hand) -> None:
    addresses, _files, _version = by_hand
    result = review(addresses, accepted={"unclean_election": "the newest matter most"})
    assert "unclean_election" not in {one["id"] for one in result["findings"]}
    assert [(one["subject"], one["accepted"]) for one in result["accepted"]] == [
        ("topic events", "the newest matter most")
    ]


def test_one_command_tells_them_with_the_host_and_changes_nothing(by_hand, tmp_path) -> None:
    """The playbook, on this machine as the host of all three; other tests' servers on it are clusters of their own."""
    addresses, files, _version = by_hand
    before = {path: path.read_bytes() for path in files}
    said, told = audit(tmp_path, addresses)
    assert re.search(r"here +: ok=\d+ +changed=0 ", said)
    found = {(one["id"], one["subject"]) for one in told}
    assert {("min_isr_all", "topic payments"), ("unclean_election", "topic events")} <= found
    assert {identity for identity, _subject in found} >= PUT_IN
    shown = said[said.index("== the most important first ==") :]
    assert shown.index("high: min_isr_all: topic payments") < shown.index("medium: flush_forced: broker here")
    assert {path: path.read_bytes() for path in files} == before


class _Assigned(ConsumerRebalanceListener):
    """Counts what a consumer was given last."""

    def __init__(self) -> None:
        self.count: int | None = None

    def on_partitions_revoked(self, _revoked) -> None:
        self.count = None

    def on_partitions_assigned(self, assigned) -> None:
        self.count = len(assigned)


@contextmanager
def polling(consumer: KafkaConsumer) -> Iterator[None]:
    """Poll in a thread: a member that waits for the others of its group to join keeps none of them from it."""

    def poll(ended: Event) -> None:
        while not ended.is_set():
            consumer.poll(timeout_ms=200)
        consumer.close()

    with meanwhile(poll):
        yield


@contextmanager
def three_members(addresses: list[str], topics: list[str]) -> Iterator[str]:
    """A group with three members, as Kafka itself deals its partitions out; a client may fail to join for long."""
    for attempt in range(3):
        group, listeners = f"uneven-{attempt}", [_Assigned() for _number in range(3)]
        with ExitStack() as stack:
            for listener in listeners:
                consumer = KafkaConsumer(bootstrap_servers=addresses, group_id=group, auto_offset_reset="earliest")
                consumer.subscribe(topics=topics, listener=listener)
                stack.enter_context(polling(consumer))
            end = time.monotonic() + 60
            while (dealt := sorted((one.count or 0 for one in listeners), reverse=True)) != [23, 23, 2]:
                if time.monotonic() > end:
                    break
                time.sleep(0.2)
            else:
                yield group
                return
    raise AssertionError(f"three members have {dealt}, not 23, 23 and 2")


def test_a_group_is_judged_by_its_own_subscription(cluster) -> None:
    """Three members, one topic of 8 partitions and twenty of 2: Kafka itself gives them 23, 23 and 2 with Range."""
    topics = {"uneven-large": 8, **{f"uneven-{number:02}": 2 for number in range(20)}}
    addresses = cluster.bootstrap_servers
    with connection.connected(addresses, {}, 30) as client:
        client.create_topics(
            {name: {"num_partitions": count, "replication_factor": 1} for name, count in topics.items()}
        )
        client.wait_for_topics(list(topics))
    with three_members(addresses, list(topics)) as group:
        result = review(addresses)
    (found,) = [one for one in result["findings"] if one["id"] == "assignor_uneven"]
    assert found["subject"] == f"group {group}"
    assert found["found"] == "range gives 23, 23, 2 of 48 partitions in 21 topics"
    assert found["wanted"] == "cooperative-sticky gives 16, 16, 16, roundrobin 16, 16, 16"
    with connection.connected(addresses, {}, 30) as client:
        client.delete_topics(list(topics))
