# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The start of servers that need a quorum, also where Ansible goes to one host after the other.

A module in the place of server_process answers as a quorum of three does: only once two of them run.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parents[2]
SERVER_PROCESS = """
import time
folder = os.environ["QUORUM"]
open(os.path.join(folder, given["host"]), "w").close()
with open(folder + ".log", "a") as log:
    log.write("%s %s\\n" % (given["host"], given.get("protocol") or "start"))
end = time.monotonic() + 20
while given.get("protocol") and len(os.listdir(folder)) < 2:
    if time.monotonic() > end:
        module.fail_json(msg="no quorum")
    time.sleep(0.1)
module.exit_json(changed=True, pid=7 if given.get("protocol") else 6)
"""
HOSTS = ["k1", "k2", "k3"]


@pytest.fixture
def start(played, standing_in, tmp_path):
    """Run a role's tasks that start servers, with so many forks; gives what was asked of which host, in order."""
    collections = standing_in({"server_process": SERVER_PROCESS})
    (tmp_path / "quorum").mkdir()
    (tmp_path / "hosts").write_text(
        "[all]\n"
        + "".join(f"{host} ansible_connection=local ansible_python_interpreter={sys.executable}\n" for host in HOSTS)
    )

    def run(role, forks, what="run", then=(), **given):
        tasks = [{"ansible.builtin.import_tasks": str(CHECKOUT / f"roles/{role}/tasks/{what}.yml")}, *then]
        files = [str(CHECKOUT / f"roles/{role}/{folder}/main.yml") for folder in ("defaults", "vars")]
        (tmp_path / "given.json").write_text(json.dumps({f"{role}_host": "{{ inventory_hostname }}", **given}))
        one = {"hosts": "all", "vars_files": [*files, "given.json"], "tasks": tasks}
        where = {"ANSIBLE_COLLECTIONS_PATH": collections, "QUORUM": str(tmp_path / "quorum")}
        done = played(one, "-i", "hosts", f"--forks={forks}", **where)
        assert done.returncode == 0, done.stdout + done.stderr
        return (tmp_path / "quorum.log").read_text().splitlines()

    return run


def test_servers_of_an_ensemble_all_run_before_one_is_waited_for(start) -> None:
    asked = start(
        "zookeeper",
        1,
        zookeeper_server={"keystore": "", "truststore": ""},
        __zookeeper_layout={"later": ["k3"], "joining": ["k3"]},
    )
    # One that joins a server which is no ensemble yet serves only once that was restarted.
    assert asked == ["k1 start", "k2 start", "k1 zookeeper", "k2 zookeeper", "k3 start"]


def test_controllers_all_run_before_one_is_waited_for(start) -> None:
    # One that runs with an earlier file is restarted next, and may listen at another port until then.
    made = {"pending": "{{ inventory_hostname == 'k3' }}"}
    asked = start("kafka", 1, kafka_server={"roles": ["controller"], "listeners": []}, kafka_configured=made)
    assert asked == ["k1 start", "k2 start", "k3 start", "k1 tcp", "k2 tcp"]


RESTARTED = {
    "kafka": {
        "kafka_server": {"roles": ["controller"], "listeners": []},
        "kafka_configured": {},
        "kafka_link_switch": "same_version",
    },
    "zookeeper": {"zookeeper_server": {"keystore": "", "truststore": ""}, "zookeeper_link_switch": "same_version"},
}


@pytest.mark.parametrize(("role", "protocol"), [("kafka", "tcp"), ("zookeeper", "zookeeper")])
def test_servers_that_were_down_all_run_before_one_is_waited_for(start, role, protocol) -> None:
    # The process that answers is the one that is to be there still when the rollout goes on.
    answered = {"ansible.builtin.assert": {"that": f"{role}_restarted.pid == 7"}}
    asked = start(role, 1, "restart", [answered], **RESTARTED[role])
    assert asked == [f"{host} {what}" for what in ("start", protocol) for host in HOSTS]


def test_with_a_fork_for_each_a_server_is_restarted_and_waited_for_at_once(start) -> None:
    asked = start("zookeeper", 3, "restart", **RESTARTED["zookeeper"])
    assert sorted(asked) == [f"{host} zookeeper" for host in HOSTS]
