# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The second step of the upgrade, and the end of the way back."""

import pytest

from tests.servers.waiting import eventually


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
    assert metadata_version() == 27


def test_the_way_back_ends_with_the_second_step(playbook, metadata_version, processes):
    code, said = playbook("finalize_upgrade", finalize_upgrade_confirm=True)
    assert code == 0, said
    eventually(metadata_version, 30)  # a broker that has not heard of it yet tells the level of before
    before = processes()
    code, said = playbook("upgrade", kafka_version="4.1.2")
    assert code != 0
    assert "metadata.version of this cluster is finalized at 30 (4.3), and Kafka 4.1.2 reads no more than 27" in said
    assert processes() == before
