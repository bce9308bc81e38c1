# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Whether a ZooKeeper ensemble can be changed as the inventory asks without losing its quorum or its data.

Servers of the old and of the new ensemble run side by side while a change goes over the hosts. Nothing is lost as long
as every majority of the old ensemble shares a server with every majority of the new one: otherwise both may elect a
leader. And servers without data must never be a majority, or they elect one of themselves, with nothing in it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import List, Mapping, Sequence, Tuple

from ..core.errors import GroundworkError
from ..core.majority import majority
from ..server import failed_disk


@dataclass(frozen=True)
class Server:
    """A server of the inventory with its *number*.

    *members* are the numbers in the configuration that the host has, empty without one. *filled*: it holds data.
    *pending*: its process is older than its configuration. *read*: the host was looked at. *log_lost*: a part of its
    data is gone, so that it has forgotten what it acknowledged. *awaited*: a disk is to be mounted that may have some.
    """

    host: str
    number: int
    members: Sequence[int] = ()
    filled: bool = False
    pending: bool = False
    read: bool = True
    log_lost: bool = False
    awaited: bool = False


def check(servers: Sequence[Server]) -> Tuple[List[str], List[str]]:
    """The hosts to start once the others serve, and those of them that serve only after the others were restarted.

    The first hold no data among servers that do, or only a part of it. The second join a server that is no ensemble
    yet.

    Raises GroundworkError for a change that could cost the quorum or data.
    """
    old = {number for server in servers if server.filled for number in (server.members or [server.number])}
    wanted = {server.number for server in servers}
    empty = [server for server in servers if server.read and (server.log_lost or not server.filled)]
    forgetful = [server for server in empty if server.log_lost]
    unread = [server.host for server in servers if not server.read]
    if not old and not unread:
        return [], []
    if old and old != wanted:
        _check_change(servers, old, wanted)
    if len(empty) >= majority(len(wanted)) and forgetful:
        raise GroundworkError(_log_lost(forgetful, len(wanted)))
    if len(empty) >= majority(len(wanted)):
        raise GroundworkError(
            f"{_listed(empty)} no data of the ZooKeeper ensemble, and would be a majority of its {len(wanted)} servers "
            f"that elects a leader without any; {_way_back(servers, empty)}."
        )
    later = [server.host for server in empty]
    return later, later if len(old) == 1 else []


def _way_back(servers: Sequence[Server], empty: Sequence[Server]) -> str:
    """What to do where those that are *empty* are too many; without one of them they may be few enough."""
    last = empty[-1]
    without = [server for server in servers if server is not last]
    try:
        check(without)
    except GroundworkError:
        return "bring the data of one of them back, and run again"
    return (
        f"bring their data back, or leave {last.host} out of the group zookeeper, with its service stopped, and run; "
        "it is added with the next run"
    )


def check_known(servers: Sequence[Server], held: Mapping[str, str | None]) -> None:
    """Raise GroundworkError where none of *servers* has any data, and a broker does: the id of the cluster that each
    holds data of is *held*, by host.
    """
    if not servers or any(server.filled or server.awaited or not server.read for server in servers):
        return
    for host, cluster in held.items():
        if cluster:
            raise GroundworkError(
                f"{host} holds data of cluster {cluster}, and {_listed(servers)} nothing of ZooKeeper's: a new "
                "ensemble would know none of its topics, ACLs and users, and brokers would not start with it; bring "
                "ZooKeeper's data back, or, where all may be lost, empty the folders of kafka_log_dirs, as "
                f"{failed_disk.GUIDE} of this collection says."
            )


def _log_lost(servers: Sequence[Server], number: int) -> str:
    return (
        f"{_listed(servers)} snapshots of ZooKeeper and not the transaction log that belongs to them, and "
        + ("it is the only server" if number == 1 else "too few of the others have theirs to make up for it")
        + f": {'it' if len(servers) == 1 else 'they'} would come back as at the last snapshot, as if the topics, ACLs "
        "and users since had never been; bring the disk of zookeeper_data_log_dir or a copy of it back, or go on "
        f"without, with zookeeper_accept_lost_log, as {failed_disk.GUIDE} of this collection says."
    )


def _check_change(servers: Sequence[Server], old: set[int], wanted: set[int]) -> None:
    pending = [server.host for server in servers if server.pending]
    if pending:
        raise GroundworkError(
            f"ZooKeeper on {', '.join(pending)} runs with an earlier zoo.cfg than the one on disk, and the ensemble is "
            "to change again; finish the change before, with the earlier inventory, and then make this one."
        )
    if majority(len(old)) + majority(len(wanted)) > len(old | wanted):
        return
    added = [server.host for server in servers if server.number not in old]
    ways = []
    if added:
        ways.append(
            f"add one server at a time: leave {', '.join(added[1:]) or added[0]} out of the group zookeeper, run"
        )
    if old - wanted:
        ways.append(
            f"{'and ' if added else ''}take servers (now {_numbers(old - wanted)}) away one at a time, with a run each"
        )
    raise GroundworkError(
        f"The ZooKeeper ensemble is {_numbers(old)}, and the inventory makes it {_numbers(wanted)}: a majority of each "
        f"could elect a leader of its own, and data would be lost; {', '.join(ways)}, and so on."
    )


def _numbers(numbers: set[int]) -> str:
    return ", ".join(str(number) for number in sorted(numbers))


def _listed(servers: Sequence[Server]) -> str:
    return f"{', '.join(server.host for server in servers)} {'holds' if len(servers) == 1 else 'hold'}"
