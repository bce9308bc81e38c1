# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Real KRaft servers whose metadata are moved, killed in between and led back: records, rules and users stay."""

from __future__ import annotations

import time
from contextlib import suppress
from pathlib import Path

import pytest
from kafka import KafkaConsumer, KafkaProducer, TopicPartition
from kafka.admin import (
    ACL,
    ACLFilter,
    ACLOperation,
    ACLPermissionType,
    ACLResourcePatternType,
    KafkaAdminClient,
    NewTopic,
    ResourcePattern,
    ResourcePatternFilter,
    ResourceType,
    UserScramCredentialUpsertion,
)

from ansible_collections.groundwork.kafka.plugins.module_utils.broker import uuids
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.host import accounts
from ansible_collections.groundwork.kafka.plugins.module_utils.server import (
    metadata_move,
    metadata_mover,
    move_record,
    storage,
)
from ansible_collections.groundwork.kafka.plugins.module_utils.server.metadata_move import Asked
from tests.servers.quorum import Quorum, running
from tests.servers.server import unpacked
from tests.servers.service_host import Killed, ServiceHost
from tests.servers.versions import KRAFT, KRAFT_FORMER
from tests.servers.waiting import eventually

pytestmark = pytest.mark.long  # servers of its own, stopped and started again many times

ACCOUNT = accounts.Service("kafka", "root", "root")
HOMES = {KRAFT_FORMER: "GROUNDWORK_OLD_KRAFT_HOME", KRAFT: "GROUNDWORK_KRAFT_HOME"}
#: What Kafka says where it does not start in between.
NOT_STARTED = ("Found unexpected metadata location in data directory", "Duplicate directory ID")


class Content:
    """What is in a cluster: records of a topic with all replicas, of one with a single one, a rule and a user."""

    def __init__(self, cluster: Quorum) -> None:
        self.cluster, self.sent = cluster, 0
        admin = KafkaAdminClient(bootstrap_servers=cluster.bootstrap_servers)
        self.topics = {"all": len(cluster.client_ports), "single": 1}
        admin.create_topics(
            [NewTopic(name, 6, count, topic_configs={"retention.ms": "-1"}) for name, count in self.topics.items()]
        )
        rule = ACL(
            "User:u", "*", ACLOperation.READ, ACLPermissionType.ALLOW, ResourcePattern(ResourceType.TOPIC, "all")
        )
        admin.create_acls([rule])
        admin.alter_user_scram_credentials([UserScramCredentialUpsertion("u", "SCRAM-SHA-512", "secret")])
        admin.close()
        self.check()

    def check(self) -> None:
        """Everything is there, and goes on."""
        eventually(self.cluster.settled, True)
        producer = KafkaProducer(bootstrap_servers=self.cluster.bootstrap_servers, acks="all")
        new = [
            producer.send(name, str(number).encode(), partition=number % 6)
            for number in range(self.sent, self.sent + 60)
            for name in self.topics
        ]
        for one in new:
            one.get(timeout=60)
        producer.close()
        self.sent += 60
        assert {name: self.read(name) for name in self.topics} == {name: list(range(self.sent)) for name in self.topics}
        admin = KafkaAdminClient(bootstrap_servers=self.cluster.bootstrap_servers)
        everything = ACLFilter(
            None,
            None,
            ACLOperation.ANY,
            ACLPermissionType.ANY,
            ResourcePatternFilter(ResourceType.ANY, None, ACLResourcePatternType.ANY),
        )
        rules = admin.describe_acls(everything)
        users = admin.describe_user_scram_credentials()
        admin.close()
        assert "User:u" in str(rules)
        assert list(users) == ["u"]

    def read(self, name: str) -> list[int]:
        consumer = KafkaConsumer(bootstrap_servers=self.cluster.bootstrap_servers, group_id=None)
        consumer.assign([TopicPartition(name, number) for number in range(6)])
        consumer.seek_to_beginning()
        found: list[int] = []
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            new = [int(one.value) for some in consumer.poll(500).values() for one in some]
            if not new and len(found) >= self.sent:
                break
            found += new
        consumer.close()
        return sorted(found)


@pytest.fixture
def host_of(monkeypatch, tmp_path):
    """The host of one server, whose settings and whose record are those that are looked at from now on."""

    def made(cluster: Quorum, number: int) -> ServiceHost:
        host = ServiceHost(cluster.servers[number])
        for module in (metadata_move, metadata_mover):
            monkeypatch.setattr(module, "SETTINGS", str(host.server.settings))
        monkeypatch.setattr(move_record, "path", lambda _service: str(tmp_path / f"move-{number}.json"))
        return host

    return made


def move(host: ServiceHost, asked: Asked, ended: bool = False):
    return metadata_mover.run(host, asked, ACCOUNT, ended)


def settle(host: ServiceHost, asked: Asked) -> None:
    """Have the metadata where they are to be, and the server run."""
    move(host, asked)
    if host.server.process is None:
        host.boot()
    host.server.wait()
    move(host, asked, ended=True)


def starts(host: ServiceHost) -> bool:
    """Whether a server comes back by itself, from what an earlier run has left; what it says where it does not."""
    if host.server.process is None:
        at = len(host.server.log.read_text())
        host.boot()
        try:
            host.server.wait()
        except RuntimeError:
            said = host.server.log.read_text()[at:]
            assert any(why in said for why in NOT_STARTED), said
            host.server.process = None
            return False
    return True


def interrupted(host: ServiceHost, here: Asked, there: Asked, begin: int = 0) -> list[bool]:
    """Whether the server starts after each change at which a move is killed; then that goes on, or is led back."""
    settle(host, here)
    outcomes = []
    for left in range(begin, 60):
        host.left = left
        with suppress(Killed):
            move(host, there)
            host.left = None
            settle(host, there)
            return outcomes
        host.left = None
        outcomes.append(starts(host))
        if left % 2:
            settle(host, there)
        settle(host, here)
    pytest.fail("it never ended")


@pytest.mark.parametrize("version", HOMES)
def test_brokers_and_the_only_controller_keep_everything(host_of, tmp_path, version):
    with running(unpacked(HOMES[version]), tmp_path, [11], [1, 2]) as cluster:
        content = Content(cluster)
        before = cluster.voters()
        a, b = cluster.log_dirs(1)
        host = host_of(cluster, 1)
        settle(host, Asked(1, [a, b], str(tmp_path / "m1")))
        content.check()
        settle(host, Asked(1, [b, a]))
        content.check()
        (own,) = cluster.log_dirs(11)
        host = host_of(cluster, 11)
        for way in (Asked(11, [own], str(tmp_path / "m11")), Asked(11, [str(tmp_path / "n11")]), Asked(11, [own])):
            settle(host, way)
            eventually(cluster.voters, before)
        content.check()
        for server in cluster.servers.values():
            server.stop()
        cluster.start(*cluster.servers)
        content.check()


def test_a_controller_that_comes_back_after_a_kill_is_whole_or_does_not_start(host_of, tmp_path):
    with running(unpacked(HOMES[KRAFT]), tmp_path, [11], [1]) as cluster:
        content = Content(cluster)
        host, (own,) = host_of(cluster, 11), cluster.log_dirs(11)
        outcomes = interrupted(host, Asked(11, [own]), Asked(11, [own], str(tmp_path / "m11")), 6)
        assert 0 < outcomes.count(False) < 5
        content.check()


def test_a_broker_that_is_a_controller_too_joins_anew_there_and_back(host_of, tmp_path):
    with running(unpacked(HOMES[KRAFT]), tmp_path, [1, 2, 3], [1, 2, 3]) as cluster:
        content = Content(cluster)
        for number in (1, 2):
            host, (a, b) = host_of(cluster, number), cluster.log_dirs(number)
            before = cluster.voters()
            for way in (Asked(number, [a, b], str(tmp_path / f"m{number}")), Asked(number, [a, b])):
                settle(host, way)
                joined = {**before, number: uuids.as_hex(storage.mark(host, way.metadata)["directory.id"])}
                eventually(cluster.voters, joined)
                content.check()
        host, (a, b) = host_of(cluster, 3), cluster.log_dirs(3)
        outcomes = interrupted(host, Asked(3, [a, b]), Asked(3, [a, b], str(tmp_path / "m3")), 5)
        assert 0 < outcomes.count(False) < 4
        content.check()


@pytest.mark.remedy("… and … are, one as a folder of partitions")
def test_a_voter_of_one_is_refused(host_of, tmp_path):
    """And this is why: its folder of partitions would have to get another id."""
    with running(unpacked(HOMES[KRAFT]), tmp_path, [1], [1]) as cluster:
        content = Content(cluster)
        host, (a, b) = host_of(cluster, 1), cluster.log_dirs(1)
        quorum = metadata_move.Quorum(list(cluster.voters().values()), 1, True)
        with pytest.raises(GroundworkError, match="it would have to leave the quorum of 1 for a moment, which takes 3"):
            move(host, Asked(1, [a, b], str(tmp_path / "m"), quorum=quorum))
        move(host, Asked(1, [a, b], quorum=quorum))  # or leave the metadata where they are
        content.check()
        host.server.stop()
        mark = Path(a) / "meta.properties"
        identity = storage.mark(host, a)["directory.id"]
        (tmp_path / "m").mkdir()
        (Path(a) / "__cluster_metadata-0").rename(tmp_path / "m/__cluster_metadata-0")
        (tmp_path / "m/meta.properties").write_text(mark.read_text())
        mark.write_text(mark.read_text().replace(identity, uuids.new()))
        with host.server.settings.open("a") as settings:
            settings.write(f"metadata.log.dir={tmp_path}/m\n")
        host.boot()
        host.server.wait()
        # Before the broker has registered with the other id, the quorum's last word of its leaders is told.
        eventually(cluster.settled, False)
        with pytest.raises(AssertionError, match="still False"):
            eventually(cluster.settled, True, 20)
