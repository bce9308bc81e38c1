# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Which log of which server is read, and what is said where none can be."""

from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.server import gc_logs
from ansible_collections.groundwork.kafka.plugins.modules import gc_log
from ansible_collections.groundwork.kafka.tests.unit.plugins.module_utils import fake_servers

LINE = "[0.199s][info][gc] GC(0) Pause Young (Normal) (G1 Evacuation Pause) 6M->6M(24M) 81.024ms\n"
GIVEN = {"name": "k1", "paths": []}


@pytest.fixture
def host(host):
    fake_servers.boot(host)
    host.put("/etc/kafka.properties", "broker.id=7\nlog.dirs=/data/kafka\n")
    return host


def started(host, *flags):
    fake_servers.run(host, 42, ["java", *flags, "-cp", "/opt/kafka/libs/*", "kafka.Kafka", "/etc/kafka.properties"])


@pytest.mark.parametrize(
    ("flags", "told"),
    [
        ([], "its command line names no log of the collector"),
        (["-Xlog:gc:gc.log"], "its log gc.log is relative to where it was started; name its absolute path"),
    ],
)
def test_why_no_log_is_read(host, flags, told) -> None:
    started(host, *flags)
    (missing,) = gc_log.run(GIVEN, host)["missing"]
    assert told in missing


def test_a_log_of_which_only_the_end_is_read_is_told(host, monkeypatch) -> None:
    host.put("/var/log/gc.log", LINE * 3)
    started(host, "-Xlog:gc:/var/log/gc.log")
    assert [one["pauses"] for one in gc_log.run(GIVEN, host)["logs"]] == [3]
    monkeypatch.setattr(gc_logs, "MOST_BYTES", len(LINE) + 2)
    found = gc_log.run(GIVEN, host)
    assert [one["pauses"] for one in found["logs"]] == [1]
    assert "MiB were read, from /var/log/gc.log on" in found["missing"][0]
