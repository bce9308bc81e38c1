# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Write docs/health.md and docs/monitoring from the table of vital signs, plugins/module_utils/health.

`python docs/health.py` from the checkout, with the collection on the path (`make docs` does both).
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import yaml

from ansible_collections.groundwork.kafka.plugins.module_utils.health import clients, exporter, vital
from ansible_collections.groundwork.kafka.plugins.module_utils.health.vital import (
    AGE,
    BOTH,
    CLIENT,
    CLUSTER,
    COUNTER,
    LESSER,
    MEAN,
    OF,
    OF_BROKERS,
    OF_CONTROLLERS,
    SHARE,
    SPREAD,
    Level,
    Vital,
)
from ansible_collections.groundwork.kafka.plugins.module_utils.health.vitals import VITALS

DOCS = Path(__file__).resolve().parent
MONITORING = DOCS / "monitoring"
_WRITTEN = "Written from plugins/module_utils/health by `make docs`: what you change here is lost."
_WINDOW = "5m"
_ON = "on (cluster, instance)"
#: What a process does that is a broker alone, or a controller alone.
_OF_ONE = {
    vital.BROKER: f"unless {_ON} {OF_CONTROLLERS}",
    vital.CONTROLLER: f"and {_ON} {OF_CONTROLLERS} unless {_ON} {OF_BROKERS}",
}
_AGGREGATED = {"mean": "avg"}
#: What is to be known of each cluster: where it is missing, silence is not health.
_ESSENTIAL = ("under_replicated", "offline_partitions", "active_controllers")
_TITLES = {
    vital.BROKER: "Brokers",
    vital.CONTROLLER: "Controllers",
    vital.ZOOKEEPER: "ZooKeeper",
    vital.HOST: "Hosts and their JVMs",
    vital.CLIENT: "Clients",
    vital.VALIDATION: "Validation",
}
#: What is shown of a client on the dashboard; the rest is for its own.
_OF_CLIENTS = {one.identity for one in (*clients.GROUPS, *clients.CONSUMERS)}
_UNITS = {
    "bytes": "bytes",
    "bytes/s": "Bps",
    "ms": "ms",
    "s": "s",
    "ns": "ns",
    "share": "percentunit",
    "days": "d",
    "requests/s": "reqps",
}
_BEGINNING = """# What to watch

A vital sign is normal as long as neither its warning nor its alarm is reached; one without either is shown and not
judged, as it depends on the load what is much. The time behind a bound is how long a monitoring waits before it rings;
the playbook `groundwork.kafka.health` looks once, and tells at once.

[monitoring](monitoring) has what follows from this table:

| file | what it is |
|---|---|
| `prometheus-rules.yml` | Prometheus' rules; each target wants a label `cluster` with the name of its cluster |
| `grafana-dashboard.json` | a dashboard for Grafana, on what these rules record |
| `jmx-exporter.yml` | the JMX exporter's configuration of brokers and controllers, which asks for these MBeans alone |
| `jmx-exporter-zookeeper.yml` | the same of ZooKeeper servers, as far as their JMX has what `mntr` tells |
| `jmx-exporter-clients.yml` | the same of clients in Java |

The roles `kafka` and `zookeeper` bring the exporter and these rules themselves where `kafka_exporter_enabled` and
`zookeeper_exporter_enabled` say so.

`up` comes from Prometheus itself, `node_…` from its node exporter, `process_…` and `jvm_…` from the JMX exporter, and
`groundwork_…` from files that the node exporter reads. Those of ZooKeeper's servers come from its own provider,
`metricsProvider.className=org.apache.zookeeper.metrics.prometheus.PrometheusMetricsProvider`.

JMX is not asked over its port: that takes Java's own protocol, and so a JVM on the host that asks. The exporter's page
is the way.

"""
_BESIDE = {LESSER: ", but no more than"}
_SOURCES = {"admin": "Kafka's admin API", "audit": "the audit of the host", "mntr": "ZooKeeper's mntr"}


class _Folded(yaml.SafeDumper):
    """Keeps lists apart from what they are in, as yamllint wants them."""

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> Any:  # noqa: ARG002
        return super().increase_indent(flow, False)


def recorded(one: Vital) -> str:
    """The name of the series that *one* is recorded as."""
    return f"groundwork:{one.identity}"


def expression(one: Vital) -> str:
    """What Prometheus works *one* out of."""
    stays = ["cluster", "instance", *one.by]
    over = _AGGREGATED.get(one.over, one.over)
    label, values = one.passed_over
    chosen = f'{{{label}!~"{values}"}}' if label else ""
    metric, whole = f"{one.metric}{chosen}", f"{one.whole}{chosen}"
    if one.kind == MEAN:
        grown = [f"sum by ({', '.join(stays)}) (rate({name}[{_WINDOW}]))" for name in (metric, whole)]
        return " / ".join(grown)
    base = {
        COUNTER: f"rate({metric}[{_WINDOW}])",
        SHARE: f"{metric} / {whole}",
        LESSER: f"({metric} < {whole}) or ({whole} <= {metric})",
        AGE: f"time() - {metric}",
    }.get(one.kind, metric)
    if one.alone:
        of_one = f"({one.of_one.metric} {_OF_ONE[one.of]})"
        base = of_one if one.alone == one.bean else f"{base} or {_ON} {of_one}"
    server = f"{over} by ({', '.join(stays)}) ({base})"
    if one.scope == CLUSTER:
        return f"{one.across} by ({', '.join(['cluster', *one.by])}) ({server})"
    if one.scope == SPREAD:
        return f"max by (cluster) ({server}) / avg by (cluster) ({server})"
    return server


def rules() -> dict[str, Any]:
    """Prometheus' recording and alerting rules."""
    shown = [one for one in VITALS if one.metric]
    groups = [
        {
            "name": f"groundwork_{of}",
            "rules": [{"record": recorded(one), "expr": expression(one)} for one in shown if one.of == of],
        }
        for of in OF
    ]
    alerts = [
        {
            "name": f"groundwork_{of}_alerts",
            "rules": [
                _alert(one, word, level) for one in shown if one.of == of for word, level in reversed(one.levels)
            ],
        }
        for of in OF
    ]
    missing = {"name": "groundwork_missing_alerts", "rules": [_missing(name) for name in _ESSENTIAL]}
    return {"groups": [*groups, *alerts, missing]}


def alert_name(identity: str) -> str:
    """What the alert of the vital sign *identity* is called."""
    return "Kafka" + "".join(word.capitalize() for word in identity.split("_"))


def _alert(one: Vital, word: str, level: Level) -> dict[str, Any]:
    whose = "{{ $labels.cluster }}" + ("" if one.scope in (CLUSTER, SPREAD) else " {{ $labels.instance }}")
    labels = "".join(f" {{{{ $labels.{name} }}}}" for name in one.by)
    return {
        "alert": alert_name(one.identity),
        "expr": f"{recorded(one)} {level.comparison} {level.bound:g}",
        "for": f"{level.seconds}s",
        "labels": {"severity": word},
        "annotations": {
            "summary": f"{whose}{labels}: {one.meaning}: {{{{ $value | humanize }}}} {one.unit}".rstrip(),
            "description": f"Normal is: {one.normal}. {_sentence(one.why)} First: {one.first}.",
            "table": f"docs/health.md#{one.identity}",
        },
    }


def _missing(identity: str) -> dict[str, Any]:
    return {
        "alert": alert_name("value_missing"),
        "expr": f"count by (cluster) (up) unless on (cluster) groundwork:{identity}",
        "for": "300s",
        "labels": {"severity": "alarm", "vital": identity},
        "annotations": {
            "summary": f"{{{{ $labels.cluster }}}}: nothing tells {identity}",
            "description": "The cluster is scraped, and this value is not among what comes: its alert can't ring. "
            "First: look whether the brokers' exporter runs with docs/monitoring/jmx-exporter.yml.",
            "table": f"docs/health.md#{identity}",
        },
    }


def dashboard() -> dict[str, Any]:
    """The dashboard for Grafana: a row for what vital signs are of, with a panel for each."""
    panels: list[dict[str, Any]] = []
    top = 0
    for of in OF:
        shown = [one for one in VITALS if one.of == of and one.metric and (of != CLIENT or one.identity in _OF_CLIENTS)]
        panels.append(
            {"type": "row", "title": _TITLES[of], "collapsed": False, "panels": [], "gridPos": _place(0, top)}
        )
        top += 1
        for number, one in enumerate(shown):
            panels.append(_panel(one, _place(number % 3 * 8, top + number // 3 * 8, 8, 8)))
        top += (len(shown) + 2) // 3 * 8
    return {
        "uid": "groundwork-kafka",
        "title": "Kafka: vital signs",
        "description": _WRITTEN,
        "tags": ["kafka", "groundwork"],
        "schemaVersion": 39,
        "version": 1,
        "editable": True,
        "refresh": "30s",
        "time": {"from": "now-6h", "to": "now"},
        "timezone": "browser",
        "templating": {
            "list": [
                {"name": "datasource", "label": "Prometheus", "type": "datasource", "query": "prometheus"},
                {
                    "name": "cluster",
                    "label": "Cluster",
                    "type": "query",
                    "datasource": _SOURCE,
                    "query": {"query": "label_values(up, cluster)", "refId": "cluster"},
                    "refresh": 2,
                    "includeAll": True,
                    "multi": True,
                },
            ]
        },
        "annotations": {"list": []},
        "links": [],
        "panels": [{"id": number, **panel} for number, panel in enumerate(panels, start=1)],
    }


_SOURCE = {"type": "prometheus", "uid": "${datasource}"}


def _place(left: int, top: int, width: int = 24, height: int = 1) -> dict[str, int]:
    return {"h": height, "w": width, "x": left, "y": top}


def _panel(one: Vital, place: dict[str, int]) -> dict[str, Any]:
    legend = "{{cluster}}" + ("" if one.scope in (CLUSTER, SPREAD) else " {{instance}}")
    legend += "".join(f" {{{{{name}}}}}" for name in one.by)
    return {
        "type": "timeseries",
        "title": one.identity.replace("_", " "),
        "description": f"{_sentence(one.meaning)} Normal is: {one.normal}. {_sentence(one.why)} First: {one.first}.",
        "gridPos": place,
        "datasource": _SOURCE,
        "targets": [
            {
                "refId": "A",
                "datasource": _SOURCE,
                "expr": f'{recorded(one)}{{cluster=~"$cluster"}}',
                "legendFormat": legend,
            }
        ],
        "fieldConfig": {
            "defaults": {
                "unit": _UNITS.get(one.unit, "short"),
                "custom": {
                    "lineWidth": 1,
                    "fillOpacity": 8,
                    "thresholdsStyle": {"mode": "line" if one.levels else "off"},
                },
                "thresholds": {"mode": "absolute", "steps": _steps(one)},
            },
            "overrides": [],
        },
        "options": {"legend": {"displayMode": "list", "placement": "bottom"}, "tooltip": {"mode": "multi"}},
    }


def _steps(one: Vital) -> list[dict[str, Any]]:
    """From which value on a line has which colour; what is too little counts from the other side."""
    colours = {"warning": "orange", "alarm": "red"}
    upward = [(level.bound, colours[word]) for word, level in reversed(one.levels) if level.comparison.startswith(">")]
    below = [(level.bound, colours[word]) for word, level in one.levels if level.comparison.startswith("<")]
    if not below:
        return [{"color": "green", "value": None}, *({"color": colour, "value": at} for at, colour in upward)]
    bounds = [None, *(at for at, _colour in below)]
    return [{"color": colour, "value": at} for at, colour in zip(bounds, [*(c for _at, c in below), "green"])]


def page() -> str:
    """The text of docs/health.md."""
    lines = _BEGINNING.splitlines()
    for of in OF:
        lines += [
            f"## {_TITLES[of]}",
            "",
            "| vital sign | normal | warning | alarm | why, and what to do first | where |",
        ]
        lines += ["|---|---|---|---|---|---|", *(_row(one) for one in VITALS if one.of == of), ""]
    lines += ["This file is written from `plugins/module_utils/health` by `make docs`.", ""]
    return "\n".join(lines)


def _row(one: Vital) -> str:
    name = f'<a id="{one.identity}"></a>**{one.identity}**{f" ({one.unit})" if one.unit else ""}: {one.meaning}'
    told = f"{_sentence(one.why)} {_sentence(one.first)} *{one.source}*"
    cells = [name, one.normal, _bound(one.warning), _bound(one.alarm), told, "<br>".join(_where(one))]
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _where(one: Vital) -> list[str]:
    found = [f"MBean `{one.bean}`, `{one.attribute}`"] if one.bean else []
    if one.costly:
        found.append("not exposed: a series for each partition")
    elif one.metric:
        found.append(f"`{one.metric}`" + (f"{_BESIDE.get(one.kind, ' of')} `{one.whole}`" if one.whole else ""))
    if one.alone == one.bean != "":
        found.append(f"of what is a {one.of} alone")
    elif one.alone:
        former = f"MBean `{one.alone}`, `{one.of_one.metric}`"
        found.append(f"since {one.since}; before, and of what is a {one.of} alone: {former}")
    asked = [_SOURCES[source] for source in one.asked if source in _SOURCES]
    found += [f"asked of {', '.join(asked)}"] if asked else []
    versions = [f"since {one.since}"] if one.since and not one.alone else []
    versions += [f"until {one.until}"] if one.until else []
    versions += [f"{one.mode} alone"] if one.mode != BOTH else []
    return found + ([", ".join(versions)] if versions else [])


def _bound(level: Level | None) -> str:
    if level is None:
        return ""
    return f"{level.comparison} {level.bound:g}" + (f" for {level.seconds} s" if level.seconds else "")


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:] + "."


def written() -> dict[Path, str]:
    """All files, each with its text."""
    found = {DOCS / "health.md": page()}
    for name, value in {
        "prometheus-rules.yml": rules(),
        "jmx-exporter.yml": exporter.configuration(exporter.KAFKA),
        "jmx-exporter-zookeeper.yml": exporter.configuration([vital.ZOOKEEPER]),
        "jmx-exporter-clients.yml": exporter.configuration([CLIENT]),
    }.items():
        text = yaml.dump(value, Dumper=_Folded, sort_keys=False, width=110, allow_unicode=True)
        found[MONITORING / name] = f"---\n# {_WRITTEN}\n{text}"
    found[MONITORING / "grafana-dashboard.json"] = json.dumps(dashboard(), indent=2) + "\n"
    return found


if __name__ == "__main__":
    MONITORING.mkdir(exist_ok=True)
    for path, text in written().items():
        path.write_text(text, encoding="utf-8")
