# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A broker that is asked to empty folders. What Kafka does is told as it was seen (tests/admin/test_log_dirs.py)."""

from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import log_dirs_drain
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError

GIB = 1 << 30
INTO = {"/a": "1", "/b": "2"}


def replica(name: str, size: int = GIB, coming: bool = False):
    topic, _dash, number = name.rpartition("-")
    return {"topic": topic, "partition": int(number), "size": size, "coming": coming}


def folder(path: str, *replicas, usable: int = 100, error: str = ""):
    return {"path": path, "error": error, "total": 200 * GIB, "usable": usable * GIB, "replicas": list(replicas)}


def drain(*told, at_once: int = 2, into=None):
    return log_dirs_drain.drain(told, ["/c"], INTO if into is None else into, at_once)


def test_some_at_a_time_are_asked_for_the_largest_first() -> None:
    found = drain(folder("/a"), folder("/b"), folder("/c", replica("t-0"), replica("t-1", 3 * GIB), replica("t-2")))
    assert found.asked == {("t", 1): "/a", ("t", 0): "/b"}
    assert (found.left, found.bytes_left) == ([("t", 0), ("t", 1), ("t", 2)], 5 * GIB)


def test_those_on_their_way_are_not_asked_for_again_and_count() -> None:
    coming = replica("t-1", GIB, coming=True)
    found = drain(folder("/a", coming), folder("/b"), folder("/c", replica("t-0"), replica("t-1", 3 * GIB)))
    assert found.asked == {("t", 0): "/b"}
    assert (found.begun, found.bytes_left) == (1, 3 * GIB)
    full = drain(folder("/a", coming), folder("/b"), folder("/c", replica("t-0"), replica("t-1")), at_once=1)
    assert full.asked == {}


def test_each_goes_where_it_fills_the_least_of_what_is_free() -> None:
    many = [replica(f"t-{number}") for number in range(12)]
    found = drain(folder("/a", usable=40), folder("/b", usable=100), folder("/c", *many), at_once=99)
    targets = list(found.asked.values())
    assert (targets.count("/a"), targets.count("/b")) == (3, 9)
    assert found.summary == [
        "3 partitions (3.0 GiB) from /c to /a",
        "9 partitions (9.0 GiB) from /c to /b",
    ]


def test_empty_ones_go_to_the_folder_with_the_fewest() -> None:
    empty = [replica(f"t-{number}", 0) for number in range(4)]
    found = drain(folder("/a", replica("u-0"), replica("u-1")), folder("/b"), folder("/c", *empty), at_once=99)
    assert sorted(found.asked.values()) == ["/a", "/b", "/b", "/b"]


def test_one_that_somebody_else_brings_into_it_is_turned_back() -> None:
    found = drain(folder("/a", replica("t-0")), folder("/b"), folder("/c", replica("t-0", 7, coming=True)))
    assert found.asked == {("t", 0): "/a"}
    assert found.left == [("t", 0)]


def test_one_that_goes_to_another_folder_that_is_to_be_empty_is_sent_elsewhere() -> None:
    told = [folder("/a"), folder("/c", replica("t-0")), folder("/d", replica("t-0", 7, coming=True))]
    found = log_dirs_drain.drain(told, ["/c", "/d"], {"/a": "1"}, 2)
    assert (found.asked, found.begun) == ({("t", 0): "/a"}, 0)


def test_folders_are_asked_for_by_the_names_that_the_broker_has_for_them() -> None:
    assert drain(folder("/a/../a"), folder("/c", replica("t-0")), into={"/a": "1"}).asked == {("t", 0): "/a/../a"}


@pytest.mark.parametrize(
    ("into", "usable"),
    [
        pytest.param({"/a": "1"}, 21, id="one folder"),
        pytest.param({"/a": "1", "/b": "1"}, 21, id="two folders of one file system"),
    ],
)
def test_what_finds_no_room_is_refused_before_any_is_asked_for(into, usable) -> None:
    many = [replica(f"t-{number}") for number in range(12)]
    with pytest.raises(GroundworkError) as raised:
        drain(*(folder(path, usable=usable) for path in ("/a", "/b")), folder("/c", *many), into=into)
    assert str(raised.value) == (
        "12 partitions of 12.0 GiB in all are to be moved, and t-11 of 1.0 GiB finds no room: the file systems of the "
        "other folders have 11.0 GiB free for them, with 5% of each left; add a folder on another disk with the "
        "playbook groundwork.kafka.site, or move partitions to other brokers."
    )
    drain(*(folder(path, usable=usable + 1) for path in ("/a", "/b")), folder("/c", *many), into=into)


def test_what_is_on_its_way_needs_room_for_its_rest_alone() -> None:
    half = replica("t-0", 8 * GIB, coming=True)
    drain(folder("/a", half, usable=13), folder("/c", replica("t-0", 10 * GIB)), into={"/a": "1"})


@pytest.mark.parametrize(
    ("told", "said"),
    [
        pytest.param(["/a", "/b"], "does not have /c among its folders (/a, /b); restart it", id="gone"),
        pytest.param(["/a", "/c"], "does not have /b among its folders", id="new"),
    ],
)
def test_folders_that_the_broker_does_not_have_are_refused(told, said) -> None:
    with pytest.raises(GroundworkError) as raised:
        drain(*map(folder, told))
    assert said in str(raised.value)


def test_a_folder_that_it_cannot_use_is_refused() -> None:
    with pytest.raises(GroundworkError, match="cannot use /b any more \\(KafkaStorageError\\)"):
        drain(folder("/a"), folder("/b", error="KafkaStorageError"), folder("/c"))


class Broker:
    """What a broker does that is asked: one part of each copy a step, and the exchange when the copy is whole."""

    def __init__(self) -> None:
        self.now = {f"t-{number}": "/c" for number in range(5)} | {"u-0": "/a"}
        self.coming: dict[str, tuple[str, int]] = {"u-0": ("/c", 1)}

    def log_dirs(self):
        where: dict[str, list] = {"/a": [], "/b": [], "/c": []}
        for name, path in self.now.items():
            where[path].append(replica(name, 3))
        for name, (path, size) in self.coming.items():
            where[path].append(replica(name, size, coming=True))
        return [folder(path, *held) for path, held in where.items()]

    def ask(self, asked) -> None:
        for (topic, number), path in asked.items():
            name = f"{topic}-{number}"
            if path == self.now[name]:
                self.coming.pop(name, None)
            elif self.coming.get(name, ("", 0))[0] != path:
                self.coming[name] = (path, 0)

    def step(self) -> None:
        for name, (path, size) in list(self.coming.items()):
            self.coming[name] = (path, size + 1)
            if size == 2:
                self.now[name], _size = self.coming.pop(name)


@pytest.mark.parametrize("killed", range(1, 12))
def test_it_ends_also_where_a_run_is_killed_after_any_look(killed: int) -> None:
    broker = Broker()
    for _look in range(killed):
        broker.ask(drain(*broker.log_dirs()).asked)
        broker.step()
    for _step in range(4):  # nobody looks, and the broker goes on with what it has begun
        broker.step()
    for _look in range(30):
        found = drain(*broker.log_dirs())
        assert found.begun <= 2
        if not found.left:
            break
        broker.ask(found.asked)
        broker.step()
    assert not found.left
    assert set(broker.now.values()) <= {"/a", "/b"}
    assert broker.coming == {}


def test_what_the_broker_does_not_take_is_named() -> None:
    asked = {("t", 0): "/a", ("t", 1): "/b"}
    assert log_dirs_drain.refusal(1, {("t", 0): "LogDirNotFoundError"}, asked).startswith(
        "Broker 1 did not begin to move t-0 to /a (LogDirNotFoundError); look at its journal."
    )
