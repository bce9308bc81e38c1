# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Controllers that follow the KRaft quorum and do not vote, as one does that was made anew, and how each comes to vote.

Pure: the quorum is the dictionary of the utility ``cluster.state``.
"""

from __future__ import annotations

from typing import Any, List, Mapping, Sequence

from ..broker import uuids
from ..core.findings import Finding, finding
from . import quorum_gate

_SOURCE = "Apache Kafka documentation, Operations: KRaft, Add New Controller"
_TOOL = "kafka-metadata-quorum.sh"
_SETTINGS = "/etc/kafka/server.properties"
_JOINS = "controller.quorum.auto.join.enable"


def unseen(quorum: Mapping[str, Any], numbers: Sequence[int]) -> List[int]:
    """Those of the controllers *numbers* that the *quorum* has not heard of, as of one that was started just now.

    One with an empty disk is still listed as the voter that it was, and is heard of once it observes.
    """
    observers = [one["id"] for one in quorum["observers"]]
    return [number for number in numbers if number not in observers and not _votes(quorum, number)]


def findings(
    quorum: Mapping[str, Any], controllers: Mapping[int, str], joining: bool, broker: str, secured: bool
) -> List[Finding]:
    """A finding for each of *controllers*, host by number, that only observes the *quorum*.

    *joining*: a controller comes to vote by itself, where it is told to. *broker* (HOST:PORT) is who is asked to add
    it, over TLS where *secured*.
    """
    found = []
    for number, host in sorted(controllers.items()):
        observers = [one["id"] for one in quorum["observers"]]
        if number in observers and not _votes(quorum, number):
            former = [one for one in quorum["voters"] if one["id"] == number]
            directories = [uuids.letters(one["directory_id"] or "") for one in former]
            remedy = _joins(host) if joining else _added(number, host, directories, broker, secured)
            found.append(_observer(number, host, bool(former), remedy))
    return found


def _votes(quorum: Mapping[str, Any], number: int) -> bool:
    voters = [one for one in quorum["voters"] if one["id"] == number]
    return any(quorum_gate.follows(one, quorum["leader_id"]) for one in voters)


def _observer(number: int, host: str, former: bool, remedy: str) -> Finding:
    still = ", and the quorum counts the folder that it had before" if former else ""
    return finding(
        "controller_does_not_vote",
        "medium",
        f"controller {number} ({host})",
        wanted="a voter of the KRaft quorum",
        found=f"an observer{still}",
        why="the quorum counts on the others alone, and survives the loss of fewer of them",
        source=_SOURCE,
        remedy=remedy,
    )


def _joins(host: str) -> str:
    return (
        f"have {_JOINS} true in {_SETTINGS} on {host}, as the playbook groundwork.kafka.site writes it unless "
        "kafka_config says otherwise, and restart it (systemctl restart kafka): it joins by itself"
    )


def _added(number: int, host: str, directories: Sequence[str], broker: str, secured: bool) -> str:
    """The commands for Kafka before 4.2. What adds a controller reads its file, with the same right as the server."""
    settings = "/root/add-controller.properties" if secured else _SETTINGS
    tool = f"{_TOOL} --command-config {settings} --bootstrap-server {broker}"
    copy = f"(cat {_SETTINGS}; echo security.protocol=SSL) > {settings}; " if secured else ""
    away = "".join(
        f"{tool} remove-controller --controller-id {number} --controller-directory-id {directory}; "
        for directory in directories
    )
    return f"on {host}, as root: {copy}{away}{tool} add-controller"
