# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What the scenario's tests share: what was remembered at a moment, and the services' processes."""

import json
import os
import re
from pathlib import Path

import pytest

MACHINE = Path(os.environ["MOLECULE_EPHEMERAL_DIRECTORY"]) / "machine"


@pytest.fixture(scope="session")
def rows():
    """The rows that the modules gave at a moment (pristine, applied, booted, restored), by kind and name."""

    def at(moment):
        found = json.loads((MACHINE / f"{moment}.json").read_text())
        return {(row["kind"], row["name"]): row for row in found}

    return at


@pytest.fixture(scope="session")
def state():
    """What files/state.sh read at a moment, without the modules: its lines."""
    return lambda moment: (MACHINE / f"{moment}.txt").read_text().splitlines()


@pytest.fixture
def nofile(host):
    """Soft and hard limit of open files of a service's main process, from the kernel."""

    def read(unit):
        pid = host.check_output("systemctl show --property MainPID --value %s", unit)
        limits = host.file(f"/proc/{pid}/limits").content_string
        return tuple(int(number) for number in re.search(r"^Max open files\s+(\d+)\s+(\d+)", limits, re.M).groups())

    return read
