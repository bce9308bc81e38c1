# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What is wanted of a host: as the options of a module, which every module that takes it takes alike, and validated.

A host compiles what it imports at every run, so what only some wishes need is imported where it is needed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Mapping, NamedTuple, Sequence

from ..core import values
from ..core.errors import GroundworkError
from ..core.settings import Setting
from ..host.machine import Host
from . import kernel, limits, services

if TYPE_CHECKING:
    from ..capacity.broker_needs import Needs

#: The argument specification; its documentation is the fragment groundwork.kafka.profile.
ARGUMENTS: Dict[str, Dict[str, Any]] = {
    "kernel_parameters": {"type": "dict"},
    "transparent_huge_pages": {"type": "raw"},
    "listen_backlog": {"type": "int"},
    "nofile": {
        "type": "dict",
        "options": {"soft": {"type": "int", "required": True}, "hard": {"type": "int", "required": True}},
    },
    "limits_users": {"type": "list", "elements": "str"},
    "services": {"type": "list", "elements": "str"},
    "plan": {
        "type": "dict",
        "options": {
            "partitions": {"type": "int", "required": True},
            "segments": {"type": "int"},
            "partition_bytes": {"type": "int"},
            "segment_bytes": {"type": "int"},
            "retention_hours": {"type": "int"},
            "roll_hours": {"type": "int"},
            "connections": {"type": "int"},
        },
    },
    "observe": {"type": "bool", "default": True},
}


class Wishes(NamedTuple):
    """Everything that is wanted of a host, by kind; None: the kind is left alone, empty: it is brought back."""

    kernel: Sequence[Setting] | None = None
    huge_pages: Sequence[Setting] | None = None
    limits: Sequence[Setting] | None = None
    services: Sequence[Setting] | None = None
    nofile: values.Value | None = None
    needs: Needs | None = None
    observe: bool = False


def asked(host: Host, given: Mapping[str, Any]) -> Wishes:
    """What the module's parameters *given* ask for, validated; GroundworkError for what cannot be."""
    return wanted(
        host,
        kernel_parameters=given["kernel_parameters"],
        transparent_huge_pages=given["transparent_huge_pages"],
        listen_backlog=given["listen_backlog"],
        nofile=given["nofile"],
        limits_users=given["limits_users"],
        units=given["services"],
        plan=given["plan"],
        observe=given["observe"],
    )


def wanted(
    host: Host,
    *,
    kernel_parameters: Mapping[str, object] | None = None,
    transparent_huge_pages: object = None,
    listen_backlog: int | None = None,
    nofile: Mapping[str, object] | None = None,
    limits_users: Sequence[str] | None = None,
    units: Sequence[str] | None = None,
    plan: Mapping[str, int | None] | None = None,
    observe: bool = False,
) -> Wishes:
    """Validate everything that a person gave, and merge in what the *plan* needs by taking the larger.

    *nofile* has ``soft`` and ``hard``; *transparent_huge_pages* is as for huge_pages.wanted. Raises GroundworkError;
    nothing is written here.
    """
    needs = _needs(plan) if plan is not None else None
    pair = _nofile(nofile, needs)
    if pair is None and (limits_users or units):
        raise GroundworkError("nofile is missing; limits_users and services need its soft and hard, or a plan.")
    least: Dict[str, int] = {}
    if needs is not None:
        least["vm.max_map_count"] = needs.max_map_count
    if listen_backlog is not None:
        least["net.core.somaxconn"] = values.integer("listen_backlog", listen_backlog, 1, values.LARGEST_INT)
    managed = kernel_parameters is not None or bool(least)
    if managed and pair is not None and kernel.holds_back(host, "fs.nr_open", pair[1], limits.NR_OPEN_DEFAULT):
        least["fs.nr_open"] = int(pair[1])
    return Wishes(
        kernel=_at_least(host, kernel.wanted(host, kernel_parameters or {}), least) if managed else None,
        huge_pages=None if transparent_huge_pages is None else _huge_pages(transparent_huge_pages),
        limits=None if limits_users is None else limits.wanted(limits_users, pair or ()),
        services=None if units is None else services.wanted(units, pair or ()),
        nofile=pair,
        needs=needs,
        observe=observe,
    )


def _needs(plan: Mapping[str, int | None]) -> Needs:
    from ..capacity.broker_needs import work_out  # noqa: PLC0415

    return work_out(plan)


def _huge_pages(given: object) -> List[Setting]:
    from . import huge_pages  # noqa: PLC0415

    return [huge_pages.wanted(given)]


def _at_least(host: Host, parameters: Sequence[Setting], least: Mapping[str, int]) -> List[Setting]:
    """*parameters*, with each of *least* wanted as well, and no lower than that."""
    merged = {setting.name: setting for setting in parameters}
    for needed in kernel.wanted(host, least):
        asked = merged.get(needed.name, needed)
        merged[needed.name] = asked._replace(wanted=values.combine(values.AT_LEAST, asked.wanted, needed.wanted))
    return list(merged.values())


def _nofile(nofile: Mapping[str, object] | None, needs: Needs | None) -> values.Value | None:
    """Soft and hard limit, the larger of what is given and what is needed; None when nothing asks for them."""
    needed = (str(needs.nofile),) * 2 if needs else None
    if nofile is None:
        return needed
    soft, hard = (values.integer("nofile." + kind, nofile.get(kind), 1, values.LARGEST_INT) for kind in limits.KINDS)
    if soft > hard:
        raise GroundworkError(f"nofile.soft: {soft} is above nofile.hard, {hard}; raise the hard limit.")
    return values.combine(values.AT_LEAST, (str(soft), str(hard)), needed)
