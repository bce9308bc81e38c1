# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What has a playbook of its own: site refuses it, its plan changes nothing, it moves what is there, and leads back."""

from __future__ import annotations

import re
from typing import Any, Mapping

import pytest

from tests.changes import readings
from tests.changes.cases import PROCEDURES, Procedure
from tests.changes.checks import check_lost_nothing, check_refused, check_run
from tests.changes.hosts import Hosts

_LIST = "ls {} 2>/dev/null || true"


@pytest.mark.parametrize(
    ("hosts", "procedure"),
    [pytest.param(one.on, one, id=f"{one.on} {one.playbook}") for one in PROCEDURES],
    indirect=["hosts"],
)
def test_a_procedure_there_and_back(hosts: Hosts, procedure: Procedure) -> None:
    changed = {procedure.input: procedure.new}
    former = str(hosts.cluster.inputs_of_all()[procedure.input])
    first = next(iter(hosts.cluster.hosts))
    check_refused(hosts, hosts.cluster.inventory(changed), re.escape(f"groundwork.kafka.{procedure.playbook}"))
    before = readings.held_data(hosts)
    _check_plan(hosts, procedure, changed, procedure.new)
    for given, folder in ((changed, procedure.new), ({}, former)):
        check_run(hosts, given, frozenset({procedure.service}), playbook=procedure.playbook)
        check_lost_nothing(before, readings.held_data(hosts))
        found = {
            one: hosts.on(first, f"ls {one}/{procedure.files} 2>/dev/null || true") for one in (former, procedure.new)
        }
        assert [one for one, names in found.items() if names] == [folder], found
        _check_done(hosts, procedure.playbook, given)
        _check_done(hosts, "site", given)


def _check_plan(hosts: Hosts, procedure: Procedure, given: Mapping[str, Any], folder: str) -> None:
    """In check mode the playbook tells where the data would go, and nothing changes."""
    written, starts = readings.written(hosts), readings.starts(hosts)
    done = hosts.play(procedure.playbook, hosts.cluster.inventory(given), "--check")
    assert done.returncode == 0, done.stdout[-6000:]
    assert re.search(rf"from \S+ to {re.escape(folder)} \(", done.stdout), done.stdout[-6000:]
    assert readings.written(hosts) == written
    assert readings.starts(hosts) == starts


def _check_done(hosts: Hosts, playbook: str, given: Mapping[str, Any]) -> None:
    """Run once more the playbook has nothing to do."""
    written, starts = readings.written(hosts), readings.starts(hosts)
    done = hosts.play(playbook, hosts.cluster.inventory(given))
    assert done.returncode == 0, done.stdout[-6000:]
    assert re.findall(r"changed=(\d+)", done.stdout) == ["0"] * len(hosts.cluster.hosts), done.stdout[-6000:]
    assert readings.written(hosts) == written
    assert readings.starts(hosts) == starts
