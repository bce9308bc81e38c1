# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""When the role kafka takes a broker with an empty folder for a new one, which nobody need be asked about.

Modules in the places of those that look at the hosts and at the cluster tell what was found and what was asked.
"""

from __future__ import annotations

import json
import re
import sys

import pytest

LOOKED = """
told = json.loads(os.environ["FOUND"])[str(given["id"])]
module.exit_json(left_behind={"folders": ["/data"], "held": [], "may_be_new": True}, runs=False, **told)
"""
STANDING_IN = {
    "jvm_options": "module.exit_json(findings=[], heap='1g')",
    "broker_inputs": LOOKED,
    "server_double": "module.exit_json()",
    "lost_replicas": "module.exit_json(msg='asked: new %s' % given['may_be_new'], told=[])",
}
NEW, RAN = {"has_run": False}, {"has_run": True}


@pytest.fixture
def asked(played, standing_in, tmp_path):
    """What a check of brokers asks of the cluster, one after the other, that have *found* this of their folders."""

    def check(found, *words):
        common = {
            "ansible_connection": "local",
            "ansible_python_interpreter": sys.executable,
            "kafka_zookeeper_connect": "z1:2181",
        }
        hosts = {f"k{number}": {"kafka_node_id": number} for number in range(1, len(found) + 1)}
        inventory = {"all": {"vars": common, "children": {"kafka": {"hosts": hosts}}}}
        (tmp_path / "hosts.json").write_text(json.dumps(inventory))
        tasks = [{"ansible.builtin.include_role": {"name": "groundwork.kafka.kafka", "tasks_from": "check"}}]
        where = {"ANSIBLE_COLLECTIONS_PATH": standing_in(STANDING_IN), "FOUND": json.dumps(dict(enumerate(found, 1)))}
        ran = played({"hosts": "all", "tasks": tasks}, "-v", "-i", "hosts.json", *words, **where)
        assert ran.returncode == 0, ran.stdout + ran.stderr
        return re.findall("asked: new (True|False)", ran.stdout)

    return check


@pytest.mark.parametrize(
    ("found", "words", "new"),
    [
        pytest.param(
            *([NEW], [], []),
            id="a first installation of one that was interrupted, where nobody is asked",
            marks=pytest.mark.long,
        ),
        pytest.param([NEW, NEW, NEW], [], [], id="one of three, likewise"),
        pytest.param([NEW, RAN, RAN], [], ["False"] * 3, id="an empty disk in a cluster that is stopped"),
        pytest.param([NEW, NEW, RAN], ["--limit=k1,k2"], ["False"] * 2, id="one that was not looked at"),
    ],
)
def test_a_broker_with_an_empty_folder_is_new_only_where_no_other_has_run(asked, found, words, new):
    assert asked(found, *words) == new
