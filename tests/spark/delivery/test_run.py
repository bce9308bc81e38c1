# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The course of a group, with real processes that are killed and a folder in place of a cluster."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Iterator

import pytest

from spark_validation.cluster.connection import Connection
from spark_validation.core.errors import CouldNotRunError
from spark_validation.delivery import run
from spark_validation.delivery.orders import COMMIT, Orders
from spark_validation.delivery.process import Process
from spark_validation.delivery.run import deliver


class Cluster:
    """Partitions that end at ``ends``; deleting its groups is answered with ``answer``."""

    def __init__(self, ends: list[int], answer: str = "OK") -> None:
        self.connection = Connection("h:1")
        self.bootstrap_servers = "h:1"
        self._ends, self._answer = ends, answer

    def offsets(self, _topic: str) -> dict[int, tuple[int, int]]:
        return {part: (0, end) for part, end in enumerate(self._ends)}

    @contextmanager
    def asking(self, _what: str) -> Iterator[Any]:
        yield SimpleNamespace(delete_groups=lambda names: dict.fromkeys(names, self._answer))


def delivered(ends: list[int], folder: Path, answer: str = "OK") -> run.Delivered:
    program = ("-m", "tests.spark.delivery.fake", str(folder), *map(str, ends))
    cluster: Any = Cluster(ends, answer)
    return deliver(cluster, "t", "r", ["classic"], program)


@pytest.mark.parametrize("ends", [[900, 0, 300], [500], [1], [3] * 20], ids=["three", "one", "one record", "twenty"])
def test_every_record_is_accounted_for_and_some_are_given_again(ends: list[int], tmp_path: Path) -> None:
    done = delivered(ends, tmp_path)
    (view,) = done.views
    assert {check: finding.count for check, finding in done.found.items() if finding.count} == {}
    assert (view.delivered, view.killed) == (sum(ends), 1)
    assert 1 <= view.again <= max(1, sum(ends) // 20)
    assert [int((tmp_path / str(part)).read_text()) for part, end in enumerate(ends) if end] == [*filter(None, ends)]


def test_a_topic_without_records_needs_no_member(tmp_path: Path) -> None:
    (view,) = delivered([0, 0], tmp_path).views
    assert (view.delivered, view.members) == (0, 0)


def test_a_group_that_stands_still_is_no_loss(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody else has the second partition, and never reads it."""
    monkeypatch.setattr(run, "_PATIENCE_SECONDS", 2.0)
    cluster: Any = Cluster([10, 10])
    program = ("-m", "tests.spark.delivery.fake", str(tmp_path), "10")
    with pytest.raises(CouldNotRunError) as refused:
        deliver(cluster, "t", "r", ["classic"], program)
    assert "it was given nothing for 2 seconds, with 10 of 20 records" in str(refused.value)


@pytest.mark.parametrize(
    ("answer", "left"), [("OK", False), ("GroupIdNotFoundError", False), ("NonEmptyGroupError", True)]
)
def test_a_group_that_is_left_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], answer: str, left: bool
) -> None:
    delivered([40], tmp_path, answer)
    said = (
        f"group groundwork-smoke-r-classic is left ({answer}); delete it with: kafka-consumer-groups.sh "
        "--bootstrap-server h:1 --delete --group groundwork-smoke-r-classic"
    )
    assert (said in capsys.readouterr().err) == left


def test_who_has_been_asked_to_leave_waits_for_no_answer(tmp_path: Path) -> None:
    """What it told just before is heard after it was asked."""
    orders = Orders("classic", "g", "t", 5, "h:1", {})
    member = Process(0, orders, ("-m", "tests.spark.delivery.fake", str(tmp_path), "40"))
    while not any("read" in event for event in member.events() or ()):
        pass
    member.ask_to_leave()
    member.answer(COMMIT)
    while member.events() is not None:
        pass
    member.kill()
    assert (tmp_path / "0").read_text() == ""
