# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The role rolling_restart, run by ansible-playbook for hosts that are gone."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
import yaml

CHECKOUT = Path(__file__).resolve().parents[2]
VARS = CHECKOUT / "roles/rolling_restart/vars/main.yml"
SAME = CHECKOUT / "roles/rolling_restart/tasks/same.yml"
#: What the role does where a rollout stops, but for letting others restart servers again.
(SERVER,) = yaml.safe_load((CHECKOUT / "roles/rolling_restart/tasks/server.yml").read_text())
STOPS = SERVER["rescue"][-1]
HOSTS = f"""
[zookeeper]
k[1:3] ansible_connection=gone ansible_python_interpreter={sys.executable}
"""
UNREACHABLE = '''
DOCUMENTATION = """
name: gone
short_description: A host that nobody can log in to
description: It is gone, but for the modules that it answered before, by name, or name and host; of a list each in turn.
author: nobody
"""
import json
import os
from ansible.errors import AnsibleConnectionFailure
from ansible.plugins.connection import ConnectionBase


class Connection(ConnectionBase):
    transport = "gone"
    has_pipelining = True
    _connect = lambda self: self

    def exec_command(self, command, in_data=None, sudoable=True):
        for asked, answer in json.loads(os.environ["ANSWERS"]).items():
            module, _space, host = asked.partition(" ")
            if f"modules.{module}'".encode() in (in_data or b"") and host in ("", self._play_context.remote_addr):
                if isinstance(answer, list):
                    with open(f"{asked}.asked", "a+") as turns:
                        turns.write("x")
                        answer = answer[min(turns.tell(), len(answer)) - 1]
                return 0, json.dumps(answer).encode(), b""
        raise AnsibleConnectionFailure("no route to host")

    put_file = fetch_file = exec_command

    def close(self):
        pass
'''


@pytest.fixture
def play(played, tmp_path):
    """Run tasks for the hosts k1, k2 and k3 of a rollout of brokers; gives what ansible-playbook did.

    A host tells the results of the modules *answers*, and cannot be reached by any other.
    """
    (tmp_path / "connection_plugins").mkdir()
    (tmp_path / "connection_plugins/gone.py").write_text(UNREACHABLE)
    (tmp_path / "hosts").write_text(HOSTS)

    def run(tasks, hosts="all", answers=None, **given):
        one = {"hosts": hosts, "any_errors_fatal": True, "vars_files": [str(VARS)]}
        one.update(tasks=tasks, vars={"rolling_restart_service": "kafka", **given})
        return played(one, "-i", "hosts", ANSIBLE_PIPELINING="1", ANSWERS=json.dumps(answers or {}))

    return run


@pytest.mark.parametrize(
    ("task", "sentence"),
    [
        pytest.param(
            {"ansible.builtin.include_tasks": str(SAME)},
            "The host cannot be reached (Task failed: no route to host).",
            id="after its restart",
        ),
        pytest.param(
            {"ansible.builtin.ping": {}, "ignore_unreachable": True},
            "The host could not be reached, or another of its batch failed, as said above.",
            id="during its restart",
        ),
    ],
)
def test_a_host_that_is_lost_stops_the_rollout_with_what_was_done(play, task, sentence):
    server = {"block": [task], "rescue": [STOPS], "when": "inventory_hostname == 'k2'"}
    ran = play([server], rolling_restart_orders={"kafka": [["k1"], ["k2"], ["k3"]]})
    assert f"The rollout stopped at k2. {sentence} Restarted before it: k1; not touched: k3." in ran.stdout


def role(tasks_from):
    return {"ansible.builtin.include_role": {"name": "groundwork.kafka.rolling_restart", "tasks_from": tasks_from}}


def known_as(running):
    one = {"host": "{{ inventory_hostname }}", "id": 2, "roles": [], "running": running, "pending": True}
    return {"ansible.builtin.set_fact": {"__rolling_restart_one": one}}


def layout(meeting):
    return {"meeting": {"kafka": meeting, "zookeeper": meeting}, "joining": [], "leaving": []}


@pytest.mark.parametrize("meeting", [pytest.param("k1", marks=pytest.mark.long), "k2"])
@pytest.mark.parametrize(
    ("running", "answers"),
    [
        pytest.param(True, {}, id="before it is stopped"),
        pytest.param(True, {"zookeeper_gate": {"modes": {}}}, id="during its restart"),
        pytest.param(False, {"server_process": {"changed": True, "pid": 7}}, id="before it is back"),
    ],
)
def test_a_zookeeper_server_that_is_lost_stops_the_rollout_with_what_was_done(play, meeting, running, answers):
    ran = play(
        [known_as(running), role("server")],
        hosts="k2",
        answers={"rollout_lock": {}, **answers} if meeting == "k1" else answers,
        rolling_restart_service="zookeeper",
        rolling_restart_orders={"zookeeper": [["k1"], ["k2"], ["k3"]]},
        preflight_layout=layout(meeting),
    )
    assert ran.returncode == 2, ran.stdout
    sentence = "The host cannot be reached (Task failed: no route to host)."
    assert f"The rollout stopped at k2. {sentence} Restarted before it: k1; not touched: k3." in ran.stdout
    assert "Unlock | Let others restart servers again" in ran.stdout


def test_a_server_is_not_restarted_whose_host_is_lost_while_it_takes_its_version(play):
    ran = play(
        [known_as(running=True), role("server")],
        hosts="k2",
        answers={"rollout_lock": {}, "zookeeper_gate": {"modes": {}}, "server_process": {"changed": True, "pid": 7}},
        zookeeper_link_switch="at_restart",
        rolling_restart_service="zookeeper",
        rolling_restart_orders={"zookeeper": [["k1"], ["k2"], ["k3"]]},
        preflight_layout=layout("k1"),
    )
    assert ran.returncode == 2, ran.stdout
    assert "The rollout stopped at k2. The host could not be reached (" in ran.stdout
    assert "Restart it, and wait until it answers" not in ran.stdout


@pytest.mark.remedy("… cannot be reached (…), and the file that tells who restarts")
def test_where_the_host_of_the_lock_is_gone_it_is_said_what_to_do(play):
    ran = play([role("lock")], hosts="k2:k3", preflight_layout=layout("k1"))
    assert ran.returncode == 2, ran.stdout
    assert (
        "k1 cannot be reached (no route to host), and the file that tells who restarts the servers of kafka lies "
        "there. Bring it back, or take it out of the inventory wherever servers are restarted from, and run again."
    ) in ran.stdout
    back = play([role("lock")], hosts="k2:k3", preflight_layout=layout("k1"), answers={"rollout_lock k1": {}})
    assert back.returncode == 0, back.stdout
    out = play([role("lock")], hosts="k2:k3", preflight_layout=layout("k2"), answers={"rollout_lock k2": {}})
    assert out.returncode == 0, out.stdout


def test_what_a_rollout_is_not_begun_for_is_said_once(play):
    made = {"pending": True, "pending_files": ["/etc/zookeeper.cfg"]}
    ready = {"rollout_lock": {"holder": None}, "pending_restart": {"between": ""}}
    ran = play(
        [{"ansible.builtin.set_fact": {"zookeeper_configured": made}}, role("plan")],
        answers={**ready, "zookeeper_gate": {"failed": True, "msg": "k3 does not serve."}},
        rolling_restart_scope="pending",
        zookeeper_link_switch="same_version",
        rolling_restart_service="zookeeper",
        preflight_layout=layout("k1"),
    )
    assert ran.returncode == 2, ran.stdout
    gate, _unlocking, end = ran.stdout.partition("Unlock | Let others restart servers again")
    assert "k3 does not serve." in gate
    assert "k3 does not serve." not in end
    assert "The rollout of zookeeper was not begun: what is to be mended is said above." in end


def test_a_server_that_does_not_serve_is_restarted_first_where_its_files_were_changed(play):
    ready = {"rollout_lock": {"holder": None}, "pending_restart": {"between": ""}}
    gate = {"modes": {}, "leader": "k1", "absent": ["k3"]}
    made = {"pending": True, "pending_files": ["/etc/zookeeper.cfg"]}
    ran = play(
        [{"ansible.builtin.set_fact": {"zookeeper_configured": made}}, role("plan")],
        answers={**ready, "zookeeper_gate": gate},
        rolling_restart_scope="pending",
        zookeeper_link_switch="same_version",
        zookeeper_id=1,
        rolling_restart_service="zookeeper",
        preflight_layout={**layout("k1"), "racks": {}},
    )
    assert ran.returncode == 0, ran.stdout
    assert "To be restarted in this order: k3, k2, k1" in ran.stdout


UNTIL = "Settled | Wait until no server is being started or stopped"


def settled(play, **answers):
    """A plan for k1 and k2 alone, where k3 tells *answers* of its server."""
    states = {f"pending_restart {host}": {"between": ""} for host in ("k1", "k2")}
    states.update({"pending_restart k3": answers["k3"]} if "k3" in answers else {})
    return play(
        [role("plan")],
        hosts="k1:k2",
        answers={"rollout_lock": {"holder": None}, **states},
        rolling_restart_scope="pending",
        rolling_restart_wait=10,
        rolling_restart_service="zookeeper",
        zookeeper_link_switch="same_version",
        preflight_layout=layout("k1"),
    )


BEGINS = "See | Read whether the server is older than its files"


@pytest.mark.remedy("….service on … is …, and has been for")
def test_no_rollout_begins_while_a_server_of_another_host_is_being_stopped(play):
    ran = settled(play, k3={"between": "being stopped"})
    assert ran.returncode == 2, ran.stdout
    assert "FAILED - RETRYING: [k1 -> k3]: " + UNTIL in ran.stdout
    assert (
        "zookeeper.service on k3 is being stopped, and has been for 10 seconds; wait until that is done (systemctl "
        "status zookeeper there), and run again."
    ) in ran.stdout
    assert BEGINS not in ran.stdout
    assert "Unlock | Let others restart servers again" in ran.stdout
    assert BEGINS in settled(play, k3={"between": ""}).stdout


def test_a_rollout_begins_once_that_is_done(play):
    ran = settled(play, k3=[{"between": "being stopped"}, {"between": ""}])
    assert "FAILED - RETRYING: [k1 -> k3]: " + UNTIL in ran.stdout
    assert BEGINS in ran.stdout


@pytest.mark.remedy("… cannot be reached (…), so nobody can tell whether")
def test_no_rollout_begins_where_a_host_cannot_tell(play):
    ran = settled(play)
    assert ran.returncode == 2, ran.stdout
    assert "k3 cannot be reached (" in ran.stdout
    assert "so nobody can tell whether its zookeeper.service is being stopped" in ran.stdout
    assert BEGINS not in ran.stdout
    assert "Unlock | Let others restart servers again" in ran.stdout
    assert BEGINS in settled(play, k3={"between": ""}).stdout


def test_where_nothing_is_to_be_restarted_it_is_said(play):
    up = {"running": True, "pid": 7, "changed_files": [], "mark": "", "pending": False}
    ran = play(
        [role("plan"), role("none")],
        answers={"rollout_lock": {"holder": None}, "pending_restart": up},
        rolling_restart_scope="pending",
        zookeeper_link_switch="same_version",
        zookeeper_id=1,
        rolling_restart_service="zookeeper",
        preflight_layout={**layout("k1"), "racks": {}},
    )
    assert ran.returncode == 0, ran.stdout
    assert (
        ran.stdout.count("No ZooKeeper server is to be restarted: each was started after its files were changed.") == 1
    )
