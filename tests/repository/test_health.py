# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""docs/health.md and docs/monitoring: they say what the table says, and Prometheus takes them and rings as it says."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from ansible_collections.groundwork.kafka.plugins.module_utils.health.vitals import VITALS

CHECKOUT = Path(__file__).resolve().parents[2]
RULES = CHECKOUT / "docs/monitoring/prometheus-rules.yml"

_spec = importlib.util.spec_from_file_location("health_files", CHECKOUT / "docs" / "health.py")
health = importlib.util.module_from_spec(_spec)
sys.modules["health_files"] = health
_spec.loader.exec_module(health)


@pytest.fixture(scope="module")
def promtool():
    """Debian's promtool."""
    done = subprocess.run([CHECKOUT / "lab/prometheus"], capture_output=True, text=True, check=True)
    return f"{done.stdout.strip()}/promtool"


def test_the_files_are_what_the_table_says() -> None:
    files = {path for path in health.MONITORING.iterdir() if path.is_file()}
    assert {path for path in health.written() if path.parent == health.MONITORING} == files
    stale = [path.name for path, text in health.written().items() if path.read_text(encoding="utf-8") != text]
    assert stale == [], "run `make docs`"


def test_prometheus_takes_the_rules(promtool) -> None:
    done = subprocess.run([promtool, "check", "rules", RULES], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    recorded = sum(bool(one.metric) for one in VITALS)
    levels = sum(len(one.levels) for one in VITALS if one.metric)
    assert f"{recorded + levels + 3} rules found" in done.stdout


def complaints(promtool, folder, tests, interval="1m") -> list[str]:
    """What promtool has to say against the *tests* of the rules, in lines."""
    given = {"rule_files": [str(RULES)], "evaluation_interval": interval, "tests": tests}
    (folder / "tests.yml").write_text(yaml.safe_dump(given, width=10000))
    command = [promtool, "test", "rules", folder / "tests.yml"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return [] if done.returncode == 0 else (done.stdout + done.stderr).splitlines()


MINUTES = 80
_DAY = 86400


def steady(vital, value) -> dict[str, str]:
    """Series in which *vital* has this *value* all the time."""
    # Of an instance of its own: which kinds of server one is, follows from what else it tells.
    labels = {"instance": vital.identity, **{name: f"{name}1" for name in ("cluster", *vital.by)}}
    mine = "{" + ", ".join(f'{name}="{value}"' for name, value in labels.items()) + "}"
    grows, whole = f"0+{value * 60:.12g}x{MINUTES}", f"{vital.whole}{mine}"
    if vital.scope == "spread":  # of three servers, so that the greatest can be three times the mean
        parts = {"one": value, "two": (3 - value) / 2, "three": (3 - value) / 2}
        return {
            f'{vital.metric}{{cluster="cluster1", instance="{name}"}}': f"{part * 100:.12g}x{MINUTES}"
            for name, part in parts.items()
        }
    made = {
        "gauge": {f"{vital.metric}{mine}": f"{value:.12g}x{MINUTES}"},
        "counter": {f"{vital.metric}{mine}": grows},
        "share": {f"{vital.metric}{mine}": f"{value * 1000:.12g}x{MINUTES}", whole: f"1000x{MINUTES}"},
        "lesser": {f"{vital.metric}{mine}": f"{value + 9:.12g}x{MINUTES}", whole: f"{value:.12g}x{MINUTES}"},
        "age": {f"{vital.metric}{mine}": f"{-value:.12g}+60x{MINUTES}"},
        "mean": {f"{vital.metric}{mine}": grows, whole: f"0+60x{MINUTES}"},
    }
    return made[vital.kind]


def beyond(level) -> float:
    return level.bound + {">": 0.01, "<": -0.001, "!=": 1, "<=": 0}[level.comparison]


def within(one) -> float:
    """The last value that is normal: the bound itself, or just before it where rates are not exact."""
    level = one.levels[-1][1]
    if one.kind in ("gauge", "lesser", "age"):
        return level.bound + (1 if level.comparison == "<=" else 0)
    return level.bound * (0.99 if level.comparison == ">" else 1.01)


def states():
    """Of each vital sign with bounds a value, and which of its alerts ring then."""
    for one in VITALS:
        if one.metric and one.levels and one.levels[-1][1].seconds < _DAY:
            nearest = beyond(one.levels[-1][1])
            yield one, nearest, {word for word, level in one.levels if beyond(level) == nearest}
            yield one, beyond(one.levels[0][1]), {word for word, _level in one.levels}
            yield one, within(one), set()


def packed():
    """The same in as few tests as there can be: in each, no two of the same metric."""
    tests = []
    for one, value, ringing in states():
        names = {one.metric, one.whole} - {""}
        test = next((test for test in tests if not names & test[0]), None)
        if test is None:
            tests.append(test := (set(), []))
        test[0].update(names)
        test[1].append((one, value, ringing))
    return [states for _names, states in tests]


def asked(one, ringing, when) -> list[dict[str, object]]:
    """Which alerts of *one* are to ring: those, and none of its others."""
    found = []
    for word, _level in one.levels:
        firing = f'alertname="{health.alert_name(one.identity)}", alertstate="firing", severity="{word}"'
        rings = [{"labels": "{}", "value": int(word in ringing)}]
        found.append({"expr": f"count(ALERTS{{{firing}}}) or vector(0)", "eval_time": when, "exp_samples": rings})
    return found


def test_each_alert_rings_beyond_its_bound_and_none_at_it(promtool, tmp_path) -> None:
    tests = []
    for found in packed():
        series = {name: values for one, value, _ringing in found for name, values in steady(one, value).items()}
        given = [{"series": name, "values": values} for name, values in series.items()]
        expected = [one for vital, _value, ringing in found for one in asked(vital, ringing, f"{MINUTES - 1}m")]
        tests.append({"interval": "1m", "input_series": given, "promql_expr_test": expected})
    found = complaints(promtool, tmp_path, tests)
    assert found == [], "\n".join(found)[:4000]
    assert sum(len(test["promql_expr_test"]) for test in tests) > 100


def test_what_has_to_last_a_day_rings_after_a_day(promtool, tmp_path) -> None:
    slow = [one for one in VITALS for _word, level in one.levels if level.seconds >= _DAY]
    assert [one.identity for one in slow] == ["restarts_pending"]
    series = [{"series": 'groundwork_restarts_pending{cluster="c", instance="i"}', "values": "1x450"}]
    expected = [*asked(slow[0], set(), "20h"), *asked(slow[0], {"warning"}, "25h")]
    # Within the five minutes for which Prometheus remembers: it has no order for groups that are due together.
    case = {"interval": "4m", "input_series": series, "promql_expr_test": expected}
    assert complaints(promtool, tmp_path, [case], "4m") == []


def all_the_time(**values) -> dict[str, str]:
    """Series of one server that has these *values* by metric."""
    return {f'{metric}{{cluster="c", instance="k1"}}': f"{value}x40" for metric, value in values.items()}


def handlers(**idle) -> dict[str, str]:
    """The same of how *idle* request handlers are, by whose they are."""
    name = "kafka_server_kafkarequesthandlerpool_{}requesthandleravgidlepercent_rate_one_minute"
    return all_the_time(**{name.format(whose.replace("both", "")): value for whose, value in idle.items()})


IS_BROKER = all_the_time(kafka_server_replicamanager_partitioncount=9)
IS_CONTROLLER = all_the_time(kafka_controller_kafkacontroller_lastappliedrecordlagms=1)
FULL_QUEUE = all_the_time(kafka_network_requestchannel_requestqueuesize=450)
HANDLERS_BUSY = ["KafkaHandlerIdle alarm", "KafkaHandlerIdle warning"]
CONTROLLERS_BUSY = ["KafkaControllerHandlerIdle alarm", "KafkaControllerHandlerIdle warning"]
QUEUE_FULL = ["KafkaRequestQueue alarm", "KafkaRequestQueue warning"]
#: What happens by what the exporters then tell, and which alerts ring after so many minutes.
SCENES = {
    "a broker is killed": (
        {
            'up{cluster="c", instance="k1", job="kafka"}': "1x5 0x40",
            'kafka_server_replicamanager_underreplicatedpartitions{cluster="c", instance="k2"}': "0x5 7x40",
            'kafka_server_replicamanager_underreplicatedpartitions{cluster="c", instance="k3"}': "0x5 5x40",
        },
        {"12m": ["KafkaAnswering alarm", "KafkaUnderReplicated alarm", "KafkaUnderReplicated warning"]},
    ),
    "a broker restarts": (
        {
            'up{cluster="c", instance="k1", job="kafka"}': "1x5 0 1x40",
            'kafka_server_replicamanager_underreplicatedpartitions{cluster="c", instance="k2"}': "0x5 7 0x40",
        },
        {"6m": [], "12m": []},
    ),
    "all replicas are in sync of partitions that have no more of them than min.insync.replicas": (
        all_the_time(
            kafka_server_replicamanager_atminisrpartitioncount=5,
            kafka_server_replicamanager_underreplicatedpartitions=0,
        ),
        {"30m": []},
    ),
    "a broker's handlers are busy, before they were told apart": (
        {**IS_BROKER, **handlers(both=0.05), **FULL_QUEUE},
        {"30m": [*HANDLERS_BUSY, *QUEUE_FULL]},
    ),
    "a broker's handlers are busy": (
        {**IS_BROKER, **handlers(both=0.5, broker=0.05), **FULL_QUEUE},
        {"30m": [*HANDLERS_BUSY, *QUEUE_FULL]},
    ),
    "a broker's handlers are busy, which is a controller too": (
        {**IS_BROKER, **IS_CONTROLLER, **handlers(both=0.52, broker=0.05, controller=0.99)},
        {"30m": HANDLERS_BUSY},
    ),
    "a controller's handlers are busy, which is a broker too, and its queue is full": (
        {**IS_BROKER, **IS_CONTROLLER, **handlers(both=0.52, broker=0.99, controller=0.05), **FULL_QUEUE},
        {"30m": CONTROLLERS_BUSY},
    ),
    "a controller's handlers are busy": (
        {**IS_CONTROLLER, **handlers(both=0.05, controller=0.05), **FULL_QUEUE},
        {"30m": CONTROLLERS_BUSY},
    ),
    "a controller's handlers are busy, before they were told apart": (
        {**IS_CONTROLLER, **handlers(both=0.05), **FULL_QUEUE},
        {"30m": CONTROLLERS_BUSY},
    ),
    "handlers of both are busy in one process, before they were told apart: nobody knows whose": (
        {**IS_BROKER, **IS_CONTROLLER, **handlers(both=0.05), **FULL_QUEUE},
        {"30m": []},
    ),
    "three controllers tell of one partition, and one of them leads": (
        {
            f'kafka_controller_kafkacontroller_{name}{{cluster="c", instance="k{number}"}}': f"{value}x40"
            for number in (1, 2, 3)
            for name, value in (("offlinepartitionscount", 1), ("activecontrollercount", int(number == 2)))
        },
        {"12m": ["KafkaOfflinePartitions alarm"]},
    ),
    "nobody leads": (
        {'kafka_controller_kafkacontroller_activecontrollercount{cluster="c", instance="k1"}': "0x40"},
        {"12m": ["KafkaActiveControllers alarm"]},
    ),
    "only what is beside the program collects for long, and only a file system in memory is full": (
        {
            'jvm_gc_collection_seconds_sum{cluster="c", instance="k1", gc="ZGC Cycles"}': "0+30x40",
            'jvm_gc_collection_seconds_count{cluster="c", instance="k1", gc="ZGC Cycles"}': "0+60x40",
            'node_filesystem_avail_bytes{cluster="c", instance="k1", mountpoint="/run", fstype="tmpfs"}': "1x40",
            'node_filesystem_size_bytes{cluster="c", instance="k1", mountpoint="/run", fstype="tmpfs"}': "1000x40",
        },
        {"30m": []},
    ),
    "a heap is too small": (
        {
            'jvm_gc_collection_seconds_sum{cluster="c", instance="k1", gc="G1 Old Generation"}': "0+30x40",
            'jvm_gc_collection_seconds_count{cluster="c", instance="k1", gc="G1 Old Generation"}': "0+30x40",
        },
        {"30m": ["KafkaGcPause alarm", "KafkaGcPause warning", "KafkaGcShare alarm", "KafkaGcShare warning"]},
    ),
    "nobody has run the playbook health for more than two days, and the text files stand": (
        {
            'groundwork_audited_seconds{cluster="c", instance="k1"}': "-172900x40",
            'groundwork_servers_missing{cluster="c", instance="k1"}': "0x40",
            'groundwork_asked_seconds{cluster="c", instance="k1"}': "-172900x40",
            'groundwork_audited_seconds{cluster="c", instance="k2"}': "-90000x40",
        },
        {"12m": ["KafkaAuditAge warning", "KafkaClusterAge warning"]},
    ),
    "nobody has run the playbook health for more than a week": (
        {'groundwork_audited_seconds{cluster="c", instance="k1"}': "-604900x40"},
        {"12m": ["KafkaAuditAge alarm", "KafkaAuditAge warning"]},
    ),
    "an exporter tells nothing of Kafka": (
        {'up{cluster="c", instance="k1", job="kafka"}': "1x40"},
        {"12m": ["KafkaValueMissing alarm"] * 3},
    ),
}
#: What is missing in a scene that is about something else.
_MISSING = "KafkaValueMissing alarm"


@pytest.mark.parametrize("scene", SCENES)
def test_what_happens_rings(promtool, tmp_path, scene) -> None:
    series, ringing = SCENES[scene]
    query = 'count by (alertname, severity) (ALERTS{alertstate="firing"})'
    expected = []
    for when, alerts in ringing.items():
        others = [one for one in alerts if one != _MISSING] if _MISSING not in alerts else alerts
        names = sorted({*others})
        chosen = query if _MISSING in alerts else query.replace("{", '{alertname!="KafkaValueMissing", ')
        samples = [
            {"labels": '{{alertname="{}", severity="{}"}}'.format(*name.split()), "value": others.count(name)}
            for name in names
        ]
        expected.append({"expr": chosen, "eval_time": when, "exp_samples": samples})
    given = [{"series": name, "values": values} for name, values in series.items()]
    case = {"interval": "1m", "input_series": given, "promql_expr_test": expected}
    found = complaints(promtool, tmp_path, [case])
    assert found == [], "\n".join(found)[:4000]


#: What the exporter holds its patterns against, and what it is to make of it: a name, and the labels.
TOLD = {
    "kafka.server<type=ReplicaManager, name=UnderReplicatedPartitions><>Value: 3": (
        "kafka_server_replicamanager_underreplicatedpartitions",
        {},
    ),
    "kafka.network<type=RequestMetrics, name=RequestsPerSec, request=Produce, version=11><>Count: 42": (
        "kafka_network_requestmetrics_requestspersec_total",
        {"request": "Produce", "version": "11"},
    ),
    "kafka.network<type=RequestMetrics, name=TotalTimeMs, request=FetchFollower><>99thPercentile: 501.0": (
        "kafka_network_requestmetrics_totaltimems_p99",
        {"request": "FetchFollower"},
    ),
    "kafka.network<type=RequestMetrics, name=TotalTimeMs, request=ListGroups><>99thPercentile: 501.0": None,
    "kafka.network<type=RequestMetrics, name=TotalTimeMs, request=Produce><>999thPercentile: 501.0": None,
    "kafka.server<type=BrokerTopicMetrics, name=BytesInPerSec><>Count: 9": (
        "kafka_server_brokertopicmetrics_bytesinpersec_total",
        {},
    ),
    "kafka.server<type=BrokerTopicMetrics, name=BytesInPerSec, topic=orders><>Count: 9": None,
    "kafka.server<type=Produce, client-id=loader><>throttle-time: 0.0": (
        "kafka_server_quota_throttle_time",
        {"type": "Produce", "user": None, "client_id": "loader"},
    ),
    "kafka.server<type=Fetch, user=tester, client-id=loader><>byte-rate: 7.5": (
        "kafka_server_quota_byte_rate",
        {"type": "Fetch", "user": "tester", "client_id": "loader"},
    ),
    'kafka.log<type=LogCleanerManager, name=uncleanable-partitions-count, logDirectory="/data/1"><>Value: 1': (
        "kafka_log_logcleanermanager_uncleanable_partitions_count",
        {"logdirectory": "/data/1"},
    ),
    "kafka.server<type=raft-metrics><>current-leader: 2.0": ("kafka_server_raft_metrics_current_leader", {}),
    "kafka.server<type=raft-metrics><>current-leader-epoch: 2.0": None,
}


@pytest.mark.parametrize(("bean", "wanted"), TOLD.items(), ids=range(len(TOLD)))
def test_what_the_exporter_makes_of_a_bean(bean, wanted) -> None:
    rules = yaml.safe_load((health.MONITORING / "jmx-exporter.yml").read_text())["rules"]
    found = [(rule, re.match(rule["pattern"], bean)) for rule in rules]
    made = [
        (rule["name"], {name: match.group(int(text[1:])) for name, text in rule.get("labels", {}).items()})
        for rule, match in found
        if match
    ]
    assert made == ([wanted] if wanted else [])


def test_the_dashboard_shows_what_is_recorded_each_panel_in_a_place_of_its_own() -> None:
    panels = json.loads((health.MONITORING / "grafana-dashboard.json").read_text())["panels"]
    recorded = {rule["record"] for group in health.rules()["groups"] for rule in group["rules"] if "record" in rule}
    asked = [target["expr"].partition("{")[0] for panel in panels for target in panel.get("targets", [])]
    assert set(asked) <= recorded
    assert len(asked) == len(set(asked)) > 70
    assert len({panel["id"] for panel in panels}) == len(panels)
    cells = [
        (left, top)
        for place in (panel["gridPos"] for panel in panels)
        for left in range(place["x"], place["x"] + place["w"])
        for top in range(place["y"], place["y"] + place["h"])
    ]
    assert len(cells) == len(set(cells))
    assert max(left for left, _top in cells) < 24


#: Reads a dashboard with the models that Grafana generates from its schema, and prints what they make of it.
READ = """
import json, sys
from grafana_foundation_sdk.cog import encoder, plugins
from grafana_foundation_sdk.models.dashboard import Dashboard
plugins.register_default_plugins()
print(encoder.JSONEncoder(sort_keys=True).encode(Dashboard.from_json(json.load(sys.stdin))))
"""


def unknown(given, read, place="") -> list[str]:
    """Where what was *given* is not in what was *read*: no model of Grafana's has it there."""
    if isinstance(given, dict):
        return [
            one
            for name, value in given.items()
            for one in (
                unknown(value, read[name], f"{place}/{name}")
                if isinstance(read, dict) and name in read
                else [f"{place}/{name}"]
            )
        ]
    if isinstance(given, list) and isinstance(read, list) and len(given) == len(read):
        return [one for at, pair in enumerate(zip(given, read)) for one in unknown(*pair, f"{place}/{at}")]
    return [] if given == read else [place]


@pytest.fixture(scope="module")
def read_by_grafana():
    """What Grafana's own models make of a dashboard; they raise for one that lacks what they need."""
    done = subprocess.run([CHECKOUT / "lab/grafana-schema"], capture_output=True, text=True, check=True)
    command = [sys.executable, "-c", READ]
    more = {**os.environ, "PYTHONPATH": done.stdout.strip()}

    def read(dashboard):
        given = json.dumps(dashboard)
        return json.loads(
            subprocess.run(command, input=given, env=more, capture_output=True, check=True, text=True).stdout
        )

    return read


def test_grafanas_own_models_know_all_of_the_dashboard(read_by_grafana) -> None:
    dashboard = json.loads((health.MONITORING / "grafana-dashboard.json").read_text())
    assert unknown(dashboard, read_by_grafana(dashboard)) == []


@pytest.mark.parametrize(
    ("place", "name", "value"),
    [
        ((), "tagz", []),
        (("panels", 1), "grid", {}),
        (("panels", 1, "fieldConfig", "defaults", "custom"), "lineWith", 1),
    ],
)
def test_what_grafana_does_not_know_is_found(read_by_grafana, place, name, value) -> None:
    dashboard = json.loads((health.MONITORING / "grafana-dashboard.json").read_text())
    there = dashboard
    for step in place:
        there = there[step]
    there[name] = value
    assert unknown(dashboard, read_by_grafana(dashboard)) == ["/".join(["", *map(str, place), name])]


def test_the_steps_of_a_panel_go_upward_and_what_is_little_is_red() -> None:
    idle = next(one for one in VITALS if one.identity == "handler_idle")
    queue = next(one for one in VITALS if one.identity == "request_queue")
    assert [(step["value"], step["color"]) for step in health._steps(idle)] == [
        (None, "red"),
        (0.1, "orange"),
        (0.3, "green"),
    ]
    assert [(step["value"], step["color"]) for step in health._steps(queue)] == [
        (None, "green"),
        (100, "orange"),
        (400, "red"),
    ]
