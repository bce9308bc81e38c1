# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What the admin modules see of real clusters of three brokers, and what the gate says when one of them is gone."""

from __future__ import annotations

import re
import shlex
import subprocess
import time
from contextlib import contextmanager, nullcontext

import pytest
from kafka import KafkaProducer, TopicPartition
from kafka.admin import ConfigResource

from ansible_collections.groundwork.kafka.plugins.module_utils.broker import replication
from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import (
    certificates,
    connection,
    racks,
    rollout,
    users,
    users_admin,
)
from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import state as cluster_facts
from ansible_collections.groundwork.kafka.plugins.module_utils.core import waiting
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Host
from ansible_collections.groundwork.kafka.plugins.module_utils.server import restart_folders
from ansible_collections.groundwork.kafka.plugins.modules import (
    cluster_info,
    cluster_replication,
    cluster_settings,
    leader_election,
)
from tests.admin.drowsy import WAITS, Drowsy
from tests.servers.server import java
from tests.servers.typing_in import typed

LONG, SHORT = 60, 4
TOPICS = {
    "orders": {"assignments": {0: [1, 2, 3], 1: [2, 3, 1], 2: [3, 1, 2]}},
    "narrow": {"assignments": {0: [1, 2]}},
    "own": {"assignments": {0: [1, 2, 3]}, "configs": {"min.insync.replicas": "1"}},
    "moved": {"assignments": {0: [1, 2, 3]}},
    "moving": {"assignments": {0: [1, 2]}, "configs": {"min.insync.replicas": "1"}},
}


def connect(running):
    return connection.connected(running.bootstrap_servers, {}, 10)


@contextmanager
def only_while(running, topic):
    """The topic is there meanwhile: its kind would hold every other test's gate."""
    with connect(running) as client:
        client.create_topics({topic: TOPICS[topic]})
        client.wait_for_topics([topic])
    try:
        yield
    finally:
        with connect(running) as client:
            client.delete_topics([topic])


def gate(running, phase, number, seconds, **options):
    """The reasons that are left after *seconds*."""
    controllers = [number] if running.mode == "kraft" else []
    with rollout.Gate(lambda: connect(running), phase, [number], controllers, **options) as found:
        return waiting.until_nothing(found.reasons_to_wait, seconds, 0, lambda _reason: None)


@pytest.fixture(scope="module", autouse=True)
def _orders(cluster):
    with only_while(cluster, "orders"), only_while(cluster, "own"):
        yield


def test_the_cluster_tells_what_it_is(cluster) -> None:
    with connect(cluster) as client:
        found = cluster_facts.read(client)
    assert found["mode"] == cluster.mode
    assert [(broker["id"], broker["rack"], broker["fenced"]) for broker in found["brokers"]] == [
        (1, "a", False),
        (2, "b", False),
        (3, "c", False),
    ]
    assert found["controller_id"] in (1, 2, 3)
    voters = [voter["id"] for voter in found["quorum"]["voters"]] if found["quorum"] else []
    assert voters == ([1, 2, 3] if cluster.mode == "kraft" else [])


@pytest.mark.remedy("… has …, and … holds … of this server, which would begin")
def test_a_server_that_runs_has_its_folders_open_by_which_a_file_without_them_is_refused(cluster, monkeypatch):
    broker = cluster.brokers[1]
    text, data = broker.settings.read_text(), broker.settings.parent / "data1"
    file = broker.settings.with_name("changed.properties")
    monkeypatch.setattr(restart_folders, "SERVER_PROPERTIES", str(file))
    without, put_back = text.replace(str(data), f"{data}-new"), f"put {data} back into that file"
    for changed, refused in ((text, ""), (without, rf"{data} holds \S+-[0-9] of this .*; {put_back}"), (text, "")):
        file.write_text(changed)
        with pytest.raises(GroundworkError, match=refused) if refused else nullcontext():
            restart_folders.check(Host(), "kafka", str(broker.process.pid), [])


def test_min_isr_is_the_topics_own_or_the_clusters(cluster) -> None:
    with connect(cluster) as client:
        found = {one["topic"]: one["min_isr"] for one in cluster_facts.partitions(client)}
    assert (found["orders"], found["own"]) == (2, 1)


@pytest.mark.remedy("min_isr_kept")
def test_a_setting_that_the_cluster_keeps_wins_over_the_files_and_is_told(cluster) -> None:
    given = {"bootstrap_servers": cluster.bootstrap_servers, "client_config": {}, "timeout": 10}

    def settings(value, check_mode=False, may_lower=True):
        wanted = {"settings": {"min.insync.replicas": value}, "may_lower": may_lower}
        return cluster_settings.run({**given, **wanted}, check_mode)

    def min_isr():
        with connect(cluster) as client:
            return {one["min_isr"] for one in cluster_facts.partitions(client) if one["topic"] == "orders"}

    as_it_is = settings(2)
    assert (as_it_is["changed"], as_it_is["set"], as_it_is["findings"], min_isr()) == (False, {}, [], {2})
    unasked = settings(1, may_lower=False)
    assert (unasked["changed"], unasked["set"], min_isr()) == (False, {}, {2})
    (kept,) = unasked["findings"]
    assert kept["id"] == "min_isr_kept"
    assert "set min.insync.replicas in kafka_config: 2 where that is meant" in kept["remedy"]
    assert "or 1 to lower it" in kept["remedy"]
    assert settings(2)["findings"] == []  # what is asked for is what the cluster keeps
    planned = settings(1, check_mode=True)
    assert (planned["changed"], planned["set"], min_isr()) == (True, {"min.insync.replicas": "1"}, {2})
    assert planned["diff"]["before"]["brokers"][1] == {"min.insync.replicas": "2"}
    try:
        done = settings(1)
        assert (done["changed"], done["set"], min_isr()) == (True, {"min.insync.replicas": "1"}, {1})
        (finding,) = done["findings"]
        assert finding["subject"] == "min.insync.replicas of brokers 1, 2, 3"
        assert (finding["wanted"], finding["found"]) == (
            "2 (server.properties)",
            "1 (the cluster's default, dynamic)",
        )
        assert not settings(1)["changed"]
    finally:
        back = settings(2)
    assert (back["changed"], back["findings"], min_isr()) == (True, [], {2})


CONFIGS = "kafka.admin.ConfigCommand"  # what kafka-configs.sh starts


def type_in(cluster, line: str) -> None:
    """Type a command of kafka-configs.sh."""
    words = shlex.split(typed(line, cluster.bootstrap_servers[0]))
    done = subprocess.run(
        java(cluster.brokers[1].home, CONFIGS, *words, heap="96m"), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.remedy("broker_setting_overridden")
@pytest.mark.parametrize(
    ("entity", "key", "site"),
    [
        pytest.param("--entity-default", "num.io.threads", {}, id="of all"),
        pytest.param("--entity-name 2", "num.io.threads", {}, id="of one"),
        # From Kafka 4.1 on the cluster always keeps one, which nobody can take out; the value is the file's again.
        pytest.param("--entity-default", "min.insync.replicas", {"min.insync.replicas": 2}, id="min ISR"),
    ],
)
def test_what_the_cluster_keeps_is_gone_by_the_words_of_its_finding(cluster, entity, key, site) -> None:
    told = f"--bootstrap-server HOST:PORT [with security: --command-config FILE] --alter --entity-type brokers {entity}"

    def findings(settings):
        given = {"bootstrap_servers": cluster.bootstrap_servers, "client_config": {}, "timeout": 10}
        return cluster_settings.run({**given, "settings": settings, "may_lower": True}, False)["findings"]

    assert findings({}) == []
    type_in(cluster, f"{told} --add-config {key}=1")
    assert waiting.until_nothing(lambda: [] if findings({}) else ["not told yet"], LONG, 0, lambda _: None) == []
    (finding,) = findings({})
    if site:
        assert (
            "set it in kafka_config, to 1 where that is meant or else to 2, and run the playbook" in finding["remedy"]
        )
    else:
        (command,) = re.findall(r"\(kafka-configs\.sh (.*?)\)", finding["remedy"])
        assert told in command
        type_in(cluster, command)
    assert waiting.until_nothing(lambda: findings(site), LONG, 0, lambda _: None) == []


@pytest.mark.remedy("… would be … instead of …, and no more replicas", "replication_kept")
def test_min_isr_is_not_raised_to_what_a_topic_has_replicas_and_each_way_out_works(cluster) -> None:
    given = {"bootstrap_servers": cluster.bootstrap_servers, "client_config": {}, "timeout": 10}
    least = {"default.replication.factor": 2, "min.insync.replicas": 1}
    raised = {
        "kept": least,
        "wanted": {**least, "min.insync.replicas": 2},
        "raises": True,
        "differs": False,
    }
    kept = {"kept": least, "wanted": least, "raises": False, "differs": True, "by_size": 3}
    narrow = r"no more replicas than that are in sync of narrow \(2 of 2 in sync\): nobody"

    def findings_of(replication):
        return cluster_replication.run({**given, "replication": replication})["findings"]

    def settings(value):
        wanted = {"settings": {"min.insync.replicas": value}, "may_lower": True}
        return cluster_settings.run({**given, **wanted}, False)

    with only_while(cluster, "narrow"), connect(cluster) as client:
        (finding,) = findings_of(kept)
        assert finding["found"].endswith("topics with fewer than 3 replicas: narrow (2 replicas)")
        with pytest.raises(GroundworkError, match=narrow):
            findings_of(raised)
        settings(1)
        try:
            with pytest.raises(GroundworkError, match=narrow):
                settings(2)
            assert not settings(1)["changed"]
            client.alter_configs([ConfigResource("TOPIC", "narrow", configs={"min.insync.replicas": "1"})])
            assert findings_of(raised) == []
        finally:
            settings(2)
        client.alter_configs([ConfigResource("TOPIC", "narrow", configs={"min.insync.replicas": ("DELETE", None)})])
        with pytest.raises(GroundworkError, match=narrow):
            findings_of(raised)
        client.alter_partition_reassignments({TopicPartition("narrow", 0): [1, 2, 3]})
        assert known(client, "narrow", replicas=[1, 2, 3])
        assert waiting.until_nothing(lambda: refused_raise(findings_of, raised), LONG, 0, lambda _reason: None) == []
        assert findings_of(raised) == []
        (finding,) = findings_of(kept)
        assert finding["remedy"].endswith("--execute), then set kafka_replication_factor: 3")
        settled = replication.settle([replication.HostReplication("k1", {"min.insync.replicas": "1"}, given=3)], 3)
        assert (
            findings_of({**kept, "raises": settled.raises, "differs": settled.differs, "wanted": settled.wanted}) == []
        )


def refused_raise(findings_of, replication):
    """Why it is refused, while the replica that was added is not in sync."""
    try:
        findings_of(replication)
    except GroundworkError as error:
        return [str(error)]
    return []


def test_nobody_raises_min_isr_without_having_asked_the_topics() -> None:
    least = {"default.replication.factor": 1, "min.insync.replicas": 1}
    given = {"bootstrap_servers": ["127.0.0.1:1"], "client_config": {}, "timeout": 1}
    settled = {"kept": least, "wanted": {**least, "min.insync.replicas": 2}, "by_size": 3}
    with pytest.raises(GroundworkError, match=r"to be raised, and nobody can tell .*: No broker accepts connections"):
        cluster_replication.run({**given, "replication": {**settled, "raises": True, "differs": False}})
    (finding,) = cluster_replication.run({**given, "replication": {**settled, "raises": False, "differs": True}})[
        "findings"
    ]
    assert "topics with fewer than 3 replicas: not known. No broker accepts connections" in finding["found"]


def test_a_setting_that_the_cluster_does_not_keep_is_refused(cluster) -> None:
    given = {"bootstrap_servers": cluster.bootstrap_servers, "client_config": {}, "timeout": 10}
    with pytest.raises(
        GroundworkError, match=r"The cluster refuses log\.dirs = /tmp/other as its default: .*log\.dirs"
    ):
        cluster_settings.run({**given, "settings": {"log.dirs": "/tmp/other"}, "may_lower": False}, False)


def test_topics_are_told_where_they_are_asked_for(cluster) -> None:
    given = {"bootstrap_servers": cluster.bootstrap_servers, "client_config": {}, "timeout": 10}
    told = cluster_info.run({**given, "topics": True})
    (orders,) = [topic for topic in told.pop("topics") if topic["name"] == "orders"]
    assert [dict(one, isr=sorted(one["isr"])) for one in orders["partitions"]] == [
        {"partition": 0, "leader": 1, "replicas": [1, 2, 3], "isr": [1, 2, 3], "min_isr": 2},
        {"partition": 1, "leader": 2, "replicas": [2, 3, 1], "isr": [1, 2, 3], "min_isr": 2},
        {"partition": 2, "leader": 3, "replicas": [3, 1, 2], "isr": [1, 2, 3], "min_isr": 2},
    ]
    assert cluster_info.run({**given, "topics": False}).keys() == told.keys()


@pytest.mark.parametrize("patient", [True, False])
def test_a_broker_that_the_client_has_not_heard_of_is_asked_all_the_same(cluster, patient) -> None:
    outcome = nullcontext() if patient else pytest.raises(GroundworkError, match="UnknownBrokerId")
    with outcome, connect(cluster) as client:
        client._manager.cluster._brokers.pop(3)  # as one that started a moment ago has answered
        cluster_facts.ask_itself(client if patient else client._client, 3)


def test_a_healthy_cluster_passes(cluster) -> None:
    assert gate(cluster, "start", 1, LONG) == []
    assert gate(cluster, "before_stop", 1, LONG) == []
    assert gate(cluster, "after_start", 1, LONG) == []


def test_the_gate_holds_from_the_moment_a_broker_is_killed_until_it_is_back_and_leaders_are_even_again(cluster) -> None:
    cluster.brokers[3].kill()
    at_once = gate(cluster, "before_stop", 1, 0)
    later = gate(cluster, "before_stop", 1, SHORT)
    begin = gate(cluster, "start", 1, 0)
    cluster.brokers[3].start_again()
    for reasons in (at_once, later):
        assert "stopping broker 1 would leave 3 partitions below min ISR: orders-0 (" in reasons[0]
        assert any(reason.startswith("broker 3 ") for reason in reasons)
    assert any(reason.startswith("broker 3 ") for reason in begin)
    assert gate(cluster, "after_start", 3, LONG) == []
    assert gate(cluster, "before_stop", 1, LONG) == []
    with connect(cluster) as client:
        result = leader_election.run(client, LONG, check_mode=False)
    assert [(one["leads"], one["preferred"]) for one in result["leaders"]] == [(2, 2), (1, 1), (1, 1)]


def known(client, topic, **wanted):
    """Whether the brokers, each of which hears of it in its own time, have told for a second that *topic* is so."""

    def what_differs():
        (found,) = [one for one in cluster_facts.partitions(client) if one["topic"] == topic]
        return [name for name in wanted if found[name] != wanted[name]]

    return waiting.until_nothing(what_differs, LONG, 1, lambda _reason: None) == []


def test_an_election_that_is_not_answered_in_time_is_seen_to_happen_all_the_same(cluster) -> None:
    with only_while(cluster, "moved"), connection.connected(cluster.bootstrap_servers, {}, WAITS) as client:
        client.alter_partition_reassignments({TopicPartition("moved", 0): [2, 1, 3]})
        assert known(client, "moved", replicas=[2, 1, 3], leader=1)
        assert leader_election.run(Drowsy(cluster, client, "elect_leaders"), LONG, check_mode=False)["elected"] == 1
        assert known(client, "moved", leader=2)


def asked_anew(running, patient):
    """The brokers' ids as told to a client that has no connection yet, and so may ask any broker."""
    with connect(running) as client:
        described = (client if patient else client._client).describe_cluster()
    return {broker["id"] for broker in cluster_facts.brokers_of(described)}


def test_a_killed_broker_that_the_cluster_still_shows_fails_no_question(cluster) -> None:
    cluster.brokers[3].kill()
    try:
        shown = [asked_anew(cluster, patient=True) for _attempt in range(15)]
        with pytest.raises(GroundworkError, match="ECONNREFUSED"):
            [asked_anew(cluster, patient=False) for _attempt in range(30)]
    finally:
        cluster.brokers[3].start_again()
    assert shown == [{1, 2, 3}] * 15
    assert gate(cluster, "after_start", 3, LONG) == []


def test_what_can_never_pass_is_told_and_may_be_accepted(cluster) -> None:
    with only_while(cluster, "narrow"):
        with connect(cluster) as client:
            assert rollout.unavailable(client, [[1], [3]]) == ["narrow-0 (2 of 2 in sync, min ISR 2)"]
        assert gate(cluster, "before_stop", 1, 0) == [
            "stopping broker 1 would leave 1 partition below min ISR: narrow-0 (2 of 2 in sync, min ISR 2)"
        ]
        assert gate(cluster, "before_stop", 1, LONG, accept_unavailable=True) == []
        assert gate(cluster, "before_stop", 3, LONG) == []


def throttle(client, topic, rate):
    """How many bytes a second brokers copy of *topic*; with ZooKeeper, it has to be there, and each hears late."""
    replicas, rates = (
        {f"{side}.replication.throttled.{what}": value if rate else ("DELETE", None) for side in ("leader", "follower")}
        for what, value in (("replicas", "*"), ("rate", str(rate)))
    )
    brokers = [ConfigResource("BROKER", str(number), configs=rates) for number in (1, 2, 3)]
    # Brokers take these keys, and list them nowhere.
    client.alter_configs([ConfigResource("TOPIC", topic, configs=replicas), *brokers], raise_on_unknown=False)
    time.sleep(2)


@pytest.mark.remedy("… … being reassigned")
def test_a_reassignment_that_holds_a_rollout_is_named_and_can_be_taken_back(cluster) -> None:
    moved = TopicPartition("moving", 0)
    said = "1 partition is being reassigned: moving-0 (adding broker 3, removing broker 2); wait until it is"
    with only_while(cluster, "moving"), connect(cluster) as client:
        throttle(client, "moving", 1024)
        producer = KafkaProducer(bootstrap_servers=cluster.bootstrap_servers, acks="all", linger_ms=100)
        for _record in range(2000):
            producer.send("moving", b"x" * 1024, partition=0)
        producer.close(LONG)
        assert client.alter_partition_reassignments({moved: [1, 3]}) == {moved: None}
        (begin,) = gate(cluster, "start", 1, SHORT)
        *others, started = gate(cluster, "after_start", 1, SHORT)
        assert gate(cluster, "before_stop", 2, LONG) == []  # it alone is in nobody's way
        client.alter_partition_reassignments({moved: None})  # as kafka-reassign-partitions.sh --cancel does
        throttle(client, "moving", 2**30)
        throttle(client, "moving", None)
        assert begin.startswith(said)
        assert started == begin
        assert others[0].startswith("1 partition of broker 1 is under-replicated: moving-0 (")
        assert gate(cluster, "start", 1, LONG) == []
        assert gate(cluster, "after_start", 1, LONG) == []


def racks_not_in_force(cluster, second):
    wanted = [{"id": 1, "rack": "a"}, {"id": 2, "rack": second}]
    with connect(cluster) as client:
        brokers = cluster_facts.brokers_of(client.describe_cluster())
        found = racks.check(wanted, brokers, cluster_facts.partitions(client))
    return [(one["id"], one["subject"]) for one in found]


@pytest.mark.remedy("rack_not_in_force")
def test_a_rack_that_is_not_in_force_is_so_once_the_broker_is_restarted(cluster) -> None:
    broker = cluster.brokers[2]
    text = broker.settings.read_text()
    assert racks_not_in_force(cluster, "b") == []
    broker.settings.write_text(text.replace("broker.rack=b\n", "broker.rack=z\n"))
    assert racks_not_in_force(cluster, "z") == [("rack_not_in_force", "broker 2")]
    for given, rack in ((broker.settings.read_text(), "z"), (text, "b")):
        broker.settings.write_text(given)
        broker.stop()
        broker.start_again()
        assert gate(cluster, "after_start", 2, LONG) == []
        assert racks_not_in_force(cluster, rack) == []


@pytest.mark.remedy("replicas_share_racks")
def test_replicas_that_share_a_rack_are_so_no_more_once_they_are_reassigned(cluster) -> None:
    broker = cluster.brokers[2]
    text = broker.settings.read_text()

    def shared(client):
        found = racks.check([], cluster_facts.brokers_of(client.describe_cluster()), cluster_facts.partitions(client))
        return [(one["id"], one["subject"], one["remedy"]) for one in found]

    def restarted(given):
        broker.settings.write_text(given)
        broker.stop()
        broker.start_again()
        assert gate(cluster, "after_start", 2, LONG) == []

    restarted(text.replace("broker.rack=b\n", "broker.rack=a\n"))
    try:
        with only_while(cluster, "narrow"), connect(cluster) as client:
            remedy = "reassign the topic's partitions (kafka-reassign-partitions.sh), rack by rack"
            assert shared(client) == [("replicas_share_racks", "topic narrow", remedy)]
            client.alter_partition_reassignments({TopicPartition("narrow", 0): [1, 3]})
            assert known(client, "narrow", replicas=[1, 3])
            assert shared(client) == []
    finally:
        restarted(text)


def client_config(running, password):
    login = f'org.apache.kafka.common.security.scram.ScramLoginModule required username="alice" password="{password}";'
    return {
        "security.protocol": "SASL_SSL",
        "sasl.mechanism": "SCRAM-SHA-512",
        "sasl.jaas.config": login,
        "ssl.truststore.type": "PEM",
        "ssl.truststore.location": str(running.authority),
    }


def secured(running, password):
    return connection.connected(running.secure_servers, client_config(running, password), 10)


def refused(running, password):
    """Why there is no login: a broker takes a moment to hear of a new user."""
    try:
        with secured(running, password) as client:
            return [] if len(client.describe_cluster()["brokers"]) == 3 else ["a broker is missing"]
    except GroundworkError as error:
        return [str(error)]


def test_a_login_over_tls_and_the_sentence_without_the_password(cluster) -> None:
    with connect(cluster) as client:
        users_admin.apply(client, [users.User("alice", "marker-right", [])], users.Plan(["alice"], [], [], []))
    assert waiting.until_nothing(lambda: refused(cluster, "marker-right"), LONG, 0, lambda _reason: None) == []
    with pytest.raises(GroundworkError, match="refuse the user alice: the password is wrong") as raised:
        secured(cluster, "marker-wrong").__enter__()
    assert "marker" not in str(raised.value)


@pytest.mark.remedy("bootstrap_servers is empty; give at")
def test_a_broker_is_given(cluster) -> None:
    with pytest.raises(GroundworkError, match="give at least one broker as host:port"), connection.connected([], {}, 5):
        pass
    with connection.connected(cluster.bootstrap_servers[:1], {}, 10) as client:
        assert len(client.describe_cluster()["brokers"]) == 3


@pytest.mark.remedy(
    "The certificate for the listener … of broker … is",
    "client_config has no security.protocol SSL or SASL_SSL; set",
)
def test_what_a_listener_presents_is_asked_with_the_contents_of_a_file_and_over_tls(cluster) -> None:
    given = {"node": 1, "name": "CLIENT", "address": cluster.secure_servers[0], "path": "/etc/kafka/keystore.pem"}
    with pytest.raises(GroundworkError, match="is not PEM; give the contents of its file"):
        certificates.wanted([{**given, "certificate": str(cluster.authority)}])
    listeners = certificates.wanted([{**given, "certificate": cluster.authority.read_text()}])
    with pytest.raises(GroundworkError, match="set kafka_security_enabled"):
        certificates.presented(listeners, {}, 10)
    found = certificates.presented(listeners, client_config(cluster, "any"), 10)
    assert certificates.outdated(found) == listeners  # it presents its own, not the authority's


@pytest.mark.remedy("the topics … may not be seen", "The min ISR of … may not be read")
def test_a_gate_that_may_not_see_topics_or_their_min_isr_stays_closed_and_names_the_right(cluster) -> None:
    rights = [{"resource": "cluster", "operations": ["describe", "describe_configs"]}]
    seen = {"resource": "topic", "name": "*", "operations": ["describe"]}
    read = {"resource": "topic", "name": "*", "operations": ["describe_configs"]}
    password = "marker-gate"

    def allow(rules):
        (alice,) = users.wanted([{"name": "alice", "password": password, "acls": rules}])
        with connect(cluster) as client:
            users_admin.apply(client, [alice], users.plan([alice], {"alice": users.OTHER}, []))

    def reasons(phase, seconds):
        with rollout.Gate(lambda: secured(cluster, password), phase, [1]) as found:
            return waiting.until_nothing(found.reasons_to_wait, seconds, 0, lambda _reason: None)

    allow([*rights])
    assert waiting.until_nothing(lambda: refused(cluster, password), LONG, 0, lambda _reason: None) == []
    (hidden,) = reasons("start", SHORT)
    allow([*rights, seen])
    (unread,) = reasons("before_stop", SHORT)
    allow([*rights, seen, read])
    assert "orders, own may not be seen, so nobody can tell" in hidden
    assert unread.startswith("The min ISR of ")
    assert "the right to DescribeConfigs on every topic" in unread
    assert reasons("start", LONG) == reasons("before_stop", LONG) == []
