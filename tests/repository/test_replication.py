# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What the role kafka makes of the replication that is settled over all hosts, as its own files have it."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.broker import replication

CHECKOUT = Path(__file__).resolve().parents[2]
ROLE = CHECKOUT / "roles/kafka"
LEAST = "min.insync.replicas"
SHARES = "share.coordinator.state.topic.min.isr"


@pytest.fixture
def made(tmp_path):
    """The defaults of server.properties, and what the cluster is to keep itself, with the inputs *given*."""

    def make(**given):
        settled = {"settings": replication.of_factor(3), "brokers": 3}
        shown = "{{ [__kafka_defaults, __kafka_cluster_settings] | to_json }}"
        play = {
            "hosts": "localhost",
            "connection": "local",
            "gather_facts": False,
            "vars_files": [str(ROLE / "defaults/main.yml"), str(ROLE / "vars/main.yml")],
            "vars": {"__preflight_layout": {"replication": settled}, **given},
            "tasks": [{"ansible.builtin.copy": {"content": shown, "dest": str(tmp_path / "made")}}],
        }
        (tmp_path / "play.yml").write_text(json.dumps([play]))
        done = subprocess.run(
            ["ansible-playbook", "-e", json.dumps(given), "play.yml"],
            cwd=tmp_path,
            env={**os.environ, "ANSIBLE_COLLECTIONS_PATH": str(CHECKOUT / ".build"), "ANSIBLE_NOCOLOR": "1"},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout
        return json.loads((tmp_path / "made").read_text())

    return make


@pytest.mark.parametrize(
    ("mode", "version", "shares", "kept"),
    [("zookeeper", "3.9.2", None, {}), ("kraft", "4.0.2", 2, {}), ("kraft", "4.3.1", 2, {LEAST: 2})],
)
def test_what_is_settled_reaches_the_file_and_the_cluster(made, mode: str, version: str, shares, kept) -> None:
    defaults, cluster = made(kafka_mode=mode, kafka_version=version)
    assert (defaults[LEAST], defaults["default.replication.factor"], defaults.get(SHARES)) == (2, 3, shares)
    assert cluster == kept


@pytest.mark.parametrize(("given", "kept"), [({LEAST: None}, {}), ({LEAST: 1}, {LEAST: 1})])
def test_what_kafka_config_says_of_min_isr_is_what_the_cluster_keeps(made, given, kept) -> None:
    """A null takes it away: it is not set to nothing."""
    assert made(kafka_mode="kraft", kafka_config=given)[1] == kept
