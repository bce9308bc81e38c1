# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""When a topic counts as deleted, by what brokers answer one look after the other."""

from __future__ import annotations

import threading
from contextlib import nullcontext
from types import SimpleNamespace
from typing import Any

import pytest

from spark_validation.cluster.admin import NO_ID, Identity
from spark_validation.core.errors import CouldNotRunError
from spark_validation.reading import guard

OURS, OTHER, GONE = Identity("1", 2), Identity("2", 2), Identity(NO_ID, 0)
WITHOUT_IDS = Identity(NO_ID, 2)
SILENT = None


class Asked:
    """A cluster that gives ``answers`` one after the other, and then the last of them for ever."""

    bootstrap_servers, connection = "h:1", "h:1"

    def __init__(self, answers: list[Identity | None]) -> None:
        self.answers, self.all_given = answers, threading.Event()

    def identity(self, _topic: str) -> Identity:
        answer = self.answers[0]
        if len(self.answers) > 1:
            del self.answers[0]
        else:
            self.all_given.set()
        if answer is None:
            raise CouldNotRunError("the brokers do not answer")
        return answer


@pytest.mark.parametrize(
    ("answers", "deleted"),
    [
        ([OURS, GONE, GONE, GONE], True),
        ([OURS, OTHER, GONE, OTHER], True),
        ([OURS, GONE, SILENT, GONE, SILENT, GONE], True),
        ([OURS, GONE, GONE, OURS], False),
        ([OURS, GONE, GONE, SILENT], False),
        ([OURS, WITHOUT_IDS], False),
        ([WITHOUT_IDS, OURS], False),
    ],
)
def test_when_a_topic_counts_as_deleted(
    answers: list[Identity | None], deleted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: Any = Asked(list(answers))
    cancelled: list[str] = []
    context = SimpleNamespace(setInterruptOnCancel=id, cancelAllJobs=lambda: cancelled.append("all"))
    spark: Any = SimpleNamespace(sparkContext=context)
    monkeypatch.setattr(guard, "Cluster", lambda _connection: nullcontext(asked))
    monkeypatch.setattr(guard, "EVERY_SECONDS", 0.01)
    ends: Any = pytest.raises(CouldNotRunError, match=r"\Atopic T was deleted on h:1 ") if deleted else nullcontext()
    with ends, guard.undisturbed(spark, asked, "T", looks=3) as gone:
        assert (gone if deleted else asked.all_given).wait(60)
    assert (gone.is_set(), cancelled) == ((True, ["all"]) if deleted else (False, []))
