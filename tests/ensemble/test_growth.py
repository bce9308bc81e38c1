# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""An ensemble that grows as the collection lets it keeps its data; one that grows as it refuses to loses them."""

from __future__ import annotations

import shutil

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Host
from ansible_collections.groundwork.kafka.plugins.module_utils.inventory import ensemble as inventory_ensemble
from ansible_collections.groundwork.kafka.plugins.module_utils.inventory.ensemble import Server
from ansible_collections.groundwork.kafka.plugins.modules import config_review


def asked(old, wanted):
    """The judgement of a change from the members *old*, which hold data, to those *wanted*."""
    members = old if len(old) > 1 else ()
    servers = [Server(f"z{n}", n, members if n in old else (), filled=n in old) for n in wanted]
    return inventory_ensemble.check(servers)


def roll(ensemble, old, wanted):
    """New servers first, then each old one again, the leader last, as a rollout does it.

    A new server may lead meanwhile, and an old one that does not know it yet stays out until its turn.
    """
    later, joining = asked(old, wanted)
    new = [number for number in wanted if number not in old]
    assert later == [f"z{number}" for number in new]
    for number in new:
        ensemble.start(number, *wanted)
    if not joining:
        ensemble.modes(*new)  # they follow the old leader at once, without a vote
    for number in sorted(old, key=lambda one: ensemble.mode(one) == "leader"):
        ensemble.start(number, *wanted)
        ensemble.modes(number)
    ensemble.modes(*wanted)


def remedy(ensemble, identity):
    """The remedy of the finding *identity* in the files of the servers; empty where it is not told."""
    given = [{"path": str(server.settings), "kind": "zookeeper", "version": ""} for server in ensemble.running.values()]
    found = config_review.run({"files": given, "name": "here", "accepted": {}}, Host())["findings"]
    return next((one["remedy"] for one in found if one["id"] == identity), "")


@pytest.mark.remedy("The ZooKeeper ensemble is …, and the inventory makes it", "zookeeper_even")
def test_one_server_grows_to_three_as_it_is_told_and_keeps_its_data(ensemble):
    with pytest.raises(GroundworkError, match="leave z3 out of the group zookeeper, run, and so on"):
        asked([1], [1, 2, 3])
    ensemble.start(1)
    assert ensemble.modes(1) == ["standalone"]
    assert "Created /kept" in ensemble.client(1, "create", "/kept", "whole")
    roll(ensemble, [1], [1, 2])
    assert "Created /later" in ensemble.client(2, "create", "/later", "x")
    assert remedy(ensemble, "zookeeper_even") == "add a server, or take one away"
    roll(ensemble, [1, 2], [1, 2, 3])
    assert remedy(ensemble, "zookeeper_even") == ""
    assert ensemble.modes(1, 2, 3) == ["follower", "follower", "leader"]
    ensemble.stop(1)  # the two that came later have everything
    assert ensemble.modes(2, 3) == ["follower", "leader"]
    assert "whole" in ensemble.client(3, "get", "/kept")
    assert "cZxid" in ensemble.client(3, "stat", "/later")


@pytest.mark.long  # nine servers, each started twice
@pytest.mark.remedy("zookeeper_many_voters")
def test_of_nine_servers_two_become_observers_and_nothing_is_lost(ensemble):
    """Two that do not lead: one that is an observer already follows no leader who is to be one as well."""
    numbers = range(1, 10)
    for number in numbers:
        ensemble.start(number, *numbers)
    ensemble.modes(*numbers)
    assert "Created /kept" in ensemble.client(1, "create", "/kept", "whole")
    assert (
        remedy(ensemble, "zookeeper_many_voters")
        == "keep 7 or fewer, or make observers of others than the one that leads"
    )
    ensemble.observers = {1, 2}
    for number in sorted(numbers, key=lambda one: ensemble.mode(one) == "leader"):
        ensemble.start(number, *numbers)
        ensemble.modes(number)
    assert ensemble.modes(*numbers) == ["follower"] * 6 + ["leader"] + ["observer"] * 2
    assert remedy(ensemble, "zookeeper_many_voters") == ""
    for number in numbers:
        assert "whole" in ensemble.client(number, "get", "/kept")


def test_two_empty_servers_beside_one_would_lead_without_its_data_and_are_refused(ensemble):
    ensemble.start(1)
    ensemble.modes(1)
    assert "Created /lost" in ensemble.client(1, "create", "/lost", "x")
    with pytest.raises(GroundworkError, match="add one server at a time: leave z3 out of the group zookeeper"):
        asked([1], [1, 2, 3])
    ensemble.stop(1)  # as while it restarts: the others are a majority
    for number in (2, 3):
        ensemble.start(number, 1, 2, 3)
    assert ensemble.modes(2, 3) == ["follower", "leader"]
    assert "does not exist" in ensemble.client(2, "get", "/lost")


def test_a_server_that_lost_its_disk_gets_everything_from_the_others(ensemble):
    for number in (1, 2, 3):
        ensemble.start(number, 1, 2, 3)
    assert ensemble.modes(1, 2, 3) == ["follower", "follower", "leader"]
    assert "Created /kept" in ensemble.client(1, "create", "/kept", "whole")
    ensemble.stop(3)
    for path in (ensemble.folder / "3" / "version-2").iterdir():
        path.unlink()
    assert inventory_ensemble.check(
        [Server("z1", 1, (1, 2, 3), filled=True), Server("z2", 2, (1, 2, 3), filled=True), Server("z3", 3)]
    ) == (["z3"], [])
    ensemble.start(3, 1, 2, 3)
    ensemble.modes(3)
    ensemble.stop(1)
    ensemble.modes(2, 3)
    assert "whole" in ensemble.client(3, "get", "/kept")


@pytest.mark.remedy("… no data of the ZooKeeper ensemble")
def test_two_of_three_that_lost_their_disks_come_back_one_after_the_other_as_it_is_told(ensemble):
    for number in (1, 2, 3):
        ensemble.start(number, 1, 2, 3)
    ensemble.modes(1, 2, 3)
    assert "Created /kept" in ensemble.client(1, "create", "/kept", "whole")
    for number in (1, 2, 3):
        ensemble.stop(number)
    for number in (2, 3):
        shutil.rmtree(ensemble.folder / f"{number}/version-2")
    one, *lost = [Server("z1", 1, (1, 2, 3), filled=True), Server("z2", 2), Server("z3", 3)]
    with pytest.raises(GroundworkError, match="or leave z3 out of the group zookeeper, with its service stopped, and"):
        inventory_ensemble.check([one, *lost])

    assert inventory_ensemble.check([one, lost[0]]) == (["z2"], [])  # run without z3
    for number in (1, 2):
        ensemble.start(number, 1, 2)
    ensemble.modes(1, 2)
    assert "whole" in ensemble.client(2, "get", "/kept")
    roll(ensemble, [1, 2], [1, 2, 3])  # it is added with the next run
    ensemble.stop(1)
    ensemble.modes(2, 3)
    assert "whole" in ensemble.client(3, "get", "/kept")
