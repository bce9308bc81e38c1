# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The playbook decommission, with modules that only write down what they are told, and a systemctl that does so."""

from __future__ import annotations

import json
import os
import sys

import pytest

#: The number of a host is the last letter of its folder, and all hosts are remembered.
IDENTITY = """
node = {"id": int(given["log_dirs"][0][-1]), "cluster_id": "c", "remembered": {f"k{one}": one for one in range(1, 5)}}
module.exit_json(node=node, zookeeper=None, rack=None)
"""
MODULES = {
    "cluster_reassign": "module.exit_json(changed=True, left=0, summary=[])",
    "leader_election": "module.exit_json(changed=False, summary=[])",
    "broker_removal": "module.exit_json(changed=True, removed=[], told=[f'{given[\"broker\"]} has some still.'])",
}
NOTE = """
told = {name: given[name] for name in ("leaving", "brokers", "balance", "broker", "state") if name in given}
with open("%s", "a") as file:
    file.write(json.dumps(["%s", told]) + chr(10))
"""
SYSTEMCTL = """#!/bin/sh
case $1 in
  show) printf '%%s\\n' LoadState=loaded ActiveState=active ;;
  is-enabled) echo enabled ;;
  stop | disable) echo '["systemctl '$*'", {}]' >>%s ;;
esac
"""
EMPTIED = [["cluster_reassign", {"leaving": [4], "brokers": [1, 2, 3, 4], "balance": False}], ["leader_election", {}]]
RELEASED, FORGOTTEN = ["broker_removal", {"broker": 4, "state": "released"}], ["broker_removal", {"broker": 4}]


@pytest.fixture
def decommissioned(tmp_path, played, standing_in):
    """Run the playbook on four brokers, of which the first is the controller as well."""

    calls = tmp_path / "calls"
    noted = {name: NOTE % (calls, name) + end for name, end in MODULES.items()}
    library = standing_in({"server_identity": IDENTITY, **noted})
    systemctl = tmp_path / "bin/systemctl"
    systemctl.parent.mkdir()
    systemctl.write_text(SYSTEMCTL % calls)
    systemctl.chmod(0o755)

    def run(leaving, *words):
        calls.write_text("")
        shared = {
            "ansible_connection": "local",
            "ansible_python_interpreter": sys.executable,
            "ansible_become": False,
            "kafka_mode": "kraft",
            "kafka_heap": "64m",
        }
        hosts = {f"k{number}": {"kafka_log_dirs": [f"/data/{number}"]} for number in range(1, 5)}
        groups = {"kafka": {"hosts": hosts}, "kafka_controllers": {"hosts": {"k1": {}}}}
        (tmp_path / "hosts.json").write_text(json.dumps({"all": {"vars": shared, "children": groups}}))
        given = ["-i", "hosts.json", "--skip-tags=smoke_test", "-e", json.dumps({"decommission_hosts": leaving})]
        more = {"ANSIBLE_COLLECTIONS_PATH": library, "PATH": f"{systemctl.parent}:{os.environ['PATH']}"}
        ran = played("groundwork.kafka.decommission", *given, *words, **more)
        return ran, [json.loads(line) for line in calls.read_text().splitlines()]

    return run


def test_a_broker_is_emptied_then_stopped_on_its_host_alone_and_then_forgotten(decommissioned):
    ran, calls = decommissioned("k4")
    assert ran.returncode == 0, ran.stdout + ran.stderr
    stopped = [["systemctl disable kafka", {}], ["systemctl stop kafka", {}]]
    assert calls == [*EMPTIED, RELEASED, *stopped, FORGOTTEN]
    assert "4 has some still." in ran.stdout


@pytest.mark.long
def test_a_host_that_is_gone_is_left_out_and_its_number_is_what_the_others_remember(decommissioned):
    ran, calls = decommissioned(["k4"], "--limit=!k4")
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert calls == [*EMPTIED, RELEASED, FORGOTTEN]


NAMES = (
    'give the names of hosts of the group kafka that are no controllers, such as -e \'{"decommission_hosts": ["k4"]}\''
)


@pytest.mark.long
@pytest.mark.parametrize(
    ("leaving", "words", "said", "then"),
    [
        pytest.param(
            [],
            [],
            f"decommission_hosts is empty; {NAMES}",
            [],
            marks=pytest.mark.remedy("decommission_hosts is …; give"),
        ),
        (["k1"], [], f"decommission_hosts is k1; {NAMES}", []),
        ("k4,k3", [], f"decommission_hosts is k4,k3; {NAMES}", []),
        pytest.param(
            ["k4"],
            ["--limit=k4"],
            "k1, k2, k3 would not be looked at, and may be what remembers the numbers of brokers that leave; run the "
            "playbook groundwork.kafka.decommission for all hosts but those that leave and are gone for good",
            ["--limit=!k4"],
            marks=pytest.mark.remedy("… would not be looked at, and may be what remembers"),
        ),
    ],
)
def test_what_cannot_be_is_refused_before_anything_is_asked(decommissioned, leaving, words, said, then):
    ran, calls = decommissioned(leaving, *words)
    assert ran.returncode == 2
    assert said in " ".join(ran.stdout.replace('\\"', '"').split())
    assert calls == []
    ran, calls = decommissioned(["k4"], *then)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert calls[-1] == FORGOTTEN
