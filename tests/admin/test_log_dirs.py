# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A real broker empties one of its folders while it serves, and comes back without it: nothing is lost on the way."""

from __future__ import annotations

import threading
import time
from pathlib import Path
from typing import Any, Iterator

import pytest
from kafka import KafkaConsumer, KafkaProducer, TopicPartition
from kafka.admin import ConfigResource, ConfigResourceType, KafkaAdminClient, NewTopic

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import connection, log_dirs, state
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.server import log_dirs_removal, move_record
from ansible_collections.groundwork.kafka.plugins.module_utils.server.log_dirs_removal import Asked
from ansible_collections.groundwork.kafka.plugins.modules import log_dirs_drain
from tests.servers.cluster import Cluster, running_cluster
from tests.servers.service_host import ServiceHost
from tests.servers.waiting import eventually

pytestmark = pytest.mark.long  # servers of its own, stopped and started again many times

_LIMIT = "replica.alter.log.dirs.io.max.bytes.per.second"
_PARTITIONS = 8
_VALUE = b"x" * 20000


@pytest.fixture(params=["zookeeper", "kraft"])
def running(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Cluster]:
    """Three brokers, of which the first has a second folder."""
    with running_cluster(request.param, tmp_path, second={1: tmp_path / "second"}) as made:
        yield made


class Records:
    """What is written, acknowledged by all, to a topic of all brokers and to one that the first broker has alone."""

    def __init__(self, running: Cluster) -> None:
        self.servers, self.sent = running.bootstrap_servers, dict.fromkeys(("all", "single"), 0)
        admin = KafkaAdminClient(bootstrap_servers=self.servers)
        admin.create_topics([NewTopic("all", _PARTITIONS, 3)])
        single = {number: [1] for number in range(_PARTITIONS)}
        least = {"min.insync.replicas": "1"}
        admin.create_topics([NewTopic("single", -1, -1, replica_assignments=single, topic_configs=least)])
        admin.close()
        self._ended = threading.Event()
        self._writer = threading.Thread(target=self._go_on)

    def write(self, count: int) -> None:
        producer = KafkaProducer(bootstrap_servers=self.servers, acks="all")
        sent = [
            producer.send(topic, b"%d " % (before + number) + _VALUE, partition=number % _PARTITIONS)
            for topic, before in self.sent.items()
            for number in range(count)
        ]
        for one in sent:
            one.get(timeout=90)
        producer.close()
        self.sent = {topic: before + count for topic, before in self.sent.items()}

    def __enter__(self) -> Records:
        """Write in the background until the end."""
        self._writer.start()
        return self

    def __exit__(self, *_failure: object) -> None:
        self._ended.set()
        self._writer.join()

    def _go_on(self) -> None:
        while not self._ended.wait(0.5):
            self.write(16)

    def check(self) -> None:
        """Everything is there, once and in order."""
        for topic, sent in self.sent.items():
            consumer = KafkaConsumer(bootstrap_servers=self.servers, group_id=None)
            consumer.assign([TopicPartition(topic, number) for number in range(_PARTITIONS)])
            consumer.seek_to_beginning()
            found: list[int] = []
            deadline = time.monotonic() + 60
            while len(found) < sent and time.monotonic() < deadline:
                polled = consumer.poll(500).values()
                found += [int(one.value.split()[0]) for some in polled for one in some]
            consumer.close()
            assert sorted(found) == list(range(sent))


def asked(running: Cluster, host: ServiceHost) -> tuple[dict[str, Any], Asked]:
    """What the modules are asked: the second folder of broker 1 is to go."""
    first, second = host.server.folder / "data1", host.server.folder / "second"
    params = {
        "bootstrap_servers": running.bootstrap_servers,
        "client_config": {},
        "timeout": 20,
        "broker": 1,
        "drained": [str(second)],
        "into": [{"path": str(first), "disk": "one"}],
        "at_once": 3,
        "wait": 60,
    }
    return params, Asked([str(first)])


def limit(running: Cluster, value: str) -> None:
    """Have brokers copy between their folders no faster than that."""
    admin = KafkaAdminClient(bootstrap_servers=running.bootstrap_servers)
    admin.alter_configs(
        [ConfigResource(ConfigResourceType.BROKER, "1", configs={_LIMIT: value})], raise_on_unknown=False
    )
    admin.close()


def held(running: Cluster) -> list[str]:
    """What the first broker tells of its second folder."""
    with connection.connected(running.bootstrap_servers, {}, 20) as client:
        folders = log_dirs.read(client, 1)
    (second,) = [one for one in folders if one["path"].endswith("/second")]
    return sorted(f"{one['topic']}-{one['partition']}" for one in second["replicas"])


def drained(params: dict[str, Any]) -> int:
    """Have it all moved; how often it was looked."""
    for looks in range(1, 200):
        if not log_dirs_drain.run(params, False)["left"]:
            return looks
        time.sleep(0.5)
    pytest.fail("it never ended")


def settled(running: Cluster) -> bool:
    with connection.connected(running.bootstrap_servers, {}, 30) as client:
        found = state.partitions(client)
    return all(one["leader"] in one["isr"] and len(one["isr"]) == len(one["replicas"]) for one in found)


def new_topic(running: Cluster, host: ServiceHost, name: str) -> None:
    """One that only the first broker has, some of it in its second folder, which has the fewest partitions."""
    admin = KafkaAdminClient(bootstrap_servers=running.bootstrap_servers)
    replicas = {number: [1] for number in range(2)}
    least = {"min.insync.replicas": "1"}
    admin.create_topics([NewTopic(name, -1, -1, replica_assignments=replicas, topic_configs=least)])
    admin.close()
    eventually((host.server.folder / "second" / f"{name}-0").exists, True)


def test_a_folder_is_emptied_and_taken_out_and_given_back(running, monkeypatch, tmp_path):
    host = ServiceHost(running.brokers[1])
    monkeypatch.setattr(log_dirs_removal, "SETTINGS", str(host.server.settings))
    monkeypatch.setattr(move_record, "path", lambda _service: str(tmp_path / "record.json"))
    params, without = asked(running, host)
    records = Records(running)
    records.write(600)
    emptied(running, host, records, params, without)
    taken_out(running, host, params, without)
    records.write(16)
    records.check()
    given_back(running, host, params, without)
    new_topic(running, host, "later")
    records.write(16)
    records.check()


def emptied(running, host, records, params, without) -> None:
    """Planned, and refused until it is done, which goes on after a run that is ended and a broker that is killed."""
    before = held(running)
    assert len(before) > _PARTITIONS / 2
    planned = log_dirs_drain.run(params, True)
    assert (planned["left"], planned["changed"], held(running)) == (len(before), True, before)
    refused(running, host, without, f"second has {len(before)} partitions")
    limit(running, "200000")
    log_dirs_drain.run(params, False)
    log_dirs_drain.run(params, False)
    coming = [name for name in (host.server.folder / "data1").iterdir() if name.name.endswith("-future")]
    assert 0 < len(coming) <= params["at_once"]
    host.server.kill()
    host.server.start_again()
    eventually(lambda: settled(running), True)
    limit(running, str(1 << 30))
    with records:
        assert drained(params) > 1
    assert held(running) == []
    assert log_dirs_removal.plan(host, without).held == 0


def refused(running, host, without, why: str) -> None:
    """It is not taken out, and the broker comes back with it."""
    with pytest.raises(GroundworkError) as raised:
        log_dirs_removal.run(host, without)
    assert why in str(raised.value)
    assert "Nothing was taken out; kafka was started again as it was." in str(raised.value)
    host.server.wait()
    eventually(lambda: settled(running), True)


def taken_out(running, host, params, without) -> None:
    """What comes into it before the broker is stopped is seen; then it goes."""
    new_topic(running, host, "late")
    refused(running, host, without, "second has ")
    drained(params)
    log_dirs_removal.run(host, without)
    assert host.server.process is None
    host.boot()
    host.server.wait()
    log_dirs_removal.run(host, without, ended=True)
    assert move_record.remembered(host, log_dirs_removal.RECORD) is None
    eventually(lambda: settled(running), True)


def given_back(running, host, params, without) -> None:
    first, second = without.log_dirs[0], params["drained"][0]
    host.server.stop()
    settings = host.server.settings.read_text()
    assert f"log.dirs={first}\n" in settings
    host.server.settings.write_text(settings.replace(f"log.dirs={first}", f"log.dirs={first},{second}"))
    host.boot()
    host.server.wait()
    eventually(lambda: settled(running), True)
    assert held(running) == []
