# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.host.unit_journal import Entry
from ansible_collections.groundwork.kafka.plugins.module_utils.server.log_recovery import Recovery, recovery

BEGUN = "INFO Loading logs from log dirs ArrayBuffer(/a, /b) (log.LogManager)"
FOUND = "INFO Recovering 7 logs from /a since no clean shutdown file was found (log.LogManager)"
CLEAN = "INFO Skipping recovery of 3 logs from /b since clean shutdown file was found (log.LogManager)"
SEGMENT = (
    "INFO [LogLoader partition=t-1, dir=/a] Recovering unflushed segment 0. 0/2 recovered for t-1. (log.LogLoader)"
)
LOADED = "INFO Completed load of Log(dir=/a/t-1) with 2 segments in 90ms (1/7 completed in /a) (log.LogManager)"
ENDED = "INFO Loaded 10 logs in 1200ms (log.LogManager)"


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ([], None),
        (["INFO starting (server.KafkaServer)"], None),
        pytest.param([SEGMENT], None, id="a controller has one log, which is no broker's"),
        ([BEGUN], Recovery(1, "none so far")),
        ([BEGUN, FOUND], Recovery(2, "0 of 7 in /a")),
        ([BEGUN, FOUND, CLEAN, SEGMENT], Recovery(4, "0 of 7 in /a, 0 of 3 in /b")),
        ([BEGUN, FOUND, SEGMENT, LOADED], Recovery(4, "1 of 7 in /a")),
        pytest.param([LOADED, "INFO else"], Recovery(1, "1 of 7 in /a"), id="the beginning is not among the lines"),
        ([BEGUN, FOUND, LOADED, ENDED, "INFO else"], Recovery(4, "1 of 7 in /a", done=True)),
        pytest.param([BEGUN, FOUND, ENDED, BEGUN], Recovery(4, "none so far"), id="a second process"),
        pytest.param([LOADED.replace("1/7", "2/7"), LOADED], Recovery(2, "2 of 7 in /a"), id="told in another order"),
    ],
)
def test_how_far_it_is(said, expected) -> None:
    assert recovery([Entry(at, text) for at, text in enumerate(said, 1)]) == expected
