# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

from ansible_collections.groundwork.kafka.plugins.filter.health_textfile import FilterModule
from ansible_collections.groundwork.kafka.plugins.module_utils.health import exposition, textfile
from ansible_collections.groundwork.kafka.plugins.module_utils.health.vital import VALIDATION
from ansible_collections.groundwork.kafka.plugins.module_utils.health.vitals import VITALS

NOW = 1769904000.0  # 2026-02-01T00:00:00Z


def row(kind, status, **more):
    return {"kind": kind, "name": f"kafka {kind}", "status": status, "effective": None, "note": None, **more}


RECORD = {
    "settings": [
        row("kernel", "drifted"),
        row("service", "pending_restart"),
        row("certificate", "in_effect", effective="until 2026-02-11T12:00:00Z"),
        row("certificate", "unavailable", note="not known", name='odd "one"'),
        row("job", "in_effect", name="zookeeper purge"),
    ],
    "findings": [{"id": "server_missing"}],
    "services": [
        {"name": 'kafka"x', "uses": {"map_areas": {"used": 900, "limit": 65530, "headroom_percent": 98}}},
        {"name": "zookeeper", "uses": {}},
    ],
}


def by_name(text):
    return {(one.name, one.labels.get("server")): one.value for one in exposition.parse(text)}


def test_what_an_audit_knows_is_a_page_of_metrics() -> None:
    assert by_name(textfile.text("k1", {"record": RECORD}, NOW)) == {
        ("groundwork_restarts_pending", None): 1,
        ("groundwork_settings_off", None): 1,
        ("groundwork_certificate_days", "kafka certificate"): 10.5,
        ("groundwork_servers_missing", None): 1,
        ("groundwork_zookeeper_purge_off", "zookeeper"): 0,
        ("groundwork_map_areas_used", 'kafka"x'): 900,
        ("groundwork_map_areas_limit", 'kafka"x'): 65530,
        ("groundwork_audited_seconds", None): NOW,
    }


def test_a_host_that_was_not_audited_leaves_no_value_standing() -> None:
    assert by_name(textfile.text("k1", {"msg": "gone"}, NOW)) == {("groundwork_audited_seconds", None): NOW}


ANSWERED = {
    "readings": [
        {"identity": "group_lead", "subject": 'group a "b"', "source": "admin", "value": 0.25, "missing": ""},
        {"identity": "group_lead", "subject": "group c", "source": "admin", "value": None, "missing": "nobody leads"},
        {"identity": "group_lag", "subject": "cluster", "source": "admin", "value": 0, "missing": ""},
        {"identity": "quorum_voters_behind", "subject": "cluster", "source": "admin", "value": 12, "missing": ""},
        {"identity": "quorum_observers_behind", "subject": "cluster", "source": "admin", "value": 1, "missing": ""},
        {"identity": "under_replicated", "subject": "cluster", "source": "admin", "value": 3, "missing": ""},
    ]
}


def test_what_a_cluster_alone_tells_is_a_page_of_metrics() -> None:
    found = exposition.parse(textfile.of_cluster(ANSWERED, NOW))
    assert {(one.name, one.labels.get("group")): one.value for one in found} == {
        ("groundwork_group_lead", 'a "b"'): 0.25,
        ("groundwork_group_lag", None): 0,
        ("groundwork_quorum_voters_behind_seconds", None): 12,
        ("groundwork_quorum_observers_behind_seconds", None): 1,
        ("groundwork_asked_seconds", None): NOW,
    }


def test_a_cluster_that_does_not_answer_leaves_no_value_standing() -> None:
    assert by_name(textfile.of_cluster({"msg": "gone"}, NOW)) == {("groundwork_asked_seconds", None): NOW}


def test_all_that_the_rules_ask_such_a_file_for_is_in_it() -> None:
    of_servers = [one for one in VITALS if one.of != VALIDATION]  # the probe writes a file of its own
    asked = {name for one in of_servers for name in (one.metric, one.whole) if name.startswith("groundwork_")}
    texts = (textfile.text("k1", {"record": RECORD}, NOW), textfile.of_cluster(ANSWERED, NOW))
    assert asked <= {name for text in texts for name, _label in by_name(text)}


def test_the_filters_say_when() -> None:
    found = by_name(FilterModule().filters()["health_textfile"]({"record": RECORD}, "k1"))
    assert found[("groundwork_audited_seconds", None)] > NOW
    assert (
        by_name(FilterModule().filters()["health_cluster_textfile"](ANSWERED))["groundwork_asked_seconds", None] > NOW
    )
