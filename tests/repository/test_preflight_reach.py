# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The role preflight tells what must be open between whom, as a table, once for all hosts."""

from __future__ import annotations

import json
import sys

import pytest
import yaml

from tests.repository.conftest import CHECKOUT

ROLE = CHECKOUT / "roles/preflight"
TASKS = yaml.safe_load((ROLE / "tasks/main.yml").read_text())
SHOWS = [task for task in TASKS if "__preflight_reach" in json.dumps(task)]
LOCAL = {"ansible_connection": "local", "ansible_python_interpreter": sys.executable}
GIVEN = {
    "kafka_mode": "kraft",
    "kafka_security_enabled": True,
    "kafka_listeners": [{"name": "SECURE", "port": 9094}],
    "kafka_secure_phase": "opened",
    "kafka_admin_listener": "BROKER",
    "cluster_access_host": "bastion",
}
AS_GIVEN = {"CLIENT": 9092, "SECURE": 9094, "BROKER": 9091, "BROKER_TLS": 9191, "CONTROLLER": 9093}


@pytest.fixture
def shown(played, tmp_path):
    """What is shown of two brokers, the first a controller too, whose files have these *ports*."""

    def run(**ports):
        hosts = {
            name: {
                **LOCAL,
                "ansible_host": f"10.0.0.{name[1]}",
                "preflight_identity": {"node": {"ports": own, "phase": "plain"}},
            }
            for name, own in ports.items()
        }
        groups = {"kafka": {"hosts": hosts, "vars": GIVEN}, "kafka_controllers": {"hosts": {"k1": {}}}}
        (tmp_path / "hosts.json").write_text(json.dumps(groups))
        play = {"hosts": "kafka", "vars_files": [str(ROLE / "vars/main.yml")], "tasks": SHOWS}
        done = played(play, "-i", "hosts.json")
        assert done.returncode == 0, done.stdout + done.stderr
        return [line.strip().strip('",') for line in done.stdout.splitlines() if line.startswith("        ")]

    return run


def test_the_table_has_a_line_for_each_way_and_is_shown_once(shown) -> None:
    head, _rule, *rows = shown(k1={}, k2={})
    assert head.split() == ["from", "to", "port", "why"]
    assert [row.split(maxsplit=3) for row in rows if "control" not in row.split()[1]] == [
        ["kafka", "kafka", "9091", "brokers copy from one another"],
        ["kafka", "kafka", "9191", "brokers copy from one another, on the way to security"],
        ["clients", "kafka", "9092", "CLIENT, PLAINTEXT"],
        ["clients", "kafka", "9094", "SECURE, SASL_SSL"],
        ["bastion", "kafka", "9091", "playbooks ask the cluster"],
    ]
    assert [row.split(maxsplit=3)[:3] for row in rows if "control" in row.split()[1]] == [
        ["kafka", "kafka_controllers", "9093"],
        ["kafka", "kafka_controllers", "9193"],
    ]


def test_hosts_that_have_their_ports_are_told_nothing(shown) -> None:
    assert shown(k1={**AS_GIVEN, "CONTROLLER_TLS": 9193}, k2={name: AS_GIVEN[name] for name in [*AS_GIVEN][:-1]}) == []
