# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The gate of a rollout of KRaft controllers.

Pure. A reason is half a sentence that a person can act on; without one the gate is open.
"""

from __future__ import annotations

from typing import Any, Collection, List, Mapping

from ..core.majority import majority
from .gate import numbered

#: A voter that has not caught up for so long is not counted on; a healthy one fetches twice a second.
SILENT_SECONDS = 3.0


def controllers(quorum: Mapping[str, Any]) -> List[int]:
    """The numbers of the voters of the KRaft *quorum*, the dictionary of the utility ``cluster.state``."""
    return [voter["id"] for voter in quorum["voters"]]


def before_stop(
    quorum: Mapping[str, Any],
    stopping: Collection[int],
    accept_unavailable: bool = False,
    absent: Collection[int] = (),
) -> List[str]:
    """Why the controllers *stopping* of the KRaft *quorum* must not be stopped now.

    The quorum loses nothing with one of *absent*, which were not there when the rollout began, that is behind still.
    """
    voters = controllers(quorum)
    if not set(voters) & set(stopping):
        return []
    if quorum["leader_id"] is None:
        return ["the KRaft quorum has no leader"]
    if set(voters) & set(stopping) <= set(absent) & set(_behind(quorum)):
        return []
    others = [number for number in voters if number not in stopping]
    behind = [number for number in others if number in _behind(quorum)]
    needed = min(majority(len(voters)), len(others)) if accept_unavailable else majority(len(voters))
    left = len(others) - len(behind)
    if left >= needed:
        return []
    what = f"{left} of {len(voters)} voters, and {needed} are needed"
    why = f"stopping {numbered('controller', stopping)} would leave {what}"
    return [why] + [f"controller {number} is behind the quorum's leader" for number in behind]


def after_start(quorum: Mapping[str, Any], started: Collection[int]) -> List[str]:
    """Why the controllers *started* of the KRaft *quorum* are not back yet."""
    if quorum["leader_id"] is None:
        return ["the KRaft quorum has no leader"]
    missing = sorted(set(started) - set(controllers(quorum)))
    return [f"controller {number} is no voter of the KRaft quorum" for number in missing] + [
        f"controller {number} has not caught up with the quorum's leader"
        for number in _behind(quorum)
        if number in started
    ]


def follows(replica: Mapping[str, Any], leader: int | None) -> bool:
    """Whether a *replica* of the quorum is its *leader*, or has caught up with it a moment ago."""
    behind = replica["seconds_behind"]
    return replica["id"] == leader or (behind is not None and behind <= SILENT_SECONDS)


def _behind(quorum: Mapping[str, Any]) -> List[int]:
    return [voter["id"] for voter in quorum["voters"] if not follows(voter, quorum["leader_id"])]
