# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Playbooks: what a user's own ansible.cfg says must not change what they do."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests.servers.versions import KRAFT

CHECKOUT = Path(__file__).resolve().parents[2]
PLAYBOOKS = sorted((CHECKOUT / "playbooks").glob("*.yml"))
PARTS = sorted((CHECKOUT / "playbooks/parts").glob("*.yml"))
HOSTS = """
all:
  vars: {ansible_connection: local}
  children:
    zookeeper: {hosts: {keeper: {}}}
    kafka: {hosts: {broker: {}}}
    kafka_controllers: {hosts: {controller: {}}}
"""


def plays():
    for playbook in PLAYBOOKS + PARTS:
        for play in yaml.safe_load(playbook.read_text()):
            if "hosts" in play:
                yield pytest.param(play, id=f"{playbook.stem}-{play['name']}")


@pytest.mark.parametrize("play", list(plays()))
def test_a_play_goes_on_in_step_whatever_the_strategy_of_a_users_configuration(play):
    assert play.get("strategy") == "ansible.builtin.linear"  # run_once and any_errors_fatal mean nothing to `free`


def test_a_host_without_java_ends_the_run_for_all(tmp_path, played):
    """Hosts are configured together or not at all, so that no majority comes up without the others."""
    (java,) = [
        play for play in yaml.safe_load((CHECKOUT / "playbooks/site.yml").read_text()) if play["name"] == "Install Java"
    ]
    fails = {"ansible.builtin.fail": {"msg": "no package"}, "when": "inventory_hostname == 'k1'"}
    later = {"hosts": "all", "gather_facts": False, "tasks": [{"ansible.builtin.debug": {"msg": "configured"}}]}
    plays = [{**java, "hosts": "all", "become": False, "tasks": [fails]}, later]
    (tmp_path / "plays.yml").write_text(yaml.safe_dump(plays))
    done = played("plays.yml", "-i", "k1,k2", "-c", "local")
    assert done.returncode == 2
    assert "no package" in done.stdout
    assert "configured" not in done.stdout


@pytest.fixture
def refused(tmp_path, played, standing_in):
    """What `site` prints of two hosts without Java, for the first of which no package brings it."""

    def run(**given):
        host = {
            "ansible_connection": "local",
            "ansible_python_interpreter": sys.executable,
            "ansible_become": False,
            "kafka_mode": "kraft",
            "kafka_java": str(tmp_path / "none/java"),
            "kafka_heap": "64m",
            **given,
        }
        servers = {"k1": host, "k2": {**host, "java_package": "of-k2"}}
        groups = {"kafka": {"hosts": servers}, "kafka_controllers": {"hosts": {"k1": {}}}}
        (tmp_path / "hosts.json").write_text(json.dumps({"all": {"children": groups}}))
        finds = "module.exit_json(package='of-k2', manager='', missing='', installed=False)"
        fails = "module.fail_json(msg=f'no package for {given[\"kafka_versions\"]}')"
        ends = {
            "server_identity": "module.exit_json(node=None, zookeeper=None, rack=None)",
            "broker_inputs": "module.exit_json(left_behind={'folders': []}, runs=True)",
            "kafka_archive": f"module.exit_json(version='{KRAFT}', linked_version='')",
            "java_package": f"if given['package']: {finds}\n{fails}",
        }
        where = standing_in(ends)
        done = played("groundwork.kafka.site", "-i", "hosts.json", "--check", ANSIBLE_COLLECTIONS_PATH=where)
        printed = done.stdout + done.stderr
        assert f"no package for ['{KRAFT}']" in printed, printed
        return printed

    return run


def test_what_one_host_lacks_and_what_is_a_trap_is_told_before_any_host_is_tuned(refused):
    """Java is looked for, and the configuration reviewed, in preflight; a host that is refused ends the run for all."""
    traps = {"log.flush.interval.messages": 1000, "unclean.leader.election.enable": True}
    printed = refused(kafka_config=traps, preflight_accepted={"unclean_election": "the newest matter most"})
    assert "Tune the hosts" not in printed
    assert '"medium: flush_forced: broker k1, k2: ' in printed
    (accepted,) = re.findall(r'"(.*unclean_election: .*)"', printed)
    assert "the newest matter most" in accepted


@pytest.mark.parametrize("playbook", ["tune", "audit"])
def test_every_kind_of_host_is_in_the_plays(playbook, tmp_path):
    inventory = tmp_path / "hosts.yml"
    inventory.write_text(HOSTS)
    command = ["ansible-playbook", "-i", inventory, CHECKOUT / "playbooks" / f"{playbook}.yml", "--list-hosts"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60, env=dict(os.environ))
    lists = [part.split() for part in done.stdout.split("hosts (")[1:]]
    assert lists
    assert all({"keeper", "broker", "controller"} <= set(found) for found in lists)


@pytest.mark.parametrize("playbook", PLAYBOOKS, ids=[path.stem for path in PLAYBOOKS])
def test_every_play_asks_for_its_hosts_by_the_filter_that_refuses_an_inventory_without_them(playbook):
    plays = [play for play in yaml.safe_load(playbook.read_text()) if "hosts" in play]
    assert [play["name"] for play in plays if "groups | groundwork.kafka.hosts_pattern" not in play["hosts"]] == []


@pytest.mark.parametrize("playbook", ["audit", "site", "finalize_upgrade"])
def test_an_inventory_without_the_groups_is_refused_in_a_sentence(playbook, tmp_path, played):
    (tmp_path / "hosts").write_text("")
    done = played(f"groundwork.kafka.{playbook}", "-i", "hosts", "-e", "finalize_upgrade_confirm=true")
    assert done.returncode != 0
    assert "The inventory has no host in the groups zookeeper, kafka and kafka_controllers" in done.stdout + done.stderr


def test_hosts_are_brought_back_one_after_the_other_until_one_fails(tmp_path, played, standing_in):
    """What a host needs of its limits shows when they are gone, and then on one host alone."""
    host = {"ansible_connection": "local", "ansible_python_interpreter": sys.executable, "ansible_become": False}
    groups = {"kafka": {"hosts": dict.fromkeys(("k1", "k2", "k3", "k4"), host)}}
    (tmp_path / "hosts.json").write_text(json.dumps({"all": {"children": groups}}))
    calls = tmp_path / "calls"
    restored = f"""
began = open({str(calls)!r}, "a")
began.write("x")
began.flush()
if began.tell() == 2:
    module.fail_json(msg="a limit that is needed")
module.exit_json(brought_back=[], left=[], settings=[])
"""
    where = standing_in({"host_profile": restored})
    done = played("groundwork.kafka.restore", "-i", "hosts.json", "--forks=4", ANSIBLE_COLLECTIONS_PATH=where)
    assert done.returncode == 2, done.stdout + done.stderr
    assert "a limit that is needed" in done.stdout
    assert calls.read_text() == "xx"
    assert [name for name in ("k1", "k2", "k3", "k4") if f"[{name}]" in done.stdout] == ["k1", "k2"]
