# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The documented way to break a broker: segments until its kernel has no more map areas for it.

The plan says so of the load beforehand, the audit warns while there are some left, and what was acknowledged is there
once the limit is raised.
"""

import json
import os
import subprocess
import time
from pathlib import Path

import pytest
from kafka import KafkaAdminClient, KafkaConsumer, KafkaProducer, TopicPartition
from kafka.admin import NewTopic
from kafka.errors import KafkaError

SCENARIO = Path(os.environ["MOLECULE_EPHEMERAL_DIRECTORY"])
TOPIC = "groundwork-test-exhausted"
SEGMENT_BYTES, RECORD_BYTES = 16384, 4200  # three records fill a segment, so that it has something in both indexes
RECORDS_OF_SEGMENT = 3
SEGMENTS_LEFT = 200  # for so many segments the broker is left map areas, two for each
TUNED = 262144
PATIENCE = 300  # seconds: the processor is emulated
SLOW = {"request_timeout_ms": 60000}
GIVES_UP = {"delivery_timeout_ms": 60000}


class Broker:
    """The machine's broker: its process by the kernel, its log over its port."""

    def __init__(self, host, address):
        self._host, self.address = host, address
        self.pid = self.main_pid()

    def main_pid(self):
        return self._host.check_output("systemctl show --property MainPID --value kafka")

    def died(self):
        """Whether the process of the beginning is no more; systemd may have started another one."""
        return not self._host.file(f"/proc/{self.pid}/maps").exists or self.main_pid() != self.pid

    def answers(self):
        """Whether it serves already, with all that its JVM needs for itself."""
        try:
            KafkaAdminClient(bootstrap_servers=self.address, **SLOW).close()
        except KafkaError:
            return False
        return True

    def areas(self):
        """The map areas of its process, none where it has ended."""
        return int(self._host.run("cat /proc/%s/maps | wc -l", str(self.pid)).stdout)

    def segments(self):
        return int(self._host.check_output("find /data/kafka/log -path '*/%s-*' -name '*.log' | wc -l", TOPIC))

    def write(self, records):
        """How many of so many *records* it has acknowledged."""
        taken = 0
        try:
            producer = KafkaProducer(bootstrap_servers=self.address, linger_ms=0, batch_size=0, **SLOW, **GIVES_UP)
            try:
                for sent in [producer.send(TOPIC, bytes(RECORD_BYTES)) for _number in range(records)]:
                    sent.get(timeout=PATIENCE)
                    taken += 1
            finally:
                producer.close(timeout=5)
        except KafkaError:  # what it does not answer any more is not counted
            pass
        return taken

    def end(self):
        """How many records its log holds, None while it does not answer."""
        try:
            consumer = KafkaConsumer(bootstrap_servers=self.address, consumer_timeout_ms=30000)
            try:
                partition = TopicPartition(TOPIC, 0)
                consumer.assign([partition])
                consumer.seek_to_beginning()
                wanted = consumer.end_offsets([partition])[partition]
                return sum(1 for _record in zip(range(wanted), consumer))
            finally:
                consumer.close()
        except KafkaError:
            return None


@pytest.fixture
def broker(host):
    """The broker, whose kernel leaves it map areas for so many segments until the test is over."""
    one = Broker(host, f"127.0.0.1:{json.loads((SCENARIO / 'machine' / 'ports.json').read_text())['broker']}")
    waited(one.answers, "the broker answers, which the machine's boot has just started")
    one.limit = one.areas() + 2 * SEGMENTS_LEFT
    host.check_output("sysctl --write vm.max_map_count=%s", str(one.limit))
    yield one
    host.check_output(f"sysctl --write vm.max_map_count={TUNED}")


def ansible(*command):
    """What a command of Ansible's says on the scenario's inventory."""
    # The whole folder: the file in it that Molecule writes has not how the machine is reached.
    argv = [command[0], "--inventory", str(SCENARIO / "inventory"), *command[1:]]
    environment = {**os.environ, "ANSIBLE_CALLBACK_RESULT_FORMAT": "json"}
    done = subprocess.run(argv, check=False, capture_output=True, text=True, timeout=600, env=environment)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def planned(limit):
    """The plan of a load that comes to twice as many segments as the limit has areas for."""
    topic = {"name": "events", "partitions": 1, "segment_bytes": SEGMENT_BYTES}
    topic |= {"retention_bytes": 2 * SEGMENTS_LEFT * SEGMENT_BYTES}
    topic |= {"write_bytes_per_second": 10 * RECORD_BYTES, "record_bytes": RECORD_BYTES}
    load = {"brokers": 1, "max_map_count": limit, "topics": [topic]}
    said = ansible("ansible", "localhost", "-m", "groundwork.kafka.capacity_plan", "-a", json.dumps({"load": load}))
    return json.loads(said[said.index("{") :])["plan"]


def audited(folder):
    """What an audit finds of map areas, by severity."""
    options = {"audit_report_directory": str(folder), "audit_fail_on": "none"}
    ansible("ansible-playbook", "groundwork.kafka.audit", "-e", json.dumps(options))
    (record,) = (json.loads(line) for line in next(folder.glob("audit-*.jsonl")).read_text().splitlines())
    assert record["outcome"] == "audited", record["message"]
    return {one["severity"]: one for one in record["findings"] if one["id"] == "headroom_map_areas"}


def waited(condition, what):
    deadline = time.monotonic() + PATIENCE
    while not (found := condition()):
        assert time.monotonic() < deadline, f"not within {PATIENCE} s: {what}"
        time.sleep(2)
    return found


@pytest.mark.long
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # a producer whose broker has died
def test_a_broker_dies_where_the_plan_and_the_audit_said_that_it_would(host, broker, tmp_path):
    assert broker.limit < 1500
    plan = planned(broker.limit)
    assert plan["first"] == "map_areas"
    assert plan["sentence"].startswith("The load does not fit on these brokers. Memory map areas: ")

    admin = KafkaAdminClient(bootstrap_servers=broker.address, **SLOW)
    settings = {"segment.bytes": str(SEGMENT_BYTES), "min.insync.replicas": "1"}
    admin.create_topics([NewTopic(TOPIC, 1, 1, topic_configs=settings)])
    admin.close()
    assert audited(tmp_path / "before") == {}

    acknowledged = 0
    warned, asked = set(), 0
    while not warned & {"medium", "high"}:
        acknowledged += broker.write(10 * RECORDS_OF_SEGMENT)
        assert not broker.died()
        if broker.areas() > 0.82 * broker.limit:  # less than 20 percent are left, until the JVM gives some back
            asked += 1
            warned = set(audited(tmp_path / f"low{asked}"))

    while not broker.died():
        # Two areas for each segment, as planned: it must not outlive them.
        assert broker.segments() <= 1.1 * SEGMENTS_LEFT
        acknowledged += broker.write(10 * RECORDS_OF_SEGMENT)
    said = host.check_output("journalctl --unit kafka --output cat --no-pager --since -30min")
    assert "Map failed" in said or "os::commit_memory" in said

    host.check_output(f"sysctl --write vm.max_map_count={TUNED}")
    host.check_output("systemctl reset-failed kafka")
    host.check_output("systemctl restart kafka")
    found = waited(broker.end, "the broker answers again")
    assert found >= acknowledged > 0
