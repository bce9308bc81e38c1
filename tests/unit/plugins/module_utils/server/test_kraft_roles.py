# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Completed
from ansible_collections.groundwork.kafka.plugins.module_utils.server import kraft_roles

FILE = "/etc/kafka/server.properties"
BOTH = ["broker", "controller"]


@pytest.fixture
def server(host):
    """A KRaft server with so many partitions and a log of the metadata; used as ``server(roles, pid, partitions)``."""

    def made(roles, pid: int = 0, partitions: int = 0):
        host.run = lambda _argv: Completed(0, f"{pid}\n", "")
        host.put(FILE, f"process.roles={','.join(roles)}\nlog.dirs=/data/1,/data/2\nmetadata.log.dir=/meta\n")
        host.put("/meta/meta.properties", "node.id=1\n")
        host.put("/meta/__cluster_metadata-0/0.log", "")
        for number in range(partitions):
            host.put(f"/data/2/orders-{number}/0.log", "")
        return host

    return made


@pytest.mark.parametrize(
    ("roles", "wanted", "pid"),
    [
        (BOTH, ["controller", "broker"], 42),
        (["broker"], ["broker"], 42),
        (["controller"], BOTH, 0),
        (["broker"], BOTH, 0),
        (["broker"], ["controller"], 0),
    ],
)
def test_what_stays_and_what_becomes_more_while_it_is_stopped(server, roles, wanted, pid: int) -> None:
    kraft_roles.check(server(roles, pid), FILE, wanted)


def test_a_broker_that_has_partitions_remains_one(server) -> None:
    for roles in (["broker"], BOTH):
        with pytest.raises(GroundworkError) as raised:
            kraft_roles.check(server(roles, 42, 4), FILE, ["controller"])
        said = str(raised.value)
        assert said.startswith("This host is a broker with 4 partitions (orders-0, orders-1, orders-2 and 1 more), as ")
        assert "put it back into the group kafka, move them" in said


def test_a_controller_remains_one_until_the_quorum_does_without_it(server) -> None:
    for roles in (["controller"], BOTH):
        with pytest.raises(GroundworkError) as raised:
            kraft_roles.check(server(roles, 0, 1), FILE, ["broker"])
        assert str(raised.value).startswith(f"This host is a controller, as {FILE} says, and the inventory makes it no")
        assert f"take controller out of process.roles in {FILE}, and run again." in str(raised.value)
    kraft_roles.check(server(["broker"], 0, 1), FILE, ["broker"])  # as that says


@pytest.mark.parametrize(
    ("roles", "wanted", "missing", "group"),
    [
        (["broker"], BOTH, "controller", "kafka_controllers"),
        (["controller"], BOTH, "broker", "kafka"),
        (["broker"], ["controller"], "controller", "kafka_controllers"),
    ],
)
def test_a_server_that_runs_becomes_nothing_that_every_rollout_would_wait_for(
    server, roles, wanted, missing: str, group: str
) -> None:
    with pytest.raises(GroundworkError) as raised:
        kraft_roles.check(server(roles, 42), FILE, wanted)
    said = str(raised.value)
    assert said.startswith(f"kafka runs on this host as {roles[0]}, and the inventory makes it {' and '.join(wanted)}:")
    assert f"would wait for the {missing} before" in said
    assert said.endswith(f"or take it out of the group {group}.")


def test_a_host_whose_folders_hold_nothing_may_become_anything(host) -> None:
    kraft_roles.check(host, FILE, ["controller"])
    host.put(FILE, "process.roles=broker,controller\nlog.dirs=/data/1\n")
    kraft_roles.check(host, FILE, ["controller"])
