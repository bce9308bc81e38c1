# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What speaks against taking a broker out of a cluster. Pure: brokers and partitions are those of ``cluster.state``."""

from __future__ import annotations

from typing import Any, List, Mapping, Sequence

from ..core import listing
from ..core.errors import GroundworkError


def check_empty(number: int, partitions: Sequence[Mapping[str, Any]]) -> None:
    """Raise GroundworkError for a broker that is to hold partitions."""
    held = [f"{one['topic']}-{one['partition']}" for one in partitions if number in one["replicas"]]
    if held:
        raise GroundworkError(
            f"Broker {number} holds {len(held)} partition{'' if len(held) == 1 else 's'} ({listing.some(held)}); have "
            "them moved to brokers that stay with the playbook groundwork.kafka.decommission."
        )


def check_stopped(number: int, brokers: Sequence[Mapping[str, Any]]) -> None:
    """Raise GroundworkError for a broker that runs, as it would register again."""
    if number in running(brokers):
        raise GroundworkError(
            f"Broker {number} runs, and would register again; stop it on its host (systemctl disable --now kafka), and "
            "run again."
        )


def left_settings(number: int, brokers: Sequence[Mapping[str, Any]]) -> List[str]:
    """That the settings of a broker stay which does not run, and which the cluster knows still."""
    if number not in [one["id"] for one in brokers]:
        return []
    return [
        f"Broker {number} does not run, and brokers alone tell and remove the settings that the cluster keeps for each "
        f"of them: where there are any, they stay, and a host that gets the number {number} has them. Give it to none; "
        "else the playbook groundwork.kafka.site tells what wins over its file, as broker_setting_overridden."
    ]


def running(brokers: Sequence[Mapping[str, Any]]) -> List[int]:
    """The numbers of those that the cluster has heard of a moment ago."""
    return [one["id"] for one in brokers if not one["fenced"]]
