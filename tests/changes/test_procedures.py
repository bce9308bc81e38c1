# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What has a playbook of its own: it moves what is there, and leads back; its plan is in test_attempts.py."""

from __future__ import annotations

import re
from typing import Any, Mapping

import pytest

from tests.changes import readings
from tests.changes.cases import FORWARDS, LISTENING, PORTS, PROCEDURES, Ports, Procedure
from tests.changes.checks import check_lost_nothing, check_run, gone_back
from tests.changes.hosts import Hosts


@pytest.mark.parametrize(
    ("hosts", "procedure"),
    [pytest.param(one.on, one, id=f"{one.on} {one.playbook}") for one in PROCEDURES],
    indirect=["hosts"],
    scope="session",
)
def test_a_procedure_there_and_back(hosts: Hosts, procedure: Procedure) -> None:
    changed = {procedure.input: procedure.new}
    former = procedure.former
    before = readings.held_data(hosts)
    with gone_back(hosts, procedure.playbook):
        for given, folder in ((changed, procedure.new), ({}, former)):
            check_run(hosts, given, frozenset({procedure.service}), playbook=procedure.playbook)
            check_lost_nothing(before, readings.held_data(hosts))
            for host in hosts.cluster.hosts:
                lists = {one: f"ls {one}/{procedure.files} 2>/dev/null || true" for one in (former, procedure.new)}
                found = {one: hosts.on(host, script) for one, script in lists.items()}
                assert [one for one, names in found.items() if names] == [folder], (host, found)
            _check_done(hosts, procedure.playbook, given)
            _check_done(hosts, "site", given)


@pytest.mark.parametrize(
    ("hosts", "ports"),
    [pytest.param(one.on, one, id=f"{one.on} {one.input}") for one in PORTS],
    indirect=["hosts"],
    scope="session",
)
def test_ports_there_and_back(hosts: Hosts, ports: Ports) -> None:
    before = readings.held_data(hosts)
    with gone_back(hosts, ports.playbook):
        for given, port in (({ports.input: ports.new}, ports.new), ({}, ports.former)):
            check_run(hosts, given, ports.services, playbook=ports.playbook)
            check_lost_nothing(before, readings.held_data(hosts))
            for host in hosts.cluster.hosts:
                listening = hosts.on(host, LISTENING)
                found = [one for one in (ports.former, ports.new) if re.search(rf":{one}\b", listening)]
                assert found == [port], (host, listening)
                assert hosts.on(host, FORWARDS) == ""
            _check_done(hosts, ports.playbook, given)
            _check_done(hosts, "site", given)


def _check_done(hosts: Hosts, playbook: str, given: Mapping[str, Any]) -> None:
    """Run once more the playbook has nothing to do."""
    written, starts = readings.written(hosts), readings.starts(hosts)
    done = hosts.play(playbook, hosts.cluster.inventory(given))
    assert done.returncode == 0, done.stdout[-6000:]
    assert re.findall(r"changed=(\d+)", done.stdout) == ["0"] * len(hosts.cluster.hosts), done.stdout[-6000:]
    assert readings.written(hosts) == written
    assert readings.starts(hosts) == starts
