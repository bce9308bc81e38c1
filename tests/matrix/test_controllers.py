# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Each ansible-core brings the same hosts to the same state, by the inventory and the commands that the README gives.

The first provisions empty hosts. Each other one then finds nothing to change, so that what versions render differently
is seen, and no host is asked with the other's Python, which it does not have.
"""

from __future__ import annotations

import re
from collections import Counter

import pytest

from tests.matrix.conftest import CONTROLLERS
from tests.matrix.nodes import HOSTS

RUN = ("playbook", "-i", "inventory.yml", "-e", "@lab.json")
_FILES = re.compile(r"^\+\+\+ after: (\S+)", re.MULTILINE)
_SKIPPED = re.compile(r"^(?:TASK|PLAY) \[(.*?)\] \*+\nskipping", re.MULTILINE)
_NOBODY = re.compile(r"^PLAY \[(.*?)\] \*+\nskipping: no hosts matched", re.MULTILINE)
_HEADING = re.compile(r"^setting +wanted ", re.MULTILINE)
_COUNTS = re.compile(r"^(\S+)\s+: ok=(\d+)\s+changed=(\d+)\s+unreachable=(\d+)\s+failed=(\d+)", re.MULTILINE)


@pytest.fixture(params=CONTROLLERS, ids=lambda one: one[0])
def ansible(request, nodes):
    """Run a program of this ansible-core on its control node; gives what it printed, and fails when it failed."""
    _version, suite, packages = request.param

    def run(*words):
        done = nodes.run(suite, packages, *words)
        assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-3000:]
        return done.stdout

    (tarball,) = nodes.folder.glob("*.tar.gz")
    run("galaxy", "collection", "install", "--force", str(tarball))
    return run


def played(ansible, playbook, *words):
    """The numbers of changes by host of a *playbook* of the collection, whose table is one to read, if it has one."""
    printed = ansible(*RUN, f"groundwork.kafka.{playbook}", *words)
    if playbook in ("site", "tune"):
        assert len(_HEADING.findall(printed)) == len(HOSTS)
        assert r"\n" not in printed
    counts = {host: [int(number) for number in numbers] for host, *numbers in _COUNTS.findall(printed)}
    assert {host: lost + failed for host, (_ok, _changed, lost, failed) in counts.items()} == dict.fromkeys(HOSTS, 0)
    return {host: changed for host, (_ok, changed, _lost, _failed) in counts.items()}


def shows_what_matters_once(printed):
    """Whether a run of KRaft with ``--check --diff`` *printed* each file of a host once, and no look at ZooKeeper."""
    files = Counter(_FILES.findall(printed))
    assert files["/etc/kafka/server.properties"] == len(HOSTS)
    assert {path: times for path, times in files.items() if times > len(HOSTS)} == {}
    assert [name for name in _SKIPPED.findall(printed) if "zookeeper" in name.lower()] == []
    assert _NOBODY.findall(printed) == []


def test_hosts_are_provisioned_alike(ansible, request, nodes):
    first = request.node.callspec.id == CONTROLLERS[0][0]
    if first:
        played(ansible, "tune", "--check")
        shows_what_matters_once(ansible(*RUN, "groundwork.kafka.site", "--check", "--diff", "--skip-tags=smoke_test"))
        assert all(played(ansible, "site", "--skip-tags=smoke_test").values())
        assert {nodes.on(host, "systemctl", "is-active", "kafka") for host in HOSTS} == {"active"}
    nothing = dict.fromkeys(HOSTS, 0)
    assert played(ansible, "site", "--check", "--skip-tags=smoke_test") == nothing
    assert played(ansible, "tune") == nothing
    assert played(ansible, "audit", "-e", "audit_fail_on=none", "-e", "audit_report_directory=/root/reports") == nothing
    played(ansible, "rolling_restart", "--check")
    if request.node.callspec.id == CONTROLLERS[-1][0]:
        assert played(ansible, "site", "--skip-tags=smoke_test") == nothing
