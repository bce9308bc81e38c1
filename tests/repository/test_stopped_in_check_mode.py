# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""In check mode nobody is asked for users or certificates where the run would have started all brokers by then."""

from __future__ import annotations

import json
import sys

import pytest

SAID = "No broker runs that could tell which users, passwords and rights the cluster has"
LOCAL = {"ansible_connection": "local", "ansible_python_interpreter": sys.executable, "ansible_become": False}
GIVEN = {
    "kafka_admin_config": {},
    "kafka_admin_bootstrap_servers": ["k1:9092"],
    "kafka_security_enabled": True,
    "kafka_users": [{"name": "orders"}],
    "__kafka_client_servers": "k1:9092",
}
STARTED, RUNNING = {"actions": ["enable", "start"]}, {"actions": []}
SKIPPED = {"skipped": True, "changed": False}


@pytest.fixture
def users(tmp_path, played, standing_in):
    """What the step about users says, with *words*, where hosts began their brokers and controllers as given."""

    def run(brokers, controllers, *words):
        hosts = {name: dict(LOCAL) for name in ("k1", "k2")}
        for name, broker, controller in zip(hosts, brokers, controllers):
            hosts[name].update(__kafka_run_broker=broker, __kafka_run_controller=controller)
        inventory = {"all": {"children": {"kafka": {"hosts": hosts, "vars": GIVEN}}}}
        (tmp_path / "hosts.json").write_text(json.dumps(inventory))
        where = standing_in({"cluster_users": "module.exit_json(msg='the cluster was asked')"})
        role = {"ansible.builtin.include_role": {"name": "groundwork.kafka.kafka", "tasks_from": "users"}}
        play = {"hosts": "kafka", "tasks": [role]}
        done = played(play, "-i", "hosts.json", "-v", *words, ANSIBLE_COLLECTIONS_PATH=where)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    return run


@pytest.mark.parametrize(
    ("brokers", "controllers", "words", "asked"),
    [
        pytest.param([STARTED, STARTED], [SKIPPED, SKIPPED], ["--check"], False, id="all brokers"),
        pytest.param([SKIPPED, SKIPPED], [STARTED, STARTED], ["--check"], False, id="all that are controllers too"),
        pytest.param([SKIPPED, STARTED], [STARTED, SKIPPED], ["--check"], False, id="all of both kinds"),
        pytest.param([STARTED, RUNNING], [SKIPPED, SKIPPED], ["--check"], True, id="one of two"),
        pytest.param([STARTED, STARTED], [SKIPPED, SKIPPED], [], True, id="all, and they were started"),
        pytest.param([], [], ["--check"], True, id="tasks that start nothing"),
    ],
)
def test_the_cluster_is_asked_where_somebody_answers(users, brokers, controllers, words, asked) -> None:
    told = users(brokers, controllers, *words)
    assert ("the cluster was asked" in told, SAID in told) == (asked, not asked)
