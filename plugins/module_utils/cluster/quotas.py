# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Quotas of users, client ids and addresses as they are wanted, and what is to be done about them. Pure.

Source: org.apache.kafka.common.config.internals.QuotaConfigs, and kafka-configs.sh.
"""

from __future__ import annotations

import difflib
from dataclasses import dataclass, field
from typing import Any, Dict, List, Mapping, Sequence, Tuple

from ..core.errors import GroundworkError, each

#: Whom a quota is for: each part's type in Kafka's words, with its name, None for whoever has no quota of its own.
Entity = Tuple[Tuple[str, "str | None"], ...]
#: The quotas of each entity, by Kafka's keys.
Limits = Mapping[Entity, Mapping[str, float]]

DEFAULT = "<default>"
_USER, _CLIENT, _IP = "user", "client-id", "ip"
#: The module's options, by Kafka's types; in the order in which they are told.
_TYPES = {"user": _USER, "client_id": _CLIENT, "ip": _IP}
_RATES = ("producer_byte_rate", "consumer_byte_rate", "request_percentage", "controller_mutation_rate")
_CONNECTIONS = ("connection_creation_rate",)
#: Of these Kafka takes whole numbers alone.
_WHOLE = ("producer_byte_rate", "consumer_byte_rate", *_CONNECTIONS)
#: What a quota may be given as, beyond which :func:`wanted` judges.
QUOTA: Dict[str, Any] = {
    **{option: {"type": "str"} for option in _TYPES},
    "limits": {"type": "dict", "default": {}},
    "state": {"type": "str", "choices": ["present", "absent"], "default": "present"},
}


@dataclass(frozen=True)
class Plan:
    """The quotas to be set for each entity, or taken away where they are None."""

    changes: Mapping[Entity, Mapping[str, float | None]] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.changes)


def wanted(given: Sequence[Mapping[str, Any]]) -> Dict[Entity, Dict[str, float]]:
    """The quotas of the module's option, none for an entity that is to have none.

    Raises GroundworkError, a sentence for each that cannot be.
    """
    found: Dict[Entity, Dict[str, float]] = {}

    def add(one: Mapping[str, Any]) -> None:
        entity, limits = _quota(one)
        if entity in found:
            raise GroundworkError(f"The quotas of {named(entity)} stand twice in the list; put them into one entry.")
        found[entity] = limits

    _made, errors = each(given, add)
    if errors:
        raise GroundworkError("\n".join(errors))
    return found


def _quota(given: Mapping[str, Any]) -> Tuple[Entity, Dict[str, float]]:
    parts = [(kind, given[option]) for option, kind in _TYPES.items() if given.get(option) is not None]
    entity = tuple((kind, None if name == DEFAULT else str(name)) for kind, name in parts)
    if not entity:
        raise GroundworkError(f"A quota is for nobody; give user, client_id or ip, {DEFAULT} for all others of a kind.")
    empty = [kind for kind, name in entity if name == ""]
    if empty:
        raise GroundworkError(f"A quota is for a {empty[0]} without a name; give it, or {DEFAULT} for all others.")
    if len(entity) > 1 and _IP in dict(entity):
        raise GroundworkError(f"The quotas of {named(entity)} are for an address and more; give ip alone.")
    limits = given.get("limits") or {}
    absent = given.get("state") == "absent"
    if absent and limits:
        raise GroundworkError(f"The quotas of {named(entity)} are to be absent, with limits; leave these out.")
    if not absent and not limits:
        raise GroundworkError(f"The quotas of {named(entity)} have no limits; give one, or state: absent.")
    known = _CONNECTIONS if _IP in dict(entity) else _RATES
    return entity, {str(key): _limit(entity, str(key), value, known) for key, value in limits.items()}


def _limit(entity: Entity, key: str, value: Any, known: Sequence[str]) -> float:
    if key not in known:
        near = difflib.get_close_matches(key, known, 1, 0.6)
        raise GroundworkError(
            f"The quotas of {named(entity)} have {key}, which Kafka does not know there; give "
            f"{near[0] if near else ', '.join(known)}."
        )
    try:
        number = float("nan") if isinstance(value, bool) else float(value)
    except (TypeError, ValueError):
        number = float("nan")
    if not 0 < number < float("inf"):
        raise GroundworkError(
            f"{key} of {named(entity)} is {value!r}; give a number above 0, or leave it out for no limit."
        )
    if key in _WHOLE and number != int(number):
        raise GroundworkError(f"{key} of {named(entity)} is {value!r}; give a whole number.")
    return number


def plan(asked: Limits, found: Limits) -> Plan:
    """What is to be done, so that each entity *asked* for has its quotas, no more and no less."""
    changes: Dict[Entity, Dict[str, float | None]] = {}
    for entity, limits in asked.items():
        now = found.get(entity, {})
        differing: Dict[str, float | None] = {key: value for key, value in limits.items() if now.get(key) != value}
        differing.update(dict.fromkeys(sorted(set(now) - set(limits))))
        if differing:
            changes[entity] = differing
    return Plan(changes)


def texts(planned: Plan, asked: Limits, found: Limits) -> Tuple[str, str]:
    """The quotas that change, as a person reads them in a diff: before, and afterwards."""
    before, after = (
        "".join(_block(entity, limits.get(entity, {})) for entity in planned.changes) for limits in (found, asked)
    )
    return before, after


def _block(entity: Entity, limits: Mapping[str, float]) -> str:
    if not limits:
        return ""
    return "".join(f"{line}\n" for line in [named(entity), *(f"  {one}" for one in said(limits))])


def said(limits: Mapping[str, float | None]) -> List[str]:
    """Each of *limits* with its number, as a person writes it."""
    return [f"{key}: {'none' if value is None else f'{value:.15g}'}" for key, value in sorted(limits.items())]


def named(entity: Entity) -> str:
    """*entity* in words."""
    return ", ".join(f"{kind} {name}" if name is not None else f"{kind} {DEFAULT}" for kind, name in entity)


def ordered(parts: Sequence[Tuple[str, str | None]]) -> Entity:
    """The entity of these *parts*, which the cluster tells in any order."""
    order = list(_TYPES.values())
    return tuple(sorted(parts, key=lambda part: order.index(part[0]) if part[0] in order else len(order)))
