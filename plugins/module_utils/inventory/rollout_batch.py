# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A rollout as one of its hosts sees it: its own batch, who comes before and after, and what is asked of all. Pure."""

from __future__ import annotations

from typing import Any, Dict, List, Mapping, NamedTuple, Sequence

from . import rollout_order

ZOOKEEPER = "zookeeper"
_CONTROLLER = "controller"
_AT_RESTART = "at_restart"
#: There is no failed result of a host whose tasks end because it, or another of its batch, was lost.
_LOST = "The host could not be reached, or another of its batch failed, as said above."

Server = Mapping[str, Any]


class Host(NamedTuple):
    """What is known of a host: ``host``, ``id``, ``rack``, and what its role says of its *server*.

    *seen* is what pending_restart told or :func:`seen_by_role`, *rollout* the name of the rollout, *mark* where the
    host keeps it; *installed* is what kafka_archive told, which counts where *link_switch* leaves it to the restart.
    """

    host: str
    id: object
    rack: str
    server: Mapping[str, Any]
    seen: Mapping[str, Any]
    rollout: str
    mark: str
    link_switch: str
    installed: Mapping[str, Any]


def server(given: Host) -> Dict[str, Any]:
    """The host as :func:`rollout_order.order` takes it."""
    switched = given.installed.get("linked_version") == given.installed.get("version")
    return {
        "host": given.host,
        "id": given.id,
        "rack": given.rack,
        "roles": list(given.server.get("roles", ())),
        "running": given.seen["running"],
        "mended": bool(set(given.seen.get("changed_files", ())) - {given.mark}),
        "pending": rollout_order.due(given.seen, given.rollout, given.mark)
        or (given.link_switch == _AT_RESTART and not switched),
    }


def seen_by_role(configured: Mapping[str, Any]) -> Dict[str, Any]:
    """What pending_restart would tell of a host whose role has just *configured* it, so that nobody has to ask it."""
    return {"changed_files": list(configured.get("pending_files", ())), "running": True, "mark": ""}


class Given(NamedTuple):
    """Of the rollout of a *service*: the *servers* of the play and the *order* of their batches; *host* is who looks.

    *group* are all hosts of the service in the inventory, *joining* those that wait to be let into the ensemble,
    *accept_unavailable* the input of that name, *absent* those that were not there at the start, by host or number.
    """

    service: str
    host: str
    servers: Sequence[Server]
    order: Sequence[Sequence[str]]
    group: Sequence[str]
    joining: Sequence[str]
    accept_unavailable: bool
    absent: Sequence[object] = ()


def describe(given: Given) -> Dict[str, Any]:
    """The rollout, for the tasks of the role:

    - ``due``: the hosts whose server is to be restarted; ``down``: ``hosts`` and ``ids`` of those that do not run;
    - ``mended``: the same of those that run, and whose files were changed since they were started;
    - ``absent``: the same of those that were not there at the start and have not had their turn before the host;
    - ``brokers``, ``controllers``: the numbers of all of the play;
    - ``batches``: the numbers that each batch takes down;
    - ``batch``: that of the host, with its ``brokers`` and ``controllers``, and whether one of them ``runs``;
    - ``before``, ``after``: the hosts whose turn comes earlier and later than its own;
    - ``accept_unavailable``: whether something may be unavailable meanwhile. One server alone can't but be, also where
      others wait to join it.
    """
    due = [one for one in given.servers if one["pending"]]
    down = [one for one in due if not one["running"]]
    mended = [one for one in due if one["running"] and one.get("mended")]
    gone = {str(one) for one in given.absent}
    batch, before, after = _place(given.order, given.host)
    own = [one for one in given.servers if one["host"] in batch]
    alone = len(given.group) < 2 or (given.service == ZOOKEEPER and bool(given.joining))
    return {
        "due": [str(one["host"]) for one in due],
        "down": _named(down),
        "mended": _named(mended),
        "absent": _named(
            [one for one in due if gone & {str(one["host"]), str(one["id"])} and one["host"] not in before]
        ),
        **_by_role(given.servers),
        "batches": rollout_order.running_ids(given.order, given.servers),
        "batch": {**_by_role(own), "runs": any(one["running"] for one in own)},
        "before": before,
        "after": after,
        "accept_unavailable": given.accept_unavailable or alone,
    }


def stopped(order: Sequence[Sequence[str]], host: str, service: str, why: str = "") -> str:
    """Where and *why* a rollout stopped, what was done by then, and how to go on, in one line; it stopped at *host*."""
    _batch, before, after = _place(order, host)
    first, *lines = (why or _LOST).strip().splitlines()
    said = " ".join([first, "; ".join(line.strip() for line in lines)]).strip()
    return (
        f"The rollout stopped at {host}. {said}{'' if said.endswith('.') else '.'} "
        f"Restarted before it: {_listed(before)}; not touched: {_listed(after)}. Mend what is said "
        f"(journalctl -u {service} on {host} tells more) and run the same again; it goes on where it stopped."
    )


def _place(order: Sequence[Sequence[str]], host: str) -> tuple[List[str], List[str], List[str]]:
    """The batch of *host*, the hosts before it, and those after it; nobody where it has no batch."""
    for at, batch in enumerate(order):
        if host in batch:
            before, after = ([other for one in part for other in one] for part in (order[:at], order[at + 1 :]))
            return list(batch), before, after
    return [], [], []


def _named(servers: Sequence[Server]) -> Dict[str, List[object]]:
    return {"hosts": [str(one["host"]) for one in servers], "ids": [one["id"] for one in servers]}


def _by_role(servers: Sequence[Server]) -> Dict[str, List[object]]:
    roles = {"brokers": rollout_order.BROKER, "controllers": _CONTROLLER}
    return {name: [one["id"] for one in servers if role in one["roles"]] for name, role in roles.items()}


def _listed(hosts: Sequence[str]) -> str:
    return ", ".join(hosts) or "none"
