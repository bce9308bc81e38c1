# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Settings that a cluster keeps itself, which win over every broker's file: told, and set as the cluster's default.

*client* is what :func:`connection.connected` yields.
"""

from __future__ import annotations

import time
from typing import Any, Collection, Dict, List, Mapping, NamedTuple, Tuple

from ..broker.replication import MIN_ISR
from ..core import kafka_commands
from ..core.errors import GroundworkError
from ..core.findings import Finding, finding
from . import gate, patient

_DEFAULT = "DYNAMIC_DEFAULT_BROKER_CONFIG"
#: Of each source that wins over a file: what it is, and how kafka-configs.sh names for whom it is.
DYNAMIC = {
    "DYNAMIC_BROKER_CONFIG": ("the broker's own, dynamic", "--entity-name {}"),
    _DEFAULT: ("the cluster's default, dynamic", "--entity-default"),
}
_STATIC = "STATIC_BROKER_CONFIG"
_SOURCE = "Apache Kafka documentation, Configuration: Updating Broker Configs"


class InForce(NamedTuple):
    """A broker's setting: *value* in force, Kafka's name of the *source* that wins, and what its file has."""

    value: str
    source: str
    file: str | None


#: Settings by key, by broker's number.
Brokers = Dict[int, Dict[str, InForce]]


def read(client: Any, brokers: List[int]) -> Brokers:
    """Each of *brokers*' settings but secret ones, as it tells them itself."""
    from kafka.admin import ConfigResource  # noqa: PLC0415 only who asks a cluster has it

    resources = [ConfigResource("BROKER", str(number)) for number in brokers]
    # The default filter hides what comes from the brokers' files and from the cluster's default.
    answer = client.describe_configs(resources, config_filter="all", include_synonyms=True)
    check_answered(brokers, answer.get("broker", {}))
    return {
        int(number): {
            key: InForce(one["value"], one["config_source"], _file(one["synonyms"]))
            for key, one in settings.items()
            if one["value"] is not None and not one["is_sensitive"]
        }
        for number, settings in answer.get("broker", {}).items()
    }


def check_answered(brokers: Collection[int], answer: Mapping[str, Any]) -> None:
    """Raise GroundworkError for those of *brokers* without settings in the *answer*, as kafka-python drops the error.

    Every broker whose settings may be read has some.
    """
    silent = sorted(number for number in brokers if not answer.get(str(number)))
    if silent:
        raise GroundworkError(
            f"The settings of {gate.numbered('broker', silent)} may not be read; give the user of kafka_admin_config "
            "the right to DescribeConfigs on the cluster."
        )


def _file(synonyms: List[Mapping[str, Any]]) -> str | None:
    """What the file says under the first of the names that Kafka reads for the setting."""
    return next((synonym["value"] for synonym in synonyms if synonym["source"] == _STATIC), None)


def missing(wanted: Mapping[str, str], found: Brokers) -> Dict[str, str]:
    """Those of *wanted* that are not in force in every broker."""
    return {
        key: value
        for key, value in wanted.items()
        if any(key not in settings or settings[key].value != value for settings in found.values())
    }


def overridden(found: Brokers, but: Collection[str] = ()) -> List[Finding]:
    """Findings: settings of brokers' files, *but* those, that are not in force, as the cluster keeps another value."""
    brokers: Dict[Tuple[str, InForce], List[int]] = {}
    for number, settings in found.items():
        for key, one in settings.items():
            if key not in but and one.source in DYNAMIC and one.file is not None and one.file != one.value:
                brokers.setdefault((key, one), []).append(number)
    return [_of_brokers(key, one, numbers) for (key, one), numbers in sorted(brokers.items())]


def _of_brokers(key: str, one: InForce, numbers: List[int]) -> Finding:
    words, entity = DYNAMIC[one.source]
    entity = entity.format(numbers[0] if len(numbers) == 1 else "ID, of each of them,")
    remedy = (
        f"take it out of the cluster (kafka-configs.sh --bootstrap-server HOST:PORT {kafka_commands.CLIENT} "
        f"--alter --entity-type brokers {entity} --delete-config {key}), or put its value into kafka_config"
    )
    if key == MIN_ISR and one.source == _DEFAULT:  # which Kafka from 4.1 on lets nobody take out
        remedy = (
            f"set it in kafka_config, to {one.value} where that is meant or else to {one.file}, and run the playbook "
            "groundwork.kafka.site, which has the cluster keep it so"
        )
    return finding(
        "broker_setting_overridden",
        "medium",
        f"{key} of broker{'' if len(numbers) == 1 else 's'} {', '.join(map(str, sorted(numbers)))}",
        wanted=f"{one.file} (server.properties)",
        found=f"{one.value} ({words})",
        why="what the cluster keeps wins over the broker's file, now and after each restart",
        source=_SOURCE,
        remedy=remedy,
    )


def set_defaults(client: Any, settings: Mapping[str, str]) -> None:
    """Make *settings* the cluster's default; raises GroundworkError with the cluster's reason when it refuses one."""
    from kafka import errors  # noqa: PLC0415 only who asks a cluster has it

    for result in client.send(patient.defaults_request(settings)).responses:
        if result.error_code:
            why = result.error_message or errors.for_code(result.error_code).__name__
            listed = ", ".join(f"{key} = {value}" for key, value in sorted(settings.items()))
            raise GroundworkError(f"The cluster refuses {listed} as its default: {why}.")


def until_in_force(client: Any, brokers: List[int], wanted: Mapping[str, str], seconds: float) -> Brokers:
    """:func:`read` once *wanted* is in force in all of *brokers*, which hear of it a moment later, or time is up."""
    end = time.monotonic() + seconds
    while True:
        found = read(client, brokers)
        if not missing(wanted, found) or time.monotonic() >= end:
            return found
        time.sleep(0.2)
