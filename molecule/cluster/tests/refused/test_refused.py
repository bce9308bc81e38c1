# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A rollout while another broker is down, or another run goes on: it stops with the reason, nothing is restarted."""

import json
import os
import subprocess
from pathlib import Path

import pytest
import testinfra

from tests.servers.waiting import eventually

SCENARIO = Path(os.environ["MOLECULE_EPHEMERAL_DIRECTORY"])
DOWN, ASKED = "groundwork-cluster-kafka3", "groundwork-cluster-kafka1"
LOCK = "/var/lib/groundwork-kafka/rollout-lock-kafka.json"  # on the broker with the lowest number
OTHER = {
    "id": "ops9-4711-abc",
    "user": "alice",
    "machine": "ops9",
    "node": "another control node",
    "process": 4711,
    "started": "1",
    "playbook": "site.yml",
    "since": "2026-11-23 09:00:00 UTC",
}


def processes():
    """The services' processes on the broker that was to be restarted."""
    asked = testinfra.get_host(f"podman://{ASKED}")
    return asked.check_output("systemctl show --property MainPID kafka zookeeper")


def roll(limit):
    """A rollout of the brokers of the hosts *limit*."""
    return subprocess.run(
        [
            "ansible-playbook",
            f"--inventory={SCENARIO / 'inventory'}",
            f"--limit={limit}",
            "--extra-vars={rolling_restart_services: [kafka], rolling_restart_wait: 5}",
            "groundwork.kafka.rolling_restart",
        ],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
        env={**os.environ, "ANSIBLE_CONFIG": str(SCENARIO / "ansible.cfg")},
    )


@pytest.fixture(scope="module")
def refused(serves):
    """What the playbook said for one broker while another was down."""
    before = processes()
    down = testinfra.get_host(f"podman://{DOWN}")
    down.check_output("systemctl stop kafka")
    try:
        yield roll(ASKED), before, processes()
    finally:
        down.check_output("systemctl start kafka")
        eventually(lambda: serves(down), True, seconds=120)  # what comes next needs three brokers


def test_nothing_is_restarted_and_the_reason_is_said(refused):
    done, before, after = refused
    assert done.returncode != 0
    assert "broker 3 is not registered with the cluster" in " ".join((done.stdout + done.stderr).split())
    assert after == before
    assert not testinfra.get_host(f"podman://{ASKED}").file(LOCK).exists  # nobody else is kept from it


@pytest.mark.usefixtures("refused")  # which leaves the brokers running
def test_another_run_is_told_whatever_the_limit():
    """The file is that of a run on another control node, which nobody here can look at."""
    asked, before = testinfra.get_host(f"podman://{ASKED}"), processes()
    asked.check_output("printf %%s %s > %s", json.dumps(OTHER), LOCK)
    try:
        done = roll(DOWN)
        said = " ".join((done.stdout + done.stderr).split())
        assert done.returncode == 2
        assert "being restarted by alice on ops9 (site.yml, process 4711) since 2026-11-23 09:00:00 UTC" in said
        assert f"{LOCK} on {ASKED} says" in said
        assert "add -e rolling_restart_take_over=ops9-4711-abc" in said
        assert json.loads(asked.file(LOCK).content_string) == OTHER
    finally:
        asked.check_output("rm -f %s", LOCK)
    assert processes() == before
