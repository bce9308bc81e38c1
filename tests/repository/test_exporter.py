# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The JMX exporter in the roles kafka and zookeeper: what is brought, written and refused."""

from __future__ import annotations

import base64
import hashlib
import json
import subprocess
import sys

import pytest
import yaml

from tests.servers.pki import CERTIFICATES

HOST = {"ansible_connection": "local", "ansible_python_interpreter": sys.executable, "ansible_become": False}
AGENT = "sha256:" + hashlib.sha256(b"agent").hexdigest()
OTHER = "sha256:" + "0" * 64


@pytest.fixture
def said(played, tmp_path):
    """Check what tasks of a role do with inputs of its exporter; how it ended, and what was printed, on a line."""
    (tmp_path / "agent.jar").write_bytes(b"agent")

    def run(role, tasks_from, **given):
        (tmp_path / "hosts.json").write_text(json.dumps({"all": {"children": {role: {"hosts": {"k1": HOST}}}}}))
        inputs = {"enabled": True, "src": str(tmp_path / "agent.jar"), "checksum": AGENT, **given}
        include = {"name": f"groundwork.kafka.{role}", "tasks_from": tasks_from}
        play = {
            "hosts": "all",
            "vars": {f"{role}_exporter_{name}": value for name, value in inputs.items()},
            "tasks": [{"ansible.builtin.include_role": include}],
        }
        done = played(play, "-i", "hosts.json", "--check")
        return done.returncode, " ".join((done.stdout + done.stderr).split())

    return run


@pytest.mark.parametrize("role", ["kafka", "zookeeper"])
def test_the_agent_is_brought_from_the_control_node(said, role) -> None:
    code, printed = said(role, "exporter")
    assert code == 0, printed
    assert "changed=1" in printed
    code, printed = said(role, "exporter", checksum=OTHER)
    assert code != 0
    assert (
        f"is wanted; it is damaged or another file, so download it again or correct {role}_exporter_checksum" in printed
    )


def test_one_that_is_not_there_is_told(said) -> None:
    code, printed = said("kafka", "exporter", src="nowhere/agent.jar")
    assert code != 0
    assert "The exporter nowhere/agent.jar of kafka_exporter_src is not on the control node" in printed


@pytest.mark.parametrize(
    ("role", "given", "sentence"),
    [
        ("kafka", {"port": 9092}, "kafka_exporter_port and kafka_port are both 9092 for k1"),
        ("zookeeper", {"port": 2888}, "zookeeper_exporter_port and zookeeper_peer_port are both 2888 for k1"),
        (
            "kafka",
            {"username": "p", "password": "planted"},
            "kafka_exporter_password would be sent as plain text to k1",
        ),
    ],
)
def test_what_is_refused_before_anything_is_looked_at(said, role, given, sentence) -> None:
    code, printed = said(role, "check", **given)
    assert code != 0
    assert sentence in printed
    assert "planted" not in printed


WRITTEN = """
open(os.environ["WRITTEN"], "w").write(json.dumps({"files": given["files"], "secrets": given["secrets"]}))
module.exit_json(pending=False)
"""


def test_its_files_are_written_with_the_others_and_are_secret(played, standing_in, tmp_path) -> None:
    tls = tmp_path / "tls"
    subprocess.run([*CERTIFICATES, str(tls), "k1=127.0.0.1"], check=True)
    (tmp_path / "hosts.json").write_text(json.dumps({"all": {"children": {"kafka": {"hosts": {"k1": HOST}}}}}))
    read = "{{ lookup('ansible.builtin.file', '%s') }}"
    given = {
        "kafka_security_enabled": True,
        "kafka_tls_certificate": read % (tls / "k1.pem"),
        "kafka_tls_key": read % (tls / "k1.key"),
        "kafka_tls_ca": read % (tls / "ca.pem"),
        "kafka_zookeeper_connect": "z1:2181",
        "kafka_jvm": {"heap": "1g", "options": ["-Dall=1"]},
        "kafka_exporter_enabled": True,
        "kafka_exporter_tls_enabled": True,
        "kafka_exporter_username": "prometheus",
        "kafka_exporter_password": "planted",
    }
    play = {
        "hosts": "all",
        "vars": given,
        "tasks": [{"ansible.builtin.include_role": {"name": "groundwork.kafka.kafka", "tasks_from": "configure"}}],
    }
    more = {"ANSIBLE_COLLECTIONS_PATH": standing_in({"server_files": WRITTEN}), "WRITTEN": str(tmp_path / "written")}
    done = played(play, "-i", "hosts.json", **more)
    assert done.returncode == 0, done.stdout + done.stderr
    written = json.loads((tmp_path / "written").read_text())
    files = {one["path"]: one for one in written["files"]}
    store, config = (f"/etc/kafka/exporter.{ending}" for ending in ("jks", "yml"))
    assert (files[store].get("encoding"), "content" in files[store]) == ("base64", False)
    assert base64.b64decode(written["secrets"][store]).startswith(bytes.fromhex("feedfeed"))
    login = yaml.safe_load(written["secrets"][config])["httpServer"]["authentication"]["basic"]
    assert login["username"] == "prometheus"
    assert "planted" not in json.dumps(written)
