# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.inventory import ensemble
from ansible_collections.groundwork.kafka.plugins.module_utils.inventory.ensemble import Server


def old(number, *members, **more):
    return Server(f"z{number}", number, members, filled=True, **more)


def new(number, **more):
    return Server(f"z{number}", number, **more)


@pytest.mark.parametrize(
    ("servers", "later", "joining"),
    [
        pytest.param([], [], [], id="none"),
        pytest.param([new(1), new(2), new(3)], [], [], id="all new"),
        pytest.param([old(1)], [], [], id="one alone"),
        pytest.param([old(n, 1, 2, 3) for n in (1, 2, 3)], [], [], id="as it was"),
        pytest.param([old(1), new(2)], ["z2"], ["z2"], id="one to two"),
        pytest.param([old(1, 1, 2), old(2, 1, 2), new(3)], ["z3"], [], id="two to three"),
        pytest.param([*[old(n, 1, 2, 3) for n in (1, 2, 3)], new(4)], ["z4"], [], id="three to four"),
        pytest.param([*[old(n, 1, 2, 3, 4) for n in (1, 2, 3, 4)], new(5)], ["z5"], [], id="four to five"),
        pytest.param([*[old(n, 1, 2, 3, 4) for n in (1, 2, 3, 4)], new(5), new(6)], ["z5", "z6"], [], id="four to six"),
        pytest.param([old(n, 1, 2, 3, 4, 5) for n in (1, 2, 3, 4)], [], [], id="five to four"),
        pytest.param([old(1, 1, 2, 3), old(2, 1, 2, 3), new(3)], ["z3"], [], id="one of three lost its disk"),
        pytest.param(
            [old(1, 1, 2, 3), old(2, 1, 2, 3, log_lost=True), old(3, 1, 2, 3)],
            ["z2"],
            [],
            id="one of three lost its log",
        ),
        pytest.param([old(1, 1, 2, 3), new(2, read=False), new(3, read=False)], [], [], id="others not looked at"),
        pytest.param([old(n, 1, 2, 3, pending=True) for n in (1, 2, 3)], [], [], id="a change that goes on"),
    ],
)
def test_a_change_that_loses_nothing(servers, later, joining) -> None:
    assert ensemble.check(servers) == (later, joining)


@pytest.mark.parametrize(
    ("servers", "sentence"),
    [
        pytest.param(
            [old(1), new(2), new(3)],
            "The ZooKeeper ensemble is 1, and the inventory makes it 1, 2, 3: a majority of each could elect a leader "
            "of its own, and data would be lost; add one server at a time: leave z3 out of the group zookeeper, run, "
            "and so on.",
            id="one to three",
        ),
        pytest.param(
            [*[old(n, 1, 2, 3) for n in (1, 2, 3)], new(4), new(5)],
            "leave z5 out of the group zookeeper, run, and so on.",
            id="three to five",
        ),
        pytest.param(
            [old(n, 1, 2, 3, 4, 5) for n in (1, 2, 3)],
            "take servers (now 4, 5) away one at a time, with a run each, and so on.",
            id="five to three",
        ),
        pytest.param(
            [old(1, 1, 2, 3), old(2, 1, 2, 3), new(4)],
            "add one server at a time: leave z4 out of the group zookeeper, run, and take servers (now 3) away one at "
            "a time, with a run each, and so on.",
            id="one replaced under another number",
        ),
        pytest.param(
            [old(1, 1, 2, 3), new(2), new(3)],
            "z2, z3 hold no data of the ZooKeeper ensemble, and would be a majority of its 3 servers that elects a "
            "leader without any; bring their data back, or leave z3 out of the group zookeeper, with its service "
            "stopped, and run; it is added with the next run.",
            id="two of three lost their disks",
        ),
        pytest.param(
            [old(1, 1, 2, 3, 4, 5), new(2), new(3), new(4), new(5)],
            "of its 5 servers that elects a leader without any; bring the data of one of them back, and run again.",
            id="four of five lost their disks",
        ),
        pytest.param(
            [old(1, log_lost=True)],
            "z1 holds snapshots of ZooKeeper and not the transaction log that belongs to them, and it is the only "
            "server: it would come back as at the last snapshot, as if the topics, ACLs and users since had never "
            "been; bring the disk of zookeeper_data_log_dir or a copy of it back, or go on without, with "
            "zookeeper_accept_lost_log, as docs/zookeeper_disk.md of this collection says.",
            id="one alone lost its log",
        ),
        pytest.param(
            [old(n, 1, 2, 3, log_lost=n > 1) for n in (1, 2, 3)],
            "z2, z3 hold snapshots of ZooKeeper and not the transaction log that belongs to them, and too few of the "
            "others have theirs to make up for it: they would come back as at the last snapshot",
            id="two of three lost their logs",
        ),
        pytest.param(
            [old(1, 1, 2, 3, log_lost=True), new(2), old(3, 1, 2, 3)],
            "z1 holds snapshots of ZooKeeper and not the transaction log that belongs to them, and too few",
            id="one of three lost its log and one its disks",
        ),
        pytest.param(
            [new(4), new(5), Server("z1", 1, read=False)],
            "z4, z5 hold no data",
            id="new ones alone",
        ),
        pytest.param(
            [old(1, 1, 2, 3), old(2, 1, 2, 3, pending=True), old(3, 1, 2, 3), new(4)],
            "ZooKeeper on z2 runs with an earlier zoo.cfg than the one on disk, and the ensemble is to change again",
            id="a change upon a change",
        ),
    ],
)
def test_a_change_that_could_cost_data_is_refused_with_the_way(servers, sentence: str) -> None:
    with pytest.raises(GroundworkError) as raised:
        ensemble.check(servers)
    assert sentence in str(raised.value)


@pytest.mark.parametrize(
    ("servers", "held"),
    [
        pytest.param([], {"k1": "A"}, id="an ensemble of somebody else"),
        pytest.param([new(1), new(2)], {"k1": None}, id="a new cluster"),
        pytest.param([old(1), new(2)], {"k1": "A"}, id="one that has data"),
        pytest.param([new(1), new(2, read=False)], {"k1": "A"}, id="one that was not looked at"),
        pytest.param([new(1), new(2, awaited=True)], {"k1": "A"}, id="one whose disk is to be mounted"),
    ],
)
def test_an_ensemble_that_is_new_or_known_to_its_brokers(servers, held) -> None:
    ensemble.check_known(servers, held)


def test_no_ensemble_is_begun_beside_brokers_that_have_data() -> None:
    with pytest.raises(GroundworkError) as raised:
        ensemble.check_known([new(1), new(2)], {"k1": None, "k2": "A"})
    assert str(raised.value).startswith("k2 holds data of cluster A, and z1, z2 hold nothing of ZooKeeper's: a new")
