# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Filters that tell what a Kafka server is: the role kafka hands over its inputs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ansible_collections.groundwork.kafka.plugins.module_utils.broker import (
    config,
    inputs,
    keys,
    listener_names,
    listeners,
    secure,
)
from ansible_collections.groundwork.kafka.plugins.module_utils.review import inputs as review_inputs
from ansible_collections.groundwork.kafka.plugins.module_utils.server import (
    kafka_listeners,
    kafka_server,
    kafka_settings,
    place,
)
from ansible_collections.groundwork.kafka.plugins.plugin_utils.filter_errors import one_sentence


@one_sentence
def _server(given: Mapping[str, Any]) -> dict[str, Any]:
    return kafka_server.describe(kafka_server.Given(**given))


@one_sentence
def _settings(server: Mapping[str, Any], given: Mapping[str, Any], heap: str) -> dict[str, str]:
    return kafka_settings.settings(server, kafka_settings.Settings(**given), heap)


@one_sentence
def _cluster_settings(server: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    own = [given[name] for name in ("production_config", "config", "replication")]
    return kafka_settings.cluster_settings(server, *own)


@one_sentence
def _presented(given: Mapping[str, Any], certificate: str, server: Mapping[str, Any]) -> list[dict[str, Any]]:
    ports = given["ports"]
    clients = kafka_server.clients(server, ports[listener_names.CLIENT])
    return kafka_listeners.presented(given["node_id"], str(given["host"]), ports, certificate, clients)


def _port_sources(server: Mapping[str, Any], ports: Mapping[str, object]) -> dict[str, object]:
    clients = kafka_server.clients(server, ports[listener_names.CLIENT])
    return listeners.sources(server["roles"], ports, clients, secure.PHASES[server["phase"]].beside)


@one_sentence
def _judged(given: object) -> dict[str, Any]:
    return inputs.judged(config.mapping(given, keys.OWN))


@one_sentence
def _reviewed(
    server: Mapping[str, Any], name: str, settings: Mapping[str, str], jvm: Mapping[str, Any], disks: Mapping[str, Any]
) -> dict[str, Any]:
    return review_inputs.of_server(name, server["version"], settings, jvm, disks)


def _answers_at(
    server: Mapping[str, Any], ports: Mapping[str, Any], identity: Mapping[str, Any], configured: bool
) -> object:
    clients = kafka_server.clients(server, ports[listener_names.CLIENT]) if server["listeners"] else ()
    return kafka_listeners.answers_at(server["roles"], ports, identity, configured, clients)


class FilterModule:
    """What Ansible asks for the filters of this file."""

    def filters(self) -> dict[str, Callable[..., Any]]:
        return {
            "kafka_server": _server,
            "kafka_settings": _settings,
            "kafka_cluster_settings": _cluster_settings,
            "kafka_answers_at": _answers_at,
            "kafka_presented": _presented,
            "kafka_port_sources": _port_sources,
            "kafka_reviewed": _reviewed,
            "judged_settings": _judged,
            "file_texts": place.with_texts,
        }
