# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The playbooks health, gc_report and certificates: what of hosts and cluster comes together, and how they end."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import jsonschema
import pytest

CHECKOUT = Path(__file__).resolve().parents[2]
SCHEMA = json.loads((CHECKOUT / "docs/schemas/health-1.json").read_text())
HERE = {"ansible_connection": "local", "ansible_python_interpreter": sys.executable, "ansible_become": False}
GROUPS = {"kafka": {"hosts": {"k1": HERE, "k2": HERE}}, "zookeeper": {"hosts": {"z1": HERE}}}
AUDITED = """
record = {"settings": [], "findings": [], "services": []}
if given["name"] == os.environ.get("LOST"):
    module.fail_json(msg="no permission")
module.exit_json(record=record, reviewed={})
"""
CLUSTER = """
value = int(os.environ.get("OFFLINE", 0))
one = {"identity": "offline_partitions", "subject": "cluster", "source": "admin", "value": value, "missing": ""}
lead = {**one, "identity": "group_lead", "value": 1}
module.exit_json(mode="kraft", readings=[one, lead], unanswered="", asked=given["bootstrap_servers"])
"""
SERVER = """
pages = "".join(page["url"] for page in given["exporters"])
one = {"identity": "gc_pause", "subject": given["name"], "source": pages, "value": 0.01, "missing": ""}
module.exit_json(readings=[one] if given["exporters"] else [])
"""
ENDS = {"host_audit": AUDITED, "cluster_health": CLUSTER, "server_health": SERVER}


@pytest.fixture
def looked(played, standing_in, tmp_path):
    """Run the playbook; how it ended, and the lines that it has written, by vital sign and subject."""
    where = standing_in(ENDS)
    (tmp_path / "hosts.json").write_text(json.dumps({"all": {"children": GROUPS}}))

    def run(*words, **more):
        given = (
            "-e",
            json.dumps({"health_exporters": [{"url": "http://x/metrics"}]}),
            "-e",
            "health_report_directory=r",
        )
        more = {"ANSIBLE_COLLECTIONS_PATH": where, **more}
        done = played("groundwork.kafka.health", "-i", "hosts.json", *given, *words, **more)
        files = list((tmp_path / "r").glob("health-*.jsonl"))
        assert len(files) == 1, done.stdout + done.stderr
        lines = [json.loads(line) for line in files[0].read_text().splitlines()]
        for line in lines:
            jsonschema.validate(line, SCHEMA)
        return done, {(line["id"], line["subject"]): line for line in lines}

    return run


def test_hosts_and_cluster_come_together_and_all_is_well(looked) -> None:
    done, found = looked("-e", "kafka_admin_bootstrap_servers=['k1:9092']")
    assert done.returncode == 0, done.stdout + done.stderr
    assert found[("offline_partitions", "cluster")]["verdict"] == "normal"
    assert {subject for name, subject in found if name == "gc_pause"} == {"k1", "k2", "z1"}
    assert {subject for name, subject in found if name == "answering"} == {"k1", "k2", "z1"}
    assert found[("cleaner_dead", "cluster")]["verdict"] == "unknown"
    assert "verdict" in done.stdout
    assert "changed=0" in done.stdout


def test_exporters_that_the_roles_have_set_up_are_read_unnamed(looked) -> None:
    ours = {"health_exporters": [], "kafka_exporter_enabled": True, "kafka_exporter_port": 7073}
    done, found = looked("-e", "kafka_admin_bootstrap_servers=['k1:9092']", "-e", json.dumps(ours))
    assert done.returncode == 0, done.stdout + done.stderr
    pages = {subject: one["source"] for (name, subject), one in found.items() if name == "gc_pause"}
    assert pages == dict.fromkeys(("k1", "k2"), "http://127.0.0.1:7073/metrics"), "ZooKeeper's is off"


@pytest.mark.parametrize(
    ("words", "more", "code", "said"),
    [
        ((), {"OFFLINE": "2"}, 2, "1 alarm: offline_partitions; each says what to do"),
        (("-e", "health_fail_on=none"), {"OFFLINE": "2"}, 0, "ALARM: cluster: offline_partitions is 2 partitions"),
        ((), {"LOST": "k2"}, 2, "1 alarm: answering; each says what to do"),
        (("-e", "health_fail_on=unknown"), {}, 2, "unknown: "),
    ],
)
def test_what_is_off_fails_after_all_is_written(looked, words, more, code, said) -> None:
    done, _found = looked("-e", "kafka_admin_bootstrap_servers=['k1:9092']", *words, **more)
    assert done.returncode == code, done.stdout + done.stderr
    assert said in " ".join((done.stdout + done.stderr).split())


def test_a_lost_host_hides_nothing_of_the_others(looked) -> None:
    _done, found = looked("-e", "kafka_admin_bootstrap_servers=['k1:9092']", LOST="k2")
    assert found[("answering", "k2")]["verdict"] == "alarm"
    assert found[("answering", "k1")]["verdict"] == "normal"
    assert found[("settings_off", "k1")]["verdict"] == "normal"


def test_the_node_exporter_has_what_the_audit_knows(looked, tmp_path) -> None:
    (tmp_path / "text").mkdir()
    done, _found = looked("-e", f"health_textfile_directory={tmp_path}/text", "-e", "health_fail_on=none", "--limit=k1")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "\ngroundwork_settings_off 0\n" in (tmp_path / "text/groundwork.prom").read_text()


def test_no_link_leads_what_is_written_for_the_node_exporter_elsewhere(looked, tmp_path) -> None:
    (tmp_path / "theirs").mkdir()
    (tmp_path / "theirs").chmod(0o777)
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "theirs/text").symlink_to("../elsewhere")
    _done, found = looked("-e", f"health_textfile_directory={tmp_path}/theirs/text", "--limit=z1")
    assert "theirs/text is a symbolic link" in str(found)
    assert list((tmp_path / "elsewhere").iterdir()) == []


@pytest.mark.parametrize(("words", "written"), [((), True), (("--limit", "k2"), False)])
def test_one_node_exporter_has_what_the_cluster_alone_tells(looked, tmp_path, words, written) -> None:
    (tmp_path / "text").mkdir()
    given = ("-e", f"health_textfile_directory={tmp_path}/text", "-e", "kafka_admin_bootstrap_servers=['k1:9092']")
    looked(*given, "-e", "health_fail_on=none", *words)
    file = tmp_path / "text/groundwork_cluster.prom"
    assert file.exists() is written
    assert not written or "\ngroundwork_group_lead" in file.read_text()


COLLECTED = """
rows = [{"title": "to-space exhausted", "value": 3, "unit": "times", "normal": "0", "verdict": "warning",
         "missing": ""}]
log = {"schema": "groundwork.kafka/gc/1", "subject": given["name"], "paths": ["/gc.log"], "collector": "G1",
       "version": "17", "lines": 9, "pauses": 2, "seconds": 5, "dated": True, "rows": rows, "kinds": [],
       "points": [[1795768139.7, 3.0], [1795768149.7, 40.0]]}
if given["name"] == "k2":
    module.fail_json(msg="no permission")
module.exit_json(logs=[log], missing=[])
"""


@pytest.mark.parametrize(("words", "code"), [((), 2), (("-e", "gc_report_fail_on=warning"), 2), (("--limit", "k1"), 0)])
def test_collectors_of_all_hosts_come_into_one_page(played, standing_in, tmp_path, words, code) -> None:
    where = standing_in({"gc_log": COLLECTED})
    (tmp_path / "hosts.json").write_text(json.dumps({"all": {"children": GROUPS}}))
    given = ("-i", "hosts.json", "-e", "gc_report_directory=r", *words)
    done = played("groundwork.kafka.gc_report", *given, ANSIBLE_COLLECTIONS_PATH=where)
    assert done.returncode == code, done.stdout + done.stderr
    (page,) = (tmp_path / "r").glob("gc-*.html")
    (lines,) = (tmp_path / "r").glob("gc-*.jsonl")
    assert "to-space exhausted" in page.read_text()
    assert {json.loads(line)["subject"] for line in lines.read_text().splitlines()} >= {"k1"}
    if not words:
        assert "k2: no permission" in page.read_text()


CERTIFICATES = """
line = {"schema": "groundwork.kafka/certificate/1", "host": given["name"], "server": "kafka", "pid": 42,
        "path": "listener CLIENT", "state": "in use", "file": "/etc/kafka/keystore.pem", "subject": given["name"],
        "names": [], "issuer": "authority", "until": "2027-01-01T00:00:00Z", "days": int(os.environ.get("DAYS", 90)),
        "fingerprint": "a" * 64}
module.exit_json(lines=[line], missing=[f"{given['name']} zookeeper: silent"] if given["name"] == "z1" else [])
"""


@pytest.mark.parametrize("case", [("warning", 90, 0), ("warning", 7, 2), ("none", 7, 0), ("unknown", 90, 2)])
def test_certificates_of_all_hosts_come_into_one_table(played, standing_in, tmp_path, case) -> None:
    fail_on, days, code = case
    where = standing_in({"server_certificates": CERTIFICATES})
    (tmp_path / "hosts.json").write_text(json.dumps({"all": {"children": GROUPS}}))
    given = ("-i", "hosts.json", "-e", "certificates_directory=r", "-e", f"certificates_fail_on={fail_on}")
    done = played("groundwork.kafka.certificates", *given, ANSIBLE_COLLECTIONS_PATH=where, DAYS=str(days))
    assert done.returncode == code, done.stdout + done.stderr
    (file,) = (tmp_path / "r").glob("certificates-*.jsonl")
    assert {json.loads(line)["host"] for line in file.read_text().splitlines()} == {"k1", "k2", "z1"}
    assert "not read: z1 zookeeper: silent" in done.stdout
    assert ("k2 in use on k2 until 2027-01-01T00:00:00Z" in done.stdout) is (code == 2 and days == 7)
