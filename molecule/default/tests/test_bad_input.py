# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Bad input on a running host: one sentence that says what to do, and nothing that changed."""

import re
import shutil
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest
from kafka import KafkaAdminClient

FOLDERS = "/etc/sysctl.d /etc/security /etc/systemd/system /etc/kafka /etc/zookeeper /etc/cron.d /etc/fstab"


# None of them changes anything, so that several may run at a time.
AT_ONCE = 4


@contextmanager
def as_before(host):
    """Fail where files, kernel values, mounts or processes differ after what is done meanwhile."""

    def state():
        return host.check_output(
            f"find {FOLDERS} /opt -maxdepth 3 -type f -exec sha256sum {{}} +; find /opt -maxdepth 2;"
            "cat /proc/sys/vm/max_map_count /proc/sys/vm/swappiness /proc/sys/vm/dirty_ratio; cat /proc/self/mounts;"
            "systemctl show --property MainPID kafka zookeeper"
        )

    before = state()
    yield
    assert state() == before


@pytest.fixture
def unchanged(host):
    """Fails the test when it changes something on the host."""
    with as_before(host):
        yield


def disk(**changes):
    return {
        "data_disks_devices": [{"device": "/dev/disk/by-id/lab-foreign", "mount_point": "/data/foreign", **changes}]
    }


# What is given to a playbook, and what it must say of it.
INPUTS = {
    "value that the kernel refuses": (
        "tune",
        {"os_tuning_kernel_parameters": {"vm.swappiness": 4711}},
        r"vm\.swappiness.*refused the value 4711",
    ),
    "device that holds a file system": ("tune", disk(), r"ext4"),
    "list where a dictionary belongs": (
        "site",
        {"kafka_config": ["x"]},
        r"argument .kafka_config. is of type .*list.* dict",
    ),
    "value that Kafka refuses": (
        "site",
        {"kafka_config": {"num.io.threads": "many"}},
        r"num\.io\.threads in kafka_config is 'many' where a whole number of at least 1 is wanted",
    ),
    "another version outside an upgrade": (
        "site",
        {"kafka_archive_src": "/srv/kafka_2.13-3.9.1.tgz", "kafka_archive_checksum": "sha512:" + "0" * 128},
        r"/opt/kafka is Kafka 3\.9\.2 and kafka_2\.13-3\.9\.1\.tgz is 3\.9\.1; run the playbook .*upgrade",
    ),
    "other id than that of the data": (
        "site",
        {"kafka_node_id": 7},
        r"holds data with the broker id 1, and kafka_node_id is 7",
    ),
    "other folder than that of the transaction log, in a rollout": (
        "rolling_restart",
        {"zookeeper_data_log_dir": "/data/zookeeper/other"},
        r"have them moved, one server at a time, by the playbook groundwork\.kafka\.move_zookeeper_data",
    ),
    "user whom the data does not belong to": (
        "site",
        {"kafka_user": "daemon"},
        r"/data/kafka/log holds data of the number [0-9]+ \(the user kafka on this host\), and the user daemon has 1, "
        r"so it could not use it; give kafka_take_over: \[/data/kafka/log\]",
    ),
    "heap larger than the machine": ("site", {"kafka_heap": "4096g"}, r"4096g"),
    "JVM flag that the JVM does not know": ("site", {"kafka_jvm_options": ["-XX:+UseNoSuchThing"]}, r"UseNoSuchThing"),
    "wrong checksum": (
        "site",
        {"kafka_archive_checksum": "sha512:" + 128 * "0", "kafka_archive_directory": "/opt/other"},
        r"checksum",
    ),
    "bootstrap server that does not answer": (
        "smoke",
        {"smoke_test_bootstrap_servers": "127.0.0.1:1"},
        r"127\.0\.0\.1:1 ",
    ),
    "missing pyspark": ("smoke", {"smoke_test_python": shutil.which("python3", path="/usr/bin:/bin")}, r"pyspark"),
}

# The same of what is decided in the same places, and shown on made-up hosts too.
MORE = {
    "kernel key that the host does not have": (
        "tune",
        {"os_tuning_kernel_parameters": {"vm.swapiness": 1}},
        r"vm\.swapiness.*vm\.swappiness",
    ),
    "boolean where a number belongs": (
        "tune",
        {"os_tuning_kernel_parameters": {"vm.swappiness": True}},
        r"vm\.swappiness.*boolean",
    ),
    "device that is missing": ("tune", disk(device="/dev/disk/by-id/lab-none"), r"/dev/disk/by-id/lab-none.*"),
    "device that is mounted": ("tune", disk(device="/dev/disk/by-id/lab-kafka"), r"mounted"),
    "key with a variable of its own": ("site", {"kafka_config": {"broker.id": 2}}, r"use kafka_node_id instead"),
    "typing error in a key": (
        "site",
        {"kafka_config": {"num.io.thread": 8}},
        r"num\.io\.thread, which is not a setting of Kafka 3\.9\.2; the nearest that is one is num\.io\.threads",
    ),
    "other ZooKeeper id than that of the data": (
        "site",
        {"zookeeper_id": 7},
        r"holds data with the ZooKeeper id 1, and zookeeper_id is 7",
    ),
    "other folder than that of the transaction log": (
        "site",
        {"zookeeper_data_log_dir": "/data/zookeeper/other"},
        r"ZooKeeper runs on this host with its transaction log in /data/zookeeper/log, and zookeeper_data_log_dir is",
    ),
    "other folder than that of the snapshots, in an upgrade": (
        "upgrade",
        {"zookeeper_data_dir": "/data/zookeeper/other"},
        r"ZooKeeper runs on this host with its snapshots in /var/lib/zookeeper/data, and zookeeper_data_dir is",
    ),
    "user whose group has another name": (
        "site",
        {"kafka_user": "sync"},
        r"This host has the user sync and no group sync; give kafka_group: nogroup, the group that the user is in",
    ),
    "user that is to be renumbered": (
        "site",
        {"kafka_uid": 54321},
        r"The user kafka has the number [0-9]+ on this host, and kafka_uid is 54321",
    ),
    "folder to be taken over while the broker runs": (
        "site",
        {"kafka_user": "daemon", "kafka_take_over": ["/data/kafka/log"]},
        r"/data/kafka/log is to be taken over and kafka\.service is active; stop it",
    ),
    "other port than that at which ZooKeeper is looked for": (
        "site",
        {"zookeeper_client_port": 2182},
        r"ZooKeeper runs on this host with port 2181 .* or set zookeeper_client_port back",
    ),
    "folders in one another": (
        "site",
        {"kafka_log_dirs": ["/data/kafka/log", "/data/kafka/log/2"]},
        r"kafka_log_dirs has /data/kafka/log/2, which lies in /data/kafka/log",
    ),
    "port that no socket has": ("site", {"kafka_port": 70000}, r"kafka_port: 70000 cannot be"),
    "more replicas than brokers": (
        "site",
        {"kafka_replication_factor": 2},
        r"is 2, more than the inventory has brokers \(1\)",
    ),
    "broker without a ZooKeeper": ("site", {"kafka_zookeeper_connect": ""}, r"The broker has no ZooKeeper"),
    "folder where an archive belongs": (
        "site",
        {"kafka_archive_src": "/usr", "kafka_archive_checksum": "sha512:" + 128 * "0"},
        r"The archive /usr of kafka_archive_src is a folder on the control node",
    ),
    "ZooKeeper's heap larger than the machine": ("site", {"zookeeper_heap": "4096g"}, r"4096g"),
    "Python that is not there": ("smoke", {"smoke_test_python": "/nope/python"}, r"/nope/python could not be run"),
    "heaps of one host that do not fit together": (
        "site",
        {"kafka_other_heaps": ["4096g"]},
        r"of which other JVMs' heaps take 4194304m",
    ),
    "heap that leaves too little page cache": (
        "site",
        {"kafka_write_bytes_per_second": 10**12},
        r"the page cache needs 28610230m \(30 seconds of 1000000000000 bytes\)",
    ),
    "heap dumps on a data disk": (
        "site",
        {"kafka_heap_dump_directory": "/data/kafka/dumps"},
        r"/data/kafka/dumps/kafka\.hprof would lie in /data/kafka",
    ),
    "unknown log tag": ("site", {"kafka_jvm_options": ["-Xlog:nope:file=/x"]}, r"-Xlog:nope:file=/x"),
}


@pytest.fixture(scope="module")
def said(request, host, play):
    """What each playbook ends with, of those that a test asks for."""
    asked = [item.callspec.params for item in request.session.items if hasattr(item, "callspec")]
    given = {params["given"]: (INPUTS | MORE)[params["given"]] for params in asked if "given" in params}
    host.check_output("mkfs.ext4 -q -F -L somebody /dev/disk/by-id/lab-foreign")  # somebody else's file system
    with as_before(host), ThreadPoolExecutor(AT_ONCE) as pool:
        ended = pool.map(lambda one: play(f"groundwork.kafka.{one[0]}", one[1]), given.values())
        return dict(zip(given, ended))


@pytest.mark.parametrize("given", [*INPUTS, *(pytest.param(name, marks=pytest.mark.long) for name in MORE)])
def test_bad_input_is_one_sentence_and_changes_nothing(said, given):
    done = said[given]
    assert done.returncode != 0
    assert "Traceback" not in done.stdout + done.stderr
    told = " ".join((done.stdout + done.stderr).split()).partition("[ERROR]: ")[2]
    assert re.search((INPUTS | MORE)[given][2], told), done.stdout + done.stderr


@pytest.mark.usefixtures("unchanged")
def test_a_missing_java_on_the_controller_is_one_sentence(play, tmp_path):
    for program in ("ansible-playbook", "python3", "podman", "sh", "bash"):
        (tmp_path / program).symlink_to(shutil.which(program))
    done = play("groundwork.kafka.smoke", {}, environment={"PATH": str(tmp_path), "JAVA_HOME": ""})
    assert done.returncode != 0
    assert re.search(r"Java", done.stdout + done.stderr)
    assert "Traceback" not in done.stdout + done.stderr


@pytest.mark.usefixtures("unchanged")
def test_two_brokers_with_one_id_are_named_before_any_host_is_touched(play, tmp_path):
    more = tmp_path / "more.yml"
    # The same host under a second name, since preflight reads what each host tells of its place in the cluster.
    second = "{lab_address: 127.0.0.1, ansible_host: groundwork-default-kafka1, ansible_user: root, %s}"
    second %= "ansible_connection: containers.podman.podman"
    more.write_text(f"all: {{children: {{kafka: {{hosts: {{groundwork-default-kafka2: {second}}}}}}}}}\n")
    done = play("groundwork.kafka.site", {}, inventory=more)
    assert done.returncode != 0
    assert (
        "groundwork-default-kafka1 and groundwork-default-kafka2 both have the broker id 1" in done.stdout + done.stderr
    )


@pytest.mark.usefixtures("unchanged")
def test_lost_records_fail_the_play_with_the_verdict(play, address, empty_topic, tmp_path):
    options = ["--audit-only", "--topic", empty_topic, "--run-id", "20260101T000000Z-000000"]
    extra = {
        "smoke_test_records": 1000,
        "smoke_test_options": options,
        "smoke_test_report_directory": str(tmp_path),
    }
    done = play("groundwork.kafka.smoke", extra)
    assert done.returncode != 0
    assert re.search(
        rf"Failed: of 1,000 records in {empty_topic} on {address}, 1,000 records were lost\.",
        " ".join((done.stdout + done.stderr).split()),
    )


@pytest.fixture
def empty_topic(address):
    """A topic of 8 partitions that holds nothing, though a plan says that 1,000 records were written to it."""
    name = "groundwork-test-empty"
    admin = KafkaAdminClient(bootstrap_servers=address)
    admin.create_topics({name: {"num_partitions": 8, "replication_factor": 1}})
    yield name
    admin.delete_topics([name])
    admin.close()
