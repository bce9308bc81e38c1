# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The order of a rollout, and what is left of one that was interrupted. Pure."""

from __future__ import annotations

from typing import Any, Dict, List, Mapping, Sequence

BROKER, RACK = "broker", "rack"


def order(
    servers: Sequence[Mapping[str, Any]], last: object, together: str = BROKER, absent: Sequence[object] = ()
) -> List[List[str]]:
    """The batches of hosts in which *servers*, ``{host, id, rack, roles, running, pending}``, are to be restarted.

    Those that are pending and down come first, all together: nothing of them can be lost any more. Then those that run
    and are not there, which *absent* has by host or number, one at a time, as nobody knows what they still do. Then
    dedicated controllers and ZooKeeper servers, one at a time, then brokers, one or one rack at a time. Whoever leads
    comes last among its own: *last* is its number, or what cluster_info told of the ``controller_id``, or
    zookeeper_gate of the ``leader``; None or empty for nobody. Servers that are not pending are left out.
    """
    due = [server for server in servers if server["pending"]]
    down = [server["host"] for server in due if not server["running"]]
    gone = {str(one) for one in absent}
    first = [server for server in due if server["running"] and gone & {str(server["host"]), str(server["id"])}]
    running = [server for server in due if server["running"] and server not in first]
    brokers = [server for server in running if BROKER in server["roles"]]
    others = [server for server in running if BROKER not in server["roles"]]
    batches = _single(others, last) + (_racks(brokers, last) if together == RACK else _single(brokers, last))
    return ([down] if down else []) + _single(first, last) + batches


def running_ids(batches: Sequence[Sequence[str]], servers: Sequence[Mapping[str, Any]]) -> List[List[int]]:
    """The numbers of those of *servers* that run, in each of the *batches* that :func:`order` gave."""
    ids = {str(server["host"]): int(server["id"]) for server in servers if server["running"]}
    return [[ids[host] for host in batch if host in ids] for batch in batches]


def _is(server: Mapping[str, Any], last: object) -> bool:
    if isinstance(last, Mapping):
        leader = last.get("leader")
        return server["host"] == leader if leader else _is(server, last.get("controller_id"))
    return last not in (None, "") and int(server["id"]) == int(str(last))


def _single(servers: Sequence[Mapping[str, Any]], last: object) -> List[List[str]]:
    return [[str(server["host"])] for server in sorted(servers, key=lambda server: _is(server, last))]


def _racks(brokers: Sequence[Mapping[str, Any]], last: object) -> List[List[str]]:
    """Brokers by rack; one without a rack is alone."""
    batches: Dict[str, List[Mapping[str, Any]]] = {}
    for broker in brokers:
        rack = str(broker.get("rack") or "").strip()
        batches.setdefault(f"rack {rack}" if rack else f"host {broker['host']}", []).append(broker)
    ordered = sorted(batches.values(), key=lambda batch: any(_is(broker, last) for broker in batch))
    return [[str(broker["host"]) for broker in batch] for batch in ordered]


def name(seen: Sequence[Mapping[str, Any]], path: str, now: str) -> str:
    """The name of the rollout that was asked for: that of an interrupted one, which is gone on with, else *now*.

    *seen* is what pending_restart tells of each host, with the mark *path* in which each host keeps the name. A name
    is the moment when the rollout was begun, so that the later one is greater.
    """
    unfinished = [one["mark"] for one in seen if one.get("mark") and path in one.get("changed_files", ())]
    return max(unfinished) if unfinished else now


def due(seen: Mapping[str, Any], rollout: str, path: str) -> bool:
    """Whether the host of which *seen* tells is to be restarted by *rollout*, empty where only changes count.

    One that is down is not, unless its files were changed since it was started last: nobody knows why it is down, and
    the rollout is not to begin then. The mark *path* is no such file.
    """
    changed = set(seen.get("changed_files", ()))
    if not seen.get("running"):
        return bool(changed - {path})
    return bool(changed) or bool(rollout and seen.get("mark") != rollout)


def unsettled(told: Sequence[Mapping[str, Any]], service: str, seconds: int) -> List[str]:
    """Why a rollout is not to begin yet: a sentence for each host whose server systemd is about to start or to stop.

    *told* is what pending_restart returned for each host, its *item*, when it was waited for so many *seconds*. A run
    that was killed leaves such a server behind. Where a host cannot tell, nobody knows that it has none.
    """
    found = []
    for one in told:
        host, between = one["item"], one.get("between")
        if one.get("unreachable"):
            found.append(
                f"{host} cannot be reached ({one.get('msg')}), so nobody can tell whether its {service}.service is "
                "being stopped, as after a run that was killed. Bring it back, or take it out of the inventory, and "
                "run again."
            )
        elif between:
            found.append(
                f"{service}.service on {host} is {between}, and has been for {seconds} seconds; wait until that is "
                f"done (systemctl status {service} there), and run again."
            )
        elif one.get("failed"):
            found.append(f"{host} could not tell whether its {service}.service is being stopped: {one.get('msg')}")
    return found
