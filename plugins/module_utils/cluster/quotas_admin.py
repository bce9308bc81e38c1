# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Read a cluster's quotas over kafka-python's admin client, and carry a plan of module_utils.cluster.quotas out."""

from __future__ import annotations

from typing import Any, Dict, List, Mapping

from ..core.errors import GroundworkError
from . import patient, quotas, settling
from .quotas import Entity, Limits, Plan


def run(client: Any, asked: Limits, timeout: float, check_mode: bool) -> Dict[str, Any]:
    """The result of making the quotas *asked* for so; the cluster is asked first whether it would take all of it."""
    found = read(client)
    planned = quotas.plan(asked, found)
    if planned:
        _alter(client, planned, True)
    if planned and not check_mode:
        _alter(client, planned, False)
        settling.wait(lambda: _named(quotas.plan(asked, read(client))), timeout)
    before, after = quotas.texts(planned, asked, found)
    return {
        "changed": bool(planned),
        "set": {
            quotas.named(entity): {key: value for key, value in changes.items() if value is not None}
            for entity, changes in planned.changes.items()
            if any(value is not None for value in changes.values())
        },
        "removed": {
            quotas.named(entity): [key for key, value in changes.items() if value is None]
            for entity, changes in planned.changes.items()
            if None in changes.values()
        },
        "diff": {"before": before, "after": after},
    }


def read(client: Any) -> Dict[Entity, Mapping[str, float]]:
    """All quotas of the cluster."""
    from kafka import errors  # noqa: PLC0415 there is no client without it

    answer = client.send(patient.quotas_request(), reading=True)
    if answer.error_code:
        raise GroundworkError(
            f"The cluster does not tell its quotas ({errors.for_code(answer.error_code).__name__}); give the user the "
            "right to DescribeConfigs on the cluster."
        )
    return {
        quotas.ordered([(part.entity_type, part.entity_name) for part in entry.entity]): {
            one.key: one.value for one in entry.values
        }
        for entry in answer.entries or ()
    }


def _alter(client: Any, planned: Plan, validate_only: bool) -> None:
    from kafka import errors  # noqa: PLC0415 there is no client without it

    answer = client.send(patient.quota_changes_request(planned.changes, validate_only))
    told: List[str] = []
    for entry in answer.entries:
        if entry.error_code:
            entity = quotas.ordered([(part.entity_type, part.entity_name) for part in entry.entity])
            why = " ".join((entry.error_message or errors.for_code(entry.error_code).__name__).split()).rstrip(".")
            asked = ", ".join(quotas.said(planned.changes.get(entity, {})))
            told.append(f"The cluster refuses to give {quotas.named(entity)} the quotas {asked}: {why}.")
    if told:
        raise GroundworkError("\n".join(told))


def _named(planned: Plan) -> List[str]:
    return [f"quotas of {quotas.named(entity)}" for entity in planned.changes]
