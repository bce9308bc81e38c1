# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The second step of the upgrade, and the end of the way back."""

import pytest

from tests.servers.versions import KRAFT, KRAFT_FORMER, LEVELS
from tests.servers.waiting import eventually

BEFORE, AFTER = (LEVELS[version]["metadata.version"] for version in (KRAFT_FORMER, KRAFT))


@pytest.fixture
def metadata_version(admin):
    """Ask for the level that is finalized."""
    return lambda: admin.describe_features()["metadata.version"]["finalized"][1]


@pytest.fixture
def processes(machine, nodes):
    """Ask for the process of each node."""
    show = "systemctl show --property MainPID --value kafka"
    return lambda: [machine(number).check_output(show) for number in nodes]


def test_the_second_step_waits_for_a_word(playbook, metadata_version):
    code, said = playbook("finalize_upgrade")
    assert code != 0
    assert (
        "the way back to an earlier version ends there; give finalize_upgrade_confirm: true when you are sure" in said
    )
    assert metadata_version() == BEFORE


def test_the_way_back_ends_with_the_second_step(playbook, metadata_version, processes):
    code, said = playbook("finalize_upgrade", finalize_upgrade_confirm=True)
    assert code == 0, said
    eventually(metadata_version, AFTER)  # a broker that has not heard of it yet tells the level of before
    before = processes()
    code, said = playbook("upgrade", kafka_version=KRAFT_FORMER)
    assert code != 0
    ends = f"metadata.version of this cluster is finalized at {AFTER} ({KRAFT.rpartition('.')[0]}), and Kafka "
    assert f"{ends}{KRAFT_FORMER} reads no more than {BEFORE}" in said
    assert processes() == before
