# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Which parts a playbook is made of: those that the inventory and the tags leave no host for are not printed."""

from __future__ import annotations

import json
import re

import pytest
import yaml

KRAFT = {"kafka": {"hosts": {"k1": {}}}, "kafka_controllers": {"hosts": {"k1": {}}}}
ZOOKEEPER = {"zookeeper": {"hosts": {"z1": {}}}, "kafka": {"hosts": {"k1": {}}}}
_PLAY = re.compile(r"^  play #\d+ \(.*?\): (.*?)\t.*\n.*\n    hosts \((\d+)\)", re.MULTILINE)


@pytest.fixture
def listed(tmp_path, played):
    """The names of a playbook's plays for an inventory of *groups*; and of those the ones that have no host."""

    def plays(playbook, groups, *words):
        (tmp_path / "hosts.json").write_text(json.dumps({"all": {"children": groups}}))
        done = played(f"groundwork.kafka.{playbook}", "-i", "hosts.json", "--list-hosts", *words)
        assert done.returncode == 0, done.stdout + done.stderr
        found = _PLAY.findall(done.stdout)
        return [name for name, _hosts in found], {name for name, hosts in found if hosts == "0"}

    return plays


@pytest.mark.parametrize("playbook", ["site", "upgrade", "rolling_restart"])
def test_without_zookeeper_no_play_is_about_it(listed, playbook):
    names, empty = listed(playbook, KRAFT)
    assert [name for name in names if "zookeeper" in name.lower()] == []
    assert empty == set()


@pytest.mark.parametrize("playbook", ["site", "upgrade", "rolling_restart"])
def test_zookeeper_comes_before_the_brokers(listed, playbook):
    names, empty = listed(playbook, ZOOKEEPER)
    zookeeper, kafka = (
        names.index(f"See which {what} are to be restarted, and in which order")
        for what in ("ZooKeeper servers", "controllers and brokers")
    )
    assert zookeeper < kafka
    assert empty == set()


@pytest.mark.parametrize("words", [[], ["--tags=disks"], ["--tags=tuning"], ["--skip-tags=tuning"]])
def test_tuning_has_no_play_without_hosts(listed, words):
    assert listed("tune", KRAFT, *words)[1] == set()


def test_an_inventory_that_an_earlier_play_fills_has_its_zookeeper_restarted(tmp_path, played):
    servers = [("z1", "zookeeper"), ("k1", "kafka")]
    add = [{"ansible.builtin.add_host": {"name": name, "groups": group}} for name, group in servers]
    restart = {"import_playbook": "groundwork.kafka.rolling_restart", "vars": {"rolling_restart_services": []}}
    (tmp_path / "own.yml").write_text(
        yaml.safe_dump([{"hosts": "localhost", "gather_facts": False, "tasks": add}, restart])
    )
    done = played("own.yml")
    assert done.returncode == 0, done.stdout + done.stderr
    plays = re.findall(r"^PLAY \[See which (.*?) are to be restarted.*\n(.*)$", done.stdout, re.MULTILINE)
    assert plays == [("ZooKeeper servers", ""), ("controllers and brokers", "")]
