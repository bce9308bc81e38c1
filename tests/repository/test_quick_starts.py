# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What a reader of the README copies out of it is taken as it stands there."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tests.matrix.conftest import inventories

README = Path(__file__).resolve().parents[2] / "README.md"
INVENTORIES = inventories(README)
COMMANDS = re.findall(r"^\$ ansible-playbook (.*)$", README.read_text(), re.MULTILINE)


@pytest.mark.parametrize(("inventory", "hosts"), list(zip(INVENTORIES, (1, 3))))
def test_a_quick_start_is_an_inventory_of_kraft(inventory, hosts, tmp_path, played):
    assert len(INVENTORIES) == 2
    (tmp_path / "inventory.yml").write_text(inventory)
    done = played("groundwork.kafka.site", "-i", "inventory.yml", "--list-hosts")
    assert done.returncode == 0, done.stdout + done.stderr
    servers = {f"kafka{number}.example.com" for number in range(1, hosts + 1)}
    (first,) = re.findall(r"^  play #1 .*\n.*\n    hosts \(\d\):\n((?:      .*\n)+)", done.stdout, re.MULTILINE)
    assert set(first.split()) == servers
    assert "ZooKeeper" not in done.stdout


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_is_understood(command, tmp_path, played):
    rack = "    rack1:\n      hosts:\n        kafka1.example.com:\n"
    (tmp_path / "inventory.yml").write_text(INVENTORIES[-1] + rack)
    words = shlex.split(command, comments=True)
    (playbook,) = [word for word in words if word.startswith("groundwork.kafka.")]
    words.remove(playbook)
    done = played(playbook, *words, "--syntax-check")
    assert done.returncode == 0, done.stdout + done.stderr
