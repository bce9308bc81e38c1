# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The role mirror_maker in check mode: what it would write, which systemd takes, what it asks, and what it refuses."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from spark_validation.cluster import properties

CHECKOUT = Path(__file__).resolve().parents[2]
HERE = {"ansible_connection": "local", "ansible_python_interpreter": sys.executable, "ansible_become": False}
FOLDER = "/etc/kafka-mirror-maker/"
LOGIN = {
    "security.protocol": "SASL_PLAINTEXT",
    "sasl.mechanism": "PLAIN",
    "sasl.jaas.config": 'a.PlainLoginModule required username="u" password="planted";',
}
CLUSTERS = [
    {"alias": "berlin", "bootstrap_servers": ["b1:9092"], "client_config": LOGIN},
    {"alias": "potsdam", "bootstrap_servers": ["p1:9092"]},
]
FLOW = {"source": "berlin", "target": "potsdam", "topics": ["orders"], "replication_factor": 2}
ENDS = {
    "mirror_maker_inputs": "module.exit_json()",
    "jvm_options": "module.exit_json(options=['-Xmx1g', *given['options']], version=17)",
    "cluster_info": "module.exit_json(brokers=[{}, {}])",
    "kafka_archive": "module.exit_json(home='/opt/kafka_2.13-4.3.1', version='4.3.1')",
    "server_files": "open(os.environ['WRITTEN'], 'w').write(json.dumps(given))\nmodule.exit_json(changed=True)",
}
HARDLY_EXPOSED = 2.5  # of 10, by systemd-analyze security


@pytest.fixture
def mirror(played, standing_in, tmp_path):
    """Run the playbook in check mode with these inputs: how it ended, and what it would have written."""
    written, places = tmp_path / "written", []

    def run(playbook="mirror", ends=None, words=(), **given):
        if not places:
            places.append(standing_in({**ENDS, **(ends or {})}))
        given = {"mirror_maker_clusters": CLUSTERS, "mirror_maker_flows": [FLOW], **given}
        hosts = {"mm1": {**HERE, "ansible_host": "mm1.example.com"}, "mm2": HERE}
        inventory = {"all": {"vars": given, "children": {"kafka_mirror_makers": {"hosts": hosts}}}}
        (tmp_path / "hosts.json").write_text(json.dumps(inventory))
        environment = {"ANSIBLE_COLLECTIONS_PATH": places[0], "WRITTEN": str(written)}
        done = played(f"groundwork.kafka.{playbook}", "-i", "hosts.json", "--check", "--diff", *words, **environment)
        return done, json.loads(written.read_text()) if written.exists() else {}

    return run


def said(done) -> str:
    return " ".join((done.stdout + done.stderr).replace("\\n", " ").split())


def test_what_it_writes_is_taken_by_systemd_and_has_no_secret_but_in_one_file(mirror, tmp_path) -> None:
    done, written = mirror(words=["--limit", "mm1"])
    assert done.returncode == 0, done.stdout + done.stderr
    assert "planted" not in done.stdout + done.stderr
    files = {one["path"]: one.get("content") for one in written["files"]}
    settings = properties.parse(files[FOLDER + "mm2.properties"])
    assert settings["berlin.sasl.jaas.config"] == f"${{file:{FOLDER}secrets.properties:berlin.sasl.jaas.config}}"
    assert settings["rest.advertised.host.name"] == "mm1.example.com"
    assert "planted" not in str(files)
    assert properties.parse(written["secrets"][FOLDER + "secrets.properties"]) == {
        "berlin.sasl.jaas.config": LOGIN["sasl.jaas.config"]
    }
    unit = tmp_path / "kafka-mirror-maker.service"
    unit.write_text(files[f"/etc/systemd/system/{unit.name}"])
    assert " -cp /opt/kafka_2.13-4.3.1/libs/* org.apache.kafka.connect.mirror.MirrorMaker " in unit.read_text()
    # It takes a user that this machine has.
    unit.write_text(unit.read_text().replace("=kafka-mirror-maker\n", "=root\n").replace("/usr/bin/java", "/bin/true"))
    checked = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True, check=False)
    assert checked.stderr == ""
    security = ["systemd-analyze", "security", "--no-pager", "--offline=true", unit]
    told = subprocess.run(security, capture_output=True, text=True, check=False).stdout
    (exposed,) = re.findall(r"exposure level for \S+: ([\d.]+)", told)
    assert float(exposed) < HARDLY_EXPOSED


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"mirror_maker_flows": [{**FLOW, "target": "paris"}]}, "berlin->paris of mirror_maker_flows has paris at"),
        (
            {"mirror_maker_flows": [{**FLOW, "replication_factor": 3}]},
            "is 3, and potsdam has 2 brokers; give that many",
        ),
        ({"mirror_maker_flows": [{**FLOW, "topic": "a"}]}, "topic. Supported parameters include"),
        (
            {"mirror_maker_clusters": [{**CLUSTERS[0], "client_config": {"sasl.jas.config": "planted"}}, CLUSTERS[1]]},
            "berlin of mirror_maker_clusters: client_config: sasl.jas.config is not known here",
        ),
    ],
)
def test_what_cannot_be_is_refused_before_anything_is_written(mirror, given, sentence) -> None:
    done, written = mirror(**given)
    assert done.returncode != 0
    assert sentence in said(done)
    assert "planted" not in done.stdout + done.stderr
    assert written == {}


def test_a_stopped_one_asks_no_cluster(mirror) -> None:
    refuses = {"cluster_info": "module.fail_json(msg='asked')"}
    done, _written = mirror(ends=refuses, mirror_maker_state="stopped")
    assert done.returncode == 0, done.stdout
    assert "asked" not in done.stdout


def test_hosts_are_restarted_one_after_the_other_until_one_fails(played, standing_in, tmp_path) -> None:
    """In a run that is no check, with modules that do nothing."""
    calls = tmp_path / "calls"
    restarted = f"""
began = open({str(calls)!r}, "a")
began.write("x")
began.flush()
module.fail_json(msg="it died")
"""
    where = standing_in({**ENDS, "server_files": "module.exit_json(changed=True)", "server_process": restarted})
    hosts = dict.fromkeys(("mm1", "mm2", "mm3"), HERE)
    given = {"mirror_maker_clusters": CLUSTERS, "mirror_maker_flows": [FLOW]}
    inventory = {"all": {"vars": given, "children": {"kafka_mirror_makers": {"hosts": hosts}}}}
    (tmp_path / "hosts.json").write_text(json.dumps(inventory))
    done = played("groundwork.kafka.mirror", "-i", "hosts.json", ANSIBLE_COLLECTIONS_PATH=where)
    assert done.returncode == 2, done.stdout + done.stderr
    assert "it died" in done.stdout
    assert calls.read_text() == "x"


@pytest.mark.remedy("The inventory has no host in the group …; name")
def test_an_inventory_without_the_group_is_refused_in_a_sentence(played, mirror, tmp_path) -> None:
    (tmp_path / "hosts").write_text("[kafka]\nk1\n")
    done = played("groundwork.kafka.mirror", "-i", "hosts")
    assert done.returncode != 0
    assert "The inventory has no host in the group kafka_mirror_makers" in said(done)
    done, _written = mirror()
    assert done.returncode == 0, done.stdout


@pytest.mark.remedy("mirror_failover_flow is …; give the one whose target clients go")
def test_a_failover_of_no_flow_is_refused(mirror) -> None:
    done, _written = mirror("mirror_failover", words=["-e", "mirror_failover_flow=a->b"])
    assert done.returncode != 0
    assert "mirror_failover_flow is a->b; give the one whose target clients go over to, of berlin->potsdam" in said(
        done
    )
    way = re.findall("such as -e '(.*?)'", said(done))[0]
    done, _written = mirror("mirror_failover", words=["-e", way])
    assert "mirror_failover_flow is" not in said(done)
    assert "has no MirrorMaker that could be stopped; run the playbook groundwork.kafka.mirror first." in said(done)


def test_the_document_shows_the_example_that_there_is():
    shown = (CHECKOUT / "docs/mirroring.md").read_text().partition("```yaml\n")[2].partition("```")[0]
    example = yaml.safe_load((CHECKOUT / "inventories/example_mirror/hosts.yml").read_text())
    assert yaml.safe_load(shown) == example["all"]["children"]
