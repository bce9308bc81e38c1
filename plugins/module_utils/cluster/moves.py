# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""How replicas are moved, whoever asks for it: some partitions at a time, under a limit that goes with the last.

Each look begins with what :mod:`reassignments` reads, so one goes on where the last has stopped.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Collection, Dict, List, Mapping, NamedTuple, Sequence

from ..core import sizes, waiting
from ..core.values import integer
from ..reassign import checks, plan, steps, throttle
from ..reassign.model import Change, Wish
from . import reassignments, throttles

_UNLIMITED = "unlimited"
_MOST_AT_ONCE = 1000
#: What a module that moves replicas is told of how; the documentation fragment ``moves`` has the same.
ARGUMENTS: Dict[str, Any] = {
    "throttle": {"type": "str", "default": "50m"},
    "at_once": {"type": "int", "default": 5},
    "wait": {"type": "int", "default": 600},
}


class Pace(NamedTuple):
    """The bytes a second that a broker may send and receive, None for no limit, and how many partitions it copies."""

    rate: int | None
    at_once: int


@dataclass(frozen=True)
class Rules:
    """What is passed over: shared racks that are *accepted*, brokers that are *leaving*; and that the plan was begun
    before, so that it was judged then, and what cannot be begun now waits for the next look (*resumed*).
    """

    accepted: bool = False
    leaving: Collection[int] = ()
    resumed: bool = False


def pace(params: Mapping[str, Any]) -> Pace:
    """What the options of :data:`ARGUMENTS` ask for. Raises GroundworkError for what cannot be."""
    waiting.check(params, wait=1)
    text = params["throttle"]
    rate = None if text == _UNLIMITED else sizes.parse_size(text, "throttle")
    return Pace(rate, integer("at_once", params["at_once"], 1, _MOST_AT_ONCE))


def worked_out(found: reassignments.Reading, wish: Wish) -> plan.Plan:
    """What the *wish* needs, together with what is under way, as changes of what was before that."""
    of_rest = plan.make(found.brokers, found.arrived, wish)
    checks.in_sync(found.partitions, of_rest.changes, wish.leaving)
    changes = found.with_what_is_under_way(of_rest.changes)
    return plan.of_changes(found.brokers, found.partitions, changes, of_rest.ranges, wish.leaving)


def go_on(  # noqa: PLR0917 - of what, which and how
    client: Any, found: reassignments.Reading, changes: Sequence[Change], how: Pace, rules: Rules, check_mode: bool
) -> Dict[str, Any]:
    """Ask for the next of *changes*, first of all for the limit to what they take of the network; how far it is.

    ``changed``, ``left``, ``bytes_left``, ``under_way`` and ``bytes_under_way``, as the modules document them, and
    ``limits``, how many settings of the limit are changed. In check mode it is the same, and nothing is asked for.
    Raises GroundworkError, before anything is asked for, where something speaks against what has not begun.
    """
    step = steps.step(changes, found.moving, how.at_once)
    ask = checks.startable(found.partitions, step.ask) if rules.resumed else step.ask
    new = ask if rules.resumed else [one for one in changes if one not in step.on_their_way]
    checks.check(found.brokers, found.partitions, new, rules.accepted or rules.resumed, rules.leaving)
    moving = [*step.on_their_way, *ask]
    live = [one.number for one in found.brokers if one.live]
    edits = limit(client, live, {one.topic for one in found.partitions}, moving, how.rate, check_mode)
    if not check_mode:
        reassignments.begin(client, ask)
    return {
        "changed": bool(changes or edits),
        "left": step.left,
        "bytes_left": step.bytes_left,
        "under_way": len(moving),
        "bytes_under_way": steps.bytes_left(moving, found.moving),
        "limits": len(edits),
    }


def limit(  # noqa: PLR0917 - where, of what and how
    client: Any,
    brokers: Sequence[int],
    topics: Collection[str],
    moving: Sequence[Change],
    rate: int | None,
    check_mode: bool,
) -> List[throttle.Edit]:
    """What is to be edited so that what is *moving* is limited, and nothing else is; done but in check mode."""
    found = throttles.read(client, brokers, sorted(topics))
    edits = throttle.edits(found, throttle.wanted(moving, brokers, rate))
    if not check_mode:
        throttles.limit(client, edits)
    return edits
