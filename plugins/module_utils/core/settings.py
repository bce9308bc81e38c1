# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A setting, what was read of it, and the one place where its status is decided.

Each kind of setting (kernel parameters, limits, services) reads and plans in its own file; all of them speak in the
terms of this one.
"""

from __future__ import annotations

from typing import Dict, Mapping, NamedTuple, Optional, Protocol

from .values import AT_LEAST, Scale, Value, combine, is_numeric, satisfies

IN_EFFECT, PENDING_RESTART, OVERRIDDEN, CLAMPED = "in_effect", "pending_restart", "overridden", "clamped"
REFUSED, READ_ONLY, UNAVAILABLE, DRIFTED = "refused", "read_only", "unavailable", "drifted"

KERNEL, HUGE_PAGES, LIMIT, SERVICE = "kernel", "huge_pages", "limit", "service"
PROCESS, JVM, DISK, CRON, JOB, CERTIFICATE = "process", "jvm", "disk", "cron", "job", "certificate"

#: The note of a drifted setting that is as wanted now, by a default or by hand.
NOT_KEPT = "in force now, but no file keeps it so over the next boot"

Row = Dict[str, Optional[str]]


class Setting(NamedTuple):
    """One wanted thing: *name* is unique within its *kind* (kernel, huge_pages, limit, service).

    *scale* has the words that the value can be, the least first, where these are no numbers and yet can be compared.
    """

    kind: str
    name: str
    wanted: Value
    rule: str
    reason: str
    source: str
    separator: str = " "
    scale: Scale = ()

    def accepts(self, value: Value | None) -> bool:
        """Whether *value* is what is asked for, by the rule."""
        return satisfies(self.rule, self.wanted, value, self.scale)


class Own(NamedTuple):
    """What our own file holds from an earlier run: the value written, and what was wanted then."""

    value: Value
    wanted: Value


class Reading(NamedTuple):
    """What the host gives for one setting.

    *others* is the value that files other than ours give, *own* what ours gives; *live* is what to compare with when
    somebody may have gone beyond the wanted value without a file. *overridden*: ours is on disk and another file wins.
    *cause* is the status that explains a value that is not in force (None: nothing explains it), *note* says more.
    """

    persisted: Value | None = None
    persisted_at: str | None = None
    effective: Value | None = None
    after_boot: Value | None = None
    others: Value | None = None
    own: Own | None = None
    live: Value | None = None
    overridden: bool = False
    cause: str | None = None
    note: str = ""


class State(Protocol):
    """All readings of a kind by setting name, and our own files by path (None: the file is not there).

    Each kind has one of its own, which may know more: tuples, which cost a host less to make than data classes.
    """

    @property
    def readings(self) -> Mapping[str, Reading]: ...

    @property
    def files(self) -> Mapping[str, str | None]: ...


def target(setting: Setting, reading: Reading) -> Value:
    """The value to write: what is wanted, unless somebody else went beyond it, which is kept element by element.

    A value of our own file is ours, so a smaller number in the inventory takes it back. What was found beyond the
    wanted value at an earlier run is told by the file itself (*own*: its value goes beyond what was wanted then) and
    is kept for as long as the rule is not ``exact``; so a second run never mistakes it for ours.
    """
    rule, wanted, scale, own, live = setting.rule, setting.wanted, setting.scale, reading.own, reading.live
    kept = None
    if own is not None and len(own.value) == len(own.wanted) == len(wanted) and is_numeric(own.wanted, scale):
        kept = tuple(
            v if combine(rule, (o,), (v,), scale=scale) != (o,) else w for w, o, v in zip(wanted, own.wanted, own.value)
        )
        if live is not None:
            live = tuple(w if found == v else found for w, v, found in zip(wanted, own.value, live))
    return combine(rule, wanted, reading.others, live, kept, scale=scale)


def lowered(setting: Setting, reading: Reading) -> Value | None:
    """What is in force now, or at the next boot, where :func:`target` is lower; None otherwise."""
    wanted = target(setting, reading)
    found = combine(AT_LEAST, wanted, reading.live, reading.after_boot)
    return None if found == wanted else found


def status(setting: Setting, reading: Reading) -> str:
    """The one word for *reading*; the order of the rules is the order in which a person wants to hear of them."""
    effective, after_boot = setting.accepts(reading.effective), setting.accepts(reading.after_boot)
    if reading.overridden and not after_boot:
        return OVERRIDDEN
    if effective and after_boot:
        return IN_EFFECT
    return reading.cause or DRIFTED


def _is_not_kept(setting: Setting, reading: Reading) -> bool:
    return status(setting, reading) == DRIFTED and reading.persisted is None and setting.accepts(reading.effective)


def row(setting: Setting, reading: Reading) -> Row:
    """The result's row for a setting; every value is text, or None where there is none."""

    def text(value: Value | None) -> str | None:
        return None if value is None else setting.separator.join(value)

    return {
        "kind": setting.kind,
        "name": setting.name,
        "wanted": text(setting.wanted),
        "rule": setting.rule,
        "persisted": text(reading.persisted),
        "persisted_at": reading.persisted_at,
        "effective": text(reading.effective),
        "after_boot": text(reading.after_boot) or ("kernel default" if setting.kind in (KERNEL, HUGE_PAGES) else None),
        "status": status(setting, reading),
        "note": reading.note or (NOT_KEPT if _is_not_kept(setting, reading) else None),
        "reason": setting.reason,
        "source": setting.source,
    }
