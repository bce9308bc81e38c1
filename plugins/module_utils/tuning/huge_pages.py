# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Transparent huge pages: read from the kernel and from whatever sets them at boot, planned as one line of tmpfiles.d.

The wanted mode is ``madvise``, at most: only a program that asks for huge pages gets them. ``always`` lets every
program wait for memory to be compacted and grow by up to 2 MiB for each page that it touches. ``never`` is stricter
still and takes nothing from Kafka, whose JVM asks for huge pages only with ``-XX:+UseTransparentHugePages``: where
somebody chose it, it is kept.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, List, Mapping, NamedTuple, Sequence

from ..core import settings
from ..core.errors import GroundworkError
from ..core.settings import Reading, Setting
from ..core.values import EXACT, RULES, tokens
from ..host import steps
from ..host.machine import Host
from ..readers import kernel_command_line, tmpfiles, tuned
from . import leftovers, live, own_file
from .catalogue import HUGE_PAGES

if TYPE_CHECKING:
    from ..readers.tuned_profile import Tuned

#: Of two lines for one path systemd-tmpfiles takes the first, hence the number.
FILE = "/etc/tmpfiles.d/00-groundwork-kafka.conf"
ENABLED = "/sys/kernel/mm/transparent_hugepage/enabled"
NAME = "transparent_hugepage"
MODES = ("never", "madvise", "always")


def wanted(given: object) -> Setting:
    """The setting for *given*: a mode, or a mapping of value, rule and reason. GroundworkError for all else.

    The rule is at_most, but for ``always``, which every mode would satisfy.
    """
    options: Mapping[str, object] = given if isinstance(given, dict) else {"value": given}
    if set(options) - {"value", "rule", "reason"} or "value" not in options:
        raise GroundworkError("transparent_huge_pages: value, rule and reason can be given, and value must be.")
    mode = str(options["value"])
    rule = str(options.get("rule", EXACT if mode == "always" else HUGE_PAGES.rule))
    if mode not in MODES:
        raise GroundworkError("transparent_huge_pages: {!r} is none of {}.".format(mode, ", ".join(MODES)))
    if rule not in RULES:
        raise GroundworkError("transparent_huge_pages: the rule {!r} is none of {}.".format(rule, ", ".join(RULES)))
    reason = " ".join(str(options.get("reason", HUGE_PAGES.reason)).split())
    return Setting(settings.HUGE_PAGES, NAME, (mode,), rule, reason, HUGE_PAGES.source, scale=MODES)


class HugePageState(NamedTuple):
    """A State of huge pages."""

    readings: Mapping[str, Reading]
    files: Mapping[str, str | None]


def read(host: Host, setting: Setting, causes: Mapping[str, str] | None = None) -> HugePageState:
    """Read *setting*; *causes* tells what applying met."""
    text = host.read(FILE)
    chosen = [value for name, value in kernel_command_line.options(host) if name == NAME and value in MODES]
    lines, profile = tmpfiles.lines(host), tuned.read(host)
    boot = _boot(chosen, lines, profile)
    before = _boot(chosen, [line for line in lines if line.file != FILE], profile)
    effective = live.read(host, ENABLED)
    reading = boot._replace(
        effective=effective,
        live=effective,
        others=before.after_boot,
        own=own_file.entries(text, _parse_line).get(NAME),
    )
    sealed = effective is not None and not host.writable(ENABLED)
    cause = settings.READ_ONLY if sealed else (causes or {}).get(NAME)
    return HugePageState({NAME: _explained(setting, reading, cause)}, {FILE: text})


def _boot(chosen: Sequence[str], lines: Sequence[tmpfiles.Line], profile: Tuned | None) -> Reading:
    """What the next boot gives: what the command line has *chosen*, then the *lines* of tmpfiles.d, then tuned.

    tuned leaves huge pages alone where the command line chooses.
    """
    line = tmpfiles.winner(lines, ENABLED, MODES.__contains__)
    if profile is not None and profile.huge_pages is not None and profile.huge_pages[0] in MODES and not chosen:
        value, origin = profile.huge_pages
        note = f"tuned sets it after the files (profile {profile.profile})"
        return Reading((value,), origin, after_boot=(value,), overridden=True, note=note)
    default = (chosen[-1],) if chosen else None
    if line is None:
        return Reading(default, kernel_command_line.ORIGIN if chosen else None, after_boot=default)
    accepted = line.argument in MODES
    return Reading(
        tokens(line.argument),
        line.origin,
        after_boot=(line.argument,) if accepted else default,
        overridden=line.file != FILE,
        note="" if accepted else f"the kernel refuses {line.argument!r}; it takes " + ", ".join(MODES),
    )


def _explained(setting: Setting, reading: Reading, cause: str | None) -> Reading:
    """*reading* with what explains a value that is not in force, or that goes beyond what is wanted."""
    note = ""
    if reading.effective is None:
        cause, note = settings.UNAVAILABLE, live.ABSENT
    elif setting.accepts(reading.effective):
        cause, note = None, "stricter than wanted, and kept" if reading.effective != setting.wanted else ""
    elif cause == settings.READ_ONLY:
        note = live.SEALED.format("/sys")
    note = "; ".join(part for part in (reading.note, note) if part)
    return reading._replace(overridden=reading.overridden and reading.own is not None, cause=cause, note=note)


def _parse_line(line: str) -> own_file.Line | None:
    return next(((NAME, (found.argument,)) for found in tmpfiles.parse(line, "")), None)


def plan(host: Host, setting: Setting, state: HugePageState) -> List[steps.Step]:
    """The live value and the file to write; nothing when everything is as wanted."""
    reading = state.readings[NAME]
    target = settings.target(setting, reading)
    text = own_file.render([(setting, f"w {ENABLED} - - - - {target[0]}")])
    pokes: List[steps.Step] = []
    if reading.live is not None and reading.live != target and host.writable(ENABLED):
        pokes = [live.Poke(NAME, ENABLED, reading.live, target, (ENABLED, reading.live[0]))]
    return [*pokes, *steps.replacements([(FILE, state.files[FILE], text)])]


def inspect_huge_pages(
    host: Host, wished: Sequence[Setting], causes: Mapping[str, str] | None = None
) -> steps.Inspected:
    """Read and plan the one setting of *wished*; *causes* as for :func:`read`."""
    setting = wished[0]
    state = read(host, setting, causes)
    return steps.Inspected(settings.HUGE_PAGES, wished, state, plan(host, setting, state), {NAME: (ENABLED,)})


def own_traces(host: Host) -> leftovers.OwnTraces:
    """The one file that this module may have written, and what it sets."""
    text = host.read(FILE)
    return leftovers.OwnTraces([FILE], [(ENABLED,)] if text is not None and own_file.is_ours(text) else [])
