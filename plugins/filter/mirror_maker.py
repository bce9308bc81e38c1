# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Filters that tell what a MirrorMaker is: the role mirror_maker hands over its inputs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import connection
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.mirror import mirror_maker
from ansible_collections.groundwork.kafka.plugins.plugin_utils.client_files import inlined
from ansible_collections.groundwork.kafka.plugins.plugin_utils.filter_errors import one_sentence


@one_sentence
def _described(given: Mapping[str, Any]) -> dict[str, Any]:
    clusters = [{**one, "client_config": inlined(one.get("client_config") or {})} for one in given["clusters"]]
    found = mirror_maker.describe(mirror_maker.Given(**{**given, "clusters": clusters}))
    for one in clusters:
        try:
            connection.client_options(one["client_config"])
        except GroundworkError as error:
            found["refusals"].append(f"{one.get('alias')} of mirror_maker_clusters: {error}")
    return found


@one_sentence
def _beyond_brokers(flows: Sequence[Mapping[str, Any]], asked: Iterable[Mapping[str, Any]]) -> list[str]:
    brokers = {one["item"]: len(one["brokers"]) for one in asked}
    return mirror_maker.beyond_brokers(flows, brokers)


class FilterModule:
    """What Ansible asks for the filters of this file."""

    def filters(self) -> dict[str, Callable[..., Any]]:
        return {
            "mirror_maker": _described,
            "mirror_beyond_brokers": _beyond_brokers,
        }
