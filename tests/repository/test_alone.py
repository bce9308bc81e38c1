# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Roles that run servers check before they write: by themselves, or not again where the role preflight was before them.

Modules in the places of those that look at hosts tell that they were asked.
"""

from __future__ import annotations

import json
import sys

import pytest

TOLD = {
    "server_identity": {"node": None, "zookeeper": None, "rack": None},
    "jvm_options": {"version": 17, "options": [], "heap": "1g", "findings": []},
    "broker_inputs": {"left_behind": {"folders": []}, "runs": True},
    "zookeeper_inputs": {},
    "kafka_archive": {"version": "3.9.2", "linked_version": "3.9.2"},
    "java_package": {"package": "openjdk-17-jre-headless", "manager": "apt", "missing": ""},
}
OF_KAFKA = ["jvm_options", "broker_inputs", "kafka_archive"]
OF_ZOOKEEPER = ["zookeeper_inputs", "jvm_options", "kafka_archive"]


def end(name, told):
    """What a module does that tells that it was asked; the one that writes files fails, so that the run ends there."""
    how = "fail_json(msg='written')" if name == "server_files" else f"exit_json(**{told!r})"
    return f"print({name!r}, file=open(os.environ['ASKED'], 'a'))\nmodule.{how}"


@pytest.fixture
def asked(played, standing_in, tmp_path):
    """Run roles for a host; gives which modules were asked, in order, up to the one that writes."""

    def run(roles, *groups, **otherwise):
        host = {"ansible_connection": "local", "ansible_python_interpreter": sys.executable}
        hosts = {group: {"hosts": {"k1": host}} for group in groups}
        (tmp_path / "hosts.json").write_text(json.dumps({"all": {"children": hosts}}))
        told = {**TOLD, "server_files": {}, **{name: {**TOLD[name], **more} for name, more in otherwise.items()}}
        collections = standing_in({name: end(name, result) for name, result in told.items()})
        play = {"hosts": "all", "roles": [f"groundwork.kafka.{role}" for role in roles]}
        log = tmp_path / "asked"
        given = {"kafka_zookeeper_connect": "z1:2181"}
        ran = played(
            play, "-i", "hosts.json", "-e", json.dumps(given), ASKED=str(log), ANSIBLE_COLLECTIONS_PATH=collections
        )
        assert "written" in ran.stdout, ran.stdout + ran.stderr
        *before, last = log.read_text().split()
        assert last == "server_files"
        return before

    return run


@pytest.mark.parametrize(("role", "checks"), [("kafka", OF_KAFKA), ("zookeeper", OF_ZOOKEEPER)])
def test_a_role_alone_checks_before_it_writes(role, checks, asked) -> None:
    assert asked([role], role) == ["server_identity", *checks]


@pytest.mark.long
def test_what_preflight_has_checked_is_not_checked_again(asked) -> None:
    """Nor is a Java looked for beside the one that the server has, where no other server is on its host."""
    assert asked(["preflight", "kafka"], "kafka") == ["server_identity", *OF_KAFKA]


def test_what_was_changed_since_is_checked_again(asked) -> None:
    """Such as an archive that is yet to be unpacked."""
    again = asked(["preflight", "kafka"], "kafka", kafka_archive={"changed": True})
    assert again == ["server_identity", *OF_KAFKA, *OF_KAFKA]


@pytest.mark.long
def test_a_host_without_java_is_given_one(asked) -> None:
    found = asked(["preflight", "kafka"], "kafka", jvm_options={"version": None})
    assert found == ["server_identity", *OF_KAFKA, "java_package", *OF_KAFKA]
