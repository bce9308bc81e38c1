# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What grew on a broker's host between two audits, of the host on which it grew most: a plan is of the fullest one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Callable

from .audits import Audited, By, Server

RESOURCES = ("map_areas", "descriptors")
_BYTES: dict[str, Callable[[Audited], "int | None"]] = {
    "log_bytes": lambda one: one.log,
    "received": lambda one: one.received,
    "sent": lambda one: one.sent,
}
KINDS = (*RESOURCES, *_BYTES)
NO_AUDIT = "no audit was given"
NONE_AFTER = "no audit came after the run"
_NO_COUNTERS = "the audit of {host} did not count it"
_ALONE = "no audit from before the run tells it from what else is there"


@dataclass(frozen=True)
class Grown:
    """A ``value`` that grew so much, or null and ``why``. With ``in_all`` it did not grow but is there in all."""

    value: int | None
    why: str = ""
    in_all: bool = False


def between(before: By, after: By) -> dict[str, Grown]:
    """What grew of each of KINDS from the audits ``before`` to those ``after``, by host."""
    both = [(before[host], after[host]) for host in sorted(after) if host in before]
    if both:
        return {kind: _most(kind, both) for kind in KINDS}
    if after:
        return {kind: _in_all(kind, after) for kind in KINDS}
    return dict.fromkeys(KINDS, Grown(None, NONE_AFTER if before else NO_AUDIT))


def seconds(before: By, after: By) -> float | None:
    """The time between both, of the hosts that have both; null where none has."""
    spans = [after[host].seconds - before[host].seconds for host in after if host in before]
    return max(spans, default=None)


def _most(kind: str, both: list[tuple[Audited, Audited]]) -> Grown:
    found = [_of_host(kind, *pair) for pair in both]
    unknown = [one for one in found if one.value is None]
    return unknown[0] if unknown else max(found, key=lambda one: one.value or 0)


def _of_host(kind: str, was: Audited, now: Audited) -> Grown:
    if kind in _BYTES:
        first, last = _BYTES[kind](was), _BYTES[kind](now)
        if first is None or last is None:
            return Grown(None, _NO_COUNTERS.format(host=now.host))
        if last < first and kind != "log_bytes":
            return Grown(None, f"{now.host} was booted between the audits")
        return Grown(last - first)
    earlier = {(one.pid, one.started): one for one in was.servers}
    pairs = [(earlier.get((one.pid, one.started)), one) for one in now.servers]
    if any(old is None for old, _new in pairs):
        return Grown(None, f"a broker of {now.host} was started again between the audits")
    grown = [_use(kind, new, old) for old, new in pairs if old]
    if None in grown:
        return Grown(None, _NO_COUNTERS.format(host=now.host))
    return Grown(max(one for one in grown if one is not None))


def _use(kind: str, new: Server, old: Server) -> int | None:
    return new.uses[kind] - old.uses[kind] if kind in new.uses and kind in old.uses else None


def _in_all(kind: str, after: By) -> Grown:
    """What is there in all; of bytes on the network that says nothing."""
    if kind in ("received", "sent"):
        return Grown(None, _ALONE)
    if kind in _BYTES:
        found = [_BYTES[kind](one) for one in after.values()]
    else:
        found = [server.uses.get(kind) for one in after.values() for server in one.servers]
    known = [one for one in found if one is not None]
    return Grown(max(known), _ALONE, in_all=True) if known else Grown(None, _NO_COUNTERS.format(host=min(after)))
