# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What the scenario's tests share: its hosts, clients of the cluster as a whole, and roles run as a user runs them."""

import base64
import json
import os
import subprocess
import uuid
from pathlib import Path

import pytest
import testinfra
from kafka import KafkaAdminClient
from lab_brokers import reached

SCENARIO = Path(os.environ["MOLECULE_EPHEMERAL_DIRECTORY"])
BROKERS = {1: "10.89.82.11", 2: "10.89.82.12", 3: "10.89.82.13"}
CONTROLLER = {4: "10.89.82.14"}


@pytest.fixture(scope="session")
def brokers():
    """The brokers' addresses, by node id."""
    return BROKERS


@pytest.fixture(scope="session")
def nodes():
    """All hosts' addresses, by node id."""
    return BROKERS | CONTROLLER


@pytest.fixture(scope="session")
def voters():
    """The controllers' node ids."""
    return [1, 2, *CONTROLLER]


@pytest.fixture(scope="session")
def name():
    """A host's name, by node id."""
    return lambda number: f"groundwork-kraft-{'kafka' if number in BROKERS else 'controller'}{number}"


@pytest.fixture(scope="session")
def machine(name):
    """A host of its own, by node id."""
    return lambda number: testinfra.get_host(f"podman://{name(number)}")


@pytest.fixture(scope="session")
def operator():
    """The options of kafka-python to reach the cluster as its operator."""
    return reached(BROKERS.values())


@pytest.fixture
def admin(operator):
    """An admin client of the cluster."""
    client = KafkaAdminClient(**operator)
    yield client
    client.close()


@pytest.fixture
def quorum(admin):
    """Leader and voters, by id with the id of their folder as Kafka writes it into meta.properties."""

    def read():
        (partition,) = admin.describe_metadata_quorum()["topics"][0]["partitions"]
        behind = [partition["high_watermark"] - voter["log_end_offset"] for voter in partition["current_voters"]]
        return {
            "leader": partition["leader_id"],
            "voters": {
                voter["replica_id"]: folder(voter["replica_directory_id"]) for voter in partition["current_voters"]
            },
            "observers": [observer["replica_id"] for observer in partition["observers"]],
            "behind": max(behind),
        }

    return read


def folder(directory_id):
    return base64.urlsafe_b64encode(uuid.UUID(str(directory_id)).bytes).decode().rstrip("=")


@pytest.fixture
def mark():
    """The identity in the meta.properties of a folder."""

    def read(host, path):
        lines = host.file(f"{path}/meta.properties").content_string.splitlines()
        return dict(line.split("=", 1) for line in lines if "=" in line)

    return read


def ansible(playbook, *options, **extra):
    """Run *playbook* on the scenario's hosts; gives the exit code and what was said."""
    done = subprocess.run(
        [
            "ansible-playbook",
            f"--inventory={SCENARIO / 'inventory'}",
            str(playbook),
            f"--extra-vars={json.dumps(extra)}",
            *options,
        ],
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
        env={**os.environ, "ANSIBLE_CONFIG": str(SCENARIO / "ansible.cfg"), "ANSIBLE_NOCOLOR": "1"},
    )
    return done.returncode, " ".join((done.stdout + done.stderr).split())


@pytest.fixture
def playbook():
    """Run a playbook of the installed collection; gives the exit code and what was said."""
    return lambda name, *options, **extra: ansible(f"groundwork.kafka.{name}", *options, **extra)


@pytest.fixture
def play(tmp_path):
    """Run a role of the installed collection on all hosts; gives the exit code and what was said."""
    path = tmp_path / "play.yml"

    def run(role, *options, **extra):
        path.write_text(
            "- hosts: kafka:kafka_controllers\n  gather_facts: false\n  any_errors_fatal: true\n"
            f"  roles: [groundwork.kafka.{role}]\n"
        )
        return ansible(path, *options, **extra)

    return run
