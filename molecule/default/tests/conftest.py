# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What the scenario's tests share: the services' processes, and playbooks run as a user runs them."""

import json
import os
import subprocess
from pathlib import Path

import pytest

SCENARIO = Path(os.environ["MOLECULE_EPHEMERAL_DIRECTORY"])


@pytest.fixture
def pid(host):
    """The main process of a systemd service, by systemd's own word."""
    return lambda unit: int(host.check_output("systemctl show --property MainPID --value %s", unit))


@pytest.fixture
def address(host):
    """Where the broker serves clients."""
    return f"{host.check_output('hostname --ip-address')}:9092"


@pytest.fixture(scope="session")
def play():
    """Run a playbook of the installed collection with extra variables and *words*; gives the finished process."""

    def run(playbook, extra, *words, environment=None, inventory=None):
        inventories = [SCENARIO / "inventory", *([inventory] if inventory else [])]
        return subprocess.run(
            [
                "ansible-playbook",
                *[f"--inventory={path}" for path in inventories],
                playbook,
                *words,
                f"--extra-vars={json.dumps(extra)}",
            ],
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
            env={
                **os.environ,
                "ANSIBLE_CONFIG": str(SCENARIO / "ansible.cfg"),
                "ANSIBLE_FORCE_COLOR": "0",
                "ANSIBLE_NOCOLOR": "1",
                **(environment or {}),
            },
        )

    return run
