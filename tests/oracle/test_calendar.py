# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Schedules in cron's words and in those of OnCalendar: the moments that systemd makes of them."""

from __future__ import annotations

import os
import re
import subprocess

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.readers import cron_schedule

BEGIN = "2026-01-01 00:00:00"  # a Thursday


def moments(schedule: str, number: int) -> list[str]:
    """The next *number* moments that systemd tells, from BEGIN on."""
    found: list[str] = []
    for line in cron_schedule.calendars(schedule):
        words = ["systemd-analyze", "calendar", f"--base-time={BEGIN} UTC", f"--iterations={number}", line]
        done = subprocess.run(words, check=True, capture_output=True, text=True, env={**os.environ, "TZ": "UTC"})
        found += re.findall(r"(?:Next elapse|Iter(?:ation|\.) #[0-9]+): \w+ (\S+ \S+) UTC", done.stdout)
    return sorted(set(found))[:number]


@pytest.mark.parametrize(
    ("schedule", "expected"),
    [
        ("17 3 * * *", ["2026-01-01 03:17:00", "2026-01-02 03:17:00", "2026-01-03 03:17:00"]),
        ("*/30 * * * *", ["2026-01-01 00:30:00", "2026-01-01 01:00:00", "2026-01-01 01:30:00"]),
        ("0 4 * * 7", ["2026-01-04 04:00:00", "2026-01-11 04:00:00", "2026-01-18 04:00:00"]),
        ("0 0 31 * *", ["2026-01-31 00:00:00", "2026-03-31 00:00:00", "2026-05-31 00:00:00"]),
        ("0 0 13 2 fri", ["2026-02-06 00:00:00", "2026-02-13 00:00:00", "2026-02-20 00:00:00"]),
        ("0 0 3 * mon", ["2026-01-03 00:00:00", "2026-01-05 00:00:00", "2026-01-12 00:00:00"]),
        ("30 22-23 1 jan,dec *", ["2026-01-01 22:30:00", "2026-01-01 23:30:00", "2026-12-01 22:30:00"]),
        ("0 0 30 2 *", []),
    ],
)
def test_the_same_moments(schedule: str, expected: list[str]) -> None:
    assert moments(schedule, len(expected) or 1) == expected
