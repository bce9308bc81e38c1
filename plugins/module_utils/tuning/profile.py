# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The host profile: every kind of setting, planned together, applied all or nothing, read again.

A host compiles what it imports at every run, so what a second run without change does not need is imported where it is
needed.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Callable, Dict, List, Mapping, NamedTuple, Sequence, Tuple

from ..core import findings, settings
from ..core.settings import Reading, Row, Setting
from ..host import steps, systemd
from ..host.machine import Answer, Host
from ..readers import malformed
from ..readers.sysctl import PARTNERS
from . import conditions, journal, kernel, leftovers, limits, live, services
from .catalogue import MET_WHILE_RUNNING
from .journal import Journal
from .wishes import Wishes

if TYPE_CHECKING:
    from .in_use import StillNeeded

_FIELDS = {
    settings.KERNEL: "kernel",
    settings.HUGE_PAGES: "huge_pages",
    settings.LIMIT: "limits",
    settings.SERVICE: "services",
}
KINDS = tuple(_FIELDS)


class Result(NamedTuple):
    """What a module returns, in the form of its documentation."""

    changed: bool
    rows: List[Row]
    findings: List[Dict[str, str | None]]
    diff: List[Dict[str, str]]
    plan: Dict[str, int]
    brought_back: List[str]
    left: List[str]


class Programs(NamedTuple):
    """The host's own programs that are asked; they run beside our own work until their answers are asked for, once."""

    sessions: Mapping[str, Answer]
    units: Callable[[], systemd.Shown | None]


def start(host: Host, wanted: Wishes) -> Programs:
    """Start all that :func:`apply` asks, at once."""
    return Programs(limits.open_sessions(host, wanted.limits or ()), services.start_show(host, wanted.services or ()))


def _inspect(
    host: Host, wanted: Wishes, causes: Mapping[str, str] | None = None, programs: Programs | None = None
) -> List[steps.Inspected]:
    """Read every kind and plan it; *causes* is what an earlier application of live values met, by setting name."""
    programs = programs or start(host, wanted)
    inspected: List[steps.Inspected] = []
    if wanted.kernel is not None:
        inspected.append(kernel.inspect_kernel(host, wanted.kernel, causes))
    if wanted.huge_pages is not None:
        from . import huge_pages  # noqa: PLC0415

        inspected.append(huge_pages.inspect_huge_pages(host, wanted.huge_pages, causes))
    if wanted.limits is not None:
        nr_open = next((poke.after for poke in _pokes(inspected) if poke.name == "fs.nr_open"), None)
        inspected.append(limits.inspect_limits(host, wanted.limits, programs.sessions, nr_open))
    if wanted.services is not None:
        inspected.append(services.inspect_services(host, wanted.services, programs.units))
    return inspected


def _pokes(inspected: Sequence[steps.Inspected]) -> List[live.Poke]:
    return [step for one in inspected if one.wished for step in one.steps if isinstance(step, live.Poke)]


def _others(inspected: Sequence[steps.Inspected]) -> List[steps.Step]:
    """The steps that are no live values. A kind without wishes has none: what it wrote earlier is brought back."""
    return [step for one in inspected if one.wished for step in one.steps if not isinstance(step, live.Poke)]


def apply(
    host: Host,
    wanted: Wishes,
    check: bool = False,
    last: Sequence[steps.Step] = (),
    programs: Programs | None = None,
) -> Result:
    """Bring *host* to what is *wanted*, or with *check* only tell what that would change.

    What is no longer wanted of a kind that is, is brought back. A limit that running servers need is not lowered: it is
    kept as if it were wanted, until a run finds that they need it no more. The journal comes first, and live values
    before files, since the kernel may refuse them: then they are put back and no file is written. The steps *last* come
    after all of it, so that all of it is undone when one of them fails. When anything was done, everything is read
    again and that second reading is returned. *programs* are of :func:`start`, where the caller has something to do
    meanwhile.
    """
    return _run(host, wanted, None, check, last=last, programs=programs)


def compared(host: Host, wanted: Wishes) -> Result:
    """Tell how *host* differs from what is *wanted*, and nothing of what an earlier run may have left on it."""
    return _result(host, _Plan(wanted, _inspect(host, wanted)), _Done())


def restored(host: Host, check: bool = False) -> Result:
    """Bring *host* back to what it was before the first :func:`apply`, or with *check* only tell what that changes.

    What somebody else has changed since is left, and so are what the kernel refuses and limits that running servers
    need; all of it is told in findings. What is left by us stays in the journal, for a later run to bring back.
    """
    return _run(host, Wishes(), KINDS, check)


class _Plan(NamedTuple):
    """What is *wanted*, with the limits that are *kept* for servers in it; what was *inspected*, and comes *back*."""

    wanted: Wishes
    inspected: Sequence[steps.Inspected]
    back: leftovers.Back = leftovers.Back()
    kept: Sequence[StillNeeded] = ()


def _run(
    host: Host,
    wanted: Wishes,
    kinds: Sequence[str] | None,
    check: bool,
    *,
    last: Sequence[steps.Step] = (),
    programs: Programs | None = None,
) -> Result:
    """Have what is *wanted*, and bring back whatever else earlier runs left of *kinds* (None: those wanted)."""
    noted = journal.read(host)
    plan = _plan(host, noted, wanted, kinds, programs)
    done = _change(host, noted, plan.inspected, plan.back, check, last=last)
    if done.carried_out:
        causes = {poke.name: poke.cause for poke in _pokes(plan.inspected)}
        plan = plan._replace(inspected=_inspect(host, plan.wanted, causes))
    if done.carried_out or (kinds is not None and not check):
        journal.tidy(host)
    return _result(host, plan, done)


def _plan(host: Host, noted: Journal, wanted: Wishes, kinds: Sequence[str] | None, programs: Programs | None) -> _Plan:
    inspected = _inspect(host, wanted, programs=programs)
    entries = _left_over(host, noted, kinds, inspected)
    kept = _still_needed(host, inspected, entries)
    if kept:
        wanted = _with(wanted, kept)
        inspected = _inspect(host, wanted)
        entries = _left_over(host, noted, kinds, inspected)
    if not entries.files and not entries.values:
        return _Plan(wanted, inspected, kept=kept)
    from . import restore  # noqa: PLC0415

    return _Plan(wanted, inspected, restore.plan(host, entries), kept)


def _left_over(
    host: Host, noted: Journal, kinds: Sequence[str] | None, inspected: Sequence[steps.Inspected]
) -> Journal:
    """All that earlier runs left of *kinds*, None: of those of *inspected*."""
    of = [one.kind for one in inspected] if kinds is None else kinds
    return leftovers.no_longer_wished(host, noted, {kind: _own_traces(host, kind) for kind in of}, inspected)


def _still_needed(host: Host, inspected: Sequence[steps.Inspected], entries: Journal) -> Sequence[StillNeeded]:
    """What is kept for running servers; they are looked for only where something may become lower."""
    may = bool(entries.files or entries.values) or any(map(_may_lower, inspected))
    if not may:
        return ()
    from . import in_use  # noqa: PLC0415

    return in_use.still_needed(host, inspected, entries)


def _may_lower(one: steps.Inspected) -> bool:
    if one.kind == settings.HUGE_PAGES:
        return bool(_pokes([one]))
    met = [each for each in one.wished if one.kind != settings.KERNEL or each.name in MET_WHILE_RUNNING]
    return any(settings.lowered(each, one.state.readings[each.name]) for each in met)


def _with(wanted: Wishes, kept: Sequence[StillNeeded]) -> Wishes:
    """*wanted*, with what is *kept* in the place of what has the same name."""
    fields: Dict[str, Any] = wanted._asdict()
    for one in kept:
        asked = {setting.name: setting for setting in fields[_FIELDS[one.setting.kind]] or ()}
        fields[_FIELDS[one.setting.kind]] = list({**asked, one.setting.name: one.setting}.values())
    return Wishes(**fields)


def _own_traces(host: Host, kind: str) -> leftovers.OwnTraces:
    """What *kind* may have left on *host*."""
    if kind == settings.KERNEL:
        return kernel.own_traces(host)
    if kind == settings.LIMIT:
        return limits.own_traces(host)
    if kind == settings.SERVICE:
        return services.own_traces(host)
    from . import huge_pages  # noqa: PLC0415

    return huge_pages.own_traces(host)


class _Done(NamedTuple):
    """What a run changes: live values, files, and the services that hold earlier limits until they are restarted."""

    pokes: Sequence[live.Poke] = ()
    others: Sequence[steps.Step] = ()
    holding: Sequence[Tuple[Setting, Reading]] = ()
    carried_out: bool = False


def _change(
    host: Host,
    noted: Journal,
    inspected: Sequence[steps.Inspected],
    back: leftovers.Back,
    check: bool,
    *,
    last: Sequence[steps.Step] = (),
) -> _Done:
    """Carry out the steps of *inspected* and *back* between two writes of the journal, unless it is only a *check*.

    The steps *last* come after the journal, which knows nothing of them.
    """
    pokes, others = _pokes(inspected), _others(inspected)
    paths = [path for path, entry in back.entries.files.items() if entry.kind == settings.SERVICE]
    dropped, holding = _dropped(host, paths)
    files = [step for step in others if isinstance(step, steps.Replace)] + list(back.files)
    commands = [step for step in others if not isinstance(step, steps.Replace)]
    commands += [step for step in dropped if step not in commands]
    todo = bool(pokes or files or commands or back.values or noted.has_any_of(back.entries) or last)
    if todo and not check:
        from . import restore  # noqa: PLC0415

        recorded = journal.recorded(host, noted, inspected) if pokes or others else noted
        for path in [journal.PATH, *recorded.files]:
            host.discard(path)
        directories = [folder for entry in back.entries.files.values() for folder in entry.directories]
        steps.carry_out(
            host,
            [
                restore.replacement(noted, recorded),
                *pokes,
                *(steps.Undone(command) for command in commands),
                *files,
                *back.values,
                *commands,
                restore.Prune(directories),
                restore.Settle(recorded, back, pokes),
                *last,
            ],
        )
    return _Done([*pokes, *back.values], [*others, *back.files], holding, todo and not check)


def _dropped(host: Host, paths: Sequence[str]) -> Tuple[Sequence[steps.Step], Sequence[Tuple[Setting, Reading]]]:
    """What the drop-ins *paths*, which go, ask for, and the services that keep what they gave."""
    if not paths:
        return (), ()
    from . import service_limits  # noqa: PLC0415

    return service_limits.inspect_dropped(host, paths)


def _result(host: Host, plan: _Plan, done: _Done) -> Result:
    """What *done* has changed, with the rows of the *plan*, which are of a second reading, and all findings."""
    wanted, inspected, back, pokes = plan.wanted, plan.inspected, plan.back, done.pokes
    left = list(back.left)
    if done.carried_out:
        pokes = [replace(poke, after=live.read(host, poke.path) or poke.before) for poke in pokes]
        pokes = [poke for poke in pokes if poke.after != poke.before]
        left += _refused(host, back)
    rows, found = [], []
    for setting, reading in [*_pairs(inspected), *done.holding]:
        row = settings.row(setting, reading)
        rows.append(row)
        held = next((one.finding for one in plan.kept if one.setting.name == setting.name), None)
        if held is None:
            found += findings.of(row)
        else:
            row["note"] = "; ".join(part for part in (row["note"], held["why"]) if part)
            left.append(held)
    found += _malformed(host, wanted)
    if wanted.observe:
        seen = conditions.read(host)
        rows += conditions.rows(host, seen)
        found += conditions.findings(seen)
    changed = {poke.path for poke in pokes}
    return Result(
        changed=bool(pokes or done.others),
        rows=rows,
        findings=found + left,
        diff=live.diff(pokes) + [steps.file_diff(step) for step in done.others if isinstance(step, steps.Replace)],
        plan=wanted.needs._asdict() if wanted.needs else {},
        brought_back=[step.path for step in back.files]
        + [value.name for value in back.values if value.path in changed],
        left=[f"{finding['why']}; {finding['remedy']}." for finding in left],
    )


def _refused(host: Host, back: leftovers.Back) -> List[findings.Finding]:
    if not back.values:
        return []
    from . import restore  # noqa: PLC0415

    return restore.refused(host, back.values)


def _malformed(host: Host, wanted: Wishes) -> List[findings.Finding]:
    """What is wrong with the files that the kinds which are *wanted* are read from."""
    found: List[findings.Finding] = []
    if wanted.kernel:
        names = {setting.name for setting in wanted.kernel}
        found += malformed.in_sysctl(host, names | {PARTNERS[name] for name in names & set(PARTNERS)})
    if wanted.limits:
        found += malformed.in_limits(host, {setting.name.split()[0] for setting in wanted.limits})
    return found


def _pairs(inspected: Sequence[steps.Inspected]) -> List[Tuple[Setting, Reading]]:
    return [(setting, one.state.readings[setting.name]) for one in inspected for setting in one.wished]
