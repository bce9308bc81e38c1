# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What limits replication in a cluster: read, and set.

*client* is what :func:`connection.connected` yields.
"""

from __future__ import annotations

from typing import Any, Dict, List, Sequence, Tuple

from ..core.errors import GroundworkError
from ..reassign import throttle
from . import patient, state


def read(client: Any, brokers: Sequence[int], topics: Sequence[str]) -> throttle.Throttles:
    """What limits replication in the cluster by settings of *brokers* and *topics* themselves."""
    from kafka.admin import ConfigResource  # noqa: PLC0415 there is no client without it

    found: Dict[Tuple[str, str], Dict[str, str]] = {}
    resources = [ConfigResource("BROKER", str(number), configs=list(throttle.BROKER_KEYS)) for number in brokers]
    answer = client.describe_configs(resources, config_filter="all", include_synonyms=True) if resources else {}
    for number, settings in answer.get("broker", {}).items():
        for key, one in settings.items():
            if key in throttle.BROKER_KEYS and one["config_source"] == state.OWN_OF_BROKER:
                found.setdefault((throttle.BROKER, str(number)), {})[key] = one["value"]
    request = patient.topic_settings_request(topics, throttle.TOPIC_KEYS)
    for result in client.send(request, reading=True).results if topics else ():
        for setting in result.configs if not result.error_code else ():
            if setting.config_source == state.OWN and setting.value:
                found.setdefault((throttle.TOPIC, result.resource_name), {})[setting.name] = setting.value
    return found


def limit(client: Any, edits: Sequence[throttle.Edit]) -> None:
    """Make the *edits*; each broker is told its own. A topic that is gone is passed over."""
    from kafka import errors  # noqa: PLC0415 there is no client without it

    of_broker: Dict[int | None, List[throttle.Edit]] = {}
    for one in edits:
        of_broker.setdefault(int(one.name) if one.kind == throttle.BROKER else None, []).append(one)
    for broker, own in of_broker.items():
        given = [(one.kind == throttle.BROKER, one.name, one.key, one.value) for one in own]
        for result in client.send(patient.settings_request(given), broker).responses:
            if result.error_code not in (0, errors.UnknownTopicOrPartitionError.errno):
                why = result.error_message or errors.for_code(result.error_code).__name__
                raise GroundworkError(
                    f"The cluster refuses to limit replication at {result.resource_name}: {why}; give the user of "
                    "kafka_admin_config the right to AlterConfigs, or go without a throttle."
                )
