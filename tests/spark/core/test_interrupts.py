# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What Ctrl-C and SIGTERM do, and that they say so at once."""

from __future__ import annotations

import signal
import threading
from typing import Iterator, cast

import pytest

from spark_validation.cluster.admin import Cluster
from spark_validation.cluster.connection import Connection
from spark_validation.cluster.topics import own_topic
from spark_validation.core.interrupts import ended_by_signal, held, hurried, interruptible

FIRST = "interrupted: ending what is under way and deleting the run's topics; once more leaves what takes time\n"
AGAIN = "interrupted again: leaving what takes time\n"


@pytest.fixture(autouse=True)
def handlers() -> Iterator[None]:
    """Python's own, as at the beginning of a run."""
    before = {number: signal.signal(number, signal.default_int_handler) for number in (signal.SIGINT, signal.SIGTERM)}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_is_said_when_it_comes(number: signal.Signals, capsys: pytest.CaptureFixture[str]) -> None:
    with interruptible():
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(number)
        assert (capsys.readouterr().err, hurried()) == (FIRST, False)
        with interruptible(), pytest.raises(KeyboardInterrupt):
            signal.raise_signal(number)
        assert (capsys.readouterr().err, hurried()) == (AGAIN, True)
    with interruptible():
        assert not hurried()


def test_what_cannot_be_left_at_once_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    def spark_starts() -> None:
        with held():
            signal.raise_signal(signal.SIGINT)
            said.append(capsys.readouterr().err)

    said: list[str] = []
    with interruptible(), pytest.raises(KeyboardInterrupt):
        spark_starts()
    assert [*said, capsys.readouterr().err] == ["interrupted: ending as soon as this can be left\n", FIRST]


def test_a_soak_ends_early_first(capsys: pytest.CaptureFixture[str]) -> None:
    stop = threading.Event()
    with ended_by_signal(stop):
        signal.raise_signal(signal.SIGINT)
        assert stop.is_set()
        assert capsys.readouterr().err == (
            "interrupted: ending early, and auditing what was written; once more ends the run\n"
        )
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
        assert (capsys.readouterr().err, hurried()) == (FIRST, False)


class Gone:
    """A cluster that takes long for everything, so long that somebody interrupts ``interrupts`` times."""

    connection = Connection("h:1")
    bootstrap_servers = "h:1"

    def __init__(self, interrupts: int) -> None:
        self.interrupts, self.asked = interrupts, list[str]()

    def delete(self, topic: str) -> None:
        self.asked.append(topic)
        if self.interrupts:
            self.interrupts -= 1
            signal.raise_signal(signal.SIGINT)


def made(cluster: Gone, topic: str, monkeypatch: pytest.MonkeyPatch) -> object:
    monkeypatch.setattr(cluster, "create", lambda *_given, **_options: None, raising=False)
    monkeypatch.setattr("spark_validation.cluster.topics._require_rights", lambda *_given: None)
    return own_topic(cast(Cluster, cluster), topic, 1, 1)


LEFT = (
    "topic groundwork-smoke-{0} is left; delete it with: python -m spark_validation clean --bootstrap-servers h:1 "
    "--topic groundwork-smoke-{0}\n"
)


@pytest.mark.parametrize(
    ("interrupts", "asked", "said"),
    [
        (0, ["b", "a"], FIRST + "deleted topic groundwork-smoke-b\ndeleted topic groundwork-smoke-a\n"),
        (1, ["b"], FIRST + AGAIN + LEFT.format("b") + LEFT.format("a")),
    ],
)
def test_once_more_leaves_the_topics_and_names_them(
    interrupts: int,
    asked: list[str],
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Each would wait as long as the first for brokers that are gone."""
    cluster = Gone(interrupts)
    with pytest.raises(KeyboardInterrupt), interruptible():  # noqa: SIM117 the order is that of a run
        with made(cluster, "groundwork-smoke-a", monkeypatch), made(cluster, "groundwork-smoke-b", monkeypatch):
            signal.raise_signal(signal.SIGINT)
    assert cluster.asked == [f"groundwork-smoke-{one}" for one in asked]
    assert capsys.readouterr().err == said
