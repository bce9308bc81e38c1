# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The file for Kafka's own commands names the brokers, however the inventory gives them."""

from __future__ import annotations

import json

import pytest

SERVERS = ["k1.example.com:9092", "[2001:db8::1]:9092"]


@pytest.mark.parametrize("given", [SERVERS, ",".join(SERVERS)], ids=["a list", "one text"])
def test_it_names_every_broker_and_the_first_in_its_example(tmp_path, played, given):
    written = tmp_path / "client.properties"
    here = {"ansible_connection": "local", "kafka_admin_config": {"security.protocol": "PLAINTEXT"}}
    told = {**here, "kafka_admin_bootstrap_servers": given, "kafka_admin_client_properties": str(written)}
    (tmp_path / "hosts.json").write_text(json.dumps({"all": {"children": {"kafka": {"hosts": {"k1": told}}}}}))
    role = {"ansible.builtin.include_role": {"name": "groundwork.kafka.kafka", "tasks_from": "client_properties"}}
    done = played({"hosts": "kafka", "tasks": [role]}, "-i", "hosts.json")
    assert done.returncode == 0, done.stdout + done.stderr
    lines = written.read_text().splitlines()
    assert f"# kafka-topics.sh --bootstrap-server k1.example.com:9092 --command-config {written} --list" in lines
    assert [line.replace("\\", "") for line in lines if line.startswith("bootstrap")] == [
        f"bootstrap.servers={','.join(SERVERS)}"
    ]
    assert written.stat().st_mode & 0o777 == 0o600
