# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

from dataclasses import replace

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.broker import uuids
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.inventory import kraft_identity
from ansible_collections.groundwork.kafka.plugins.module_utils.inventory.kraft_identity import Member

ID, OTHER, MADE = "NFrByNf9Sb-ZRSqQKfs2LA", "pwyHrL1jSBeVA3gQJbCCuQ", "AAECAwQFBgcICQoLDA0ODw"


def member(number: int, holds: str = "", *, controller: bool = True) -> Member:
    """*holds*: nothing; "joined" or "founded", as it was formatted; "used", of a server that has run."""
    formatted = bool(holds)
    return Member(
        f"k{number}",
        number,
        controller,
        f"10.0.0.{number}:9093",
        cluster_id=ID if formatted else "",
        unformatted=not formatted,
        founded=controller and holds in ("founded", "used"),
        used=holds == "used",
    )


def decide(members, **given):
    return kraft_identity.decide(members, random_id=lambda: MADE, **given)


BROKER = {"controller": False}


@pytest.mark.parametrize(
    ("members", "ways"),
    [
        pytest.param(
            [member(1), member(2), member(3)], {"k1": "standalone", "k2": "join", "k3": "join"}, id="three combined"
        ),
        pytest.param(
            [member(4, **BROKER), member(2), member(1)],
            {"k4": "join", "k2": "standalone", "k1": "join"},
            id="a broker is never the first voter",
        ),
        pytest.param([member(1)], {"k1": "standalone"}, id="one"),
    ],
)
def test_a_new_cluster_begins_with_its_first_controller(members, ways) -> None:
    found = decide(members)
    assert (found.cluster_id, found.new, found.ways) == (MADE, True, ways)
    (first,) = [int(host[1:]) for host, way in ways.items() if way == "standalone"]
    assert found.controllers.startswith(f"{first}@10.0.0.{first}:9093:")


@pytest.mark.parametrize(
    ("members", "ways"),
    [
        pytest.param([member(1, "used"), member(2, "used"), member(3, "used")], {}, id="nothing to do"),
        pytest.param([member(1), member(2, "used"), member(3, "used")], {"k1": "join"}, id="the first lost its disk"),
        pytest.param([member(1, "used"), member(2), member(3, "used")], {"k2": "join"}, id="another lost its disk"),
        pytest.param([member(1), member(2), member(3, "used")], {"k1": "join", "k2": "join"}, id="two lost theirs"),
        pytest.param([member(1, "used"), member(9, **BROKER)], {"k9": "join"}, id="a broker is added"),
        pytest.param(
            [member(1, "founded"), member(2), member(3, "joined")], {"k2": "join"}, id="a first run that was killed"
        ),
    ],
)
def test_a_cluster_that_is_there_is_joined(members, ways) -> None:
    found = decide(members)
    assert (found.cluster_id, found.new, found.ways) == (ID, False, ways)


def test_a_first_run_that_was_killed_before_its_first_voter_was_formatted() -> None:
    found = decide([member(1), member(2, "joined"), member(3, "joined")])
    assert (found.cluster_id, found.new, found.ways) == (ID, True, {"k1": "standalone"})


def test_the_first_voter_is_told_of_itself_alone_and_where_it_is() -> None:
    first = replace(member(1), address="[::1]:9093")
    voter = f"1@[::1]:9093:{kraft_identity.directory_id(ID, 1)}"
    assert decide([first, member(2), member(3)], given=ID).controllers == voter


def test_the_first_voter_is_one_that_holds_nothing() -> None:
    assert decide([member(1, "joined"), member(2), member(3)]).ways == {"k2": "standalone", "k3": "join"}


def test_a_given_id_is_that_of_a_new_cluster_and_of_one_that_has_it() -> None:
    assert decide([member(1)], given=OTHER).cluster_id == OTHER
    assert decide([member(1, "used")], given=ID).cluster_id == ID


@pytest.mark.parametrize(
    ("members", "ways"),
    [
        pytest.param(
            [member(1), member(2), member(9, **BROKER)], {"k1": "initial", "k2": "initial", "k9": "join"}, id="new"
        ),
        pytest.param(
            [member(1, "founded"), member(2)],
            {"k2": "initial"},
            id="a first run that was killed before a start",
        ),
        pytest.param([member(1, "used"), member(2)], {"k2": "join"}, id="one lost its disk"),
    ],
)
def test_controllers_that_cannot_join_by_themselves_begin_together(members, ways) -> None:
    assert decide(members, auto_join=False).ways == ways


def test_the_voters_of_a_new_quorum_are_the_same_at_each_run() -> None:
    members = [member(1), member(2), member(9, **BROKER)]
    found = decide(members, auto_join=False, given=ID)
    # printf NFrByNf9Sb-ZRSqQKfs2LA/1/0 | sha256sum | head -c 32 | xxd -r -p | base64 | tr +/ -_
    assert found.controllers == "1@10.0.0.1:9093:hNDQ0YJUjvhMM_8SuuSuVw,2@10.0.0.2:9093:jzWuDc3hhaCdmjYActLEcw"
    assert found.controllers == decide(members, auto_join=False, given=ID).controllers


def test_a_part_of_the_hosts_is_enough_where_one_of_them_tells_of_the_cluster() -> None:
    assert decide([member(1), member(2, "used")], unread=["k3"]).ways == {"k1": "join"}
    assert decide([member(9, "used", controller=False), member(1)], unread=["k3"]).ways == {"k1": "join"}
    assert decide([member(1, "founded"), member(2)], unread=["k3"], auto_join=False).ways == {"k2": "join"}


@pytest.mark.parametrize(
    ("members", "given", "sentence"),
    [
        pytest.param(
            [member(1, "used"), Member("k2", 2, True, "", OTHER, False, True, True)],
            {},
            f"k1 holds data of the cluster {ID}, and k2 that of the cluster {OTHER}; take the host that does not "
            "belong to this cluster out of the inventory, or, if its data may be lost, empty its folders yourself.",
            id="two clusters",
        ),
        pytest.param(
            [member(1, "used")],
            {"given": OTHER},
            f"kafka_cluster_id is {OTHER}, and k1 holds the data of cluster {ID}; leave kafka_cluster_id out",
            id="another id than that of the data",
        ),
        pytest.param(
            [member(1), member(2), member(9, "used", controller=False)],
            {},
            f"No controller holds the metadata of cluster {ID}, to which the data on k9 belongs; with new metadata the "
            "brokers would delete their partitions: bring the disk",
            id="all controllers lost their disks",
        ),
        pytest.param(
            [member(1)],
            {"unread": ["k2", "k3"]},
            "k1 is to be formatted, and whether there is a cluster already cannot be told without k2, k3; run for all",
            id="a limit to the host that lost its disk",
        ),
        pytest.param(
            [member(1, "joined"), member(2, "joined")],
            {},
            "k1, k2 are formatted to join a quorum that nobody has begun; empty the folders of k1, which",
            id="nobody to join",
        ),
        pytest.param([member(9, **BROKER)], {}, "The cluster has no controller; put at least one", id="no controller"),
        pytest.param([], {"given": "lab"}, "kafka_cluster_id is 'lab'; give 22 letters as", id="no id"),
        pytest.param([], {"given": "-" + ID[1:]}, "kafka_cluster_id is '-FrB", id="an id that reads as an option"),
        pytest.param([], {"given": ID + "\n"}, "kafka_cluster_id is 'NFr", id="an id with an end of line"),
    ],
)
def test_what_is_refused(members, given, sentence: str) -> None:
    with pytest.raises(GroundworkError) as raised:
        decide(members, **given)
    assert str(raised.value).startswith(sentence)


def test_ids_are_made_as_kafka_writes_them() -> None:
    made = {uuids.new() for _attempt in range(200)}
    assert len(made) == 200
    assert all(len(text) == 22 and not text.startswith("-") and "=" not in text for text in made)
