# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""How far one flow is, by what MirrorMaker keeps in topics of its target: whether it runs, what is copied. Pure.

The formats are those of Kafka Connect: KafkaStatusBackingStore and the offsets of a source connector, as JSON.
"""

from __future__ import annotations

import json
import re
from typing import Any, Dict, Iterable, List, Mapping, NamedTuple, Sequence, Tuple
from urllib.parse import urlsplit

from ..core import listing

Part = Tuple[str, int]
#: Key and value of a record, as bytes; a value of None takes back what was said of its key.
Record = Tuple["bytes | None", "bytes | None"]
_COPIES, _TRANSLATES = "MirrorSourceConnector", "MirrorCheckpointConnector"
_STATUS = re.compile(r"status-(?P<kind>connector|task)-(?P<name>.+)\Z")
#: What a transaction is ended with takes an offset, which no reader waits for.
_END_OF_TRANSACTION = 1
RUNNING, FAILED = "RUNNING", "FAILED"


class State(NamedTuple):
    """What a connector or a task is in Kafka's words, on which worker, and the first line of why it failed."""

    state: str
    worker: str
    why: str = ""


class Standing(NamedTuple):
    """Where a group is in a partition: how many records it has not read of the source, and of the copy.

    *in_copy* is None where it has no offset there.
    """

    group: str
    topic: str
    partition: int
    in_source: int
    in_copy: int | None


def topics(source: str) -> Dict[str, str]:
    """The topics of the target in which a flow from *source* keeps what it knows."""
    return {what: f"mm2-{name}.{source}.internal" for what, name in (("status", "status"), ("offsets", "offsets"))}


def worker_group(source: str) -> str:
    """The group of the target in which the hosts of a flow from *source* share out its tasks."""
    return f"{source}-mm2"


def copy_of(topic: str, source: str, identity: bool) -> str:
    """What a *topic* of *source* is called in the target."""
    return topic if identity else f"{source}.{topic}"


def states(records: Iterable[Record]) -> Dict[str, State]:
    """The last state of each connector and task, by its name; a task's has its number behind a dash."""
    found: Dict[str, State] = {}
    for key, value in records:
        match = _STATUS.match((key or b"").decode("utf-8", "replace"))
        if not match:
            continue
        told = _read(value)
        if isinstance(told, dict):
            why = str(told.get("trace") or "").strip().split("\n")
            found[match.group("name")] = State(str(told.get("state")), str(told.get("worker_id")), why[0])
        else:
            found.pop(match.group("name"), None)
    return found


def copied(records: Iterable[Record], source: str) -> Dict[Part, int]:
    """The offset in *source* behind the last record that was copied, by topic and partition."""
    found: Dict[Part, int] = {}
    for key, value in records:
        name, part = (*(_read(key) or []), None, None)[:2]
        if name != _COPIES or not isinstance(part, dict) or part.get("cluster") != source:
            continue
        told = _read(value)
        at = (str(part.get("topic")), int(part.get("partition", -1)))
        if isinstance(told, dict) and isinstance(told.get("offset"), int):
            found[at] = told["offset"] + 1
        else:
            found.pop(at, None)
    return found


def _read(text: bytes | None) -> Any:
    try:
        return json.loads(text) if text else None
    except ValueError:
        return None


def worker(metadata: bytes) -> str:
    """Where a member of the group answers others, as host:port, by what it joined with (Connect's WorkerState).

    A version of two bytes, the length of a URL in two, and the URL; "" for anything else.
    """
    length = int.from_bytes(metadata[2:4], "big")
    return urlsplit(metadata[4 : 4 + length].decode("utf-8", "replace")).netloc.lower()


def unsettled(
    found: Mapping[str, State], members: Mapping[str, str], wanted: int, workers: Sequence[str] = ()
) -> List[str]:
    """What keeps a flow from being one that runs on so many hosts as are *wanted*, a clause each.

    *members* are where those that run it answer, as host:port, with the addresses they come from; *workers* is where
    the wanted ones do, as far as that is known.
    """
    known = [one.lower() for one in workers]
    told = [f"{one} is not in its group" for one in known if one not in members]
    if not told and len(members) < wanted:
        told.append(f"{len(members)} of {wanted} hosts are in its group")
    strangers = [one for one in sorted(members) if one not in known]
    if len(strangers) > wanted - len(known):
        shown = ", ".join(f"{one} from {members[one]}" for one in strangers)
        told.append(
            f"{shown} {'is' if len(strangers) == 1 else 'are'} in its group, which is to have {wanted} "
            f"host{'s' if wanted > 1 else ''}: on those it is no longer meant for run "
            "systemctl disable --now kafka-mirror-maker"
        )
    for name in (_COPIES, _TRANSLATES):
        state = found.get(name)
        if state is None or state.state != RUNNING:
            told.append(f"{name} is {_shown(state) if state else 'not there yet'}")
    told += [
        f"{name} is {_shown(state)}"
        for name, state in sorted(found.items())
        if name not in (_COPIES, _TRANSLATES) and state.state == FAILED
    ]
    return told


def _shown(state: State) -> str:
    return f"{state.state} on {state.worker}" + (f" ({state.why})" if state.why else "")


def behind(positions: Mapping[Part, int], ends: Mapping[Part, int], starts: Mapping[Part, int]) -> Dict[Part, int]:
    """How many offsets of the source are not copied, by partition; one without a position has begun nowhere.

    A position behind the end is that of a topic that was deleted: the one that has its name now is another.
    """
    begun = {part: at for part, at in positions.items() if at <= ends.get(part, at)}
    return {part: max(0, end - max(begun.get(part, 0), starts.get(part, 0))) for part, end in ends.items()}


def not_copied(left: Mapping[Part, int]) -> List[str]:
    """A clause on what is not copied yet; none where all is."""
    parts = [f"{topic}-{number} ({count})" for (topic, number), count in sorted(left.items()) if count]
    return [f"not all is copied of {listing.some(parts)}"] if parts else []


def not_translated(standings: Sequence[Standing]) -> List[str]:
    """A clause on groups that would not go on in the copy where they are."""
    lost = [one for one in standings if one.in_copy is None]
    late = [one for one in standings if one.in_source == 0 and (one.in_copy or 0) > _END_OF_TRANSACTION]
    return [
        f"{what} {listing.some([f'{one.group} ({one.topic}-{one.partition})' for one in found])}"
        for what, found in (("no offset is translated of", lost), ("not yet the last offset is translated of", late))
        if found
    ]


def taken(name: str, patterns: Sequence[str], excluded: Sequence[str]) -> bool:
    """Whether a flow with these patterns takes the topic or group *name*."""
    return any(re.fullmatch(text, name) for text in patterns) and not any(re.fullmatch(text, name) for text in excluded)
