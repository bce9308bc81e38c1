# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What the role smoke_test works out, as filters."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ansible_collections.groundwork.kafka.plugins.plugin_utils import smoke_test


def _command(given: Mapping[str, Any]) -> list[str]:
    return smoke_test.command(smoke_test.Given(**given))


class FilterModule:
    """What Ansible asks for the filters of this file."""

    def filters(self) -> dict[str, Callable[..., Any]]:
        return {"smoke_test_command": _command, "smoke_test_sentence": smoke_test.sentence}
