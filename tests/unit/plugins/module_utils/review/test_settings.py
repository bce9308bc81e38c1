# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.review import settings
from ansible_collections.groundwork.kafka.plugins.module_utils.review.model import Broker, Topic
from ansible_collections.groundwork.kafka.plugins.module_utils.review.rule import NotKnownError

DAY = 86_400_000


def topic(own=None, **of_broker):
    broker = Broker("k1", {key.replace("_", "."): value for key, value in of_broker.items()})
    return Topic("t", 1, 1, own or {}, broker=broker)


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        pytest.param(topic(), 7 * DAY, id="default"),
        pytest.param(topic(log_retention_hours="24"), DAY, id="hours"),
        pytest.param(topic(log_retention_hours="24", log_retention_minutes="60"), 3_600_000, id="minutes win"),
        pytest.param(
            topic(log_retention_hours="24", log_retention_minutes="60", log_retention_ms="5"), 5, id="milliseconds win"
        ),
        pytest.param(topic({"retention.ms": "9"}, log_retention_ms="5"), 9, id="its own wins"),
        pytest.param(topic(log_retention_hours="-1"), settings.NEVER, id="for ever"),
        pytest.param(topic({"cleanup.policy": "compact"}), settings.NEVER, id="compacted"),
        pytest.param(topic({"cleanup.policy": "compact,delete"}), 7 * DAY, id="compacted and deleted"),
    ],
)
def test_how_long_a_topic_keeps_its_records(given, kept) -> None:
    assert settings.retention(given) == kept


@pytest.mark.parametrize(
    ("given", "rolled"),
    [
        (topic(), 7 * DAY),
        (topic(log_roll_hours="24"), DAY),
        (topic(log_roll_hours="24", log_roll_ms="1000"), 1000),
        (topic({"segment.ms": "5"}, log_roll_ms="1000"), 5),
    ],
)
def test_when_a_segment_is_closed(given, rolled) -> None:
    assert settings.number_of_topic(given, "segment.ms") == rolled


def test_a_setting_of_a_topic_is_its_own_else_its_brokers_else_kafkas() -> None:
    assert settings.number_of_topic(topic({"max.message.bytes": "3"}, message_max_bytes="2"), "max.message.bytes") == 3
    assert settings.number_of_topic(topic(message_max_bytes="2"), "max.message.bytes") == 2
    assert settings.number_of_topic(topic(), "max.message.bytes") == 1_048_588


@pytest.mark.parametrize(("version", "limit"), [("3.9.2", 2**63 - 1), ("4.0.2", 3_600_000), ("4.3.1", 3_600_000)])
def test_a_default_that_4_0_changed(version, limit) -> None:
    broker = Broker("k1", {}, version)
    assert settings.number(broker, "log.message.timestamp.after.max.ms") == limit


def test_what_a_provider_fills_in_is_not_known() -> None:
    with pytest.raises(NotKnownError, match=r"num\.io\.threads"):
        settings.number(Broker("k1", {"num.io.threads": "${file:/x:threads}"}), "num.io.threads")


@pytest.mark.parametrize("value", ["1_000", "0x10", "1.0", "", "-", "9" * 41])
def test_what_java_takes_for_no_whole_number_is_not_known(value) -> None:
    with pytest.raises(NotKnownError, match="linger"):
        settings.whole(value, "linger.ms")


@pytest.mark.parametrize("value", ["NaN", "nan", "inf", "1_0.5", "1e400", "", "."])
def test_what_cannot_be_counted_with_is_not_known(value) -> None:
    with pytest.raises(NotKnownError, match="linger"):
        settings.decimal(value, "linger.ms")


def test_numbers_are_read_as_java_reads_them() -> None:
    assert [settings.whole(value, "a") for value in ("5", "+5", "-1", "007")] == [5, 5, -1, 7]
    assert [settings.decimal(value, "a") for value in ("5", ".9", "1.", "-0.5", "1e3")] == [5, 0.9, 1, -0.5, 1000]


def test_log_dirs_win_over_log_dir() -> None:
    assert settings.log_dirs(Broker("k1", {"log.dir": "/a", "log.dirs": "/b, /c"})) == ["/b", "/c"]
    assert settings.log_dirs(Broker("k1", {"log.dir": "/a"})) == ["/a"]
    assert settings.log_dirs(Broker("k1", {})) == ["/tmp/kafka-logs"]
