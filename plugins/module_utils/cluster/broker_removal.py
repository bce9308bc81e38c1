# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What speaks against taking a broker out of a cluster, and how a cluster lets go of one.

Brokers and partitions are those of ``cluster.state``; *client* is what :func:`connection.connected` yields.
"""

from __future__ import annotations

from typing import Any, List, Mapping, Sequence

from ..core import listing
from ..core.errors import GroundworkError
from ..reassign import throttle
from . import broker_settings, patient, state, throttles


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
    if number in state.running(brokers):
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


def own_settings(client: Any, broker: int) -> List[str]:
    """The keys of the settings that the cluster keeps for *broker* alone, as it tells them itself.

    Raises GroundworkError where they may not be read.
    """
    from kafka.admin import ConfigResource  # noqa: PLC0415 there is no client without it

    resource = ConfigResource("BROKER", str(broker))
    answer = client.describe_configs([resource], config_filter="all", include_synonyms=True).get("broker", {})
    broker_settings.check_answered([broker], answer)
    return sorted(key for key, one in answer[str(broker)].items() if one["config_source"] == state.OWN_OF_BROKER)


def forget_settings(client: Any, broker: int, keys: Sequence[str]) -> None:
    """Remove the settings with these *keys* of *broker*, which has to run."""
    throttles.limit(client, [throttle.Edit(throttle.BROKER, str(broker), key, None) for key in keys])


def unregister(client: Any, broker: int) -> None:
    """Have a KRaft cluster forget *broker*. Raises GroundworkError with the cluster's reason where it refuses to."""
    from kafka import errors  # noqa: PLC0415 there is no client without it

    answer = client.send(patient.unregister_request(broker))
    if answer.error_code not in (0, errors.BrokerIdNotRegisteredError.errno):
        why = answer.error_message or errors.for_code(answer.error_code).__name__
        raise GroundworkError(
            f"The cluster does not forget broker {broker} ({why}); look at the controllers' journals."
        )
