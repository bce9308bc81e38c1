# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The playbook that renumbers users: what it does where and in which order, with modules that only write that down."""

from __future__ import annotations

import json
import re
import sys
from typing import Any, Callable

import pytest

from tests.repository.test_moves import KRAFT, of, written

#: Of hosts whose users have 1, and are to have what is given; both services share theirs where it has one name.
RENUMBERING = """
turn = given["service"]
servers = {one["service"]: one for one in given["servers"]}
shared = len({one["user"] for one in servers.values()}) < len(servers)
wanted = [one for one in servers.values() if one.get("uid", 1) != 1 and (shared or one["service"] == turn)]
mine = bool(wanted) and (not shared or turn == "kafka") and not given.get("ended")
stops = (sorted(servers) if shared else [turn]) if mine else []
module.exit_json(changed=mine, due=["user x"] if mine else [], stops=stops, runs=stops, servers=given["servers"],
    summary=[f"{turn}: to {wanted[0]['uid']}"] if mine else [])
"""
HOSTS = ("h1", "h2")


def named(call: list[str]) -> list[str]:
    """A call of the module for an account without what it is given but the turn."""
    return [word for word in call if not word.startswith("[")]


@pytest.fixture
def renumbered(tmp_path, played, standing_in) -> Callable[..., Any]:
    """Run the playbook for *hosts* that are ZooKeeper server and broker, with *inputs* for all of them."""

    def run(inputs, *words, hosts=HOSTS[:1], **ends):
        calls = tmp_path / "calls"
        calls.write_text("")
        modules = {
            **KRAFT,
            "zookeeper_gate": "module.exit_json(modes={}, leader='h1')",
            "account_renumbering": RENUMBERING,
            **ends,
        }
        library = standing_in(
            {
                name: written(str(calls), name, end).replace('"state"', '"state", "service"')
                for name, end in modules.items()
            }
        )
        shared = {
            "ansible_connection": "local",
            "ansible_python_interpreter": sys.executable,
            "ansible_become": False,
            "kafka_heap": "64m",
            **inputs,
        }
        groups = {name: {"hosts": {host: {} for host in hosts}} for name in ("zookeeper", "kafka")}
        (tmp_path / "hosts.json").write_text(json.dumps({"all": {"vars": shared, "children": groups}}))
        ran = played("groundwork.kafka.renumber_users", "-i", "hosts.json", *words, ANSIBLE_COLLECTIONS_PATH=library)
        return ran, [json.loads(line) for line in calls.read_text().splitlines()]

    return run


@pytest.mark.long  # that gates hold is shown by the next one, where both go in one turn
def test_each_service_is_renumbered_in_its_own_turn_between_its_gates(renumbered) -> None:
    ran, calls = renumbered({"kafka_uid": 5, "zookeeper_uid": 6}, hosts=HOSTS)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "zookeeper: to 6" in ran.stdout
    assert "kafka: to 5" in ran.stdout
    planned = of(calls, "account_renumbering")[: 2 * len(HOSTS)]
    assert [call[:3] for call in planned] == [
        ["account_renumbering", "check", service] for service in ("zookeeper", "kafka") for _host in HOSTS
    ]
    for service, gate in (("zookeeper", "zookeeper_gate"), ("kafka", "rollout_gate")):
        begun = calls.index([gate, "before_stop"])
        one = [
            [gate, "before_stop"],
            ["account_renumbering", service],
            ["server_process", "restarted", service],
            [gate, "after_start"],
        ]
        told = of(calls[begun:], *(call[0] for call in one))
        assert [named(call) for call in told][: len(HOSTS) * len(one)] == one * len(HOSTS)
    ends = [call for call in of(calls, "account_renumbering") if "True" in call]
    assert len(ends) == 2 * len(HOSTS)
    assert of(calls, "server_files") == []


@pytest.mark.long
def test_one_user_of_both_has_both_stopped_in_the_turn_of_the_broker_behind_both_gates(renumbered) -> None:
    ran, calls = renumbered({"kafka_uid": 5, "kafka_user": "both", "zookeeper_user": "both"}, hosts=HOSTS)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    one = [
        ["rollout_gate", "before_stop"],
        ["zookeeper_gate", "before_stop"],
        ["account_renumbering", "kafka"],
        ["server_process", "zookeeper"],
        ["zookeeper_gate", "after_start"],
        ["server_process", "restarted", "kafka"],
        ["rollout_gate", "after_start"],
    ]
    begun = calls.index(one[0])
    told = of(calls[begun:], *(call[0] for call in one))
    assert [named(call) for call in told][: len(HOSTS) * len(one)] == one * len(HOSTS)


@pytest.mark.long
def test_check_mode_shows_the_plan_and_does_nothing(renumbered) -> None:
    ran, calls = renumbered({"kafka_uid": 5, "zookeeper_uid": 6}, "--check")
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "kafka: to 5" in ran.stdout
    assert all("check" in call for call in of(calls, "account_renumbering", "server_process"))


@pytest.mark.long
def test_where_nothing_is_to_be_renumbered_no_server_is_restarted(renumbered) -> None:
    pending = "module.exit_json(changed_files=['/etc/x'], running=True, pid=7, pending=True, mark='')"
    ran, calls = renumbered({"kafka_uid": 1}, pending_restart=pending)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert of(calls, "rollout_lock", "server_process") == []


def test_what_is_in_the_way_on_one_host_ends_the_run_before_any_is_touched(renumbered) -> None:
    refused = "module.fail_json(msg='it is taken') if given['service'] == 'kafka' else None\n" + RENUMBERING
    ran, calls = renumbered({"kafka_uid": 5, "zookeeper_uid": 6}, hosts=HOSTS, account_renumbering=refused)
    assert ran.returncode == 2
    assert "it is taken" in ran.stdout
    assert of(calls, "rollout_lock", "server_process") == []


@pytest.mark.long
def test_a_server_whose_account_is_half_way_is_not_started_and_ends_the_rollout(renumbered) -> None:
    broken = "module.fail_json(msg='usermod failed') if not module.check_mode else None\n" + RENUMBERING
    ran, calls = renumbered({"kafka_uid": 5}, account_renumbering=broken)
    assert ran.returncode == 2
    assert re.search(r"The rollout stopped at h1\. usermod failed", ran.stdout), ran.stdout
    assert of(calls, "server_process") == []


@pytest.mark.long
def test_the_checks_of_a_server_do_not_ask_for_the_account_that_is_to_be_renumbered(renumbered) -> None:
    asked = "module.fail_json(msg='asked for ' + given['user']) if given.get('user') else None\n"
    inputs = asked + "module.exit_json(left_behind={'folders': []}, storage={}, runs=True)"
    ran, _calls = renumbered({"kafka_uid": 5}, broker_inputs=inputs, zookeeper_inputs=asked + "module.exit_json()")
    assert ran.returncode == 0, ran.stdout + ran.stderr
