# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Playbooks: what a user's own ansible.cfg says must not change what they do."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
import yaml

CHECKOUT = Path(__file__).resolve().parents[2]
PLAYBOOKS = sorted((CHECKOUT / "playbooks").glob("*.yml"))
HOSTS = """
all:
  vars: {ansible_connection: local}
  children:
    zookeeper: {hosts: {keeper: {}}}
    kafka: {hosts: {broker: {}}}
    kafka_controllers: {hosts: {controller: {}}}
"""


def plays():
    for playbook in PLAYBOOKS:
        for play in yaml.safe_load(playbook.read_text()):
            if "hosts" in play:
                yield pytest.param(play, id=f"{playbook.stem}-{play['name']}")


@pytest.mark.parametrize("play", list(plays()))
def test_a_play_goes_on_in_step_whatever_the_strategy_of_a_users_configuration(play):
    assert play.get("strategy") == "ansible.builtin.linear"  # run_once and any_errors_fatal mean nothing to `free`


@pytest.mark.parametrize("playbook", ["tune", "audit"])
def test_every_kind_of_host_is_in_the_plays(playbook, tmp_path):
    inventory = tmp_path / "hosts.yml"
    inventory.write_text(HOSTS)
    command = ["ansible-playbook", "-i", inventory, CHECKOUT / "playbooks" / f"{playbook}.yml", "--list-hosts"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60, env=dict(os.environ))
    lists = [part.split() for part in done.stdout.split("hosts (")[1:]]
    assert lists
    assert all({"keeper", "broker", "controller"} <= set(found) for found in lists)
