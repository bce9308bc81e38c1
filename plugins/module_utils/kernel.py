# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Kernel parameters: read from sysctl.d and ``/proc/sys``, planned, and written so that a refusal undoes everything."""

from __future__ import annotations

import contextlib
import difflib
import errno
import os
import re
from dataclasses import dataclass, field, replace
from typing import Dict, FrozenSet, List, Mapping, Sequence, Tuple

from ansible_collections.groundwork.kafka.plugins.module_utils import own_file, settings, steps, sysctl
from ansible_collections.groundwork.kafka.plugins.module_utils.catalogue import KERNEL, PARTNERS, Entry
from ansible_collections.groundwork.kafka.plugins.module_utils.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.host import Host
from ansible_collections.groundwork.kafka.plugins.module_utils.settings import Reading, Setting, State
from ansible_collections.groundwork.kafka.plugins.module_utils.values import (
    EXACT,
    RULES,
    Value,
    is_numeric,
    parse,
    satisfies,
    tokens,
)

FILE = "/etc/sysctl.d/99-groundwork-kafka.conf"
PROC = "/proc/sys/"

_PART = re.compile(r"^(?!\.+$)[A-Za-z0-9_.:@-]+$")
_DENIED = (errno.EROFS, errno.EACCES)


def wanted(host: Host, parameters: Mapping[str, object]) -> List[Setting]:
    """The settings for *parameters*: name → value, or name → {value, rule, reason}.

    Raises GroundworkError for a value of the wrong form, and for a name that neither the catalogue nor the host knows.
    """
    found: Dict[str, Setting] = {}
    for key, given in parameters.items():
        setting = _setting(host, str(key), given)
        if setting.name in found:
            raise GroundworkError(f"{setting.name} is given twice, in two spellings; keep one.")
        found[setting.name] = setting
    for name, setting in found.items():
        partner = found.get(PARTNERS.get(name, ""))
        if partner is not None and setting.wanted != ("0",) != partner.wanted:
            raise GroundworkError(f"{name} and {partner.name} zero each other; keep one of them.")
    return list(found.values())


def _setting(host: Host, key: str, given: object) -> Setting:
    path = sysctl.normalise(key.strip())
    if not all(_PART.match(part) for part in path.split("/")):
        raise GroundworkError(f"{key!r} is no name of a kernel parameter; write it like vm.swappiness.")
    name = sysctl.dotted(path)
    entry = KERNEL.get(name)
    options: Mapping[str, object] = given if isinstance(given, dict) else {"value": given}
    unknown = sorted(set(options) - {"value", "rule", "reason"})
    if unknown or "value" not in options:
        raise GroundworkError(f"{name}: value, rule and reason can be given, and value must be; correct the entry.")
    if entry is None:
        current = _live(host, path)
        if current is None:
            raise GroundworkError(_unknown(host, name))
        numeric = is_numeric(current)
        value = parse(name, options["value"], len(current) if numeric else None, numeric=numeric, negative=True)
        entry = Entry(EXACT, "asked for in the inventory", "inventory")
    else:
        value = parse(name, options["value"], entry.elements)
    rule = str(options.get("rule", entry.rule))
    if rule not in RULES:
        raise GroundworkError("{}: the rule {!r} is none of {}; correct it.".format(name, rule, ", ".join(RULES)))
    if rule != EXACT and not is_numeric(value):
        raise GroundworkError(f"{name}: {rule} needs numbers; use the rule exact for text.")
    return Setting(settings.KERNEL, name, value, rule, _one_line(options.get("reason", entry.reason)), entry.source)


def _one_line(text: object) -> str:
    return " ".join(str(text).split())


def _unknown(host: Host, name: str) -> str:
    """The sentence for a name that the host does not have, with the nearest that it has."""
    root = host.real(PROC)
    names = (
        sysctl.dotted(os.path.relpath(os.path.join(folder, file), root))
        for folder, _folders, entries in os.walk(root)
        for file in entries
    )
    near = difflib.get_close_matches(name, list(names), n=1)
    hint = f"did you mean {near[0]}?" if near else "check its spelling."
    return f"{name} is no kernel parameter of this host; {hint}"


def _live(host: Host, path: str) -> Value | None:
    """What is in force now; None when this kernel, or this container, does not have or show it."""
    try:
        return tokens(host.read(PROC + path))
    except OSError:
        return None


@dataclass(frozen=True)
class KernelState(State):
    """A State that knows the live values of partners (vm.dirty_bytes for vm.dirty_ratio) as well, by name.

    *sealed* are the names of those that cannot be written in ``/proc/sys`` here.
    """

    partners: Mapping[str, Value] = field(default_factory=dict)
    sealed: FrozenSet[str] = frozenset()


def read(host: Host, wished: Sequence[Setting], causes: Mapping[str, str] | None = None) -> KernelState:
    """Read every setting of *wished*; *causes* tells what applying met (name → read_only or clamped)."""
    text = host.read(FILE)
    own = own_file.entries(text, _parse_line)
    boot, others = sysctl.BootOrder(host), sysctl.BootOrder(host, without=FILE)
    readings, partners, sealed = {}, {}, set()
    for setting in wished:
        path = sysctl.normalise(setting.name)
        partner = PARTNERS.get(setting.name)
        other = _live(host, sysctl.normalise(partner)) if partner else None
        if other is not None and other != ("0",):
            partners[setting.name] = other
        before = others.winner(path)
        live = _live(host, path)
        if live is not None and not host.writable(PROC + path):
            sealed.add(setting.name)
        reading = replace(
            _persisted(host, boot, path),
            effective=live,
            live=live,
            own=own.get(setting.name),
            others=tokens(before.value) if before else None,
        )
        cause = settings.READ_ONLY if setting.name in sealed else (causes or {}).get(setting.name)
        readings[setting.name] = _explained(setting, reading, cause)
    return KernelState(readings, {FILE: text}, partners, frozenset(sealed))


def _persisted(host: Host, boot: sysctl.BootOrder, path: str) -> Reading:
    winner = boot.winner(path)
    if winner is None:
        return Reading()
    zeroed = boot.zeroed_by(path)
    value, origin = (tokens(winner.value), winner.origin) if zeroed is None else (("0",), zeroed.origin)
    file = origin.rpartition(":")[0]
    link = host.link(file)
    notes = [f"{file} is a link to {link}"] if link else []
    if zeroed is not None:
        notes.append(f"{sysctl.dotted(zeroed.path)} = {zeroed.value} in {zeroed.origin} is read later and zeroes it")
    return Reading(
        persisted=value,
        persisted_at=origin,
        after_boot=value,
        overridden=zeroed is not None or file != FILE,
        note="; ".join(notes),
    )


def _explained(setting: Setting, reading: Reading, cause: str | None) -> Reading:
    """*reading* with what explains a value that is not in force."""
    overridden = reading.overridden and reading.own is not None
    note = ""
    if reading.effective is None:
        cause, note = settings.UNAVAILABLE, "this kernel or container does not have it"
    elif satisfies(setting.rule, setting.wanted, reading.effective):
        cause = None
    elif cause == settings.READ_ONLY:
        note = "/proc/sys cannot be written here; the file holds it for the next boot"
    elif cause == settings.CLAMPED:
        note = "the kernel took the value and made another of it"
    note = "; ".join(part for part in (reading.note, note) if part)
    return replace(reading, overridden=overridden, cause=cause, note=note)


def _parse_line(line: str) -> own_file.Line | None:
    for assignment in sysctl.parse(line, ""):
        if assignment.value is not None:
            return sysctl.dotted(assignment.path), tokens(assignment.value) or ()
    return None


@dataclass
class Poke:
    """Give a kernel parameter a live value. *restore* is the (path, value) that brings the earlier state back.

    *cause* tells afterwards why the value may not be in force: it was denied, or the kernel made another of it.
    """

    name: str
    before: Value
    after: Value
    restore: Tuple[str, str]
    cause: str = settings.CLAMPED

    def do(self, host: Host) -> None:
        """Write it; a read-only /proc/sys is no failure, a value that the kernel refuses is one."""
        try:
            host.poke(PROC + sysctl.normalise(self.name), " ".join(self.after) + "\n")
        except OSError as error:
            if error.errno not in _DENIED:
                if _live(host, sysctl.normalise(self.name)) != self.before:  # of several numbers, the first were taken
                    with contextlib.suppress(OSError):
                        self.undo(host)
                raise GroundworkError(
                    "{}: the kernel refused the value {} ({}), so nothing was changed; choose a value that this "
                    "kernel accepts.".format(self.name, " ".join(self.after), error.strerror)
                ) from error
            self.cause = settings.READ_ONLY

    def undo(self, host: Host) -> None:
        """Bring the earlier live value back."""
        if self.cause != settings.READ_ONLY:
            host.poke(PROC + self.restore[0], self.restore[1] + "\n")


def plan(wished: Sequence[Setting], state: KernelState) -> Tuple[List[Poke], List[steps.Replace]]:
    """The live values and the file to write; nothing when everything is as wanted."""
    targets = {setting.name: settings.target(setting, state.readings[setting.name]) for setting in wished}
    text = own_file.render([(s, "{} = {}".format(s.name, " ".join(targets[s.name]))) for s in wished])
    pokes = [
        _poke(setting.name, reading.live, targets[setting.name], state)
        for setting, reading in ((s, state.readings[s.name]) for s in wished)
        if reading.live not in (None, targets[setting.name]) and setting.name not in state.sealed
    ]
    return pokes, steps.replacements([(FILE, state.files[FILE], text)])


def _poke(name: str, before: Value, after: Value, state: KernelState) -> Poke:
    """A value that a partner has zeroed comes back by writing the partner."""
    partner = state.partners.get(name)
    if partner is not None:
        return Poke(name, before, after, (sysctl.normalise(PARTNERS[name]), " ".join(partner)))
    return Poke(name, before, after, (sysctl.normalise(name), " ".join(before)))


def live_diff(pokes: Sequence[Poke]) -> List[Dict[str, str]]:
    """The entry of a module's diff for live values; none without *pokes*."""
    if not pokes:
        return []
    before = "".join("{} = {}\n".format(poke.name, " ".join(poke.before)) for poke in pokes)
    after = "".join("{} = {}\n".format(poke.name, " ".join(poke.after)) for poke in pokes)
    return [steps.difference("/proc/sys", before, after)]
