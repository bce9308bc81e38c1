# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What limits replication in a cluster: read, and set.

*client* is what :func:`connection.connected` yields.
"""

from __future__ import annotations

from typing import Any, Dict, List, Sequence, Tuple

from ..core import listing
from ..core.errors import GroundworkError
from ..reassign import throttle
from . import patient, state


def read(client: Any, brokers: Sequence[int], topics: Sequence[str]) -> throttle.Throttles:
    """What limits replication in the cluster by settings of *brokers* and *topics* themselves.

    A topic that is gone is passed over. Raises GroundworkError for those whose settings may not be read.
    """
    from kafka.admin import ConfigResource  # noqa: PLC0415 there is no client without it

    found: Dict[Tuple[str, str], Dict[str, str]] = {}
    resources = [ConfigResource("BROKER", str(number), configs=list(throttle.BROKER_KEYS)) for number in brokers]
    answer = client.describe_configs(resources, config_filter="all", include_synonyms=True) if resources else {}
    for number, settings in answer.get("broker", {}).items():
        for key, one in settings.items():
            if key in throttle.BROKER_KEYS and one["config_source"] == state.OWN_OF_BROKER:
                found.setdefault((throttle.BROKER, str(number)), {})[key] = one["value"]
    for topic, own in _of_topics(client, topics).items():
        for setting in own:
            if setting.config_source == state.OWN and setting.value:
                found.setdefault((throttle.TOPIC, topic), {})[setting.name] = setting.value
    return found


def _of_topics(client: Any, topics: Sequence[str]) -> Dict[str, Sequence[Any]]:
    from kafka import errors  # noqa: PLC0415 there is no client without it

    if not topics:
        return {}
    found, refused = {}, []
    for answer in client.send(patient.topic_settings_request(topics, throttle.TOPIC_KEYS), reading=True).results:
        if answer.error_code == 0:
            found[answer.resource_name] = answer.configs
        elif answer.error_code != errors.UnknownTopicOrPartitionError.errno:
            refused.append(f"{answer.resource_name} ({errors.for_code(answer.error_code).__name__})")
    if refused:
        raise GroundworkError(
            f"What limits the replication of {listing.some(refused)} is not told, and would stay behind; give the user "
            "of kafka_admin_config the right to DescribeConfigs on all topics."
        )
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
