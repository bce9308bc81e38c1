# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Which topics an interrupted run left, and which nobody may touch."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

import pytest

from spark_validation.cluster.old_topics import OldTopics, new_run_id, old_topics, topic_of

NOW = datetime(2026, 1, 31, 12, 0, 0, tzinfo=timezone.utc)
DAY = timedelta(hours=24)
NOTHING = OldTopics([], [])


@pytest.mark.parametrize(
    ("topic", "expected"),
    [
        ("groundwork-smoke-20260130T115959Z-abcdef", OldTopics(["groundwork-smoke-20260130T115959Z-abcdef"], [])),
        ("groundwork-smoke-20260130T120000Z-abcdef", OldTopics([], ["groundwork-smoke-20260130T120000Z-abcdef"])),
        ("groundwork-smoke-20260131T115900Z-012345", OldTopics([], ["groundwork-smoke-20260131T115900Z-012345"])),
        ("groundwork-smoke-20250101T000000Z-abcdef-kept", NOTHING),
        ("groundwork-soak-20250101T000000Z-abcdef", OldTopics(["groundwork-soak-20250101T000000Z-abcdef"], [])),
        (
            "groundwork-soak-20250101T000000Z-abcdef-probe",
            OldTopics(["groundwork-soak-20250101T000000Z-abcdef-probe"], []),
        ),
        (
            "groundwork-smoke-20250101T000000Z-abcdef-refusal",
            OldTopics(["groundwork-smoke-20250101T000000Z-abcdef-refusal"], []),
        ),
        ("groundwork-soak-20250101T000000Z-abcdef-kept", NOTHING),
        ("groundwork-smoke-mine", NOTHING),
        ("orders", NOTHING),
        ("my-groundwork-smoke-20250101T000000Z-abcdef", NOTHING),
    ],
)
def test_sorted_by_age(topic: str, expected: OldTopics) -> None:
    assert old_topics([topic], NOW, DAY) == expected


def test_a_run_recognises_its_own_topic() -> None:
    topic = topic_of(new_run_id(NOW), keep=False)
    assert topic.startswith("groundwork-smoke-20260131T120000Z-")
    assert old_topics([topic], NOW + timedelta(hours=25), DAY).old == [topic]


def test_a_topic_kept_on_purpose_is_left_alone() -> None:
    topic = topic_of(new_run_id(NOW), keep=True)
    assert old_topics([topic], NOW + timedelta(days=400), DAY) == NOTHING
