# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What the scenario's tests share: certificates, clients of the cluster, and playbooks run as a user runs them."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from kafka import KafkaAdminClient, KafkaProducer
from lab_brokers import login

sys.path.insert(0, str(Path(__file__).parent))  # pytest imports the tests by their paths, and not what is beside them
from secured_host import ADDRESS, SCENARIO


@pytest.fixture
def pid(host):
    """The main process of a systemd service, by systemd's own word."""
    return lambda unit: int(host.check_output("systemctl show --property MainPID --value %s", unit))


@pytest.fixture
def admin():
    """An admin client, logged in as a user."""
    return lambda user, password: KafkaAdminClient(**login(ADDRESS, user, password), bootstrap_timeout_ms=15000)


@pytest.fixture
def produce():
    """Write one record as a user; raises what kafka-python raises."""

    def send(user, password, topic):
        producer = KafkaProducer(**login(ADDRESS, user, password), max_block_ms=15000)
        try:
            producer.send(topic, b"record").get(timeout=15)
        finally:
            producer.close(5)

    return send


@pytest.fixture
def play(tmp_path):
    """Run a playbook of the installed collection with variables that Vault encrypts; gives the finished process."""

    def run(playbook, extra, *options):
        word, given = tmp_path / "word", tmp_path / "extra.json"  # secrets on a command line would be everybody's
        for path, text in ((word, "the lab's word"), (given, json.dumps(extra))):
            path.touch(mode=0o600)
            path.write_text(text)
        vault = f"--vault-password-file={word}"
        subprocess.run(["ansible-vault", "encrypt", vault, given], check=True, capture_output=True, timeout=60)
        inventory, extra_vars = f"--inventory={SCENARIO / 'inventory'}", f"--extra-vars=@{given}"
        return subprocess.run(
            ["ansible-playbook", inventory, playbook, extra_vars, vault, *options],
            capture_output=True,
            text=True,
            check=False,
            timeout=900,
            env={**os.environ, "ANSIBLE_CONFIG": str(SCENARIO / "ansible.cfg"), "ANSIBLE_NOCOLOR": "1"},
        )

    return run
