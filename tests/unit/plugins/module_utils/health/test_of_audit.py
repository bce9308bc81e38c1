# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.health import of_audit

NOW = 1769904000.0  # 2026-02-01T00:00:00Z


def row(kind, status, **more):
    return {"kind": kind, "name": f"a {kind}", "status": status, "effective": None, "note": None, **more}


RECORD = {
    "settings": [
        row("kernel", "in_effect"),
        row("kernel", "drifted"),
        row("service", "pending_restart"),
        row("limit", "unavailable"),
        row("process", "drifted"),  # its headroom, which is told by itself
        row("certificate", "in_effect", effective="until 2026-02-11T12:00:00Z"),
        row("certificate", "unavailable", note="its keystore can't be read here"),
    ],
    "findings": [{"id": "server_missing"}, {"id": "swap_in_use"}],
    "services": [
        {
            "name": "kafka",
            "uses": {
                "map_areas": {"used": 900, "limit": 1000, "headroom_percent": 10},
                "descriptors": {"used": 5, "limit": None, "headroom_percent": None},
            },
        },
        {"name": "zookeeper", "uses": {}},
    ],
}


def test_what_a_record_tells() -> None:
    found = {(one.identity, one.subject): one.value for one in of_audit.readings("k1", {"record": RECORD}, NOW)}
    assert found == {
        ("answering", "k1"): 1,
        ("restarts_pending", "k1"): 1,
        ("settings_off", "k1"): 1,
        ("servers_missing", "k1"): 1,
        ("map_areas", "k1 kafka"): 0.9,
        ("descriptors", "k1 kafka"): 0,
        ("map_areas", "k1 zookeeper"): None,
        ("descriptors", "k1 zookeeper"): None,
        ("certificate_days", "k1 a certificate"): None,
    } | {("certificate_days", "k1 a certificate"): found[("certificate_days", "k1 a certificate")]}
    days = [one for one in of_audit.readings("k1", {"record": RECORD}, NOW) if one.identity == "certificate_days"]
    assert [(one.value, one.missing) for one in days] == [(10.5, ""), (None, "its keystore can't be read here")]


@pytest.mark.parametrize(
    ("result", "why"),
    [
        ({"unreachable": True, "msg": "Failed to connect\nmore"}, "Failed to connect"),
        ({}, "the host was not audited"),
        ({"record": None, "msg": ""}, "the host was not audited"),
    ],
)
def test_a_host_that_was_not_audited_does_not_answer(result, why) -> None:
    found = of_audit.readings("k1", result, NOW)
    assert [(one.identity, one.value, one.missing) for one in found] == [("answering", 0, ""), ("", None, why)]


@pytest.mark.parametrize(
    ("status", "note", "value", "missing"),
    [
        ("in_effect", "ran at 3 o'clock", 0, ""),
        ("drifted", "a.timer fails", 1, ""),
        ("unavailable", "cron told of no run", None, "cron told of no run"),
        ("unavailable", None, None, "no purge was seen"),
    ],
)
def test_a_purge_that_does_not_run_or_fails_is_off(status, note, value, missing) -> None:
    rows = [row("job", status, name="zk1 purge", note=note), row("job", "drifted", name="another")]
    record = {**RECORD, "settings": rows}
    found = [one for one in of_audit.readings("k1", {"record": record}, NOW) if one.identity == "zookeeper_purge_off"]
    assert [(one.subject, one.value, one.missing) for one in found] == [("k1 zk1", value, missing)]
