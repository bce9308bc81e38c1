# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Kernel parameters: read from sysctl.d and ``/proc/sys``, planned, and written so that a refusal undoes everything."""

from __future__ import annotations

import itertools
import os
import re
from typing import Dict, FrozenSet, List, Mapping, NamedTuple, Sequence, Tuple

from ..core import settings
from ..core.errors import GroundworkError
from ..core.settings import Reading, Setting
from ..core.values import AT_LEAST, EXACT, RULES, Value, is_numeric, parse, satisfies, tokens
from ..host import steps
from ..host.machine import Host
from ..readers import sysctl
from ..readers.sysctl import PARTNERS
from . import leftovers, live, own_file
from .catalogue import KERNEL, Entry

FILE = "/etc/sysctl.d/99-groundwork-kafka.conf"
PROC = live.PROC + "/"

_UNKNOWN = ("unknown",)
_PART = re.compile(r"^(?!\.+$)[A-Za-z0-9_.:@-]+$")


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
        current = live.read(host, PROC + path)
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
    import difflib  # noqa: PLC0415 a run without such a name does without

    root = host.real(PROC)
    names = (
        sysctl.dotted(os.path.relpath(os.path.join(folder, file), root))
        for folder, _folders, entries in os.walk(root)
        for file in entries
    )
    near = difflib.get_close_matches(name, list(names), n=1)
    hint = f"did you mean {near[0]}?" if near else "check its spelling."
    return f"{name} is no kernel parameter of this host; {hint}"


def holds_back(host: Host, name: str, value: str, default: str) -> bool:
    """Whether parameter *name*, by itself *default*, has to be raised for *value*; once it was, it stays so."""
    if own_file.entries(host.read(FILE), _parse_line).get(name) is not None:
        return True
    found = live.read(host, path_of(name))
    limits = [(default,)] + ([found] if found is not None else [])
    return not all(satisfies(AT_LEAST, (value,), limit) for limit in limits)


def path_of(name: str) -> str:
    """The file of the kernel parameter *name*."""
    return PROC + sysctl.normalise(name)


class KernelState(NamedTuple):
    """A State that knows the live values of partners (vm.dirty_bytes for vm.dirty_ratio) as well, by name.

    *sealed* are the names of those that are to be written and cannot be in ``/proc/sys`` here.
    """

    readings: Mapping[str, Reading]
    files: Mapping[str, str | None]
    partners: Mapping[str, Value]
    sealed: FrozenSet[str]


def read(host: Host, wished: Sequence[Setting], causes: Mapping[str, str] | None = None) -> KernelState:
    """Read every setting of *wished*; *causes* tells what applying met (name → read_only or clamped)."""
    text = host.read(FILE)
    own = own_file.entries(text, _parse_line)
    boot = sysctl.BootOrder(host)
    others = boot.excluding(FILE)
    readings, partners, sealed = {}, {}, set()
    for setting in wished:
        path = sysctl.normalise(setting.name)
        partner, zeroed = PARTNERS.get(setting.name), ""
        other = live.read(host, path_of(partner)) if partner else None
        if partner is not None and other is not None and other != ("0",):
            partners[setting.name] = other
            zeroed = f"{partner} = {' '.join(other)} is in force instead"
        before = others.winner(path)
        value = live.read(host, PROC + path)
        reading = _persisted(host, boot, path, setting)._replace(
            effective=value,
            live=value,
            own=own.get(setting.name),
            others=_taken(setting, tokens(before.value)) if before else None,
        )
        reading = reading._replace(note="; ".join(part for part in (reading.note, zeroed) if part))
        # Asked only of what is to be written.
        if value is not None and settings.target(setting, reading) != value and not host.writable(PROC + path):
            sealed.add(setting.name)
        cause = settings.READ_ONLY if setting.name in sealed else (causes or {}).get(setting.name)
        readings[setting.name] = _explained(setting, reading, cause)
    return KernelState(readings, {FILE: text}, partners, frozenset(sealed))


def _taken(setting: Setting, value: Value | None) -> Value | None:
    """What the kernel takes of *value*: where it wants numbers the first ones, up to a word; None: it refuses it."""
    if value is None or not is_numeric(setting.wanted):
        return value
    numbers = tuple(itertools.takewhile(lambda token: is_numeric((token,)), value))
    return numbers[: len(setting.wanted)] or None


def _persisted(host: Host, boot: sysctl.BootOrder, path: str, setting: Setting) -> Reading:
    winner = boot.winner(path)
    if winner is None:
        return Reading()
    zeroed = boot.zeroed_by(path)
    value, origin = (tokens(winner.value), winner.origin) if zeroed is None else (("0",), zeroed.origin)
    file = origin.rpartition(":")[0]
    link = host.link(file)
    notes = [f"{file} is a link to {link}"] if link else []
    unknown = zeroed is None and winner.unknown
    taken = _UNKNOWN if unknown else _taken(setting, value)
    notes += ["only tuned can work the value out"] if unknown else []
    notes += ["the kernel refuses it, and keeps its default"] if value and taken is None else []
    notes += [f"set by {winner.writer}"] if winner.writer else []
    besides = boot.by_tuned(path)
    if besides is not None and besides is not winner:
        notes.append(f"{besides.writer} sets it to {besides.value} in {besides.origin}, before the files of /etc")
    if zeroed is not None:
        notes.append(f"{sysctl.dotted(zeroed.path)} = {zeroed.value} in {zeroed.origin} is read later and zeroes it")
    return Reading(
        persisted=value,
        persisted_at=origin,
        after_boot=taken,
        overridden=zeroed is not None or file != FILE,
        note="; ".join(notes),
    )


def _explained(setting: Setting, reading: Reading, cause: str | None) -> Reading:
    """*reading* with what explains a value that is not in force."""
    overridden = reading.overridden and reading.own is not None
    note = ""
    if reading.effective is None:
        cause, note = settings.UNAVAILABLE, live.ABSENT
    elif satisfies(setting.rule, setting.wanted, reading.effective):
        cause = None
    elif cause == settings.READ_ONLY:
        note = live.SEALED.format(live.PROC)
    elif cause == settings.CLAMPED:
        note = "the kernel took the value and made another of it"
    note = "; ".join(part for part in (reading.note, note) if part)
    return reading._replace(overridden=overridden, cause=cause, note=note)


def _parse_line(line: str) -> own_file.Line | None:
    for assignment in sysctl.parse(line, ""):
        if assignment.value is not None:
            return sysctl.dotted(assignment.path), tokens(assignment.value) or ()
    return None


def plan(wished: Sequence[Setting], state: KernelState) -> Tuple[List[live.Poke], List[steps.Replace]]:
    """The live values and the file to write; nothing when everything is as wanted."""
    targets = {setting.name: settings.target(setting, state.readings[setting.name]) for setting in wished}
    text = own_file.render([(s, "{} = {}".format(s.name, " ".join(targets[s.name]))) for s in wished])
    pokes = [
        _poke(setting.name, reading.live, targets[setting.name], state)
        for setting, reading in ((s, state.readings[s.name]) for s in wished)
        if reading.live not in (None, targets[setting.name]) and setting.name not in state.sealed
    ]
    return pokes, steps.replacements([(FILE, state.files[FILE], text)])


def _poke(name: str, before: Value, after: Value, state: KernelState) -> live.Poke:
    """A value that a partner has zeroed comes back by writing the partner."""
    partner = state.partners.get(name)
    restore = (path_of(name), before) if partner is None else (path_of(PARTNERS[name]), partner)
    return live.Poke(name, path_of(name), before, after, (restore[0], " ".join(restore[1])))


def inspect_kernel(host: Host, wished: Sequence[Setting], causes: Mapping[str, str] | None = None) -> steps.Inspected:
    """Read and plan *wished*; *causes* as for :func:`read`."""
    state = read(host, wished, causes)
    pokes, files = plan(wished, state)
    return steps.Inspected(
        settings.KERNEL, wished, state, [*pokes, *files], {setting.name: linked(setting.name) for setting in wished}
    )


def own_traces(host: Host) -> leftovers.OwnTraces:
    """The one file that this module may have written, and the parameters that it sets."""
    text = host.read(FILE)
    names = own_file.entries(text, _parse_line) if text is not None and own_file.is_ours(text) else ()
    return leftovers.OwnTraces([FILE], [linked(name) for name in names])


def linked(name: str) -> Tuple[str, ...]:
    """The file of the kernel parameter *name*, with its partner's where it has one, in the same order for both."""
    return tuple(sorted(path_of(each) for each in (name, PARTNERS.get(name)) if each))
