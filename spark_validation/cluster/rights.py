# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What ends a run that lacks a right to its topic."""

from __future__ import annotations

from ..core.errors import CouldNotRunError
from .admin import TopicInfo


def unreadable(topic: str, bootstrap_servers: str) -> CouldNotRunError:
    """What ends a run that has no right to read ``topic``."""
    return CouldNotRunError(
        f"the records of topic {topic} on {bootstrap_servers} may not be read: its ACLs must allow Read"
    )


def require_readable(topic: TopicInfo, bootstrap_servers: str) -> None:
    """Raise :class:`CouldNotRunError` when the cluster tells that ``topic`` may not be read."""
    if not topic.readable:
        raise unreadable(topic.name, bootstrap_servers)


def require_writable(topic: TopicInfo, bootstrap_servers: str) -> None:
    """Raise :class:`CouldNotRunError` when the cluster tells that nothing may be written to ``topic``."""
    if not topic.writable:
        raise CouldNotRunError(
            f"nothing may be written to topic {topic.name} on {bootstrap_servers}: its ACLs must allow Write"
        )
