# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import kafka.errors
import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import features
from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import state as cluster_state
from ansible_collections.groundwork.kafka.plugins.module_utils.core import waiting
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError

UPGRADED = {
    "kraft.version": {"finalized": None, "supported": (0, 1)},
    "metadata.version": {"finalized": 27, "supported": (7, 30)},
    "new.version": {"finalized": None, "supported": (0, 1)},
    "share.version": {"finalized": None, "supported": (0, 1)},
    "streams.version": {"finalized": 1, "supported": (0, 1)},
    "group.version": {"finalized": 1, "supported": (0, 1)},
    "eligible.leader.replicas.version": {"finalized": 1, "supported": (0, 1)},
    "transaction.version": {"finalized": 2, "supported": (0, 2)},
}
SAME = {
    "eligible.leader.replicas.version": 1,
    "group.version": 1,
    "kraft.version": 0,
    "new.version": 0,
    "streams.version": 1,
    "transaction.version": 2,
}
WANTED = {"metadata.version": 30, "share.version": 1}


class Controller:
    """Answers update_features like kafka-python's client, and remembers what it was asked.

    Broker 4 does not run; where *late*, it is stopped once the controller would raise the features.
    """

    def __init__(self, refuses=None, silent=None, seen=(), late=False):
        self.asked, self._refuses, self._silent, self._seen = [], refuses or {}, silent, list(seen)
        self._late = late

    def update_features(self, wanted, validate_only=False):
        self.asked.append((wanted, validate_only))
        if self._silent and not validate_only:
            raise self._silent
        if self._late and validate_only:
            return dict.fromkeys(wanted, "OK")
        if isinstance(self._refuses, Exception):
            raise self._refuses
        return {name: self._refuses.get(name, "OK") for name in wanted}

    def describe_cluster(self):
        fenced = {2: False, 3: False, 4: not self._late or not self.asked[-1][1]}
        where = {"host": "k", "port": 9092, "rack": None}
        return {"brokers": [{"broker_id": number, "is_fenced": one, **where} for number, one in fenced.items()]}

    def describe_features(self):
        levels = self._seen.pop(0) if len(self._seen) > 1 else self._seen[0]
        if isinstance(levels, Exception):
            raise levels
        return {name: {"finalized": (level, level)} if level else {} for name, level in levels.items()}


@pytest.fixture
def found(monkeypatch):
    """Decides what the cluster tells of itself."""

    def tell(mode, levels):
        brokers = [{"id": 2, "fenced": False}, {"id": 4, "fenced": False}]
        told = {"mode": mode, "features": levels, "brokers": brokers}
        monkeypatch.setattr(cluster_state, "read", lambda _client: told)

    return tell


def test_what_is_to_be_raised_without_the_kind_of_quorum() -> None:
    assert features.raises(UPGRADED, "4.3.1") == WANTED


@pytest.mark.parametrize(("version", "wanted"), [("4.3.1", WANTED), ("4.9.0", {})])
def test_a_server_that_was_not_upgraded_hides_nothing_of_a_known_version(version: str, wanted) -> None:
    asked = {**UPGRADED, "metadata.version": {"finalized": 27, "supported": (7, 27)}}
    assert features.raises(asked, version) == wanted


def test_each_level_of_a_feature_comes_with_its_release() -> None:
    levels = {**UPGRADED, "metadata.version": {"finalized": 30, "supported": (7, 33)}}
    levels["share.version"] = {"finalized": 1, "supported": (0, 2)}
    assert features.raises(levels, "4.3.1") == {}
    assert features.raises(levels, "4.4.0") == {"metadata.version": 33, "share.version": 2}


def test_a_feature_that_comes_with_a_later_release_is_left() -> None:
    """4.1 can share groups, and has them off by default."""
    levels = {**UPGRADED, "metadata.version": {"finalized": 27, "supported": (7, 27)}}
    assert features.raises(levels, "4.1.2") == {}


@pytest.mark.parametrize(
    ("check_mode", "asked"), [(True, [(WANTED, True)]), (False, [(WANTED, True), (WANTED, False)])]
)
def test_the_controller_is_asked_before_it_is_told(found, check_mode: bool, asked) -> None:
    found("kraft", UPGRADED)
    controller = Controller()
    assert features.finalize(controller, "4.3.1", confirmed=not check_mode, check_mode=check_mode, wait=0) == {
        "changed": True,
        "before": {**SAME, "metadata.version": 27, "share.version": 0},
        "after": {**SAME, "metadata.version": 30, "share.version": 1},
        "release": "4.3",
    }
    assert controller.asked == asked


SILENT = kafka.errors.RequestTimedOutError()
RAISED = {"metadata.version": 30, "share.version": 1}


@pytest.mark.parametrize("silent", [SILENT, kafka.errors.KafkaConnectionError()])
def test_a_controller_that_does_not_answer_is_asked_once_and_looked_at(found, monkeypatch, silent) -> None:
    monkeypatch.setattr(waiting, "PAUSE_SECONDS", 0)
    found("kraft", UPGRADED)
    controller = Controller(silent=silent, seen=[SILENT, {**RAISED, "share.version": 0}, RAISED])
    assert features.finalize(controller, "4.3.1", confirmed=True, check_mode=False, wait=60)["changed"]
    assert [asked for _wanted, asked in controller.asked] == [True, False]


def test_what_is_not_seen_to_be_raised_is_told(found, monkeypatch) -> None:
    monkeypatch.setattr(waiting, "PAUSE_SECONDS", 0)
    found("kraft", UPGRADED)
    controller = Controller(silent=SILENT, seen=[{"metadata.version": 27, "share.version": 0}])
    with pytest.raises(GroundworkError, match=r"not answer to raising metadata\.version from 27 .* after 0 seconds"):
        features.finalize(controller, "4.3.1", confirmed=True, check_mode=False, wait=0)
    assert [asked for _wanted, asked in controller.asked] == [True, False]


def test_nothing_is_asked_when_all_is_raised(found) -> None:
    found("kraft", {**UPGRADED, **{name: {"finalized": level, "supported": (0, 30)} for name, level in WANTED.items()}})
    controller = Controller()
    assert not features.finalize(controller, "4.3.1", confirmed=False, check_mode=False, wait=0)["changed"]
    assert controller.asked == []


@pytest.mark.parametrize(
    ("mode", "refuses", "confirmed", "sentence"),
    [
        (
            "kraft",
            {},
            False,
            "The features metadata.version from 27 to 30, share.version from 0 to 1 would be raised, and the way back "
            "to an earlier version ends there; give finalize_upgrade_confirm: true when you are sure.",
        ),
        (
            "kraft",
            {"metadata.version": "Broker 2 only supports versions 7-27."},
            True,
            "The controller refuses to raise metadata.version from 27 to 30, share.version from 0 to 1: Broker 2 only "
            "supports versions 7-27. Finish the upgrade of every server with groundwork.kafka.upgrade first.",
        ),
        (
            "kraft",
            {"metadata.version": "Broker 4 only supports versions 7-27."},
            True,
            "The controller refuses to raise metadata.version from 27 to 30, share.version from 0 to 1: Broker 4 only "
            "supports versions 7-27. Broker 4 does not run; start it and finish its upgrade with "
            "groundwork.kafka.upgrade, or, where it is gone for good, have the cluster forget it "
            "(kafka-cluster.sh unregister --bootstrap-server HOST:PORT [with security: --config FILE] --id 4).",
        ),
        (
            "kraft",
            kafka.errors.InvalidUpdateVersionError(
                "Request 'UpdateFeaturesRequest(version=2)' failed with response 'UpdateFeaturesResponse(version=2, "
                "error_code=95, error_message='Broker 3 only supports versions 7-27')'."
            ),
            True,
            "The controller refuses to raise metadata.version from 27 to 30, share.version from 0 to 1: Broker 3 only "
            "supports versions 7-27. Finish the upgrade of every server with groundwork.kafka.upgrade first.",
        ),
        (
            "zookeeper",
            {},
            True,
            "This cluster keeps its metadata in ZooKeeper, where Kafka 3.9 has no second step; nothing is left to do.",
        ),
    ],
)
def test_what_is_refused(found, mode: str, refuses, confirmed: bool, sentence: str) -> None:
    found(mode, UPGRADED)
    controller = Controller(refuses)
    with pytest.raises(GroundworkError) as raised:
        features.finalize(controller, "4.3.1", confirmed=confirmed, check_mode=False, wait=0)
    assert str(raised.value) == sentence
    assert all(validate_only for _wanted, validate_only in controller.asked)


def test_a_broker_that_stops_between_the_two_questions_does_not_run(found) -> None:
    found("kraft", UPGRADED)
    controller = Controller({"metadata.version": "Broker 4 only supports versions 7-27."}, late=True)
    with pytest.raises(GroundworkError, match=r"supports versions 7-27\. Broker 4 does not run; start it and finish"):
        features.finalize(controller, "4.3.1", confirmed=True, check_mode=False, wait=0)
    assert [asked for _wanted, asked in controller.asked] == [True, False]


def test_why_it_is_refused_is_told_where_nobody_tells_which_brokers_run(found) -> None:
    found("kraft", UPGRADED)
    controller = Controller({"metadata.version": "Broker 4 only supports versions 7-27."})
    controller.describe_cluster = Controller(seen=[SILENT]).describe_features
    with pytest.raises(GroundworkError, match=r"supports versions 7-27\. Finish the upgrade of every server"):
        features.finalize(controller, "4.3.1", confirmed=True, check_mode=False, wait=0)
