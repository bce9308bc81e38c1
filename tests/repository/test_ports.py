# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""At which port a server is waited for after its restart, as the role kafka works out in its own files."""

from __future__ import annotations

import json
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
        pytest.param({"preflight_identity": {"node": None}}, True, 9192, id="one without folders"),
        pytest.param({"preflight_identity": {"node": {"ports": {}}}}, True, 9192, id="one without a file"),
        pytest.param({"preflight_identity": IDENTITY}, True, 9092, id="one whose file is still to be written"),
        pytest.param(
            {"preflight_identity": IDENTITY, "kafka_configured": {}}, True, 9192, id="one written by this run"
        ),
        pytest.param({"preflight_identity": IDENTITY}, False, 9094, id="a controller"),
    ],
)
def test_a_restarted_server_is_waited_for_where_its_file_says(played, facts, broker, port):
    tasks = [
        {"ansible.builtin.set_fact": {"seen": True, **facts}},
        {"ansible.builtin.assert": {"that": f"__kafka_answers_at | int == {port}"}},
    ]
    given = {"kafka_server": {"roles": ["broker" if broker else "controller"]}, "kafka_port": 9192}
    ran = played({"vars_files": FILES, "tasks": tasks}, "-e", json.dumps(given))
    assert ran.returncode == 0, ran.stdout
