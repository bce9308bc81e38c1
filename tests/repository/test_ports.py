# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""At which port a server is waited for after its restart, as the role kafka works out in its own files."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parents[2]
FILES = [str(CHECKOUT / f"roles/kafka/{folder}/main.yml") for folder in ("defaults", "vars")]
#: What the host's file says, where the inventory has kafka_port 9192 and kafka_controller_port 9093.
IDENTITY = {"node": {"ports": {"CLIENT": 9092, "BROKER": 9091, "CONTROLLER": 9094}}}


@pytest.mark.parametrize(
    ("facts", "broker", "port"),
    [
        pytest.param({}, True, 9192, id="a broker of a host that was not looked at"),
        pytest.param({"__preflight_identity": {"node": None}}, True, 9192, id="one without folders"),
        pytest.param({"__preflight_identity": {"node": {"ports": {}}}}, True, 9192, id="one without a file"),
        pytest.param({"__preflight_identity": IDENTITY}, True, 9092, id="one whose file is still to be written"),
        pytest.param({"__preflight_identity": IDENTITY, "__kafka_made": {}}, True, 9192, id="one written by this run"),
        pytest.param({"__preflight_identity": IDENTITY}, False, 9094, id="a controller"),
    ],
)
def test_a_restarted_server_is_waited_for_where_its_file_says(tmp_path, facts, broker, port):
    tasks = [
        {"ansible.builtin.set_fact": {"seen": True, **facts}},
        {"ansible.builtin.assert": {"that": f"__kafka_answers_at | int == {port}"}},
    ]
    given = {"__kafka_is_broker": broker, "kafka_port": 9192}
    play = {"hosts": "localhost", "gather_facts": False, "vars_files": FILES, "tasks": tasks}
    (tmp_path / "play.yml").write_text(json.dumps([play]))
    (tmp_path / "given.json").write_text(json.dumps(given))
    ran = subprocess.run(
        ["ansible-playbook", "-e", "@given.json", "play.yml"],
        cwd=tmp_path,
        env={**os.environ, "ANSIBLE_COLLECTIONS_PATH": str(CHECKOUT / ".build"), "ANSIBLE_NOCOLOR": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout
