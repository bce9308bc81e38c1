# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.readers import cron_schedule


@pytest.mark.parametrize(
    "schedule",
    ["* * * * *", "*/5 0-23/2 1,15 jan-mar mon", "0 0 31 12 7", "59 23 1 JAN Sun", "0,30 6 * * 1-5", "5/15 * * * *"],
)
def test_schedules_that_cron_takes(schedule: str) -> None:
    cron_schedule.check(schedule)


@pytest.mark.parametrize(
    ("schedule", "why"),
    [
        ("@daily", "has 1 fields; give five"),
        ("0 3 * *", "has 4 fields"),
        ("0 3 * * * root", "has 6 fields"),
        ("60 * * * *", "'60' as its minute; give \\*, numbers from 0 to 59"),
        ("* 24 * * *", "'24' as its hour"),
        ("* * 0 * *", "'0' as its day of month"),
        ("* * * 13 *", "'13' as its month"),
        ("* * * * 8", "'8' as its day of week"),
        ("* * * foo *", "'foo' as its month"),
        ("9-5 * * * *", "'9-5' as its minute"),
        ("*/0 * * * *", r"'\*/0' as its minute"),
        ("1, * * * *", "'1,' as its minute"),
        ("-1 * * * *", "'-1' as its minute"),
        ("² * * * *", "as its minute"),
    ],
)
def test_schedules_that_cron_would_not_take(schedule: str, why: str) -> None:
    with pytest.raises(GroundworkError, match=why):
        cron_schedule.check(schedule)


@pytest.mark.parametrize(
    ("schedule", "lines"),
    [
        ("17 3 * * *", ["*-*-* 03:17:00"]),
        ("* * * * *", ["*-*-* *:*:00"]),
        ("*/20 1-5/2 * * *", ["*-*-* 01,03,05:00,20,40:00"]),
        ("5/25 0 * * *", ["*-*-* 00:05,30,55:00"]),
        ("0 0 1,15 jan-mar *", ["*-01,02,03-01,15 00:00:00"]),
        ("0 4 * * 7", ["Sun *-*-* 04:00:00"]),
        ("0 4 * * 5-7", ["Sun,Fri,Sat *-*-* 04:00:00"]),
        ("0 4 * * mon-fri", ["Mon,Tue,Wed,Thu,Fri *-*-* 04:00:00"]),
        ("0 4 * * 0-6", ["*-*-* 04:00:00"]),
        pytest.param("0 0 13 6 fri", ["*-06-13 00:00:00", "Fri *-06-* 00:00:00"], id="either of two kinds of day"),
        pytest.param("0 0 */10 * 1", ["Mon *-*-01,11,21,31 00:00:00"], id="both, where one begins with a star"),
    ],
)
def test_the_words_of_systemd(schedule: str, lines) -> None:
    assert cron_schedule.calendars(schedule) == lines
