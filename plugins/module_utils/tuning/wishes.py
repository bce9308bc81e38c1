# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What is wanted of a host, as the options of a module: every module that takes it takes the same."""

from __future__ import annotations

from typing import Any, Dict, Mapping

from ..host.machine import Host
from . import profile

#: The argument specification; its documentation is the fragment groundwork.kafka.profile.
ARGUMENTS: Dict[str, Dict[str, Any]] = {
    "kernel_parameters": {"type": "dict"},
    "transparent_huge_pages": {"type": "raw"},
    "listen_backlog": {"type": "int"},
    "nofile": {
        "type": "dict",
        "options": {"soft": {"type": "int", "required": True}, "hard": {"type": "int", "required": True}},
    },
    "limits_users": {"type": "list", "elements": "str"},
    "services": {"type": "list", "elements": "str"},
    "plan": {
        "type": "dict",
        "options": {
            "partitions": {"type": "int", "required": True},
            "partition_bytes": {"type": "int"},
            "segment_bytes": {"type": "int"},
            "retention_hours": {"type": "int"},
            "roll_hours": {"type": "int"},
            "connections": {"type": "int"},
        },
    },
    "observe": {"type": "bool", "default": True},
}


def wishes(host: Host, given: Mapping[str, Any]) -> profile.Wishes:
    """What the module's parameters *given* ask for, validated; GroundworkError for what cannot be."""
    return profile.wishes(
        host,
        kernel_parameters=given["kernel_parameters"],
        transparent_huge_pages=given["transparent_huge_pages"],
        listen_backlog=given["listen_backlog"],
        nofile=given["nofile"],
        limits_users=given["limits_users"],
        units=given["services"],
        plan=given["plan"],
        observe=given["observe"],
    )
