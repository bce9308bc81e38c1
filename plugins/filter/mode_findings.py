# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The filter mode_findings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ansible_collections.groundwork.kafka.plugins.module_utils.core.findings import Finding
from ansible_collections.groundwork.kafka.plugins.module_utils.server import mode as server_mode
from ansible_collections.groundwork.kafka.plugins.plugin_utils.filter_errors import one_sentence


def _findings(groups: Mapping[str, Sequence[str]], mode: str) -> list[Finding]:
    hosts = [list(groups.get(name, [])) for name in ("kafka", "kafka_controllers", "zookeeper")]
    return one_sentence(lambda: server_mode.check(str(mode), *hosts))


class FilterModule:
    """What Ansible asks for the filters of this file."""

    def filters(self) -> dict[str, Callable[..., Any]]:
        return {"mode_findings": _findings}
