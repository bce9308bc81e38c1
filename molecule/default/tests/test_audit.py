# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The audit of a running host, of a broker that no role has started, and that it leaves everything as it is."""

import json
import os
import stat
import time
from pathlib import Path

import jsonschema
import pytest

NAME = "groundwork-default-kafka1"
COLLECTION = Path(os.environ["ANSIBLE_COLLECTIONS_PATH"], "ansible_collections/groundwork/kafka")
FOREIGN = {
    "broker.id": 77,
    "listeners": "PLAINTEXT://127.0.0.1:9977",
    "zookeeper.connect": "127.0.0.1:2181/foreign",  # a cluster of its own
    "log.dirs": "/var/tmp/foreign/log",
    "offsets.topic.replication.factor": 1,
}
# What systemd and the services themselves write all the time is no trace of an audit.
BUSY = "/var/lib/systemd /var/lib/zookeeper"


@pytest.fixture
def unchanged(host):
    """Fails the test when a file, a kernel value, a mount, a limit or a process differs after it."""
    spared = " ".join(f"-path {path} -prune -o" for path in BUSY.split())

    def state():
        return host.check_output(
            f"find /etc /opt /usr/lib/systemd /usr/lib/sysctl.d /var/lib {spared} -type f -print0 | sort -z"
            " | xargs -0 sha256sum;"
            "find /etc /opt /data /run/systemd/system -maxdepth 2 | sort; cat /proc/self/mounts;"
            "cd /proc/sys && cat vm/max_map_count vm/swappiness vm/dirty_ratio net/ipv4/tcp_rmem;"
            "for unit in kafka zookeeper; do pid=$(systemctl show --property MainPID --value $unit);"
            " echo $pid; cat /proc/$pid/limits; done"
        )

    before = state()
    yield
    assert state() == before


@pytest.fixture
def audit(play, tmp_path):
    """Run the playbook; gives the finished process and the records of its file, which are as the schema says."""
    schema = jsonschema.Draft202012Validator(json.loads((COLLECTION / "docs/schemas/audit-2.json").read_text()))

    def run(**extra):
        folder = tmp_path / f"reports{len(list(tmp_path.iterdir()))}"
        done = play("groundwork.kafka.audit", {"audit_report_directory": str(folder), **extra})
        (file,) = folder.glob("*.jsonl")
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        records = [json.loads(line) for line in file.read_text().splitlines()]
        for record in records:
            schema.validate(record)
        return done, records

    return run


@pytest.mark.usefixtures("unchanged")
def test_an_audit_reads_the_host_and_changes_nothing(audit, pid):
    done, (record,) = audit(audit_fail_on="none")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "changed=0" in done.stdout
    assert (record["host"], record["outcome"]) == (NAME, "audited")
    assert {service["unit"]: (service["kind"], service["pid"]) for service in record["services"]} == {
        "kafka": ("broker", pid("kafka")),
        "zookeeper": ("zookeeper", pid("zookeeper")),
    }
    assert {"kernel", "limit", "service", "process", "jvm", "disk", "job"} <= {
        row["kind"] for row in record["settings"]
    }
    ours = [
        finding["id"] for finding in record["findings"] if finding["subject"].startswith(("process", "jvm", "disk"))
    ]
    assert ours == []
    assert "vm.max_map_count" in done.stdout


def test_it_fails_above_the_chosen_severity_and_names_host_and_counts(audit):
    done, (record,) = audit(audit_fail_on="low")
    assert record["counts"]["low"] > 0  # a container lacks at least one kernel parameter
    counted = ", ".join(
        f"{record['counts'][word]} {word}" for word in ("high", "medium", "low") if record["counts"][word]
    )
    assert done.returncode == 2
    said = " ".join((done.stdout + done.stderr).split())
    assert "1 of 1 hosts and what they are configured with have findings of severity low or above" in said
    assert f"{NAME} ({counted})" in said, record["findings"]


def test_a_host_that_cannot_be_reached_is_in_the_file(audit):
    done, (record,) = audit(ansible_host="groundwork-no-such-container")
    assert done.returncode == 2
    assert (record["host"], record["outcome"]) == (NAME, "unreachable")
    assert f"{NAME} (1 high)" in " ".join((done.stdout + done.stderr).split())


@pytest.fixture
def foreign(host):
    """A second broker, with few files, a heap that grows, and data on the disk of the system.

    Its unit starts a shell, and that the broker, with other limits than its own. Gives the broker's process.
    """
    properties = "".join(f"{key}={value}\n" for key, value in FOREIGN.items())
    host.check_output(
        "mkdir -p /var/tmp/foreign && printf %s %s > /var/tmp/foreign/server.properties", "%s", properties
    )
    host.check_output(
        "systemd-run --unit=foreign --property=LimitNOFILE=2048:4096 --property=StandardOutput=null --"
        ' sh -c \'(ulimit -n 3000; exec java -Xms64m -Xmx256m -XX:+UseSerialGC -cp "/opt/kafka/libs/*" kafka.Kafka'
        " /var/tmp/foreign/server.properties); true'"
    )
    for _attempt in range(60):
        if host.run("ls /var/tmp/foreign/log/meta.properties").rc == 0:
            break
        time.sleep(1)
    yield int(host.check_output("pgrep --newest java"))
    host.run("systemctl stop foreign; systemctl reset-failed foreign; rm -rf /var/tmp/foreign")


def test_a_broker_that_no_role_has_started(audit, host, foreign, pid):
    process = foreign
    assert pid("foreign") != process
    used = len(host.check_output(f"ls /proc/{process}/fd").split())
    host.check_output(f"prlimit --pid {process} --nofile={used * 10 // 8}:3000")
    host.check_output("touch /var/tmp/foreign/server.properties")
    _done, (record,) = audit(audit_fail_on="none")
    (found,) = [service for service in record["services"] if service["unit"] == "foreign"]
    assert (found["pid"], found["id"], found["config"]) == (process, "77", "/var/tmp/foreign/server.properties")
    findings = {finding["id"] for finding in record["findings"] if "foreign" in finding["subject"]}
    assert findings >= {"headroom_descriptors", "jvm_flags_differ", "pending_restart", "disk_of_the_system"}
    rows = {row["name"]: row for row in record["settings"]}
    assert rows["foreign UseG1GC"]["effective"] == "UseSerialGC"
    assert rows["foreign heap"]["effective"] == "Xms 64m, Xmx 256m"
    assert rows["foreign.service LimitNOFILE"]["status"] != "in_effect"
    assert rows["foreign.service LimitNOFILE"]["effective"] == f"{used * 10 // 8}:3000"
