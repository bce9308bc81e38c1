# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What the role preflight works out, as filters."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ansible_collections.groundwork.kafka.plugins.module_utils.inventory import reach
from ansible_collections.groundwork.kafka.plugins.module_utils.review import inputs
from ansible_collections.groundwork.kafka.plugins.plugin_utils import preflight
from ansible_collections.groundwork.kafka.plugins.plugin_utils.filter_errors import one_sentence


@one_sentence
def _reach(given: Mapping[str, Any]) -> list[str]:
    groups = {name: list(hosts) for name, hosts in given["groups"].items()}
    return reach.lines(reach.Given(**{**given, "groups": groups}))


class FilterModule:
    """What Ansible asks for the filters of this file."""

    def filters(self) -> dict[str, Callable[..., Any]]:
        return {
            "preflight_holds": preflight.holding,
            "preflight_without_java": preflight.without_java,
            "preflight_java_refusals": preflight.java_refusals,
            "preflight_reach": _reach,
            "preflight_review": one_sentence(inputs.review),
        }
