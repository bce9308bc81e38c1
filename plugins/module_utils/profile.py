# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The host profile: every kind of setting, planned together, applied all or nothing, read again."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Dict, List, Mapping, Sequence, Tuple

from ansible_collections.groundwork.kafka.plugins.module_utils import (
    findings,
    kernel,
    limits,
    live,
    services,
    settings,
    steps,
    values,
)
from ansible_collections.groundwork.kafka.plugins.module_utils import (
    plan as load,
)
from ansible_collections.groundwork.kafka.plugins.module_utils.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.host import Host
from ansible_collections.groundwork.kafka.plugins.module_utils.settings import Reading, Row, Setting


@dataclass(frozen=True)
class Wishes:
    """Everything that is wanted of a host, by kind; None: the kind, and its file, are left alone."""

    kernel: Sequence[Setting] | None = None
    limits: Sequence[Setting] | None = None
    services: Sequence[Setting] = ()
    nofile: values.Value | None = None
    needs: load.Needs | None = None


@dataclass(frozen=True)
class Result:
    """What a module returns: *rows*, *findings*, *diff* and the *plan* in the form of its documentation."""

    changed: bool
    rows: List[Row]
    findings: List[Dict[str, str | None]]
    diff: List[Dict[str, str]]
    plan: Dict[str, int]


def wishes(
    host: Host,
    *,
    kernel_parameters: Mapping[str, object] | None = None,
    nofile: Mapping[str, object] | None = None,
    limits_users: Sequence[str] = (),
    units: Sequence[str] = (),
    plan: Mapping[str, int | None] | None = None,
) -> Wishes:
    """Validate everything that a person gave, and merge in what the *plan* needs by taking the larger.

    *nofile* has ``soft`` and ``hard``. Raises GroundworkError; nothing is written here.
    """
    needs = load.work_out(plan) if plan is not None else None
    parameters = None if kernel_parameters is None and needs is None else kernel.wanted(host, kernel_parameters or {})
    pair = _nofile(nofile, needs)
    if pair is None and (limits_users or units):
        raise GroundworkError("nofile is missing; limits_users and services need its soft and hard, or a plan.")
    return Wishes(
        kernel=None if parameters is None else _with_needs(host, parameters, needs),
        limits=limits.wanted(limits_users, pair) if pair and limits_users else None,
        services=services.wanted(units, pair) if pair else (),
        nofile=pair,
        needs=needs,
    )


def _with_needs(host: Host, parameters: Sequence[Setting], needs: load.Needs | None) -> List[Setting]:
    """*parameters* with a vm.max_map_count of at least what the plan needs."""
    if needs is None:
        return list(parameters)
    needed = kernel.wanted(host, {"vm.max_map_count": needs.max_map_count})[0]
    given = {setting.name: setting for setting in parameters}
    asked = given.get(needed.name, needed)
    given[needed.name] = replace(asked, wanted=values.combine(values.AT_LEAST, asked.wanted, needed.wanted))
    return list(given.values())


def _nofile(nofile: Mapping[str, object] | None, needs: load.Needs | None) -> values.Value | None:
    """Soft and hard limit, the larger of what is given and what is needed; None when nothing asks for them."""
    needed = (str(needs.nofile),) * 2 if needs else None
    if nofile is None:
        return needed
    soft, hard = (values.integer("nofile." + kind, nofile.get(kind), 1, load.LARGEST_INT) for kind in limits.KINDS)
    if soft > hard:
        raise GroundworkError(f"nofile.soft: {soft} is above nofile.hard, {hard}; raise the hard limit.")
    return values.combine(values.AT_LEAST, (str(soft), str(hard)), needed)


def _look(host: Host, wanted: Wishes, causes: Mapping[str, str] | None = None) -> List[steps.Look]:
    """Read every kind and plan it; *causes* is what an earlier application of live values met, by setting name."""
    looks: List[steps.Look] = []
    if wanted.kernel is not None:
        looks.append(kernel.look(host, wanted.kernel, causes))
    if wanted.limits is not None:
        nr_open = next((poke.after for poke in _pokes(looks) if poke.name == "fs.nr_open"), None)
        looks.append(limits.look(host, wanted.limits, nr_open))
    looks.append(services.look(host, wanted.services))
    return looks


def _pokes(looks: Sequence[steps.Look]) -> List[live.Poke]:
    return [step for look in looks for step in look.steps if isinstance(step, live.Poke)]


def apply(host: Host, wanted: Wishes, check: bool = False) -> Result:
    """Bring *host* to what is *wanted*, or with *check* only tell what that would change.

    Live values come first, since the kernel may refuse them: then they are put back and no file is written. When
    anything was done, everything is read again and that second reading is returned.
    """
    before = after = _look(host, wanted)
    pokes = _pokes(before)
    others = [step for look in before for step in look.steps if not isinstance(step, live.Poke)]
    if not check and (pokes or others):
        steps.carry_out(host, [*pokes, *others])
        after = _look(host, wanted, {poke.name: poke.cause for poke in pokes})
        readings = {setting.name: reading for setting, reading in _pairs(after)}
        pokes = [replace(poke, after=readings[poke.name].live or poke.before) for poke in pokes]
        pokes = [poke for poke in pokes if poke.after != poke.before]
    rows, found = [], []
    for setting, reading in _pairs(after):
        row = settings.row(setting, reading)
        rows.append(row)
        found += findings.of(row)
    return Result(
        changed=bool(pokes or others),
        rows=rows,
        findings=found,
        diff=live.diff(pokes) + [steps.file_diff(step) for step in others if isinstance(step, steps.Replace)],
        plan=asdict(wanted.needs) if wanted.needs else {},
    )


def _pairs(looks: Sequence[steps.Look]) -> List[Tuple[Setting, Reading]]:
    return [(setting, look.state.readings[setting.name]) for look in looks for setting in look.wished]
