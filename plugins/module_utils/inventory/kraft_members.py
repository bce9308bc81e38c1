# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The hosts of a KRaft cluster, by what their storage holds: who is to join, and who has to be let in first. Pure."""

from __future__ import annotations

from typing import Any, Dict, List, Mapping, Sequence


def members(read: Mapping[str, Mapping[str, Any]], controllers: Mapping[str, str]) -> List[Dict[str, Any]]:
    """The hosts whose storage was *read*, as cluster_identity takes them.

    *read* has for each host what kafka_storage told, nothing where it was not asked; *controllers* has ``HOST:PORT`` of
    those that are controllers.
    """
    return [
        {
            "host": host,
            "controller": host in controllers,
            "address": controllers.get(host, ""),
            "storage": told["storage"],
        }
        for host, told in read.items()
        if told.get("storage") is not None
    ]


def joining(found: Sequence[Mapping[str, Any]], formatted: Mapping[str, Mapping[str, Any]]) -> List[int]:
    """The numbers of the controllers among the members *found* that this run has *formatted*, by the task's results."""
    return [
        int(member["storage"]["node_id"])
        for member in found
        if member["controller"] and formatted.get(member["host"], {}).get("changed")
    ]


def newcomers(
    found: Sequence[Mapping[str, Any]], principals: Mapping[str, str], super_users: Sequence[str]
) -> List[Dict[str, Any]]:
    """Servers that hold nothing of the running cluster yet, as users with the rights that their start takes.

    The others, which are restarted after these have registered, take them for super users only then. *principals* has
    for each host as whom its server logs in: ``User:`` and a name.
    """
    return [
        {
            "name": principals[member["host"]][len("User:") :],
            # What a broker asks of a controller, and a controller that is to vote.
            "acls": [
                {
                    "resource": "cluster",
                    "operations": ["cluster_action", *(["alter"] if member["controller"] else [])],
                }
            ],
        }
        for member in found
        if not member["storage"]["cluster_id"] and principals.get(member["host"]) in super_users
    ]
