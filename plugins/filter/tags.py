# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The filters tag_runs and tag_left_out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ansible_collections.groundwork.kafka.plugins.plugin_utils import tags


class FilterModule:
    """What Ansible asks for the filters of this file."""

    def filters(self) -> dict[str, Callable[..., Any]]:
        return {"tag_runs": tags.runs, "tag_left_out": tags.left_out}
