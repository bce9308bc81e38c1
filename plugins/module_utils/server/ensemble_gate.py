# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The gate of a rollout of ZooKeeper servers, which ask one another by their four-letter words.

Pure. A reason is half a sentence that a person can act on; without one the gate is open. *modes* says of each server
what it is (leader, follower, observer, standalone), or why it does not serve.
"""

from __future__ import annotations

from typing import Collection, List, Mapping, Sequence

from ..core.majority import hopeless, majority

STANDALONE = "standalone"
LEADER, FOLLOWER = "leader", "follower"
SERVING = (LEADER, FOLLOWER, STANDALONE)
OBSERVER = "observer"


def at_start(
    modes: Mapping[str, str], starting: Collection[str], mended: Collection[str], accept_unavailable: bool
) -> List[str]:
    """Why a rollout must not begin now, but for those of *mended* that do not serve: it restarts them first.

    Where there is no quorum without these, however healthy the others are, the others do not serve either: that is
    accepted where *accept_unavailable*.
    """
    absent = not_serving(modes, mended)
    if accept_unavailable and absent and hopeless(list(modes), absent):
        return []
    others = [name for name in modes if name not in starting and name not in absent]
    return [reason for name in others for reason in after_start(modes, name)]


def not_serving(modes: Mapping[str, str], servers: Collection[str]) -> List[str]:
    """Those of *servers* that do not serve."""
    return [name for name, mode in modes.items() if name in servers and mode not in (*SERVING, OBSERVER)]


def before_stop(
    modes: Mapping[str, str], stopping: str, accept_unavailable: bool = False, absent: Collection[str] = ()
) -> List[str]:
    """Why the ZooKeeper server *stopping* must not be stopped now.

    Where none serves, nothing is lost with one of *absent*, which did not serve when the rollout began: that is
    accepted where *accept_unavailable*.
    """
    nobody = len(not_serving(modes, list(modes))) == len(modes)
    if accept_unavailable and nobody and stopping in absent:
        return []
    voters = [server for server, mode in modes.items() if mode != OBSERVER]
    if stopping not in voters:
        return []
    if modes[stopping] == STANDALONE:  # others wait to join it, and have no vote before it knows them
        voters = [stopping]
    others = [server for server in voters if server != stopping]
    silent = {server: modes[server] for server in others if modes[server] not in SERVING}
    needed = min(majority(len(voters)), len(others)) if accept_unavailable else majority(len(voters))
    left = len(others) - len(silent)
    if left >= needed:
        return []
    why = f"stopping {stopping} would leave {left} of {len(voters)} ZooKeeper servers, and {needed} are needed"
    return [why] + [f"{server} does not serve ({reason})" for server, reason in sorted(silent.items())]


def after_start(modes: Mapping[str, str], started: str) -> List[str]:
    """Why the ZooKeeper server *started* is not back yet."""
    if modes[started] in (*SERVING, OBSERVER):
        return []
    return [f"{started} does not serve ({modes[started]})"]


def led_from_outside(modes: Mapping[str, str], leaving: Sequence[str]) -> List[str]:
    """Why none of the servers may be restarted yet with a list that has only them, where the leader is another one.

    It is one of those *leaving*, as far as these are known. A server that is alone from then on follows nobody.
    """
    if len(modes) == 1 or LEADER in modes.values() or not {FOLLOWER, OBSERVER}.intersection(modes.values()):
        return []
    if len(leaving) > 1:  # where one is restarted, another of them may lead
        return [
            f"The ensemble is led by one of the ZooKeeper servers {', '.join(leaving)}, which leave it: no server that "
            "is restarted without them would follow; leave them out of the group zookeeper one at a time, with a run "
            "each"
        ]
    leader = leaving[0] if leaving else "of a host that is not in the group zookeeper"
    return [
        f"The ensemble is led by the ZooKeeper server {leader}, which leaves it: no server that is restarted without "
        "it would follow; restart that one on its host (systemctl restart zookeeper), so that another one leads, and "
        "run again"
    ]


def summary(modes: Mapping[str, str], phase: str, server: str | None, hold: float, absent: Collection[str] = ()) -> str:
    """What an open gate has looked at, in a line that is printed."""
    serving = [name for name, mode in modes.items() if mode in (*SERVING, OBSERVER)]
    seen = f"{len(serving)} of {len(modes)} ZooKeeper {'server serves' if len(modes) == 1 else 'servers serve'}"
    leader = next((f", {name} leads" for name, mode in modes.items() if mode == LEADER), "")
    held = f", held for {hold} s" if hold else ""
    does, are = ("does", "is") if len(absent) == 1 else ("do", "are")
    first = f"; {', '.join(absent)} {does} not, and {are} restarted first" if absent else ""
    what = {
        "leave": f"{server} may leave",
        "start": "the rollout may begin",
        "before_stop": f"{server} may be stopped",
        "after_start": f"{server} is back",
    }
    return f"{what[phase]}: {seen}{leader}{held}{first}"
