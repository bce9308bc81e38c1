# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Each part of a run comes to its end by itself: what it takes from other parts, it also has without them."""

import re
from concurrent.futures import ThreadPoolExecutor

import pytest

TAGS = ["tuning", "disks", "java", "install", "config", "start", "restart", "users", "table", "smoke_test"]


@pytest.mark.long
def test_each_part_by_itself_finds_nothing_to_change(play):
    def alone(tag):
        return play("groundwork.kafka.site", {}, "--check", f"--tags={tag}")

    with ThreadPoolExecutor(4) as several:
        ended = dict(zip(TAGS, several.map(alone, TAGS)))
    changes = {tag: re.findall(r"changed=(\d+)", done.stdout) for tag, done in ended.items()}
    assert {tag: done.stdout[-2000:] for tag, done in ended.items() if done.returncode != 0} == {}
    assert changes == {tag: ["0"] for tag in TAGS}
