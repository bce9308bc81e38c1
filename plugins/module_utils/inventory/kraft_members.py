# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The hosts of a KRaft cluster, by what their storage holds: who is to join, and who has to be let in first. Pure."""

from __future__ import annotations

from typing import Any, Collection, Dict, Iterable, List, Mapping, NamedTuple, Sequence

from ..broker import listener_names
from . import hosts as inventory_hosts

#: What the role kafka keeps of each host: what kafka_storage read and formatted, and what server_files told.
_STORED, _FORMATTED, _CONFIGURED = "kafka_stored", "kafka_formatted", "kafka_configured"


def members(read: Mapping[str, Mapping[str, Any]], controllers: Mapping[str, str]) -> List[Dict[str, Any]]:
    """The hosts whose storage was *read*, as cluster_identity takes them.

    *read* has for each host what kafka_storage told, nothing where it was not asked; *controllers* has ``HOST:PORT`` of
    those that are controllers.
    """
    return [
        {
            "host": host,
            "controller": host in controllers,
            "address": controllers.get(host, ""),
            "storage": told["storage"],
        }
        for host, told in read.items()
        if told.get("storage") is not None
    ]


def joining(found: Sequence[Mapping[str, Any]], formatted: Mapping[str, Mapping[str, Any]]) -> List[int]:
    """The numbers of the controllers among the members *found* that this run has *formatted*, by the task's results."""
    return [
        int(member["storage"]["node_id"])
        for member in found
        if member["controller"] and formatted.get(member["host"], {}).get("changed")
    ]


def newcomers(
    found: Sequence[Mapping[str, Any]], principals: Mapping[str, str], super_users: Sequence[str]
) -> List[Dict[str, Any]]:
    """Servers that hold nothing of the running cluster yet, as users with the rights that their start takes.

    The others, which are restarted after these have registered, take them for super users only then. *principals* has
    for each host as whom its server logs in: ``User:`` and a name.
    """
    return [
        {
            "name": principals[member["host"]][len("User:") :],
            # What a broker asks of a controller, and a controller that is to vote.
            "acls": [
                {
                    "resource": "cluster",
                    "operations": ["cluster_action", *(["alter"] if member["controller"] else [])],
                }
            ],
        }
        for member in found
        if not member["storage"]["cluster_id"] and principals.get(member["host"]) in super_users
    ]


def former(principals: Mapping[str, str], left: Collection[str]) -> List[Dict[str, str]]:
    """Users to be removed: as whom the servers of hosts that have *left* logged in, and none of the others does.

    *principals* are those of :func:`newcomers`.
    """
    others = {name for host, name in principals.items() if host not in left}
    gone = {name for host, name in principals.items() if host in left} - others
    return [{"name": name[len("User:") :], "state": "absent"} for name in sorted(gone)]


class Given(NamedTuple):
    """What :func:`describe` follows from beside the variables of the hosts; *host* is who looks.

    *controllers* and *brokers* are the inventory's groups, *controller_port* is for controllers without a port of their
    own. *controllers_join* says whether a formatted controller comes to vote by itself, *begun* whether this run begins
    the cluster, and *configured* whether it has written the files of servers.
    """

    host: str
    controllers: Sequence[str]
    brokers: Sequence[str]
    controller_port: object
    controllers_join: bool
    begun: bool
    configured: bool


def describe(hosts: Iterable[inventory_hosts.Variables], given: Given) -> Dict[str, Any]:
    """The KRaft cluster of *hosts*, controllers first, by what this run has found and done there:

    - ``members``: the hosts that were read, as cluster_identity takes them, and ``unread``, the others;
    - ``unformatted``: the hosts that have folders to be formatted;
    - ``others``: where the controllers on other hosts listen;
    - ``joining``: the numbers of controllers that were formatted and come to vote by themselves; without a broker
      nobody can be asked about them;
    - ``runs``: whether the cluster runs already: a server is older than its files, or holds something where no file was
      written, so that nobody has looked.
    """
    known = {str(one["inventory_hostname"]): one for one in hosts}
    where = inventory_hosts.endpoints(
        [known[host] for host in given.controllers], listener_names.CONTROLLER, given.controller_port
    )
    addresses = dict(zip(given.controllers, where))
    found = members({host: one.get(_STORED) or {} for host, one in known.items()}, addresses)
    read = [member["host"] for member in found]
    formatted = joining(found, {host: one.get(_FORMATTED) or {} for host, one in known.items()})
    asked = bool(given.brokers) and (given.controllers_join or given.begun)
    pending = any((one.get(_CONFIGURED) or {}).get("pending") for one in known.values())
    holding = any(member["storage"]["cluster_id"] for member in found)
    return {
        "members": found,
        "unread": [host for host in known if host not in read],
        "unformatted": [member["host"] for member in found if member["storage"]["unformatted"]],
        "others": [address for host, address in addresses.items() if host != given.host],
        "joining": formatted if asked else [],
        "runs": pending or (holding and not given.configured),
    }
