# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A rollout while another broker is down: it stops with the reason, and nothing is restarted."""

import os
import subprocess
from pathlib import Path

import pytest
import testinfra
from waiting import eventually

SCENARIO = Path(os.environ["MOLECULE_EPHEMERAL_DIRECTORY"])
DOWN, ASKED = "groundwork-cluster-kafka3", "groundwork-cluster-kafka1"


def processes():
    """The services' processes on the broker that was to be restarted."""
    asked = testinfra.get_host(f"podman://{ASKED}")
    return asked.check_output("systemctl show --property MainPID kafka zookeeper")


@pytest.fixture(scope="module")
def refused(serves):
    """What the playbook said for one broker while another was down."""
    before = processes()
    down = testinfra.get_host(f"podman://{DOWN}")
    down.check_output("systemctl stop kafka")
    try:
        done = subprocess.run(
            [
                "ansible-playbook",
                f"--inventory={SCENARIO / 'inventory'}",
                f"--limit={ASKED}",
                "--extra-vars={rolling_restart_services: [kafka], rolling_restart_wait: 5}",
                "groundwork.kafka.rolling_restart",
            ],
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
            env={**os.environ, "ANSIBLE_CONFIG": str(SCENARIO / "ansible.cfg")},
        )
        yield done, before, processes()
    finally:
        down.check_output("systemctl start kafka")
        eventually(lambda: serves(down), True, seconds=120)  # what comes next needs three brokers


def test_nothing_is_restarted_and_the_reason_is_said(refused):
    done, before, after = refused
    assert done.returncode != 0
    assert "broker 3 is not registered with the cluster" in " ".join((done.stdout + done.stderr).split())
    assert after == before
