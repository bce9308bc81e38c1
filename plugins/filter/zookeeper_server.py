# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The filters zookeeper_server and zoo_cfg: the role zookeeper hands over its inputs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ansible_collections.groundwork.kafka.plugins.module_utils.server import zookeeper_server
from ansible_collections.groundwork.kafka.plugins.plugin_utils.filter_errors import one_sentence


@one_sentence
def _server(given: Mapping[str, Any]) -> dict[str, Any]:
    return zookeeper_server.describe(zookeeper_server.Given(**given))


@one_sentence
def _zoo_cfg(server: Mapping[str, Any], given: Mapping[str, Any]) -> str:
    return zookeeper_server.text(zookeeper_server.settings(server, zookeeper_server.Settings(**given)))


class FilterModule:
    """What Ansible asks for the filters of this file."""

    def filters(self) -> dict[str, Callable[..., Any]]:
        return {"zookeeper_server": _server, "zoo_cfg": _zoo_cfg}
