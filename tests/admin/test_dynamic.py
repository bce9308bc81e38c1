# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A restarted broker takes none of what the cluster keeps, as it refuses one of them: told, and mended by the words.

Of KRaft; with ZooKeeper 3.9.2 takes all of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.admin.by_hand import ByHand, started
from tests.admin.reviewing import RECORDS, create, fill, in_sync, records, review, text, type_in
from tests.servers.server import Server
from tests.servers.waiting import eventually

pytestmark = pytest.mark.long  # servers of its own, restarted one after the other

_FETCHERS, _MIN_ISR = "num.replica.fetchers", "min.insync.replicas"
_KEPT = {_FETCHERS: "4", _MIN_ISR: "2"}


@pytest.fixture
def made(tmp_path: Path) -> Iterator[ByHand]:
    """Three brokers whose files ask for one replica in sync, and for one thread that copies from each other broker."""
    with started(tmp_path, [f"{_MIN_ISR}=1"]) as cluster:
        create(cluster, {"orders": {"num_partitions": 3, "replication_factor": 3}})
        fill(cluster, ["orders"])
        yield cluster


def in_force(made: ByHand, number: int) -> dict[str, str]:
    """What a broker says to Kafka's own tool that it has."""
    line = f"kafka-configs.sh --describe --all --entity-type brokers --entity-name {number}"
    return {key: value for key, value in re.findall(r"^ *(\S+?)=(\S*) ", type_in(made, line), re.M) if key in _KEPT}


def restart(made: ByHand, server: Server) -> None:
    server.stop()
    server.start_again()
    in_sync(made)


def remedies(made: ByHand) -> dict[str, str]:
    return {subject: remedy for (identity, subject), remedy in review(made).items() if identity == "dynamic_not_taken"}


@pytest.mark.remedy("dynamic_not_taken")
def test_what_it_refuses_is_set_in_the_files_and_all_is_in_force(made: ByHand) -> None:
    for fetchers in (2, 4):  # each time no more than twice as many, as Kafka has it
        kept = f"{_FETCHERS}={fetchers},{_MIN_ISR}=2"
        type_in(made, f"kafka-configs.sh --alter --entity-type brokers --entity-default --add-config {kept}")
        wanted = {**_KEPT, _FETCHERS: str(fetchers)}
        eventually(lambda: [in_force(made, number) for number in made.servers], [wanted] * 3, 60)
    assert remedies(made) == {}

    restart(made, made.servers[2])
    assert "could not be applied" in made.servers[2].log.read_text()
    assert in_force(made, 2) == {_FETCHERS: "1", _MIN_ISR: "1"}
    ((subject, remedy),) = remedies(made).items()
    assert subject == "broker 2"

    setting, does, others = re.match(r"set (\S+) in (.*); (.*)", remedy).groups()  # type: ignore[union-attr]
    assert setting == f"{_FETCHERS}=4"
    assert does == "the broker's file (kafka_config), as the cluster keeps it, and restart it"
    assert others == "likewise in the file of each other one, before it is restarted"
    for number in (2, 1, 3):
        server = made.servers[number]
        with server.settings.open("a") as file:
            file.write(f"{setting}\n")
        restart(made, server)
        assert remedies(made) == {}
    assert [in_force(made, number) for number in made.servers] == [_KEPT] * 3
    assert sorted(value for _key, value in records(made, "orders")) == sorted(
        text("orders", number) for number in range(RECORDS)
    )
