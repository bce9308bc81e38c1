# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The file for Kafka's own commands names the brokers, however the inventory gives them."""

from __future__ import annotations

import json
import re
import subprocess
import sys

import pytest

from spark_validation.cluster import client_format, properties

LOCAL = {"ansible_connection": "local", "ansible_python_interpreter": sys.executable, "ansible_become": False}
SERVERS = ["k1.example.com:9092", "[2001:db8::1]:9092"]


@pytest.mark.parametrize("given", [SERVERS, ",".join(SERVERS)], ids=["a list", "one text"])
def test_it_names_every_broker_and_the_first_in_its_example(tmp_path, played, given):
    written = tmp_path / "client.properties"
    here = {
        **LOCAL,
        "kafka_admin_config": {"security.protocol": "PLAINTEXT"},
    }
    told = {**here, "kafka_admin_bootstrap_servers": given, "kafka_admin_client_properties": str(written)}
    (tmp_path / "hosts.json").write_text(json.dumps({"all": {"children": {"kafka": {"hosts": {"k1": told}}}}}))
    role = {"ansible.builtin.include_role": {"name": "groundwork.kafka.kafka", "tasks_from": "client_properties"}}
    record = f"__kafka_client_properties_record={tmp_path}/kept/record.json"
    done = played({"hosts": "kafka", "tasks": [role]}, "-i", "hosts.json", "-e", record)
    assert done.returncode == 0, done.stdout + done.stderr
    lines = written.read_text().splitlines()
    assert f"# kafka-topics.sh --bootstrap-server k1.example.com:9092 --command-config {written} --list" in lines
    assert [line.replace("\\", "") for line in lines if line.startswith("bootstrap")] == [
        f"bootstrap.servers={','.join(SERVERS)}"
    ]
    assert written.stat().st_mode & 0o777 == 0o600


def test_certificates_of_files_that_were_joined_without_a_line_break_are_read_all_the_same(tmp_path, played):
    made = {}
    for name in ("ours", "theirs"):
        key, certificate = tmp_path / f"{name}.key", tmp_path / f"{name}.pem"
        asked = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
        asked += ["-subj", f"/CN={name}", "-keyout", str(key), "-out", str(certificate)]
        subprocess.run(asked, check=True, capture_output=True)
        made[name] = certificate.read_text().strip()
    joined, written = made["ours"] + made["theirs"], tmp_path / "client.properties"
    given = {"kafka_security_enabled": True, "kafka_tls_ca": joined, "kafka_operator_certificate": joined}
    given |= {"kafka_operator_key": (tmp_path / "ours.key").read_text(), "kafka_admin_bootstrap_servers": SERVERS}
    given |= {"kafka_admin_client_properties": str(written)}
    (tmp_path / "hosts.json").write_text(
        json.dumps({"all": {"children": {"kafka": {"hosts": {"k1": {**LOCAL, **given}}}}}})
    )
    role = {"ansible.builtin.include_role": {"name": "groundwork.kafka.kafka", "tasks_from": "client_properties"}}
    record = f"__kafka_client_properties_record={tmp_path}/kept/record.json"
    done = played({"hosts": "kafka", "tasks": [role]}, "-i", "hosts.json", "-e", record)
    assert done.returncode == 0, done.stdout + done.stderr
    context = client_format.options(properties.parse(written.read_text()))["ssl_context"]
    assert len(context.get_ca_certs()) == 2


@pytest.fixture
def wrote(tmp_path, played):
    """Have the file written at a path; what is told of former ones."""

    def run(path, **more):
        given = {
            **LOCAL,
            "kafka_admin_client_properties": str(path),
            **more,
        }
        given |= {"kafka_admin_config": {}, "kafka_admin_bootstrap_servers": SERVERS}
        (tmp_path / "hosts.json").write_text(json.dumps({"all": {"children": {"kafka": {"hosts": {"k1": given}}}}}))
        role = {"ansible.builtin.include_role": {"name": "groundwork.kafka.kafka", "tasks_from": "client_properties"}}
        record = f"__kafka_client_properties_record={tmp_path}/kept/record.json"
        done = played({"hosts": "kafka", "tasks": [role]}, "-i", "hosts.json", "-e", record)
        assert done.returncode == 0, done.stdout + done.stderr
        return re.findall(r'"msg": "(.*?) on localhost, which an earlier run has written', done.stdout)

    return run


@pytest.mark.remedy("… on …, which an earlier run has written")
def test_the_file_at_a_former_path_is_told_until_it_is_removed(tmp_path, wrote):
    first, second, third = (tmp_path / name for name in ("first", "second", "third"))
    assert wrote(first) == []
    assert wrote(second) == [str(first)]
    assert sorted(wrote(third)) == [str(first), str(second)]
    first.unlink()
    assert wrote(second) == [str(third)]


@pytest.mark.remedy("… on … was not written by groundwork.kafka and may")
def test_a_file_of_somebody_else_is_moved_away_or_another_path_is_named(tmp_path, played):
    theirs, away = tmp_path / "client.properties", tmp_path / "theirs.properties"
    theirs.write_text("theirs=1\n")

    def checked(path):
        inventory = {"all": {"children": {"kafka": {"hosts": {"k1": LOCAL}}}}}
        (tmp_path / "hosts.json").write_text(json.dumps(inventory))
        role = {"ansible.builtin.include_role": {"name": "groundwork.kafka.kafka", "tasks_from": "foreign_file"}}
        done = played(
            {"hosts": "kafka", "tasks": [role], "vars": {"kafka_admin_client_properties": str(path)}},
            "-i",
            "hosts.json",
        )
        return done.returncode, " ".join(done.stdout.split())

    code, said = checked(theirs)
    assert code == 2
    assert f"{theirs} on localhost was not written by groundwork.kafka" in said
    assert "move it away, or name another path in kafka_admin_client_properties." in said
    assert checked(tmp_path / "another.properties")[0] == 0
    theirs.rename(away)
    assert checked(theirs)[0] == 0
    assert away.read_text() == "theirs=1\n"
